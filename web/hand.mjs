// Mouse, pen and fingers on a picture. One finger or the left button pulls the body under it, or turns the view beside
// it; two fingers zoom and move, as do the wheel and the right button.
const degreesPerPixel = 0.3;

export class Hand {
  // `ask(type, fields)` asks the worker of the picture; `isFree()` says whether bodies may be pulled.
  constructor(canvas, ask, isFree = () => true) {
    Object.assign(this, { canvas, ask, isFree });
    this.fingers = new Map();
    this.state = 'none'; // asks: whether there is a body under the finger; pulls; turns; moves
    canvas.addEventListener('pointerdown', event => this.press(event));
    canvas.addEventListener('pointermove', event => this.drag(event));
    for (const type of ['pointerup', 'pointercancel']) canvas.addEventListener(type, event => this.lift(event));
    canvas.addEventListener('wheel', event => this.roll(event), { passive: false });
    canvas.addEventListener('contextmenu', event => event.preventDefault());
  }
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: (2 * (event.clientX - box.left)) / box.width - 1, y: 1 - (2 * (event.clientY - box.top)) / box.height };
  }
  async press(event) {
    event.preventDefault();
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch { /* a pointer that has gone already */ }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      this.release();
      this.state = 'zooms';
      return;
    }
    this.state = event.button === 2 || event.button === 1 ? 'moves' : 'asks';
    if (this.state === 'moves') return;
    const number = (this.number = (this.number ?? 0) + 1);
    const reply = this.isFree() ? await this.ask('hand', { kind: 'grab', ...this.place(event) }) : null;
    if (this.number === number && this.state === 'asks') this.state = reply?.held ? 'pulls' : 'turns';
  }
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY }, right = now.x - before.x, down = now.y - before.y;
    const height = this.canvas.clientHeight;
    if (this.state === 'pulls') this.pull(event);
    if (this.state === 'turns') this.ask('camera', { orbit: [-degreesPerPixel * right, degreesPerPixel * down] });
    if (this.state === 'moves') this.ask('camera', { pan: [-right / height, down / height] });
    if (this.state === 'zooms') this.pinch(event.pointerId, now, height);
    this.fingers.set(event.pointerId, now);
  }
  // One pull is under way at a time, so that a slow worker gets the latest place only.
  async pull(event) {
    this.wanted = this.place(event);
    if (this.isPulling) return;
    this.isPulling = true;
    while (this.wanted && this.state === 'pulls') {
      const place = this.wanted;
      this.wanted = null;
      await this.ask('hand', { kind: 'pull', ...place });
    }
    this.isPulling = false;
  }
  pinch(id, now, height) {
    const before = this.fingers.get(id), others = [...this.fingers.keys()].filter(key => key !== id);
    const other = this.fingers.get(others[0]);
    if (!other) return;
    const apart = point => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    this.ask('camera', {
      zoom: 8 * Math.log(apart(now) / apart(before)),
      pan: [-(now.x - before.x) / 2 / height, (now.y - before.y) / 2 / height],
    });
  }
  lift(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    this.release();
    this.state = 'none';
  }
  // The worker answers in order, so that a grab which is still under way is let go of, too, and no later one.
  release() {
    if (this.state === 'pulls' || this.state === 'asks') this.ask('hand', { kind: 'release', x: 0, y: 0 });
    this.wanted = null;
  }
  roll(event) {
    event.preventDefault();
    this.ask('camera', { zoom: -event.deltaY / (event.deltaMode === 1 ? 3 : 100) });
  }
}
