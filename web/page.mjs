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
import { SettingsRows } from './settings.mjs';
import { startGel } from './start.mjs';
import { StatePane } from './state_pane.mjs';

const $ = id => document.getElementById(id);
const query = new URLSearchParams(location.search);

const shortestNote = 9000; // ms

// An error stays until it is closed or another scene is open, and no warning takes its place.
function showProblem(text, isWarning = false, canStop = false) {
  const box = $('message'), hasError = !box.hidden && !box.classList.contains('warns');
  if (isWarning && hasError) return;
  box.classList.toggle('warns', isWarning);
  $('message-text').textContent = text;
  $('stop').hidden = !canStop;
  box.hidden = false;
  clearTimeout(showProblem.timer);
  if (isWarning) showProblem.timer = setTimeout(hideProblem, shortestNote);
}
function hideProblem() { $('message').hidden = true; }
// Stop returns to the open scene. Without one the page would begin to open the same scene again.
function showSlow(text, canStop) { showProblem(canStop ? text : `${text}: close the page to stop`, false, canStop); }
function hideSlow() { if (!$('stop').hidden) hideProblem(); }
function hideError() { if (!$('message').classList.contains('warns')) hideProblem(); }

// In place of the picture; null: it is there.
function lackPicture(text) {
  $('no-picture').textContent = text ?? '';
  $('no-picture').hidden = text === null;
}

// Nothing goes on after it.
function showEnd(text) {
  lackPicture(text);
  hideProblem();
  $('facts').textContent = '';
  for (const button of document.querySelectorAll('#bar [role="group"]:first-child button')) button.disabled = true;
}

function pixelsOf(canvas) {
  const scale = Math.min(devicePixelRatio, 2);
  return [canvas.clientWidth * scale, canvas.clientHeight * scale];
}

// Gives the worker the canvas to draw on; without one the scene still runs.
async function givePicture(canvas, player) {
  if (!canvas.transferControlToOffscreen)
    return lackPicture('this browser cannot draw in a worker: the scene runs, but is not shown');
  player.client.on('picture', ({ problem }) => lackPicture(problem));
  const offscreen = canvas.transferControlToOffscreen();
  const reply = await player.ask('canvas', { canvas: offscreen, size: pixelsOf(canvas) }, [offscreen]);
  if (reply?.problem) lackPicture(reply.problem);
  const observer = new ResizeObserver(() => {
    if (canvas.isConnected) player.ask('size', { size: pixelsOf(canvas) });
    else observer.disconnect();
  });
  observer.observe(canvas);
}

// Time for the browser to show the line that says "Loading".
const showFirst = () => new Promise(done => setTimeout(done, 30));

async function start() {
  document.body.classList.toggle('embed', query.has('embed'));
  listKeys($('keys'));
  await showFirst();
  const started = await startGel(), { scenes } = started;
  const player = new ScenePlayer(started);
  const look = { mode: $('mode').value, wireframe: false, tets: false, contacts: false };
  listenToPlayer(player);
  const comparison = new Comparison({
    box: $('pictures'), player, started, givePicture, look, cover: () => panes.cover(),
  });
  const panes = new Panes(cover => comparison.forEach(each => each.ask('cover', { cover })));
  const actions = makeActions({ player, panes, look, comparison, scenes, started });
  const lesson = new LessonPane($('lesson'), player, {
    run: actions.runLesson, compare: actions.compare, next: actions.nextLesson,
    otherCurve: probe => comparison.curve(probe),
  });
  comparison.lesson = lesson;
  new StatePane(player, { asks: () => lesson.isAsking });
  const hand = listenToHands(player, comparison);
  listenToKeys(actions, rememberLetters());
  document.addEventListener('click', event => actions[event.target.closest('[data-do]')?.dataset.do]?.());
  listenToLook(look, actions);
  listScenes($('scene-list'), scenes, actions.open);
  $('find').addEventListener('input', event => filterScenes($('scene-list'), event.target.value));
  listenToDrops(scenes, player, actions);
  const rows = new SettingsRows($('rows'), (row, value) => changeSetting(player, actions, row, value));
  player.on('settings', () => rows.show(player.scene.settings));
  player.on('opened', () => showOpened(player, panes, rows));
  document.addEventListener('visibilitychange', () => { if (document.hidden && !player.isPaused) player.pause(); });
  await givePicture($('canvas'), player);
  await openFirst(scenes.map(scene => scene.path), actions);
  window.gelPage = { player, lesson, comparison, hand }; // for tests
}

function listenToPlayer(player) {
  player.on('problem', text => showProblem(text));
  player.on('warning', text => showProblem(text, true));
  player.on('slow', text => (text === null ? hideSlow() : showSlow(text, player.scene !== null)));
  player.on('fatal', showEnd);
  player.on('say', text => { $('said').textContent = text; });
  player.on('opened', hideError);
}

// Side by side, bodies are left alone, and one camera looks at both worlds.
function listenToHands(player, comparison) {
  const ask = (type, fields) => {
    if (type !== 'camera') return player.ask(type, fields);
    comparison.forEach(each => each.ask(type, fields));
  };
  comparison.listen = canvas => new Hand(canvas, ask, () => false);
  return new Hand($('canvas'), ask, () => !comparison.isShown);
}

function listenToDrops(scenes, player, actions) {
  const take = acceptDrops({
    scenes: scenes.map(scene => scene.path), use: actions.openDropped, refuse: text => showProblem(text),
    openPath: () => player.scene?.recorded ?? player.scene?.path,
  });
  $('choose').addEventListener('change', async ({ target }) => {
    await take(target.files);
    target.value = ''; // the same file may be chosen again
  });
}

// Whether keys of one letter are on; kept for the next visit where the browser allows it.
function rememberLetters() {
  const box = $('letters');
  try {
    box.checked = localStorage.getItem('gel-letters') !== 'off';
    box.addEventListener('change', () => localStorage.setItem('gel-letters', box.checked ? 'on' : 'off'));
  } catch { /* nothing is kept */ }
  return () => box.checked;
}

async function openFirst(paths, actions) {
  const wanted = query.get('scene'), found = wanted === null ? paths[0] : findPath(paths, wanted);
  await actions.open(found ?? paths[0], { frame: Number(/frame=(\d+)/.exec(location.hash)?.[1] ?? 0) });
  if (wanted !== null && !found) showProblem(`This page has no scene "${wanted}": this is the first that it has.`);
}

// ?scene=pendulum, lessons/pendulum or the whole path.
function findPath(paths, wanted) {
  const plain = path => path.replace(/\.json$/, '');
  return paths.find(path => plain(path) === plain(wanted) || plain(path).endsWith(`/${plain(wanted)}`));
}

const turnStep = 10; // degrees, of a key

function viewActions(comparison) {
  const camera = fields => () => Promise.all(comparison.worlds.map(each => each.ask('camera', fields)));
  return {
    showAll: camera({ showAll: true }),
    turnLeft: camera({ orbit: [turnStep, 0] }),
    turnRight: camera({ orbit: [-turnStep, 0] }),
    turnUp: camera({ orbit: [0, turnStep] }),
    turnDown: camera({ orbit: [0, -turnStep] }),
    zoomIn: camera({ zoom: 1 }),
    zoomOut: camera({ zoom: -1 }),
  };
}

function lookActions(look, comparison) {
  const sendLook = () => comparison.forEach(async each => {
    const reply = await each.ask('look', { look });
    showLegend($('legend'), reply?.legend);
  });
  const flip = name => () => {
    $(name).checked = look[name] = !look[name];
    sendLook();
  };
  const nextMode = () => {
    const mode = $('mode');
    mode.selectedIndex = (mode.selectedIndex + 1) % mode.options.length;
    look.mode = mode.value;
    sendLook();
  };
  return { sendLook, nextMode, wireframe: flip('wireframe'), tets: flip('tets'), contacts: flip('contacts') };
}

function timeActions(player) {
  const second = () => Math.max(1, Math.round(1 / (player.scene?.timeStep ?? 1 / 60)));
  const eachSoftBody = async event => {
    for (const [body, { isObstacle }] of (player.scene?.bodies ?? []).entries())
      if (!isObstacle) await player.act({ ...event, body });
  };
  return {
    pause: () => player.toggle(),
    step: () => player.step(),
    back: () => player.back(),
    stepSecond: () => player.step(second()),
    backSecond: () => player.back(second()),
    reset: () => player.reset(),
    squash: () => eachSoftBody({ kind: 'flatten', height: 0 }),
    scramble: () => eachSoftBody({ kind: 'scramble', seed: 1 }),
    // The button that was pressed is gone.
    async runLesson() {
      $('pause').focus();
      await player.run();
    },
  };
}

function fileActions(player) {
  return {
    async saveRecording() {
      const reply = await player.ask('recording', { scene: player.scene?.recorded ?? player.scene?.path });
      if (reply) saveFile(reply.name, reply.bytes, 'application/json');
    },
    async savePicture() {
      const reply = await player.ask('photo');
      if (reply) saveFile(`${player.scene.name}.png`, reply.bytes, 'image/png');
    },
    async copyLink() {
      if (!player.scene) return;
      const address = new URL(location.href);
      address.searchParams.set('scene', player.scene.path);
      address.hash = `frame=${player.frame}`;
      history.replaceState(null, '', address);
      try {
        await navigator.clipboard.writeText(address.href);
        showProblem('The link is copied.', true);
      } catch {
        showProblem('This browser does not let the page copy: the link is in the address line.', true);
      }
    },
  };
}

const wantsRest = matchMedia('(prefers-reduced-motion: reduce)');

function makeActions({ player, panes, look, comparison, scenes, started }) {
  const lessons = scenes.filter(scene => scene.title).map(scene => scene.path);
  const actions = {
    ...viewActions(comparison), ...lookActions(look, comparison), ...timeActions(player), ...fileActions(player),
    // A lesson waits for a prediction, and a person who wants no motion for the button.
    async open(path, { frame = 0, settings = {}, recorded } = {}) {
      if (!path) return showProblem('There is no scene in this page; drop one onto it.');
      comparison.end();
      const { changes } = player;
      const isOpen = await player.open(path, { frame, settings, recorded });
      if (!player.scene) $('facts').textContent = 'No scene is open.';
      if (!isOpen) return;
      actions.sendLook();
      const wasPaused = player.changes !== changes && player.wanted === 'pause'; // while it was opened
      const shallRun = !wasPaused && !player.scene.lesson && frame === 0 && !wantsRest.matches && !document.hidden;
      if (shallRun) await player.run();
    },
    // Only the browser can end a worker amid a call. The page begins again, with the scene that was open, or with its
    // first if that was dropped.
    stop() {
      const address = new URL(location.href), path = player.scene?.recorded ?? player.scene?.path;
      if (scenes.some(scene => scene.path === path)) address.searchParams.set('scene', path);
      else address.searchParams.delete('scene');
      address.hash = '';
      location.replace(address);
    },
    async openDropped(files, path, recorded) {
      try {
        await started.addFiles(files);
      } catch (error) {
        return player.noteError(error);
      }
      await actions.open(path, { recorded });
    },
    compare: () => comparison.toggle(),
    nextLesson() {
      if (lessons.length === 0) return showProblem('There are no lessons in this page.', true);
      return actions.open(lessons[(lessons.indexOf(player.scene?.path) + 1) % lessons.length]);
    },
    scenes: () => panes.toggle('scenes'),
    settings: () => panes.toggle('settings'),
    help: () => panes.toggle('help'),
    closeMessage: hideProblem,
    closePane() {
      hideProblem();
      panes.close();
    },
  };
  return actions;
}

function listenToLook(look, actions) {
  $('mode').addEventListener('change', event => {
    look.mode = event.target.value;
    actions.sendLook();
  });
  for (const name of ['contacts', 'wireframe', 'tets'])
    $(name).addEventListener('change', event => {
      look[name] = event.target.checked;
      actions.sendLook();
    });
}

// What is fixed when a world is made needs a new one, which has all that was chosen before.
function changeSetting(player, actions, row, value) {
  if (row.group !== 'program') return player.set({ [row.name]: value });
  const { path, recorded } = player.scene;
  return actions.open(path, { recorded, settings: { ...player.changedSettings(), [row.name]: value } });
}

function showOpened(player, panes, rows) {
  const { scene } = player;
  document.title = `${scene.name} – Gel`;
  $('name').textContent = scene.name;
  rows.show(scene.settings);
  markScene($('scene-list'), scene.path);
  panes.offerLesson(scene.lesson);
}

start().catch(error => showEnd(error.message));
