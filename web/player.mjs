const longestSilence = 4000; // ms, while a scene is being opened

// The open scene as the page sees it: asks the worker, and tells the parts of the page what has changed.
export class ScenePlayer extends EventTarget {
  // `started`: as startGel returns it.
  constructor(started) {
    super();
    const { client } = started;
    Object.assign(this, { started, client });
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
    client.on('error', ({ text, isRunning }) => {
      this.tell('problem', text);
      if (!isRunning) this.notePaused(true);
    });
    client.on('end', ({ text }) => {
      this.notePaused(true);
      this.tell('fatal', text);
    });
  }
  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
  on(type, use) { this.addEventListener(type, event => use(event.detail)); }

  // Returns the reply, or null: then the error was told, and the page goes on.
  async ask(type, fields = {}, transfer = []) {
    try {
      return await this.client.ask(type, fields, transfer);
    } catch (error) {
      this.noteError(error);
      return null;
    }
  }
  noteError({ message, isRunning, isClosed, isFatal }) {
    if (isRunning === false) this.notePaused(true);
    if (!isClosed && !isFatal) this.tell('problem', message); // what is fatal is told once
  }
  // Returns whether the scene is open, and no other was asked for meanwhile. `recorded`: the scene of a recording.
  // Tells 'slow' with a line if it takes long, and with null at the end.
  async open(path, { settings = {}, frame = 0, recorded } = {}) {
    const number = (this.opens = (this.opens ?? 0) + 1), isLast = () => number === this.opens;
    const slow = setTimeout(() => this.tell('slow', `${path} is still being opened`), longestSilence);
    try {
      const scene = await this.started.openScene(path, settings, { recorded, isLast });
      if (!scene) return false;
      Object.assign(this, { scene: { path, recorded, ...scene }, openedSettings: scene.settings, chosen: settings });
      Object.assign(this, { frame: 0, time: 0, same: null, hash: '' });
    } catch (error) {
      if (isLast()) this.noteError(error);
      return false;
    } finally {
      clearTimeout(slow);
      if (isLast()) this.tell('slow', null);
    }
    this.notePaused(true);
    this.tell('opened');
    if (!isLast()) return false;
    if (frame > 0) await this.step(frame);
    else await this.readHash();
    return isLast();
  }
  notePaused(isPaused) {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    this.hash = '';
    this.tell('paused');
  }
  noteFrame({ frame, time, ms, held }) {
    Object.assign(this, { frame, time, milliseconds: ms, held, hash: '' });
    this.tell('frame');
  }
  noteSame(same) {
    if (this.same && !this.same.isSame) return; // the first that differs counts
    this.same = same;
    this.tell('same');
  }
  // The button shows at once what was asked for; the last reply says what is.
  async change(type) {
    const number = (this.changes = (this.changes ?? 0) + 1);
    this.wanted = type;
    this.notePaused(type === 'pause');
    const reply = await this.ask(type);
    if (number === this.changes) this.notePaused(!reply?.isRunning);
  }
  run() { return this.change('run'); }
  async pause() {
    await this.change('pause');
    if (this.isPaused) await this.readHash();
  }
  toggle() { return this.isPaused ? this.run() : this.pause(); }
  async readHash() {
    const reply = await this.ask('hash');
    if (reply && this.isPaused) this.noteMoved(reply, true);
  }
  // `isRest`: the scene stands still for longer than a step.
  noteMoved({ frame, hash, settings }, isRest = false) {
    Object.assign(this, { frame, time: frame * this.scene.timeStep, hash });
    if (settings) this.noteSettings(settings);
    this.tell('frame');
    this.tell('moved', isRest);
  }
  async move(type, frames) {
    if (!this.isPaused) await this.change('pause');
    const reply = await this.ask(type, { frames });
    if (!reply || !this.isPaused) return;
    if (type === 'reset') this.tell('reset');
    this.noteMoved(reply);
  }
  step(frames = 1) { return this.move('step', frames); }
  back(frames = 1) { return this.move('back', frames); }
  // A lesson asks again, and waits.
  async reset() {
    const wasRunning = !this.isPaused;
    this.same = null;
    await this.move('reset');
    if (wasRunning && !this.scene?.lesson) await this.run();
  }
  act(event) { return this.ask('act', { event }); }
  noteSettings(settings) {
    this.scene.settings = settings;
    this.tell('settings');
  }
  // After a refusal the controls show again what is set.
  async set(settings) {
    const reply = await this.ask('set', { settings });
    if (this.scene) this.noteSettings(reply?.settings ?? this.scene.settings);
  }
  // All that the user has chosen since the scene was opened as its file says, by name.
  changedSettings() {
    const changed = { ...this.chosen };
    this.scene.settings.forEach(({ name, type, value, choices }, i) => {
      if (String(value) === String(this.openedSettings[i].value)) return;
      changed[name] = type === 'choice' ? choices[value[0]] : type === 'vector' ? value : value[0];
    });
    return changed;
  }
}
