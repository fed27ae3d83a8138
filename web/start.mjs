// Finds what `gel web` has packed, in the page itself or in files beside it, and starts the worker.
import { GelClient } from './client.mjs';
import { decodeBase85 } from './base85.mjs';
import { unpack } from './unpack.mjs';

// `stored` is where the index has it: the id of an element, "#file0", or an address.
async function readStored(stored) {
  const isHere = stored.startsWith('#');
  return unpack(decodeBase85(isHere ? document.getElementById(stored.slice(1)).textContent : await runStored(stored)));
}

// A file of a site is a script that puts its text into gelFiles: a page that is opened from a file may run scripts, but
// fetch nothing.
function runStored(address) {
  const files = (window.gelFiles ??= {}), script = document.createElement('script');
  return new Promise((done, fail) => {
    script.onload = () => {
      script.remove();
      done(files[address]);
      delete files[address];
    };
    script.onerror = () => fail(new Error(`${address} cannot be read: is it beside this page?`));
    script.src = address;
    document.head.append(script);
  });
}

// A worker, and what the page has read so far: shared by the workers of one page, which get what they lack.
class WorkerStart {
  constructor(shared) {
    this.shared = shared; // index, source, module, files
    const script = new Blob([shared.source], { type: 'text/javascript' });
    this.client = new GelClient(new Worker(URL.createObjectURL(script)));
    this.given = new Set();
  }
  get scenes() { return this.shared.index.scenes; }
  load() { return this.client.ask('load', { wasm: this.shared.module }); }
  async startAnother() {
    const other = new WorkerStart(this.shared);
    await other.load();
    await other.giveFiles([...this.shared.dropped]);
    return other;
  }
  async giveFiles(names) {
    const { files, index } = this.shared, wanted = names.filter(name => !this.given.has(name));
    const read = async name => [name, files.get(name) ?? (await readStored(index.files[name]))];
    const contents = await Promise.all(wanted.map(read));
    contents.forEach(([name, bytes]) => files.set(name, bytes));
    await this.client.ask('files', { files: Object.fromEntries(contents) });
    wanted.forEach(name => this.given.add(name));
  }
  // What the user has dropped: {path: bytes}.
  addFiles(dropped) {
    for (const [name, bytes] of Object.entries(dropped)) {
      this.shared.files.set(name, bytes);
      this.shared.dropped.add(name);
      this.given.delete(name);
    }
    return this.giveFiles(Object.keys(dropped));
  }
  // Null if another was wanted while the files were read. A recording needs the files of the scene that it repeats.
  async openScene(path, settings, { recorded, isLast = () => true } = {}) {
    const { scenes } = this.shared.index, hasDropped = this.shared.dropped.has(path);
    const scene = scenes.find(other => other.path === (recorded ?? path));
    if (scene) await this.giveFiles(scene.files);
    if (!isLast()) return null;
    return this.client.ask('open', { scene: path, settings, set: scene?.set, hashes: hasDropped ? {} : scene?.hashes });
  }
}

// Returns {client, scenes, openScene...}. `scenes`: [{path, name, title, files, hashes, set}], of which the page opens
// the first.
export async function startGel() {
  const index = JSON.parse(document.getElementById('gel-index').textContent);
  const source = await readStored('#gel-worker');
  const module = await WebAssembly.compile(await readStored(index.wasm));
  const started = new WorkerStart({ index, source, module, files: new Map(), dropped: new Set() });
  await started.load();
  return started;
}
