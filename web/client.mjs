// The page's side of the worker: requests with replies, and what comes unasked.
export class GelClient {
  constructor(worker) {
    this.worker = worker;
    this.waiting = new Map(); // number of a request to the functions of its promise
    this.listeners = new Map();
    this.last = 0;
    this.end = null; // why no request is answered any more
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = ({ message = 'it could not start' }) =>
      this.stop(`the worker has stopped: ${message}; reload the page`);
    worker.onmessageerror = () => this.stop('a message between page and worker was lost; reload the page');
  }

  // Resolves to the reply; rejects with the line that says what is wrong.
  ask(type, fields = {}, transfer = []) {
    if (this.end) return Promise.reject(this.end);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...fields, type, id }, transfer);
    });
  }

  on(type, listener) { this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]); }
  tellListeners(message) { (this.listeners.get(message.type) ?? []).forEach(listener => listener(message)); }

  receive(message) {
    const request = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    const { type, text, isRunning } = message;
    if (request && type === 'error') request.reject(Object.assign(new Error(text), { isRunning }));
    else if (request) request.resolve(message);
    else this.tellListeners(message);
  }

  // Answers all that waits; nothing more is asked of the worker.
  finish(error) {
    if (this.end) return;
    this.end = error;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
  stop(text) {
    this.finish(Object.assign(new Error(text), { isRunning: false, isFatal: true }));
    this.tellListeners({ type: 'end', text });
  }
  // The world is no longer wanted: open requests are rejected without a message.
  close() { this.finish(Object.assign(new Error('this world was closed'), { isRunning: false, isClosed: true })); }
}
