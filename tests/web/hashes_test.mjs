// Scenes and lessons have the hash of the native program in WebAssembly; so has a recording, and a difference is found.
// usage: node hashes_test.mjs GEL GEL.WASM ASSETS [--all]      --all: also the two slowest, and 60 frames of each
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Files } from '../../web/files.mjs';
import { Gel } from '../../web/gel.mjs';

const [gelPath, wasmPath, assets, tier] = process.argv.slice(2);
const isAll = tier === '--all', usualFrames = 60, fewFrames = 6;
const slowest = ['bears_bowl', 'cloth_over_ball'];
// They need from 8 ms a frame on.
const slow = ['balloon', 'bear_fine', 'bear_pile', 'bears_100', 'card_house', 'chain', 'clay', 'cradle', 'crossed_beams', 'far', 'flag', 'folding_beam', 'linked_rings', 'painted_curtain', 'sieve', 'wind'];

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

function nativeHash(scene, frames) {
  const output = execFileSync(gelPath, ['run', join(assets, scene), '--backend', 'native', '--frames', frames, '--json', '--quiet'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(output).hash;
}

async function webHash(scene, frames, change = () => {}) {
  const gel = await Gel.load(module, files);
  gel.open(scene);
  change(gel);
  gel.step(frames);
  return gel.hash();
}

for (const scene of scenes) {
  const name = nameOf(scene);
  if (!isAll && slowest.includes(name)) continue;
  const frames = !isAll && slow.includes(name) ? fewFrames : usualFrames;
  const native = nativeHash(scene, frames), web = await webHash(scene, frames);
  check(native === web, `${scene} after ${frames} frames: ${web} in WebAssembly, ${native} natively`);
  compared++;
}
check(compared > 40, `${compared} scenes and lessons were compared, expected more than 40`);

const scene = 'scenes/bear_drop.json', frames = 20, native = nativeHash(scene, frames);
const changed = await webHash(scene, frames, gel => gel.set({ gravity: [0, -9.8100001, 0.0001] }));
check(changed !== native, `${scene} with other gravity differs: ${changed}, natively ${native}`);

const gel = await Gel.load(module, files);
gel.open(scene);
gel.step(30);
const middle = gel.hash();
gel.step(5);
gel.back(5);
check(gel.hash() === middle && gel.frame === 30, `five frames back is frame ${gel.frame}: ${gel.hash()}, was ${middle}`);
gel.act({ kind: 'grab', origin: [0, 0.5, 3], direction: [0, 0, -1], stiffness: 300 });
gel.step(10);
const recording = gel.recording(scene), thrown = gel.hash();
files.put('scenes/own.json', recording.bytes);
gel.open('scenes/own.json');
gel.step(40);
check(gel.hash() === thrown && thrown !== middle, `a recording of ${recording.bytes.length} bytes repeats ${thrown}: ${gel.hash()}`);

// A copy of the assets, where the recording lies beside its scene.
const copy = mkdtempSync(join(tmpdir(), 'gel-web-'));
for (const name of ['scenes/bear_drop.json', 'scenes/own.json', 'meshes/bear.node', 'meshes/bear.ele']) {
  mkdirSync(join(copy, dirname(name)), { recursive: true });
  writeFileSync(join(copy, name), files.get(name));
}
const repeated = JSON.parse(execFileSync(gelPath, ['run', join(copy, 'scenes/own.json'), '--backend', 'native', '--json', '--quiet'])).hash;
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
check(message.includes('broken.json') && gel.hash() === native, `a broken scene gives one line, and the scene goes on: ${message}`);
process.exit(failed > 0 ? 1 : 0);
