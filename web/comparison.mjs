// Two setups of a lesson side by side: a second worker steps the same scene with other settings on a canvas of its own.
import { setupSettings } from './lesson.mjs';
import { ScenePlayer } from './player.mjs';
import { startGel } from './start.mjs';

export class Comparison {
  constructor(box, player, givePicture, look, cover) {
    Object.assign(this, { box, player, givePicture, look, cover, beside: null });
    player.on('paused', () => this.beside?.[player.isPaused ? 'pause' : 'run']());
    player.on('moved', () => this.follow());
    player.on('reset', () => this.beside?.reset());
  }
  forEach(use) { [this.player, this.beside].filter(Boolean).forEach(use); }
  async toggle() {
    if (this.beside) return this.end(true);
    const setups = this.player.scene?.lesson?.setups ?? [];
    if (setups.length < 2 || setups.some(setup => setupSettings(setup) === null)) return;
    await this.begin(setups);
  }
  async begin([first, second]) {
    const { path } = this.player.scene, { said } = this.lesson;
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', `The scene with ${second}`);
    this.box.classList.add('two');
    this.box.append(this.canvas);
    this.started = await startGel();
    this.beside = new ScenePlayer(this.started);
    this.beside.on('problem', text => this.player.tell('problem', text));
    await this.givePicture(this.canvas, this.beside);
    this.cover();
    await this.player.pause();
    const isOpen = (await this.player.open(path, { settings: setupSettings(first) })) && (await this.beside.open(path, { settings: setupSettings(second) }));
    if (!isOpen) return this.end();
    this.forEach(player => player.ask('look', { look: this.look() }));
    this.nameHalves([first, second]);
    this.lesson.predict(said);
    this.lesson.besideCurve = probe => this.beside?.ask('curve', { probe });
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
  // Steps and jumps of the first world.
  follow() {
    if (!this.beside || !this.player.isPaused) return;
    const frames = this.player.frame - this.beside.frame;
    if (frames > 0) this.beside.step(frames);
    if (frames < 0) this.beside.back(-frames);
  }
  end(reopens = false) {
    if (!this.canvas) return;
    this.canvas.remove();
    this.names?.forEach(name => name.remove());
    this.box.classList.remove('two');
    this.started?.client.worker.terminate();
    Object.assign(this, { canvas: null, beside: null, started: null, names: null });
    this.cover();
    if (reopens) this.player.open(this.player.scene.path, {});
  }
}
