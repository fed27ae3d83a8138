// `gel web` packs all that a page needs: its worker, run here in node, steps the scene to the hashes in the page.
// usage: node page_test.mjs GEL ASSETS FOLDER
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { decodeBase85, unpack } from '../../web/unpack.mjs';

const [gelPath, assets, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let failed = 0;

function check(isRight, text) {
  console.log(isRight ? 'ok    ' : 'FAILED', text);
  failed += isRight ? 0 : 1;
}
const gel = (...options) => execFileSync(gelPath, ['web', ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

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
async function startWorker(page, hashes) {
  const said = [], self = { postMessage: message => said.push(message) };
  vm.runInThisContext(`(function (self) {${page.parts['gel-worker']}})`)(self);
  let last = 0;
  const ask = async (type, fields = {}) => {
    await self.onmessage({ data: { ...fields, type, id: ++last } });
    return said.find(message => message.id === last);
  };
  const { path, files } = page.index.scenes[0];
  await ask('load', { wasm: await stored(page, page.index.wasm) });
  await ask('files', { files: await contentOf(page, files) });
  const opened = await ask('open', { scene: path, hashes });
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
writeFileSync(join(folder, 'page.mjs'), page.parts.page);
check(spawnSync(process.execPath, ['--check', join(folder, 'page.mjs')]).status === 0, 'the script of the page has no wrong syntax');

const right = await startWorker(page, scene.hashes);
await right.ask('step', { frames: 60 });
const same = right.said.filter(message => message.type === 'same');
check(same.length === 1 && same[0].hash === scene.hashes[60], `the page says the same bits at frame 60: ${JSON.stringify(same)}`);
const unknown = await right.ask('fly');
check(unknown.type === 'error', `an unknown request gives a line: ${unknown.text}`);

const planted = scene.hashes[60].replace(/^./, digit => (digit === '0' ? '1' : '0'));
const wrong = await startWorker(page, { 60: planted });
await wrong.ask('step', { frames: 61 });
const differs = wrong.said.filter(message => message.type === 'differs');
check(differs.length === 1 && differs[0].frame === 60 && differs[0].expected === planted, `a planted difference is found: ${JSON.stringify(differs)}`);

// Materials and pictures of a mesh come along, those in a subfolder, too.
mkdirSync(join(folder, 'own/pictures'), { recursive: true });
writeFileSync(join(folder, 'own/cube.obj'), 'mtllib cube.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n');
writeFileSync(join(folder, 'own/cube.mtl'), 'newmtl red\nKd 1 0 0\nmap_Kd -s 1 1 1 pictures/red.png\n');
copyFileSync(join(assets, 'thumbnails/chain.png'), join(folder, 'own/pictures/red.png'));
gel(join(folder, 'own/cube.obj'), '--out', join(folder, 'cube.html'));
const cube = readPage(join(folder, 'cube.html')).index.scenes[0];
check(['cube.obj', 'cube.mtl', 'pictures/red.png'].every(name => cube.files.includes(name)), `a mesh comes with ${cube.files}`);

const site = join(folder, 'site');
gel('--all', '--out', site);
const all = readPage(join(site, 'index.html')).index;
const scenes = ['lessons', 'scenes'].flatMap(name => readdirSync(join(assets, name))).filter(name => name.endsWith('.json'));
check(all.scenes.length === scenes.length, `the site has ${all.scenes.length} scenes of ${scenes.length}`);
check(Object.values(all.files).every(place => statSync(join(site, place)).size > 0), `the site has ${Object.keys(all.files).length} files`);
process.exit(failed > 0 ? 1 : 0);
