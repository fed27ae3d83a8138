// The worker: steps the world between messages, so that a slow scene never stops the page. Each handler answers one type of
// request; what it returns is the reply.
import { Files } from './files.mjs';
import { Gel, GelError } from './gel.mjs';

export const session = {
  files: new Files(),
  module: null, // WebAssembly.Module
  gel: null,
  imports: undefined, // what the module imports besides WASI: a renderer sets it before "load"
  scene: null, // path of the open scene
  hashes: {}, // of the native program, by frame
  isCompared: false, // until the user does what the native program did not, or a frame has differed
  isRunning: false,
  speed: 1,
  due: 0, // when the next frame is, ms
  buffers: [], // of the page, for positions
};

// Called after each frame that is to be shown; a renderer adds its own.
export const frameListeners = [];

function say(message, transfer = []) { self.postMessage(message, transfer); }

function showFrame(milliseconds) {
  const { gel } = session;
  const message = { type: 'frame', frame: gel.frame, time: gel.frame * session.timeStep, ms: milliseconds, held: gel.held() };
  const transfer = [];
  if (session.buffers.length > 0) {
    const places = gel.positions(), buffer = session.buffers.pop();
    message.positions = buffer.length === places.length ? buffer : new Float32Array(places.length);
    message.positions.set(places);
    message.bounds = gel.bounds();
    transfer.push(message.positions.buffer);
  }
  frameListeners.forEach(listener => listener(gel));
  say(message, transfer);
}

function compareHash() {
  const frame = session.gel.frame, expected = session.hashes[frame];
  if (!session.isCompared || expected === undefined) return;
  const hash = session.gel.hash();
  session.isCompared = hash === expected;
  say(hash === expected ? { type: 'same', frame, hash } : { type: 'differs', frame, hash, expected });
}

function stepFrame() {
  const start = performance.now();
  session.gel.step();
  compareHash();
  showFrame(performance.now() - start);
}

// A few frames at a time, so that messages come in between. What a slow picture has held up is caught up with; where frames
// cost more than their time, the scene runs slower.
const longestTick = 30, longestLag = 250; // ms
function tick() {
  if (!session.isRunning) return;
  const length = session.timeStep * 1e3 / session.speed, end = performance.now() + longestTick;
  try {
    while (session.due <= performance.now() && performance.now() < end) {
      stepFrame();
      session.due += length;
    }
  } catch (error) {
    session.isRunning = false;
    return fail(error);
  }
  session.due = Math.max(session.due, performance.now() - longestLag);
  setTimeout(tick, Math.max(0, session.due - performance.now()));
}

// A module that has stopped, for want of memory, is loaded again; its scene is gone.
function fail(error, id) {
  if (!(error instanceof GelError) && session.gel !== null) {
    session.gel = null;
    session.isRunning = false;
    error = new Error(`the scene ended: ${error.message}; open it again, or one that needs less memory`);
  }
  say({ type: 'error', id, text: error.message });
}

function opened() {
  if (session.scene === null || session.gel === null) throw new GelError('no scene is open');
  return session.gel;
}

const state = () => ({ frame: session.gel.frame, hash: session.gel.hash() });

export const handlers = {
  async load({ wasm, files = {} }) {
    session.module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    handlers.files({ files });
  },
  files({ files }) {
    for (const [path, bytes] of Object.entries(files)) session.files.put(path, bytes);
  },
  async open({ scene, settings = {}, backend = 'native', hashes = {} }) {
    session.gel ??= await Gel.load(session.module, session.files, text => say({ type: 'warning', text }), session.imports);
    const description = session.gel.open(scene, settings, backend);
    Object.assign(session, { scene, hashes, isRunning: false, timeStep: description.timeStep });
    session.isCompared = Object.keys(settings).length === 0;
    showFrame(0);
    return { ...description, frame: 0, settings: session.gel.settings() };
  },
  run({ speed = 1 }) {
    opened();
    session.speed = speed;
    session.due = performance.now();
    if (!session.isRunning) setTimeout(tick, 0);
    session.isRunning = true;
  },
  pause() { session.isRunning = false; },
  step({ frames = 1 }) {
    opened();
    for (let i = 0; i < frames; i++) stepFrame();
    return state();
  },
  back({ frames = 1 }) {
    opened().back(frames);
    showFrame(0);
    return state();
  },
  reset() {
    opened().reset();
    session.isCompared = true;
    showFrame(0);
    return state();
  },
  act({ event }) {
    session.isCompared = false;
    const held = opened().act(event);
    if (!session.isRunning) showFrame(0);
    return { held };
  },
  set({ settings }) {
    session.isCompared = false;
    opened().set(settings);
    return { settings: session.gel.settings() };
  },
  hash: () => (opened(), state()),
  judge: () => ({ verdicts: opened().judge() }),
  curve: ({ probe }) => opened().curve(probe),
  mesh() {
    const bodies = opened().describe().bodies;
    return { bodies: bodies.map((body, i) => ({ ...body, triangles: opened().triangles(i) })) };
  },
  recording: ({ scene = session.scene }) => opened().recording(scene),
  buffer({ positions = new Float32Array(0) }) { session.buffers.push(positions); },
};

self.onmessage = async ({ data }) => {
  try {
    const handler = handlers[data.type];
    if (!handler) throw new GelError(`the worker knows no "${data.type}"`);
    const reply = await handler(data);
    if (data.id !== undefined) say({ ...reply, type: 'done', id: data.id });
  } catch (error) {
    fail(error, data.id);
  }
};
