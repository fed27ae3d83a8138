// Two setups of a lesson side by side: a second worker steps the same scene with other settings on a canvas of its own.
import { setupSettings } from './lesson.mjs';
import { ScenePlayer } from './player.mjs';

const longestLead = 6; // frames that one world may run ahead of the other

export class Comparison {
  // `started`: as startGel returns it, for another worker like it.
  // `listen(canvas)`, set later, makes the second canvas turn the view, as the first does.
  constructor(page) {
    const { player } = page;
    Object.assign(this, page, { second: null, number: 0 }); // box, player, started, givePicture, look, cover
    player.on('paused', () => this.opened?.[player.isPaused ? 'pause' : 'run']());
    player.on('moved', () => this.follow());
    player.on('reset', () => this.opened?.reset());
    player.on('frame', () => this.keepPace());
  }
  get isShown() { return Boolean(this.canvas); }
  // The second world, once its scene is open.
  get opened() { return this.second?.scene ? this.second : null; }
  get worlds() { return [this.player, this.second].filter(Boolean); }
  forEach(use) { this.worlds.forEach(use); }
  curve(probe) { return this.opened?.ask('curve', { probe }) ?? null; }
  async toggle() {
    if (this.isShown) return this.end(true);
    const setups = this.player.scene?.lesson?.setups ?? [];
    if (setups.length < 2 || setups.some(setup => setupSettings(setup) === null)) return;
    await this.begin(setups).catch(error => this.failed(error.message));
  }
  // After each wait it ends if `number` has changed: then another comparison began, or this one was closed.
  async begin([first, second]) {
    const number = ++this.number, isWanted = () => number === this.number;
    const { path } = this.player.scene, { said } = this.lesson;
    this.chosen = this.player.changedSettings();
    this.addCanvas(second);
    const started = await this.started.startAnother();
    if (!isWanted()) return started.client.close();
    const other = (this.second = new ScenePlayer(started));
    other.on('slow', text => this.player.tell('slow', text));
    other.on('problem', text => (other.scene ? this.player.tell('problem', text) : this.failed(text)));
    other.on('fatal', text => this.failed(text));
    other.on('frame', () => this.keepPace());
    await this.givePicture(this.canvas, this.second);
    if (!isWanted()) return;
    this.cover();
    await this.player.pause();
    if (!isWanted()) return;
    const settingsOf = setup => ({ settings: { ...this.chosen, ...setupSettings(setup) } });
    const opens = [this.player.open(path, settingsOf(first)), this.second.open(path, settingsOf(second))];
    const areOpen = (await Promise.all(opens)).every(Boolean);
    if (!isWanted()) return;
    if (!areOpen) return this.end(true);
    this.forEach(player => player.ask('look', { look: this.look }));
    this.nameHalves([first, second]);
    this.lesson.predict(said);
  }
  addCanvas(name) {
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', `The scene with ${name}`);
    this.box.classList.add('two');
    this.box.append(this.canvas);
    this.listen(this.canvas);
  }
  nameHalves(names) {
    this.names = names.map((name, i) => {
      const label = document.createElement('p');
      label.className = 'half-name';
      label.textContent = name;
      label.style.left = `${25 + 50 * i}%`;
      this.box.append(label);
      return label;
    });
  }
  // The slower world sets the pace of both.
  keepPace() {
    if (!this.opened) return;
    const frame = Math.min(this.player.frame, this.second.frame) + longestLead;
    if (frame === this.limit) return;
    this.limit = frame;
    this.forEach(player => player.ask('limit', { frame }));
  }
  // While they stand still, the second world is brought to the frame of the first, also if that moves meanwhile.
  async follow() {
    const { player, second } = this;
    if (!second?.scene || this.followed === second) return;
    this.followed = second;
    await second.readHash(); // and its frame: news of the last frames before a pause may be under way
    const isApart = () => second === this.second && player.isPaused && player.frame !== second.frame;
    for (let moved = true; moved && isApart(); ) {
      const before = second.frame, frames = player.frame - before;
      await (frames > 0 ? second.step(frames) : second.back(-frames));
      moved = second.frame !== before;
    }
    if (this.followed === second) this.followed = null;
  }
  // A scene that is opened hides lines, so this one comes after it.
  async failed(text) {
    await this.end(true);
    this.player.tell('problem', text);
  }
  async end(reopens = false) {
    this.number++;
    if (!this.isShown) return;
    this.canvas.remove();
    this.names?.forEach(name => name.remove());
    this.box.classList.remove('two');
    this.second?.client.close();
    Object.assign(this, { canvas: null, second: null, names: null, limit: null, followed: null });
    this.cover();
    if (reopens) await this.player.open(this.player.scene.path, { settings: this.chosen });
  }
}
