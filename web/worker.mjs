// The worker: steps the world between messages, so that a slow scene never stops the page. Each handler answers one
// type of request; what it returns is the reply.
import { Files } from './files.mjs';
import { Gel, GelError } from './gel.mjs';

export const session = {
  files: new Files(),
  module: null, // WebAssembly.Module
  gel: null,
  loading: null, // promise of gel, while the module is loaded
  imports: undefined, // what the module imports besides WASI: a renderer sets it before "load"
  beforeOpen: () => {}, // a renderer leaves the world that is about to go
  scene: null, // path of the open scene
  hashes: {}, // of the native program, by frame
  isComparable: false, // the scene was opened with the settings of the native program
  isCompared: false, // until the user does what the native program did not, or a frame has differed
  isRunning: false,
  due: 0, // when the next frame is, ms
  limit: Infinity, // the frame at which it waits for another world
  course: 0, // counts requests that change where the scene goes; a series of steps ends at the next
};

// Called after each frame that is to be shown; a renderer adds its own.
export const frameListeners = [];

export function say(message, transfer = []) { self.postMessage(message, transfer); }

function showFrame(milliseconds) {
  const { gel } = session;
  frameListeners.forEach(listener => listener(gel));
  say({ type: 'frame', frame: gel.frame, time: gel.frame * session.timeStep, ms: milliseconds, held: gel.held() });
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

// A few frames at a time, so that messages come in between. What a slow picture has held up is caught up with; where
// frames cost more than their time, the scene runs slower.
const longestTick = 30, longestLag = 250, shortestWait = 4; // ms
function tick() {
  if (!session.isRunning) return;
  const length = session.timeStep * 1e3, end = performance.now() + longestTick;
  const isHeldBack = () => session.gel.frame >= session.limit;
  try {
    while (session.due <= performance.now() && performance.now() < end && !isHeldBack()) {
      stepFrame();
      session.due += length;
    }
  } catch (error) {
    session.isRunning = false;
    return fail(error);
  }
  session.due = Math.max(session.due, performance.now() - longestLag);
  setTimeout(tick, Math.max(isHeldBack() ? shortestWait : 0, session.due - performance.now()));
}

// Many frames in slices as long as a tick. Any other request that moves the scene ends them.
async function stepFrames(count) {
  const course = ++session.course;
  session.isRunning = false;
  for (let done = 0; done < count && course === session.course; ) {
    for (const end = performance.now() + longestTick; done < count && performance.now() < end; done++) stepFrame();
    if (done < count) await new Promise(next => setTimeout(next, 0));
  }
}

// Whether the module has stopped amid a call, and its memory cannot be trusted.
const hasTrapped = error => error instanceof WebAssembly.RuntimeError || /call stack|recursion/i.test(error.message);

// A module that has stopped, as for want of memory, is loaded again; its scene is gone.
export function fail(error, id) {
  let text = error.message;
  if (hasTrapped(error) && session.gel !== null) {
    Object.assign(session, { gel: null, loading: null, scene: null, isRunning: false });
    text = `the scene ended: ${text}; open it again, or one that needs less memory`;
  }
  say({ type: 'error', id, text, isRunning: session.isRunning });
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
  async open({ scene, settings = {}, backend = 'native', hashes = {}, set = [] }) {
    const warn = text => say({ type: 'warning', text });
    session.loading ??= Gel.load(session.module, session.files, warn, session.imports);
    const loading = session.loading;
    try {
      session.gel = await loading;
    } catch (error) {
      if (session.loading === loading) session.loading = null;
      throw error;
    }
    session.beforeOpen();
    const description = session.gel.open(scene, settings, backend, set);
    const isComparable = Object.keys(settings).length === 0;
    Object.assign(session,
      { scene, hashes, isComparable, isCompared: isComparable, isRunning: false, limit: Infinity });
    session.timeStep = description.timeStep;
    session.course++;
    showFrame(0);
    return { ...description, frame: 0, settings: session.gel.settings() };
  },
  run() {
    opened();
    session.course++;
    session.due = performance.now();
    if (!session.isRunning) setTimeout(tick, 0);
    session.isRunning = true;
    return { isRunning: true };
  },
  pause() {
    session.course++;
    session.isRunning = false;
    return { isRunning: false };
  },
  // Of two worlds side by side, neither runs far ahead.
  limit({ frame }) { session.limit = frame; },
  async step({ frames = 1 }) {
    opened();
    await stepFrames(frames);
    opened();
    return state();
  },
  back({ frames = 1 }) {
    session.course++;
    opened().back(frames);
    showFrame(0);
    return { ...state(), settings: session.gel.settings() };
  },
  reset() {
    session.course++;
    opened().reset();
    session.isCompared = session.isComparable;
    showFrame(0);
    return { ...state(), settings: session.gel.settings() };
  },
  act({ event }) {
    const held = opened().act(event);
    session.isCompared = false;
    if (!session.isRunning) showFrame(0);
    return { held };
  },
  set({ settings }) {
    opened().set(settings);
    session.isCompared = false;
    return { settings: session.gel.settings() };
  },
  hash: () => (opened(), state()),
  judge: () => ({ verdicts: opened().judge() }),
  curve: ({ probe }) => opened().curve(probe),
  recording: ({ scene = session.scene }) => opened().recording(scene),
};

self.onmessage = async ({ data }) => {
  try {
    const handler = handlers[data.type];
    if (!handler) throw new GelError(`the worker knows no "${data.type}"`);
    const reply = await handler(data);
    say({ ...reply, type: 'done', id: data.id });
  } catch (error) {
    fail(error, data.id);
  }
};
