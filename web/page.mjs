// The page: a picture that fills the screen, one bar of controls, and a pane beside the picture.
import { acceptDrops, saveFile } from './drops.mjs';
import { Comparison } from './comparison.mjs';
import { Hand } from './hand.mjs';
import { listenToKeys, listKeys } from './keys.mjs';
import { LessonPane } from './lesson.mjs';
import { showLegend } from './legend.mjs';
import { Panes } from './panes.mjs';
import { ScenePlayer } from './player.mjs';
import { filterScenes, listScenes, markScene } from './scene_list.mjs';
import { showSettings } from './settings.mjs';
import { startGel } from './start.mjs';
import { StatePane } from './state_pane.mjs';

const $ = id => document.getElementById(id);
const query = new URLSearchParams(location.search);

function showProblem(text, isWarning = false) {
  $('message').classList.toggle('warns', isWarning);
  $('message').textContent = text;
  $('message').hidden = false;
  clearTimeout(showProblem.timer);
  showProblem.timer = setTimeout(() => { $('message').hidden = true; }, 9000);
}

function pixelsOf(canvas) {
  const scale = Math.min(devicePixelRatio, 2);
  return [canvas.clientWidth * scale, canvas.clientHeight * scale];
}

// Gives the worker the canvas to draw on; without one the scene still runs.
async function givePicture(canvas, player) {
  const lackPicture = text => {
    $('no-picture').textContent = text;
    $('no-picture').hidden = false;
  };
  if (!canvas.transferControlToOffscreen) return lackPicture('this browser cannot draw in a worker: the scene runs, but is not shown');
  const offscreen = canvas.transferControlToOffscreen();
  const reply = await player.ask('canvas', { canvas: offscreen, size: pixelsOf(canvas) }, [offscreen]);
  if (reply?.problem) lackPicture(reply.problem);
  new ResizeObserver(() => player.ask('size', { size: pixelsOf(canvas) })).observe(canvas);
}

async function start() {
  document.body.classList.toggle('embed', query.has('embed'));
  listKeys($('keys'));
  const started = await startGel();
  const { scenes } = started, paths = scenes.map(scene => scene.path);
  const player = new ScenePlayer(started);
  player.on('problem', text => showProblem(text));
  player.on('warning', text => showProblem(text, true));
  player.on('say', text => { $('said').textContent = text; });
  const look = { mode: 0, wireframe: false, tets: false, contacts: false };
  const comparison = new Comparison($('pictures'), player, givePicture, () => look, () => panes.cover());
  const panes = new Panes(cover => comparison.forEach(each => each.ask('cover', { cover })));
  const actions = makeActions({ player, panes, look, comparison, scenes });
  const lesson = new LessonPane($('lesson'), player, { run: () => player.run(), compare: actions.compare, next: actions.nextLesson });
  comparison.lesson = lesson;
  new StatePane(player, { asks: () => lesson.isAsking });
  const hand = new Hand($('canvas'), (type, fields) => player.ask(type, fields));
  listenToKeys(actions);
  document.addEventListener('click', event => actions[event.target.closest('[data-do]')?.dataset.do]?.());
  listenToLook(look, actions);
  listScenes($('scene-list'), scenes, actions.open);
  $('find').addEventListener('input', event => filterScenes($('scene-list'), event.target.value));
  const take = acceptDrops(paths, actions.openDropped, showProblem);
  $('choose').addEventListener('change', event => take(event.target.files));
  player.on('opened', () => showOpened(player, panes, actions));
  await givePicture($('canvas'), player);
  await actions.open(firstScene(paths), Number(/frame=(\d+)/.exec(location.hash)?.[1] ?? 0));
  window.gelPage = { player, lesson, comparison, hand }; // for tests
}

// ?scene=pendulum, lessons/pendulum or the whole path.
function firstScene(paths) {
  const wanted = query.get('scene') ?? '';
  const plain = path => path.replace(/\.json$/, '');
  return paths.find(path => wanted !== '' && (plain(path) === plain(wanted) || plain(path).endsWith(`/${plain(wanted)}`))) ?? paths[0];
}

function makeActions({ player, panes, look, comparison, scenes }) {
  const lessons = scenes.filter(scene => scene.title).map(scene => scene.path);
  const flip = name => {
    $(name).checked = look[name] = !look[name];
    actions.sendLook();
  };
  const eachSoftBody = async event => {
    for (let body = 0; body < (player.scene?.bodies.length ?? 0); body++) if (!player.scene.bodies[body].isObstacle) await player.act({ ...event, body });
  };
  const second = () => Math.max(1, Math.round(1 / (player.scene?.timeStep ?? 1 / 60)));
  const actions = {
    async open(path, frame = 0, settings = {}) {
      if (!path) return showProblem('There is no scene in this page; drop one onto it.');
      comparison.end();
      const isOpen = await player.open(path, { frame, settings });
      if (!isOpen) return;
      actions.sendLook();
      if (!player.scene.lesson && frame === 0) await player.run();
    },
    async openDropped(files, path) {
      if (await player.ask('files', { files })) await actions.open(path);
    },
    pause: () => player.toggle(),
    step: () => player.step(),
    back: () => player.back(),
    stepSecond: () => player.step(second()),
    backSecond: () => player.back(second()),
    reset: () => player.reset(),
    squash: () => eachSoftBody({ kind: 'flatten', height: 0 }),
    scramble: () => eachSoftBody({ kind: 'scramble', seed: 1 }),
    showAll: () => player.ask('camera', { showAll: true }),
    sendLook() {
      showLegend($('legend'), look.mode);
      comparison.forEach(each => each.ask('look', { look }));
    },
    nextMode() {
      look.mode = (look.mode + 1) % $('mode').options.length;
      $('mode').value = look.mode;
      actions.sendLook();
    },
    wireframe: () => flip('wireframe'),
    tets: () => flip('tets'),
    contacts: () => flip('contacts'),
    compare: () => comparison.toggle(),
    nextLesson: () => actions.open(lessons[(lessons.indexOf(player.scene?.path) + 1) % lessons.length]),
    scenes: () => panes.toggle('scenes'),
    settings: () => panes.toggle('settings'),
    help: () => panes.toggle('help'),
    closePane: () => panes.close(),
    async saveRecording() {
      const reply = await player.ask('recording');
      if (reply) saveFile(reply.name, reply.bytes, 'application/json');
    },
    async savePicture() {
      const reply = await player.ask('photo');
      if (reply) saveFile(`${player.scene.name}.png`, reply.bytes, 'image/png');
    },
    async copyLink() {
      const address = new URL(location.href);
      address.searchParams.set('scene', player.scene.path);
      address.hash = `frame=${player.frame}`;
      history.replaceState(null, '', address);
      await navigator.clipboard?.writeText(address.href).catch(() => {});
      player.tell('say', 'The address is copied');
    },
  };
  return actions;
}

function listenToLook(look, actions) {
  $('mode').addEventListener('change', event => {
    look.mode = Number(event.target.value);
    actions.sendLook();
  });
  for (const name of ['contacts', 'wireframe', 'tets'])
    $(name).addEventListener('change', event => {
      look[name] = event.target.checked;
      actions.sendLook();
    });
}

// What is fixed when a world is made needs a new one.
function changeSetting(player, actions, row, value) {
  if (row.group !== 'program') return player.set({ [row.name]: value });
  return actions.open(player.scene.path, 0, { ...player.chosen, [row.name]: value });
}

function showOpened(player, panes, actions) {
  const { scene } = player;
  document.title = `${scene.name} – Gel`;
  $('name').textContent = scene.name;
  showSettings($('rows'), scene.settings ?? [], (row, value) => changeSetting(player, actions, row, value));
  markScene($('scene-list'), scene.path);
  panes.offerLesson(scene.lesson);
}

start().catch(error => showProblem(error.message));
