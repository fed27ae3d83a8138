// `gel web` packs all that a page needs: its worker, run here in node, steps the scene to the hashes in the page.
// usage: node page_test.mjs GEL ASSETS FOLDER
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import vm from 'node:vm';
import { decodeBase85 } from '../../web/base85.mjs';
import { unpack } from '../../web/unpack.mjs';

const [gelPath, assets, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let failed = 0;

function check(isRight, text) {
  console.log(isRight ? 'ok    ' : 'FAILED', text);
  failed += isRight ? 0 : 1;
}
const gel = (...options) => execFileSync(gelPath, ['web', ...options],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
function refusal(...options) {
  const done = spawnSync(gelPath, ['web', ...options], { encoding: 'utf8' });
  return done.status === 0 ? '' : done.stderr.trim();
}

// The elements of a page by their ids; the page's own script is "page".
function readPage(path) {
  const parts = {}, html = readFileSync(path, 'utf8');
  for (const [, attributes, text] of html.matchAll(/<script type="([^>]*)>([^]*?)<\/script>/g))
    parts[attributes.match(/id="(.*)"/)?.[1] ?? 'page'] = text;
  return { html, parts, index: JSON.parse(parts['gel-index']) };
}
const stored = (page, place) => unpack(decodeBase85(page.parts[place.slice(1)]));
async function contentOf(page, names) {
  const bytes = await Promise.all(names.map(name => stored(page, page.index.files[name])));
  return Object.fromEntries(names.map((name, i) => [name, bytes[i]]));
}

// Runs the worker of a page, with one scene open. Returns what it says, and a function that asks it.
async function startWorker(page, hashes, { path, files, set } = page.index.scenes[0]) {
  const said = [], self = { postMessage: message => said.push(message) };
  const source = new TextDecoder().decode(await stored(page, '#gel-worker'));
  vm.runInThisContext(`(function (self) {${source}})`)(self);
  let last = 0;
  const ask = async (type, fields = {}) => {
    await self.onmessage({ data: { ...fields, type, id: ++last } });
    return said.find(message => message.id === last);
  };
  await ask('load', { wasm: await stored(page, page.index.wasm) });
  await ask('files', { files: await contentOf(page, files) });
  const opened = await ask('open', { scene: path, set, hashes });
  check(opened?.type === 'done', `the worker opens ${path}: ${opened?.text ?? opened?.name}`);
  return { said, ask };
}

const path = join(folder, 'page.html');
gel('bear_drop', '--out', path, '--frames', '60');
const page = readPage(path), scene = page.index.scenes[0];
const content = await contentOf(page, scene.files);
const named = scene.files.map(name => readFileSync(join(assets, name)).equals(content[name]));
check(named.length === 3 && named.every(isEqual => isEqual), `the page holds ${scene.files}`);
check(!/(src|href)="(?!data:)/.test(page.html), 'the page refers to no other file');
writeFileSync(join(folder, 'page.mjs'), await stored(page, '#gel-page'));
writeFileSync(join(folder, 'boot.mjs'), page.parts.page);
const wrong = ['page.mjs', 'boot.mjs']
  .filter(name => spawnSync(process.execPath, ['--check', join(folder, name)]).status !== 0);
check(wrong.length === 0, `the scripts of the page have no wrong syntax: ${wrong}`);

const right = await startWorker(page, scene.hashes);
await right.ask('step', { frames: 60 });
const same = right.said.filter(message => message.type === 'same');
check(same.length === 1 && same[0].hash === scene.hashes[60],
  `the page says the same bits at frame 60: ${JSON.stringify(same)}`);

gel('bear_drop', '--set', 'substeps=3', '--out', path, '--frames', '60');
const changed = readPage(path), changedScene = changed.index.scenes[0];
const stepped = await startWorker(changed, changedScene.hashes);
await stepped.ask('step', { frames: 60 });
const asSet = stepped.said.filter(message => message.type === 'same');
check(asSet.length === 1 && asSet[0].hash === changedScene.hashes[60] && asSet[0].hash !== scene.hashes[60],
  `the page sets ${changedScene.set}, and says the same bits at frame 60: ${JSON.stringify(asSet)}`);

const unknown = await right.ask('fly');
check(unknown.type === 'error', `an unknown request gives a line: ${unknown.text}`);

const planted = scene.hashes[60].replace(/^./, digit => (digit === '0' ? '1' : '0'));
const other = await startWorker(page, { 60: planted });
await other.ask('step', { frames: 61 });
const differs = other.said.filter(message => message.type === 'differs');
check(differs.length === 1 && differs[0].frame === 60 && differs[0].expected === planted,
  `a planted difference is found: ${JSON.stringify(differs)}`);

// Materials and pictures of a mesh come along, those in a subfolder, too.
mkdirSync(join(folder, 'own/pictures'), { recursive: true });
writeFileSync(join(folder, 'own/cube.obj'),
  'mtllib cube.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n');
writeFileSync(join(folder, 'own/cube.mtl'), 'newmtl red\nKd 1 0 0\nmap_Kd -s 1 1 1 pictures/red.png\n');
copyFileSync(join(assets, 'thumbnails/chain.png'), join(folder, 'own/pictures/red.png'));
gel(join(folder, 'own/cube.obj'), '--out', join(folder, 'cube.html'));
const cube = readPage(join(folder, 'cube.html')).index.scenes[0];
check(['cube.obj', 'cube.mtl', 'pictures/red.png'].every(name => cube.files.includes(name)),
  `a mesh comes with ${cube.files}`);

const facet = ['0 0 0', '1 0 0', '0 1 0'].map(place => `vertex ${place}`).join('\n');
writeFileSync(join(folder, 'own/cube.stl'),
  `solid one\nfacet normal 0 0 1\nouter loop\n${facet}\nendloop\nendfacet\nendsolid one\n`);
const stl = refusal(join(folder, 'own/cube.stl'), '--out', join(folder, 'cube.html'));
check(stl.includes('cube.stl') && stl.includes('.obj and .off') && !stl.includes('\n'),
  `a mesh that a page cannot read is refused in a line: ${stl}`);

// A file has the path by which the scene refers to it, also through a link; the page does not name folders outside.
const here = resolve(folder, 'here'), there = resolve(folder, 'there');
mkdirSync(join(here, 'scenes'), { recursive: true });
mkdirSync(there);
for (const ending of ['node', 'ele']) {
  copyFileSync(join(assets, `meshes/bear.${ending}`), join(there, `store.${ending}`));
  symlinkSync(join(there, `store.${ending}`), join(here, `scenes/linked.${ending}`));
}
const bear = JSON.parse(readFileSync(join(assets, 'scenes/bear_drop.json'), 'utf8'));
const withMesh = mesh => JSON.stringify(bear).replaceAll('../meshes/bear.node', mesh);
writeFileSync(join(here, 'scenes/linked.json'), withMesh('linked.node'));
writeFileSync(join(there, 'whole.json'), withMesh(join(here, 'scenes/linked.node')));
writeFileSync(join(here, 'scenes/own.json'), withMesh(join(here, 'scenes/linked.node')));
gel(join(here, 'scenes/linked.json'), join(there, 'whole.json'), join(here, 'scenes/own.json'),
  '--out', join(folder, 'links.html'), '--frames', '2');
const links = readPage(join(folder, 'links.html'));
check(links.index.scenes[0].path === 'linked.json', `the scene of the first folder is ${links.index.scenes[0].path}`);
check(links.index.scenes[1].path === 'folder2/whole.json',
  `that of the second folder is ${links.index.scenes[1].path}`);
check(new Set(Object.values(links.index.files)).size === 4,
  `equal files are stored once: ${JSON.stringify(links.index.files)}`);
for (const scene of links.index.scenes) {
  const worker = await startWorker(links, scene.hashes, scene);
  await worker.ask('step', { frames: 2 });
  check(worker.said.some(message => message.type === 'same'), `${scene.path} has the same bits as natively`);
}

// A file that is cut is an error, wherever the cut is: never a hang.
const lzma = decodeBase85(page.parts[page.index.wasm.slice(1)]);
const cuts = [5, 20, 1000, 5000, 20011, lzma.length - 1], ends = [];
for (const cut of cuts) ends.push(await unpack(lzma.subarray(0, cut)).then(() => 'unpacked', error => error.message));
check(ends.every(text => text === 'a packed file ends too early'), `a file cut at ${cuts} says ${[...new Set(ends)]}`);

const site = join(folder, 'site');
mkdirSync(site);
writeFileSync(join(site, 'letter.txt'), 'mine');
const foreign = refusal('--all', '--out', site);
check(foreign.includes('not of a site') && readdirSync(site).length === 1,
  `a folder of other files is refused: ${foreign}`);
rmSync(join(site, 'letter.txt'));
gel('--all', '--out', site);
const all = readPage(join(site, 'index.html')).index;
const scenes = ['lessons', 'scenes'].flatMap(name => readdirSync(join(assets, name)))
  .filter(name => name.endsWith('.json'));
check(all.scenes.length === scenes.length, `the site has ${all.scenes.length} scenes of ${scenes.length}`);
const kept = readdirSync(join(site, 'files')), old = '0123456789abcdef.js';
for (const name of Object.keys(all.files)) {
  vm.runInThisContext(`globalThis.gelFiles = {}; ${readFileSync(join(site, all.files[name]), 'utf8')}`);
  const bytes = await unpack(decodeBase85(globalThis.gelFiles[all.files[name]]));
  if (!readFileSync(join(assets, name)).equals(bytes))
    check(false, `the script ${all.files[name]} gives the bytes of ${name}`);
}
check(kept.length > 50, `the site has ${kept.length} files, scripts which give the bytes of the assets`);
writeFileSync(join(site, 'files', old), 'of an earlier site');
gel('--all', '--out', site);
const renewed = readdirSync(join(site, 'files'));
check(renewed.join() === kept.join(),
  `a site made again has the same ${renewed.length} files, was ${kept.length}, without those of an earlier one`);
process.exit(failed > 0 ? 1 : 0);
