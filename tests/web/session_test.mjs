// A session in WebAssembly: input, going back, recordings, failed steps, bodies that are not finite, settings by name.
// usage: node session_test.mjs GEL GEL.WASM SCRATCH
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Files } from '../../web/files.mjs';
import { Gel, GelError } from '../../web/gel.mjs';
import { limitMemory } from './limit_memory.mjs';

const [gelPath, wasmPath, scratch] = process.argv.slice(2);
const box = (x, more = {}) => ({
  shape: { type: 'box', size: [0.4, 0.4, 0.4], cells: [2, 2, 2] }, position: [x, 0.5, 0],
  material: { youngModulus: 1e5 }, ...more,
});
const scenes = {
  'boxes.json': { substeps: 5, ground: {}, bodies: [box(0), box(1)] },
  'fall.json': {
    bodies: [box(0, { name: 'box' })],
    probes: [
      { name: 'pole', body: 'box', measure: 'velocity.y', curve: '1 / time' },
      { name: 'plain', body: 'box', measure: 'velocity.x' },
    ],
  },
  'late.json': { scene: 'boxes.json', frames: 3, input: [{ frame: 3, flatten: { body: 0, height: 0.2 } }] },
  'bad.json': { scene: 'boxes.json', frames: 9, input: [{ frame: 3, remove: { body: 7 } }] },
  'diverging.json': {
    substeps: 200, integrator: 'explicitEuler',
    bodies: [
      box(0, { material: { youngModulus: 1e12 }, rotation: [0.3, 0, 0, 1] }),
      box(6, { material: { youngModulus: 100 } }),
    ],
  },
};
const files = new Files(), said = [];
mkdirSync(scratch, { recursive: true });
for (const [name, scene] of Object.entries(scenes)) {
  files.put(name, JSON.stringify(scene));
  writeFileSync(join(scratch, name), JSON.stringify(scene));
}
const gel = await Gel.load(readFileSync(wasmPath), files, line => said.push(line));
let failed = 0;

function check(isRight, text) {
  console.log(isRight ? 'ok    ' : 'FAILED', text);
  failed += isRight ? 0 : 1;
}
function expect(what, found, expected) { check(found === expected, `${what}: ${found}, expected ${expected}`); }
function errorOf(use) {
  try {
    use();
    return 'no error';
  } catch (error) {
    if (!(error instanceof GelError)) throw error;
    return error.message;
  }
}
function expectError(what, use, part) {
  const message = errorOf(use);
  check(message.includes(part), `${what}: "${message}", expected "${part}"`);
}
function nativeRun(name, frames) {
  const options = ['--backend', 'native', '--json', '--quiet', ...(frames ? ['--frames', frames] : [])];
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    return JSON.parse(execFileSync(gelPath, ['run', join(scratch, name), ...options], { stdio }));
  } catch (error) {
    return JSON.parse(error.stdout); // a body was taken out
  }
}

expectError('a step before a scene is open', () => gel.step(), 'no scene is open');
gel.open('boxes.json');
const start = gel.hash();

// Input before the first frame is undone by a reset, too.
gel.act({ kind: 'flatten', body: 0, height: 0.1 });
const flat = gel.hash();
gel.reset();
check(flat !== start && gel.hash() === start, `the start: ${gel.hash()}, flattened ${flat}, expected ${start}`);
gel.step(4);
const four = gel.hash();
gel.step(2);
gel.back(2);
expect('two frames back', gel.hash(), four);

// A vertex is grabbed by its number; what a page cannot apply is refused.
const held = gel.act({ kind: 'grab', body: 1, vertex: 5, stiffness: 300, direction: [0, 0, -1] });
expect('what is held', `${held?.body} ${held?.vertex}`, '1 5');
gel.act({ kind: 'release' });
for (const kind of ['paint', 'wall', 'hash', 'nothing'])
  expectError(`the event ${kind}`, () => gel.act({ kind }), `there is no event "${kind}"`);

// A step that fails leaves the frame before it, to go on or back from.
gel.open('bad.json');
gel.step(3);
const before = gel.hash();
expectError('a bad event', () => gel.step(2), '$.input[0] (frame 3)');
expect('the frame afterwards', `${gel.frame} ${gel.hash()}`, `3 ${before}`);
gel.back(1);
expect('a frame back', gel.frame, 2);

// A recording may end with input.
gel.open('late.json');
gel.step(3);
expect('a recording that ends with input', gel.hash(), nativeRun('late.json').hash);

gel.open('diverging.json');
gel.step(8);
const native = nativeRun('diverging.json', '8');
expect('a body that is not finite is out', gel.hash(), native.hash);
check(native.quarantined?.join() === '1' && said.some(line => line.includes('of body 1 is NaN or infinite')),
  `body ${native.quarantined} was taken out, with a warning: ${said.at(-1)}`);
gel.back(8);
gel.step(8);
expect('so it is when its frames are stepped again', gel.hash(), native.hash);

// A formula has a place for each frame, or none at all.
gel.open('fall.json');
gel.step(2);
const pole = gel.curve(0);
expect('a formula with a pole at the start', pole.formula.map(value => value?.toFixed(1)).join(), ',60.0,30.0');
expect('its times, and a probe without a formula', `${pole.times.length} ${gel.curve(1).formula.length}`, '3 0');

// Settings by name: of the world at any time, of the program as a scene is opened. What is refused leaves nothing
// behind.
const valueOf = name => gel.settings().find(row => row.name === name || row.key === name).value.join();
const { choices } = gel.settings().find(row => row.name === 'order');
gel.open('boxes.json', { order: 'jacobi', gravity: [0, -1, 0] });
expect('the order that was chosen by name', valueOf('order'), String(choices.indexOf('jacobi')));
expect('gravity', valueOf('gravity'), '0,-1,0');
const offered = ['order', 'integrator', 'solver'].flatMap(name =>
  gel.settings().find(row => row.name === name).choices
    .filter(choice => choice !== null).map(choice => ({ [name]: choice })));
const refused = offered.filter(
  settings => errorOf(() => { gel.open('boxes.json', settings); gel.step(); }) !== 'no error');
check(refused.length === 0 && offered.length > 8,
  `what the page offers runs: ${offered.length} choices, refused ${JSON.stringify(refused)}`);
expectError('the order of the mesh', () => gel.open('boxes.json', { order: 'mesh' }), 'reference back ends');
gel.open('boxes.json', { order: 'jacobi', gravity: [0, -1, 0] });
expectError('another choice', () => gel.open('boxes.json', { order: 'none' }), `expected one of ${choices[0]}`);
expectError('an unknown name', () => gel.set({ gravity: [0, -2, 0], nothing: 1 }), 'there is no setting "nothing"');
expectError('no number', () => gel.set({ substepCount: NaN }), 'expected a number');
expectError('a text', () => gel.set({ substepCount: 'many' }), 'expected a number, found "many"');
expectError('a vector of one number', () => gel.set({ gravity: -9 }), 'expected 3 numbers, found 1');
expectError('a choice of the program', () => gel.set({ order: choices[0] }), 'only as a scene is opened');
expectError('a scene that is missing', () => gel.open('missing.json', { substepCount: 7 }), 'missing.json');
gel.set({});
expect('what was refused is not set', `${valueOf('gravity')} ${valueOf('substepCount')}`, '0,-1,0 5');
gel.open('boxes.json');
expect('nor when a scene is opened', valueOf('substepCount'), '5');

// A recording replaces a file of its name.
gel.step(2);
files.put('boxes.recording.json', '{"old": 1}');
files.put('boxes.recording.json', gel.recording('boxes.json').bytes);
gel.open('boxes.recording.json');
expect('the frames of the recording that replaced a file', gel.describe().recordedFrames, 2);

// Where memory is short, the frames to go back to give way to those to come, and to another scene.
const fine = { substeps: 2, bodies: [{ ...box(0), shape: { type: 'box', size: [1, 1, 1], cells: [8, 8, 8] } }] };
files.put('fine.json', JSON.stringify(fine));
gel.open('fine.json');
gel.step(400);
const measured = await Gel.load(readFileSync(wasmPath), files);
const pagesOf = ({ memory }) => memory.buffer.byteLength >> 16;
const least = pagesOf(measured);
measured.open('fine.json');
measured.step(1);
const short = await Gel.load(limitMemory(readFileSync(wasmPath), pagesOf(measured) - least + 30), files);
short.open('fine.json');
short.step(400);
expect('the hash with little memory', short.hash(), gel.hash());
short.back(400);
check(short.frame > 0 && short.frame < 400, `with little memory one can go back to frame ${short.frame} of 400`);
short.step(100);
short.open('fine.json');
expect('another scene, with little memory', short.hash(), (gel.reset(), gel.hash()));
files.put('huge.json',
  JSON.stringify({ bodies: [{ ...box(0), shape: { type: 'box', size: [1, 1, 1], cells: [40, 40, 40] } }] }));
expectError('a scene that is too large', () => short.open('huge.json'), 'out of memory');
short.step(1);
expect('the frame of the scene that was open', short.frame, 1);
process.exit(failed > 0 ? 1 : 0);
