// The settings of the open scene, as sliders and choices: made from the library's own table of names, units and ranges.
import { shortNumber } from './plot.mjs';

const shownSettings = ['substepCount', 'gravity', 'contact', 'ground.enabled', 'ground.friction', 'solver', 'order', 'integrator'];
const settingTitles = { substepCount: 'Substeps', gravity: 'Gravity', contact: 'Contact between bodies', 'ground.enabled': 'Ground', 'ground.friction': 'Friction of the ground', solver: 'Solver', order: 'Order of constraints', integrator: 'Integrator' };
const sliderSteps = 200;

// From the place of a slider, 0 to 1, to a value, and back.
function sliderScale({ slider: [lower, upper], logarithmic, type }) {
  const least = lower > 0 ? lower : upper / 1e4; // a logarithmic scale ends there, and 0 lies at its end
  const round = value => (type === 'whole' ? Math.round(value) : Number(value.toPrecision(3)));
  if (!logarithmic) return { toValue: at => round(lower + at * (upper - lower)), toPlace: value => (value - lower) / (upper - lower) };
  return {
    toValue: at => (at === 0 ? lower : round(least * Math.pow(upper / least, at))),
    toPlace: value => (value <= least ? 0 : Math.log(value / least) / Math.log(upper / least)),
  };
}

function settingLabel(row) {
  const label = document.createElement('label'), value = document.createElement('span');
  value.className = 'value';
  label.title = row.help;
  label.append(settingTitles[row.name] ?? row.label, value);
  return { label, value };
}

function sliderFor(row, set) {
  const { label, value } = settingLabel(row), input = document.createElement('input'), { toValue, toPlace } = sliderScale(row);
  const part = row.type === 'vector' ? 1 : 0; // of a vector, along Y
  const show = number => {
    const text = `${shortNumber(number)} ${row.unit.replace('^2', '²')}`.trim();
    value.textContent = text;
    input.setAttribute('aria-valuetext', text);
  };
  Object.assign(input, { type: 'range', min: 0, max: 1, step: 1 / sliderSteps });
  input.value = toPlace(row.value[part]);
  show(row.value[part]);
  input.addEventListener('input', () => show(toValue(Number(input.value))));
  input.addEventListener('change', () => {
    const number = toValue(Number(input.value));
    set(row, row.type === 'vector' ? [row.value[0], number, row.value[2]] : number);
  });
  label.append(input);
  return label;
}

function switchFor(row, set) {
  const label = document.createElement('label'), input = document.createElement('input');
  label.className = 'check';
  label.title = row.help;
  Object.assign(input, { type: 'checkbox', checked: row.value[0] !== 0 });
  input.addEventListener('change', () => set(row, input.checked));
  label.append(input, settingTitles[row.name] ?? row.label);
  return label;
}

function choiceFor(row, set) {
  const { label } = settingLabel(row), select = document.createElement('select');
  row.choices.forEach(choice => select.add(new Option(choice)));
  select.selectedIndex = row.value[0];
  select.addEventListener('change', () => set(row, select.value));
  label.append(select);
  return label;
}

// `set(row, value)` is called when the user has chosen a value.
export function showSettings(box, rows, set) {
  const shown = shownSettings.map(name => rows.find(row => row.name === name)).filter(Boolean);
  box.replaceChildren(...shown.map(row => (row.type === 'choice' ? choiceFor : row.type === 'switch' ? switchFor : sliderFor)(row, set)));
}
