// The keys of the window, as far as the page has what they do.
export const keyRows = [
  { keys: [' '], shown: 'Space', action: 'pause', text: 'run or pause' },
  { keys: ['o', '.', 'ArrowRight'], shown: 'O, Right', action: 'step', text: 'one frame forward' },
  { keys: ['ArrowLeft'], shown: 'Left', action: 'back', text: 'one frame back' },
  { keys: ['PageDown'], shown: 'Page Down', action: 'stepSecond', text: 'one second forward' },
  { keys: ['PageUp'], shown: 'Page Up', action: 'backSecond', text: 'one second back' },
  { keys: ['r', 'Home'], shown: 'R', action: 'reset', text: 'back to the start' },
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
  { keys: ['Escape'], shown: 'Esc', action: 'closePane', text: 'close the pane' },
];

// Where keys mean something else: fields, and what Space presses.
function takesKey(element, key) {
  if (element.matches('input:not([type="checkbox"]):not([type="range"]), select, textarea')) return key !== 'Escape';
  if (element.matches('input[type="range"]')) return key.startsWith('Arrow') || key.startsWith('Page') || key === 'Home';
  return (key === ' ' || key === 'Enter') && element.matches('button, summary, a, input, label');
}

export function listenToKeys(actions) {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesKey(event.target, event.key)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const row = keyRows.find(({ keys }) => keys.includes(key));
    if (!row) return;
    event.preventDefault();
    actions[row.action]();
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
