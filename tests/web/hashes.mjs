// Prints the hash of scenes after some frames, as WebAssembly computes it, and the time of a frame.
// usage: node hashes.mjs GEL.WASM ASSETS BACKEND FRAMES SCENE...
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Files } from '../../web/files.mjs';
import { Gel } from '../../web/gel.mjs';

const [wasm, assets, backend, frames, ...scenes] = process.argv.slice(2);
const files = new Files();
for (const folder of ['scenes', 'lessons', 'meshes', 'bench'])
  for (const name of readdirSync(join(assets, folder))) files.put(`${folder}/${name}`, readFileSync(join(assets, folder, name)));
const module = new WebAssembly.Module(readFileSync(wasm));
for (const scene of scenes) {
  const gel = await Gel.load(module, files);
  gel.open(scene, {}, backend);
  const start = performance.now();
  for (let frame = 0; frame < Number(frames); frame++) gel.step();
  console.log(gel.hash(), scene, ((performance.now() - start) / Number(frames)).toFixed(2), 'ms per frame');
}
