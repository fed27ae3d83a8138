// Scenes and lessons have the hash of the native program in WebAssembly; so has a recording, and a difference is found.
// usage: node hashes_test.mjs GEL GEL.WASM ASSETS [--all]
// --all: 60 frames of each, else as many as `budget` is enough for
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Files } from '../../web/files.mjs';
import { Gel } from '../../web/gel.mjs';

const [gelPath, wasmPath, assets, tier] = process.argv.slice(2);
const isAll = tier === '--all', usualFrames = 60, fewestFrames = 3;
const budget = 25; // ms of the processor per scene
// These go on until what they are here for has happened, and without it the hash is another one.
const reaches = {
  bear_pile: { frames: 30, what: 'contact of bodies', without: { contact: false } },
  cloth_over_ball: { frames: 24, what: 'contact of cloth', without: { contact: false } },
  weight: { frames: 20, what: 'the two-level solver', without: { solver: 'xpbd' } },
  torn_curtain: { frames: 12, what: 'tearing' },
};

const files = new Files(), scenes = [];
for (const folder of ['lessons', 'scenes', 'meshes'])
  for (const name of readdirSync(join(assets, folder))) {
    files.put(`${folder}/${name}`, readFileSync(join(assets, folder, name)));
    if (folder !== 'meshes' && name.endsWith('.json')) scenes.push(`${folder}/${name}`);
  }
const module = new WebAssembly.Module(readFileSync(wasmPath));
const nameOf = scene => scene.replace(/.*\/(.*)\.json/, '$1');
let failed = 0, compared = 0;

function check(isRight, text) {
  console.log(isRight ? 'ok    ' : 'FAILED', text);
  failed += isRight ? 0 : 1;
}

function runNatively(scene, frames) {
  const output = execFileSync(gelPath,
    ['run', join(assets, scene), '--backend', 'native', '--frames', frames, '--json', '--quiet'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(output);
}
const nativeHash = (scene, frames) => runNatively(scene, frames).hash;

async function webHash(scene, frames, change = () => {}, settings = {}) {
  const gel = await Gel.load(module, files);
  gel.open(scene, settings);
  change(gel);
  gel.step(frames);
  return gel.hash();
}

// Steps a scene until a number of frames, or until the budget is used. Returns the frames and the hash.
async function stepWithin(scene, frames) {
  const gel = await Gel.load(module, files), milliseconds = () => process.cpuUsage().user / 1000;
  gel.open(scene);
  const begin = milliseconds();
  while (gel.frame < frames && (isAll || gel.frame < fewestFrames || milliseconds() - begin < budget)) gel.step(1);
  return { frames: gel.frame, hash: gel.hash() };
}

for (const scene of scenes) {
  const reach = reaches[nameOf(scene)];
  const web = reach && !isAll ? { frames: reach.frames, hash: await webHash(scene, reach.frames) }
    : await stepWithin(scene, usualFrames);
  const native = runNatively(scene, web.frames);
  check(native.hash === web.hash,
    `${scene} after ${web.frames} frames: ${web.hash} in WebAssembly, ${native.hash} natively`);
  compared++;
  if (!reach) continue;
  if (reach.without) {
    const other = await webHash(scene, web.frames, () => {}, reach.without);
    check(other !== web.hash, `${scene} has come to ${reach.what}: without it the hash is ${other}`);
  } else check(native.tearing[0].torn > 0,
    `${scene} has come to ${reach.what}: ${native.tearing[0].torn} springs are torn`);
}
check(compared === scenes.length && compared > 40,
  `${compared} scenes and lessons were compared of ${scenes.length}, expected more than 40`);

const scene = 'scenes/bear_drop.json', frames = 20, native = nativeHash(scene, frames);
const changed = await webHash(scene, frames, gel => gel.set({ gravity: [0, -9.8100001, 0.0001] }));
check(changed !== native, `${scene} with other gravity differs: ${changed}, natively ${native}`);

const gel = await Gel.load(module, files);
gel.open(scene);
gel.step(30);
const middle = gel.hash();
gel.step(5);
gel.back(5);
check(gel.hash() === middle && gel.frame === 30,
  `five frames back is frame ${gel.frame}: ${gel.hash()}, was ${middle}`);
gel.act({ kind: 'grab', origin: [0, 0.5, 3], direction: [0, 0, -1], stiffness: 300 });
gel.step(10);
const recording = gel.recording(scene), thrown = gel.hash();
files.put('scenes/own.json', recording.bytes);
gel.open('scenes/own.json');
gel.step(40);
check(gel.hash() === thrown && thrown !== middle,
  `a recording of ${recording.bytes.length} bytes repeats ${thrown}: ${gel.hash()}`);

// A copy of the assets, where the recording lies beside its scene.
const copy = mkdtempSync(join(tmpdir(), 'gel-web-'));
for (const name of ['scenes/bear_drop.json', 'scenes/own.json', 'meshes/bear.node', 'meshes/bear.ele']) {
  mkdirSync(join(copy, dirname(name)), { recursive: true });
  writeFileSync(join(copy, name), files.get(name));
}
const options = ['--backend', 'native', '--json', '--quiet'];
const repeated = JSON.parse(execFileSync(gelPath, ['run', join(copy, 'scenes/own.json'), ...options])).hash;
rmSync(copy, { recursive: true });
check(repeated === thrown, `gel run repeats that recording: ${repeated}`);

gel.open(scene);
let message = '';
try {
  files.put('scenes/broken.json', '{"bodies": [{"mesh": {"box": 1}}]}');
  gel.open('scenes/broken.json');
} catch (error) {
  message = error.message;
}
gel.step(20);
check(message.includes('broken.json') && gel.hash() === native,
  `a broken scene gives one line, and the scene goes on: ${message}`);
process.exit(failed > 0 ? 1 : 0);
