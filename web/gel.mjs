// Loads gel.wasm, and wraps what it exports: one scene at a time. For workers, pages and node.
import { wasiFunctions } from './files.mjs';

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
    const made = await WebAssembly.instantiate(module, wanted).catch(error => {
      if (!(error instanceof RangeError)) throw error;
      throw new GelError('this browser has no memory left for Gel: close other tabs and reload this one');
    });
    const instance = made instanceof WebAssembly.Instance ? made : made.instance;
    memory = instance.exports.memory;
    instance.exports._initialize();
    return new Gel(instance.exports, memory, files);
  }

  constructor(exports, memory, files) {
    Object.assign(this, { exports, memory, files, isOpen: false });
    this.scratch = this.allocate(64);
  }
  // The exports that need a scene.
  get opened() {
    if (!this.isOpen) throw new GelError('no scene is open: open one first');
    return this.exports;
  }
  allocate(size) {
    const at = this.exports.malloc(size);
    if (at === 0) throw new GelError(`no memory for ${size} bytes`);
    return at;
  }

  // Memory moves as it grows, so views of it are made where they are used.
  floats(at, count) { return new Float32Array(this.memory.buffer, at, count); }
  text(at) {
    if (at === 0) return null;
    const bytes = new Uint8Array(this.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }
  json(at) { return JSON.parse(this.text(at) ?? 'null'); }

  // Calls `use` with the places of texts; 0 for null.
  withTexts(texts, use) {
    const places = [];
    try {
      for (const text of texts) {
        if (text !== null) this.store(text, places);
        else places.push(0);
      }
      return use(...places);
    } finally {
      places.forEach(at => this.exports.free(at));
    }
  }
  store(text, places) {
    const bytes = new TextEncoder().encode(text + '\0');
    const at = this.allocate(bytes.length);
    places.push(at);
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
  }
  check(status) {
    if (status !== 0) throw new GelError(this.text(this.exports.web_error()));
  }

  // Opens a scene or a mesh by its path in the files, with changes "PATH=VALUE" as of gel --set. On failure the scene
  // that was open stays.
  open(path, settings = {}, backend = 'native', changes = []) {
    this.choose(settings);
    this.withTexts([path, backend, changes.join('\n')], (...places) => this.check(this.exports.web_open(...places)));
    this.isOpen = true;
    return { path, ...this.describe() };
  }
  describe() { return this.json(this.opened.web_describe()); }
  settings() { return this.json(this.exports.web_settings()); }
  set(settings) {
    this.choose(settings);
    this.check(this.opened.web_set());
  }
  // A value is a number, a switch, three numbers, or the name of a choice.
  choose(settings) {
    this.exports.web_choose_anew();
    for (const [name, value] of Object.entries(settings)) {
      const isText = typeof value === 'string', numbers = isText ? [] : [value].flat().map(Number);
      const count = Math.min(numbers.length, 4);
      new Float64Array(this.memory.buffer, this.scratch, 4).set(numbers.slice(0, count));
      this.withTexts([name, isText ? value : null], (nameAt, textAt) =>
        this.check(this.exports.web_choose(nameAt, textAt, this.scratch, count)));
    }
  }

  step(frames = 1) { this.check(this.opened.web_step(frames)); }
  back(frames = 1) { this.check(this.opened.web_back(frames)); }
  reset() { this.check(this.opened.web_reset()); }
  get frame() { return this.exports.web_frame(); }
  hash() {
    const text = this.text(this.opened.web_hash());
    if (text === null) this.check(1);
    return text;
  }

  // Applies an event, named as in recordings: {kind: 'grab', origin, direction, stiffness}, or with body and vertex in
  // place of a ray's origin; {kind: 'flatten', body, height}...
  act(event) {
    const { kind, body = 0, vertex = -1, origin = [0, 0, 0], direction = [0, 0, 0], position = [0, 0, 0] } = event;
    const value = event.stiffness ?? event.height ?? event.strength ?? 0;
    const number = event.seed ?? event.field ?? event.attachment ?? 0;
    this.floats(this.scratch, 9).set([...origin, ...direction, ...position]);
    this.withTexts([kind], kindAt =>
      this.check(this.opened.web_act(kindAt, body, this.scratch, this.scratch + 24, value, number, vertex)));
    return this.held();
  }
  held() {
    if (!this.opened.web_held(this.scratch)) return null;
    const [body, vertex, x, y, z] = this.floats(this.scratch, 5);
    return { body, vertex, x, y, z };
  }

  judge() { return this.json(this.opened.web_judge()); }
  curve(probe) { return this.json(this.opened.web_curve(probe)); }

  // What the user has done, as the bytes of a recording. `gel run` repeats it from the folder of the scene's file.
  recording(scene) {
    const path = scene.replace(/\.json$/, '') + '.recording.json', name = scene.split('/').pop();
    this.withTexts([name, path], (sceneAt, pathAt) => this.check(this.opened.web_record(sceneAt, pathAt)));
    const bytes = this.files.get(path).slice();
    this.files.remove(path);
    return { name: path.split('/').pop(), bytes };
  }
}
