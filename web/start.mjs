// Finds what `gel web` has packed, in the page itself or in files beside it, and starts the worker.
import { GelClient } from './client.mjs';
import { decodeBase85, unpack } from './unpack.mjs';

// `stored` is where the index has it: the id of an element, "#file0", or an address.
async function readStored(stored) {
  if (stored.startsWith('#')) {
    return unpack(decodeBase85(document.getElementById(stored.slice(1)).textContent));
  }
  const response = await fetch(stored);
  if (!response.ok) throw new Error(`${stored} cannot be read: ${response.status} ${response.statusText}`);
  return unpack(new Uint8Array(await response.arrayBuffer()));
}

// Says in a line what the browser lacks; null if it has all.
function whatIsMissing() {
  const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  if (typeof WebAssembly !== 'object') return 'this browser has no WebAssembly: use Chrome 91, Firefox 113, Safari 16.4 or later';
  if (!WebAssembly.validate(new Uint8Array(simd))) return 'this browser has no SIMD of WebAssembly: use Chrome 91, Firefox 113, Safari 16.4 or later';
  if (typeof DecompressionStream !== 'function') return 'this browser cannot unpack the page: use Chrome 91, Firefox 113, Safari 16.4 or later';
  return null;
}

// Returns {client, scenes, openScene}. `scenes`: [{path, name, title, question, files, hashes}], the first of which the page
// opens.
export async function startGel() {
  const missing = whatIsMissing();
  if (missing !== null) throw new Error(missing);
  const index = JSON.parse(document.getElementById('gel-index').textContent);
  const source = document.getElementById('gel-worker').textContent;
  const client = new GelClient(new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))));
  await client.ask('load', { wasm: await WebAssembly.compile(await readStored(index.wasm)) });

  const loaded = new Set();
  async function loadFiles(names) {
    const wanted = names.filter(name => !loaded.has(name));
    const contents = await Promise.all(wanted.map(name => readStored(index.files[name])));
    await client.ask('files', { files: Object.fromEntries(wanted.map((name, i) => [name, contents[i]])) });
    wanted.forEach(name => loaded.add(name));
  }
  async function openScene(path, settings) {
    const scene = index.scenes.find(other => other.path === path);
    if (scene) await loadFiles(scene.files);
    return client.ask('open', { scene: path, settings, hashes: scene?.hashes });
  }
  return { client, scenes: index.scenes, openScene };
}
