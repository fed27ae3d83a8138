// The page's side of the worker: requests with replies, and what comes unasked.
export class GelClient {
  constructor(worker) {
    this.worker = worker;
    this.waiting = new Map(); // number of a request to the functions of its promise
    this.listeners = new Map();
    this.last = 0;
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = event => this.receive({ type: 'error', text: event.message ?? 'the worker has stopped' });
  }

  // Resolves to the reply; rejects with the line that says what is wrong.
  ask(type, fields = {}, transfer = []) {
    const id = ++this.last;
    this.worker.postMessage({ ...fields, type, id }, transfer);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
  tell(type, fields = {}, transfer = []) { this.worker.postMessage({ ...fields, type }, transfer); }

  on(type, listener) { this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]); }

  receive(message) {
    const request = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (request && message.type === 'error') request.reject(new Error(message.text));
    else if (request) request.resolve(message);
    else (this.listeners.get(message.type) ?? []).forEach(listener => listener(message));
  }
}
