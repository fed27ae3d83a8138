// Loads gel.wasm, and wraps what it exports: one scene at a time. For workers, pages and node.
import { wasiFunctions } from './files.mjs';

// As gelEventKind in gel/input.h.
const eventKinds = ['grab', 'pull', 'release', 'drop', 'remove', 'settings', 'material', 'flatten', 'scramble', 'wall', 'move', 'detach', 'hash', 'paint', 'field'];

// For a module that draws where nothing is drawn.
const noFunctions = new Proxy({}, { get: () => () => 0 });

// An error that the library explains, in a line for the user.
export class GelError extends Error {}

export class Gel {
  // `module`: a WebAssembly.Module or the bytes of one. `say` gets each line that the library prints, such as warnings.
  // `imports(memoryOf)` returns what else the module imports, by name: OpenGL's functions, for one that draws.
  static async load(module, files, say = () => {}, imports = () => noFunctions) {
    let memory;
    const memoryOf = () => memory;
    const wanted = { wasi_snapshot_preview1: wasiFunctions(files, say, memoryOf), env: imports(memoryOf) };
    const made = await WebAssembly.instantiate(module, wanted);
    const instance = made instanceof WebAssembly.Instance ? made : made.instance;
    memory = instance.exports.memory;
    instance.exports._initialize();
    return new Gel(instance.exports, memory, files);
  }

  constructor(exports, memory, files) {
    Object.assign(this, { exports, memory, files });
    this.scratch = exports.malloc(64);
  }

  // Memory moves as it grows, so views of it are made where they are used.
  floats(at, count) { return new Float32Array(this.memory.buffer, at, count); }
  text(at) {
    if (at === 0) return null;
    const bytes = new Uint8Array(this.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }
  json(at) { return JSON.parse(this.text(at) ?? 'null'); }

  // Calls `use` with the places of texts.
  withTexts(texts, use) {
    const places = texts.map(text => {
      const bytes = new TextEncoder().encode(text);
      const at = this.exports.malloc(bytes.length + 1);
      new Uint8Array(this.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
      return at;
    });
    try {
      return use(...places);
    } finally {
      places.forEach(at => this.exports.free(at));
    }
  }
  check(status) {
    if (status !== 0) throw new GelError(this.text(this.exports.web_error()));
  }

  // Opens a scene or a mesh by its path in the files. On failure the scene that was open stays.
  open(path, settings = {}, backend = 'native') {
    this.settingRows ??= this.settings();
    this.choose(settings, this.settingRows);
    this.withTexts([path, backend], (pathAt, backendAt) => this.check(this.exports.web_open(pathAt, backendAt)));
    this.settingRows = this.settings();
    return { path, ...this.describe() };
  }
  describe() { return this.json(this.exports.web_describe()); }
  settings() { return this.json(this.exports.web_settings()); }
  set(settings) {
    this.choose(settings, this.settingRows);
    this.check(this.exports.web_set());
  }
  // A value is a number, a switch, three numbers, or the name of a choice.
  choose(settings, rows = []) {
    for (const [name, value] of Object.entries(settings)) {
      const place = rows.find(row => row.name === name || row.key === name)?.choices.indexOf(value) ?? -1;
      const numbers = Array.isArray(value) ? value : [place >= 0 ? place : Number(value), 0, 0];
      const isKnown = this.withTexts([name], at => this.exports.web_choose(at, ...numbers));
      if (!isKnown || numbers.some(Number.isNaN)) throw new GelError(`no setting "${name}" has the value ${value}`);
    }
  }

  step(frames = 1) { this.check(this.exports.web_step(frames)); }
  back(frames = 1) { this.check(this.exports.web_back(frames)); }
  reset() { this.check(this.exports.web_reset()); }
  get frame() { return this.exports.web_frame(); }
  hash() { return this.text(this.exports.web_hash()); }

  // The vertices: x, y, z, 1 of each. A view that is valid until the next call.
  positions() {
    this.check(this.exports.web_update(0));
    return this.floats(this.exports.web_positions(), 4 * this.exports.web_vertex_count());
  }
  bounds() { return [...this.floats(this.exports.web_bounds(), 6)]; }
  triangles(body) {
    const at = this.exports.web_triangles(body, this.scratch);
    const count = new Int32Array(this.memory.buffer, this.scratch, 1)[0];
    return new Int32Array(this.memory.buffer, at, 3 * count).slice();
  }

  // Applies an event: {kind: 'grab', origin, direction, stiffness}, {kind: 'flatten', body, height}...
  act(event) {
    const { kind, body = 0, origin = [0, 0, 0], direction = [0, 0, 0], position = [0, 0, 0] } = event;
    const value = event.stiffness ?? event.height ?? event.strength ?? 0;
    const number = event.seed ?? event.field ?? event.attachment ?? 0;
    this.floats(this.scratch, 9).set([...origin, ...direction, ...position]);
    const kindNumber = eventKinds.indexOf(kind);
    if (kindNumber < 0) throw new GelError(`there is no event "${kind}"`);
    this.check(this.exports.web_act(kindNumber, body, this.scratch, this.scratch + 24, value, number));
    return this.held();
  }
  held() {
    if (!this.exports.web_held(this.scratch)) return null;
    const [body, vertex, x, y, z] = this.floats(this.scratch, 5);
    return { body, vertex, x, y, z };
  }

  judge() { return this.json(this.exports.web_judge()); }
  curve(probe) { return this.json(this.exports.web_curve(probe)); }

  // What the user has done, as a file that `gel run` repeats where it lies beside the scene's.
  recording(scene) {
    const path = scene.replace(/\.json$/, '') + '.recording.json', name = scene.split('/').pop();
    this.files.remove(path);
    this.withTexts([name, path], (sceneAt, pathAt) => this.check(this.exports.web_record(sceneAt, pathAt)));
    const bytes = this.files.get(path).slice();
    this.files.remove(path);
    return { name: path.split('/').pop(), bytes };
  }
}
