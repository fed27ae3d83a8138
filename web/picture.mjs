// The picture of the open scene, drawn in the worker: there the renderer reads the world itself, and a slow picture, as
// on a processor, leaves the page's buttons free.
import { GelError } from './gel.mjs';
import { contextOptions, WebGl } from './gl.mjs';

const longestStill = 0.6; // s, for the better picture of what stands still

export class Picture {
  // `gelOf()` returns the module or null, `tell(problem)` says why nothing is shown, null: it is shown again;
  // `fail(error)` ends a scene whose module has stopped.
  constructor({ gelOf, tell, fail }) {
    Object.assign(this, { gelOf, tell, fail, problem: null });
    this.look = { mode: 'shaded', wireframe: false, tets: false, contacts: false };
    this.cover = [0, 0, 0];
    this.size = [1, 1]; // pixels shown
    this.level = 0;
    this.isWanted = false;
  }
  get gel() { return this.gelOf(); }
  // What a module imports as it is loaded; no scene of it is open.
  imports(memoryOf) {
    this.isOpen = false;
    this.webGl = new WebGl(memoryOf);
    return this.webGl.functions();
  }
  // Returns why it cannot draw, or null.
  setCanvas(canvas, size) {
    this.canvas = canvas;
    this.setSize(...size);
    canvas.addEventListener('webglcontextlost', event => {
      event.preventDefault();
      this.isLost = true;
      this.tell('the browser took the means of drawing away: the scene runs, but is not shown');
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.isLost = false;
      this.attached = null;
      this.tryDrawing(() => this.gel?.exports.web_draw_forget());
      if (this.isOpen) this.open();
    });
    this.context = canvas.getContext('webgl2', contextOptions); // once: Firefox fails the next time
    return this.context ? null : 'this browser draws no WebGL 2: the scene runs, but is not shown';
  }
  get canDraw() {
    return Boolean(this.context) && this.problem === null && !this.isLost && this.isOpen === true && this.gel !== null;
  }
  get aspect() { return this.size[0] / this.size[1]; }

  // Before another scene is opened, and after.
  close() {
    this.isOpen = false;
    this.gel.exports.web_draw_close();
  }
  // What could not be drawn of one scene may be drawn of the next.
  open() {
    this.isOpen = true;
    this.problem = null;
    if (this.context && !this.isLost) this.tell(null);
    this.tryDrawing(() => this.gel.exports.web_camera_cover(...this.cover));
    this.showAll();
  }
  // The scene goes on without a picture, unless the module has stopped.
  tryDrawing(draw) {
    try {
      draw();
    } catch (error) {
      this.problem = `the scene runs, but is not shown: ${error.message}`;
      this.tell(this.problem);
      if (error instanceof WebAssembly.RuntimeError) this.fail(error);
    }
  }
  // A module that was loaded anew has its functions, but no context.
  attach() {
    if (this.attached === this.webGl) return;
    this.webGl.attach(this.context);
    this.attached = this.webGl;
    if (!this.webGl.isProcessor) return;
    this.gel.exports.web_draw_start_coarse();
    this.level = this.gel.exports.web_draw_note(0.01, 0.05);
  }
  showAll() {
    if (!this.canDraw) return;
    this.tryDrawing(() => {
      this.attach();
      this.check(this.gel.exports.web_camera_show_all(this.aspect));
    });
    this.isUntouched = true; // the user has not moved the camera: it keeps everything in sight as panes come and go
    this.want();
  }
  setCover(cover) {
    this.cover = cover;
    this.gel?.exports.web_camera_cover(...cover);
    if (this.isUntouched) this.showAll();
    this.want();
  }
  setSize(width, height) {
    this.size = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
    if (this.isUntouched) this.showAll();
    this.want();
  }
  // Returns the legend of the colours, or null.
  setLook(look) {
    Object.assign(this.look, look);
    this.want();
    return this.gel && this.gel.withTexts([look.mode], at => this.gel.json(this.gel.exports.web_legend(at)));
  }
  move({ orbit, pan, zoom }) {
    if (!this.canDraw) return;
    const { exports } = this.gel;
    this.isUntouched = false;
    if (orbit) exports.web_camera_orbit(...orbit);
    if (pan) exports.web_camera_pan(...pan);
    if (zoom) exports.web_camera_zoom(zoom);
    this.want();
  }
  // The ray through a place of the picture, x and y from -1 (left, bottom) to 1.
  ray(x, y) {
    const { exports, scratch } = this.gel;
    exports.web_camera_ray(this.aspect, x, y, scratch);
    const [ox, oy, oz, dx, dy, dz] = this.gel.floats(scratch, 6);
    return { origin: [ox, oy, oz], direction: [dx, dy, dz] };
  }
  find({ x, y, z }) {
    const { exports, scratch } = this.gel;
    this.gel.floats(scratch, 3).set([x, y, z]);
    return exports.web_camera_find(this.aspect, scratch, scratch + 12) ? [...this.gel.floats(scratch + 12, 2)] : null;
  }

  // Draws soon. What stands still gets a better picture after a while.
  want(isFinest = false) {
    if (!isFinest) clearTimeout(this.later);
    this.isFinest = isFinest;
    if (this.isWanted || !this.canDraw) return;
    this.isWanted = true;
    requestAnimationFrame(() => this.drawWanted());
  }
  drawWanted() {
    this.isWanted = false;
    if (!this.canDraw) return;
    const level = this.isFinest ? this.stillLevel() : this.level, begin = performance.now();
    this.tryDrawing(() => this.draw(level));
    if (!this.canDraw) return;
    const end = performance.now(), seconds = (end - begin) / 1000;
    if (this.isFinest) {
      this.lastEnd = undefined;
      return;
    }
    this.seconds = 0.7 * (this.seconds ?? seconds) + 0.3 * seconds;
    if (this.lastEnd !== undefined && begin - this.lastEnd < 250)
      this.level = this.gel.exports.web_draw_note(seconds, (begin - this.lastEnd) / 1000);
    this.lastEnd = end;
    if (level > 0) this.later = setTimeout(() => this.want(true), 300);
  }
  // Each level costs about half of the one before.
  stillLevel() {
    let level = this.level;
    for (let cost = 2 * this.seconds; level > 0 && cost < longestStill; cost *= 2) level--;
    return level;
  }
  // Waits until it is drawn: then its time is known, and no pictures pile up.
  draw(level) {
    const { exports } = this.gel, { gl, hasFloatTargets } = this.webGl;
    const sharpness = exports.web_draw_quality(level, hasFloatTargets);
    const [width, height] = this.size.map(size => Math.max(1, Math.round(size * sharpness)));
    if (this.canvas.width !== this.size[0] || this.canvas.height !== this.size[1])
      [this.canvas.width, this.canvas.height] = this.size;
    const { mode, wireframe, tets, contacts } = this.look;
    this.gel.withTexts([mode], at => exports.web_draw_style(at, wireframe, tets, contacts));
    this.check(exports.web_draw(width, height));
    this.webGl.present(exports.web_draw_picture());
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    this.drawn = { width, height, level };
    this.count = (this.count ?? 0) + 1;
  }
  check(status) {
    const problem = this.webGl.takeProblem();
    if (problem) throw problem;
    if (status !== 0) throw new GelError(this.gel.text(this.gel.exports.web_draw_error()));
  }
  // A picture as of a film, as the bytes of a PNG.
  async save() {
    if (!this.canDraw) throw new GelError(this.problem ?? 'there is no picture');
    this.draw(-1);
    return new Uint8Array(await (await this.canvas.convertToBlob()).arrayBuffer());
  }
}
