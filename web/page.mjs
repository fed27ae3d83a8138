// The page: chooses a scene, steps it, and says whether its bits are those of the native program.
import { startGel } from './start.mjs';

const element = id => document.getElementById(id);
let gel = null, isRunning = false;

function showProblem(error) { element('problem').textContent = error?.message ?? error ?? ''; }

// Runs something that may fail, and shows why it did.
const guarded = use => async () => {
  showProblem('');
  try {
    await use();
  } catch (error) {
    showProblem(error);
  }
};

function setRunning(runs) {
  isRunning = runs;
  element('run').textContent = runs ? 'Pause' : 'Run';
}

async function showHash() { element('hash').textContent = (await gel.client.ask('hash')).hash; }

async function openChosen() {
  setRunning(false);
  element('bits').textContent = '';
  const scene = await gel.openScene(element('scene').value);
  element('name').textContent = scene.name;
  document.title = `${scene.name} - Gel`;
  await showHash();
}

async function toggleRun() {
  setRunning(!isRunning);
  await gel.client.ask(isRunning ? 'run' : 'pause');
  if (!isRunning) await showHash();
}

const ask = (type, fields) => async () => { element('hash').textContent = (await gel.client.ask(type, fields)).hash; };

async function begin() {
  gel = await startGel();
  for (const scene of gel.scenes) element('scene').add(new Option(scene.title || scene.name, scene.path));
  gel.client.on('frame', ({ frame, time, ms }) => {
    element('frame').textContent = frame;
    element('time').textContent = time.toFixed(2);
    element('cost').textContent = ms.toFixed(1);
  });
  gel.client.on('same', ({ frame }) => { element('bits').textContent = `Frame ${frame}: same bits as the native program.`; });
  gel.client.on('differs', ({ frame, hash, expected }) => {
    element('bits').textContent = `Frame ${frame} differs from the native program: ${hash}, expected ${expected}.`;
  });
  gel.client.on('error', ({ text }) => { setRunning(false); showProblem(text); });
  element('scene').onchange = guarded(openChosen);
  element('run').onclick = guarded(toggleRun);
  element('step').onclick = guarded(ask('step', { frames: 1 }));
  element('back').onclick = guarded(ask('back', { frames: 1 }));
  element('reset').onclick = guarded(ask('reset'));
  await openChosen();
  document.body.dataset.ready = 'true';
}

guarded(begin)();
