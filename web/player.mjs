// The open scene as the page sees it: asks the worker, and tells the parts of the page what has changed.
export class ScenePlayer extends EventTarget {
  // `started`: as startGel returns it.
  constructor({ client, openScene }) {
    super();
    this.client = client;
    this.openScene = openScene;
    this.scene = null; // what "open" returned
    this.time = 0;
    this.frame = 0;
    this.milliseconds = 0;
    this.hash = '';
    this.same = null; // {frame, isSame} of the last comparison with the native program
    this.isPaused = true;
    client.on('frame', message => this.noteFrame(message));
    client.on('same', ({ frame, hash }) => this.noteSame({ frame, hash, isSame: true }));
    client.on('differs', ({ frame, hash, expected }) => this.noteSame({ frame, hash, expected, isSame: false }));
    client.on('warning', ({ text }) => this.tell('warning', text));
    client.on('error', ({ text }) => {
      this.isPaused = true;
      this.tell('problem', text);
      this.tell('paused');
    });
  }
  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
  on(type, use) { this.addEventListener(type, event => use(event.detail)); }

  // Returns the reply, or null: then the error was told, and the page goes on.
  async ask(type, fields = {}, transfer = []) {
    try {
      return await this.client.ask(type, fields, transfer);
    } catch (error) {
      this.tell('problem', error.message);
      return null;
    }
  }
  async open(path, { settings = {}, frame = 0 } = {}) {
    this.isPaused = true;
    try {
      const scene = await this.openScene(path, settings);
      Object.assign(this, { scene: { path, ...scene }, frame: 0, time: 0, same: null, hash: '', chosen: settings });
    } catch (error) {
      this.tell('problem', error.message);
      this.tell('paused');
      return false;
    }
    this.tell('opened');
    if (frame > 0) await this.step(frame);
    else await this.readHash();
    return true;
  }
  noteFrame({ frame, time, ms, held }) {
    Object.assign(this, { frame, time, milliseconds: ms, held });
    this.tell('frame');
  }
  noteSame(same) {
    if (this.same && !this.same.isSame) return; // the first that differs counts
    this.same = same;
    this.tell('same');
  }
  async run() {
    this.isPaused = false;
    this.tell('paused');
    await this.ask('run', {});
  }
  async pause() {
    this.isPaused = true;
    await this.ask('pause');
    this.tell('paused');
    await this.readHash();
  }
  toggle() { return this.isPaused ? this.run() : this.pause(); }
  async readHash() {
    const reply = await this.ask('hash');
    if (reply) this.noteMoved(reply);
  }
  noteMoved({ frame, hash }) {
    Object.assign(this, { frame, time: frame * this.scene.timeStep });
    if (hash) this.hash = hash;
    this.tell('frame');
    this.tell('moved');
  }
  async move(type, frames) {
    if (!this.isPaused) await this.pause();
    const reply = await this.ask(type, { frames });
    if (reply) this.noteMoved(reply);
  }
  step(frames = 1) { return this.move('step', frames); }
  back(frames = 1) { return this.move('back', frames); }
  async reset() {
    const wasRunning = !this.isPaused;
    this.same = null;
    await this.move('reset');
    this.tell('reset');
    await this.readHash();
    if (wasRunning) await this.run();
  }
  act(event) { return this.ask('act', { event }); }
  set(settings) { return this.ask('set', { settings }); }
}
