// The keys of the window, as far as the page has what they do, and keys that turn the view. A key that is held repeats
// what `repeats`, once the last time is done.
export const keyRows = [
  { keys: [' '], shown: 'Space', action: 'pause', text: 'run or pause' },
  { keys: ['o', '.', 'ArrowRight'], shown: 'O, Right', action: 'step', text: 'one frame forward', repeats: true },
  { keys: ['ArrowLeft'], shown: 'Left', action: 'back', text: 'one frame back', repeats: true },
  { keys: ['PageDown'], shown: 'Page Down', action: 'stepSecond', text: 'one second forward', repeats: true },
  { keys: ['PageUp'], shown: 'Page Up', action: 'backSecond', text: 'one second back', repeats: true },
  { keys: ['r', 'Home'], shown: 'R', action: 'reset', text: 'back to the start' },
  { keys: ['Shift+ArrowLeft'], shown: 'Shift Left', action: 'turnLeft', text: 'turn the view left', repeats: true },
  { keys: ['Shift+ArrowRight'], shown: 'Shift Right', action: 'turnRight', text: 'turn the view right', repeats: true },
  { keys: ['Shift+ArrowUp'], shown: 'Shift Up', action: 'turnUp', text: 'turn the view up', repeats: true },
  { keys: ['Shift+ArrowDown'], shown: 'Shift Down', action: 'turnDown', text: 'turn the view down', repeats: true },
  { keys: ['+', '='], shown: '+', action: 'zoomIn', text: 'nearer', repeats: true },
  { keys: ['-'], shown: '−', action: 'zoomOut', text: 'farther', repeats: true },
  { keys: ['f'], shown: 'F', action: 'showAll', text: 'show everything' },
  { keys: ['m'], shown: 'M', action: 'nextMode', text: 'next colours' },
  { keys: ['w'], shown: 'W', action: 'wireframe', text: 'wireframe' },
  { keys: ['v'], shown: 'V', action: 'tets', text: 'skin or tetrahedra' },
  { keys: ['c'], shown: 'C', action: 'contacts', text: 'forces of contacts' },
  { keys: ['a'], shown: 'A', action: 'compare', text: 'second setup of a lesson' },
  { keys: ['n'], shown: 'N', action: 'nextLesson', text: 'next lesson' },
  { keys: ['l'], shown: 'L', action: 'scenes', text: 'scenes and lessons' },
  { keys: ['p'], shown: 'P', action: 'settings', text: 'settings and probes' },
  { keys: ['h', 'F1'], shown: 'H', action: 'help', text: 'help' },
  { keys: ['Escape'], shown: 'Esc', action: 'closePane', text: 'close message and pane' },
];

const isCharacter = key => key.length === 1 && key !== ' ';

// Where keys mean something else: fields, what Space presses, and a pane that can be scrolled.
function takesKey(element, key) {
  if (element.matches('input:not([type="checkbox"]):not([type="range"]), select, textarea')) return key !== 'Escape';
  const scrolls = [' ', 'PageUp', 'PageDown', 'Home'].includes(key), pane = element.closest('#pane');
  if (element.matches('input[type="range"]'))
    return key.startsWith('Arrow') || key.startsWith('Page') || key === 'Home';
  if ((key === ' ' || key === 'Enter') && element.matches('button, summary, a, input, label')) return true;
  return scrolls && pane !== null && pane.scrollHeight > pane.clientHeight;
}

// `usesLetters()`: keys of one character can be switched off, for those who dictate.
export function listenToKeys(actions, usesLetters) {
  let isUnderWay = false;
  document.addEventListener('keydown', async event => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesKey(event.target, event.key)) return;
    if (isCharacter(event.key) && !usesLetters()) return;
    const plain = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const key = event.shiftKey && plain.startsWith('Arrow') ? `Shift+${plain}` : plain;
    const row = keyRows.find(({ keys }) => keys.includes(key));
    if (!row) return;
    event.preventDefault();
    if (event.repeat && (!row.repeats || isUnderWay)) return;
    isUnderWay = true;
    await actions[row.action]();
    isUnderWay = false;
  });
}

export function listKeys(table) {
  for (const { shown, text } of keyRows) {
    const row = table.insertRow(), key = document.createElement('kbd');
    key.textContent = shown;
    row.insertCell().append(key);
    row.insertCell().textContent = text;
  }
}
