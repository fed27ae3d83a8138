// Where the scene stands: time, frame, hash, and whether its bits are those of the native program.
import { probeFigures } from './probe_figures.mjs';

const stateElement = id => document.getElementById(id);

export class StatePane {
  // `asks()`: a lesson waits for a prediction, and plots would give the answer away.
  constructor(player, { asks }) {
    Object.assign(this, { player, asks });
    for (const type of ['opened', 'paused', 'moved']) player.on(type, () => this.show());
    player.on('frame', () => this.showSoon());
    player.on('same', () => this.showSame());
    player.on('opened', () => this.showSame());
    player.on('reset', () => this.showSame());
    player.on('moved', isRest => this.speak(isRest));
  }
  // Numbers that change 60 times a second cannot be read.
  showSoon() {
    stateElement('time').textContent = `${this.player.time.toFixed(2)} s`;
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.show();
    }, 400);
  }
  show() {
    const { player } = this, { scene } = player;
    if (!scene) return;
    const button = stateElement('pause'), title = player.isPaused ? 'Run' : 'Pause';
    button.toggleAttribute('data-runs', !player.isPaused);
    button.setAttribute('aria-label', title);
    stateElement('time').textContent = `${player.time.toFixed(2)} s`;
    const rate = player.milliseconds > 0 ? ` · ${player.milliseconds.toFixed(1)} ms a frame` : '';
    const [count, what] = scene.tetCount > 0 ? [scene.tetCount, 'tetrahedra'] : [scene.vertexCount, 'vertices'];
    stateElement('facts').textContent = `${count.toLocaleString('en')} ${what}${rate}`;
    const rows = [
      ['frame', player.frame], ['time', `${player.time.toFixed(3)} s`], ['hash', player.hash || '–'],
      ['step', `${player.milliseconds.toFixed(2)} ms`], ['vertices', scene.vertexCount.toLocaleString('en')],
      ['back end', scene.backend], ['Gel', scene.version],
    ];
    stateElement('state').replaceChildren(...rows.flatMap(([term, text]) => {
      const name = document.createElement('dt'), value = document.createElement('dd');
      name.textContent = term;
      value.textContent = text;
      return [name, value];
    }));
    stateElement('about').textContent = `Gel ${scene.version}. Nothing leaves this page.`;
    if (stateElement('plots-box').open) this.drawPlots();
  }
  async drawPlots() {
    if (this.isDrawing || this.asks()) return;
    this.isDrawing = true;
    const figures = await probeFigures(this.player, 1);
    if (figures) stateElement('plots').replaceChildren(...figures);
    this.isDrawing = false;
  }
  showSame() {
    const { same } = this.player, box = stateElement('same');
    box.hidden = !same;
    if (!same) return;
    box.classList.toggle('differs', !same.isSame);
    box.textContent = same.isSame
      ? `same bits as the native program · frame ${same.frame}`
      : `frame ${same.frame} differs from the native program: ${same.hash}, not ${same.expected}`;
    if (!same.isSame || !this.hasSpoken) this.player.tell('say', box.textContent);
    this.hasSpoken = true;
  }
  // The hash is read where the scene rests, and not at each step.
  speak(isRest) {
    const { frame, time, hash } = this.player;
    this.player.tell('say', `frame ${frame}, ${time.toFixed(2)} seconds${isRest ? `, hash ${hash}` : ''}`);
  }
}
