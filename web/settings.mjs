// The settings of the open scene, as sliders and choices: made from the library's own table of names, units and ranges.
import { shortNumber } from './plot.mjs';

const shownSettings = [
  'substepCount', 'gravity', 'contact', 'ground.enabled', 'ground.friction', 'solver', 'order', 'integrator',
];
const sliderSteps = 200;

// From the place of a slider, 0 to 1, to a value, and back.
function sliderScale({ slider: [lower, upper], logarithmic, type }) {
  const least = lower > 0 ? lower : upper / 1e4; // a logarithmic scale ends there, and 0 lies at its end
  const round = value => (type === 'whole' ? Math.round(value) : Number(value.toPrecision(3)));
  if (!logarithmic) {
    const span = upper - lower;
    return { toValue: at => round(lower + at * span), toPlace: value => (value - lower) / span };
  }
  return {
    toValue: at => (at === 0 ? lower : round(least * Math.pow(upper / least, at))),
    toPlace: value => (value <= least ? 0 : Math.log(value / least) / Math.log(upper / least)),
  };
}

function settingLabel(row) {
  const label = document.createElement('label'), value = document.createElement('span');
  value.className = 'value';
  label.title = row.help;
  label.append(row.label[0].toUpperCase() + row.label.slice(1), value);
  return { label, value };
}

// Each control: {label, refresh(value)}, where `value` is a list of numbers.
function sliderFor(row, set) {
  const { label, value } = settingLabel(row), { toValue, toPlace } = sliderScale(row);
  const input = document.createElement('input');
  const part = row.type === 'vector' ? 1 : 0; // of a vector, along Y
  let numbers = row.value;
  const show = number => {
    const text = `${shortNumber(number)} ${row.unit.replace('^2', '²')}`.trim();
    value.textContent = text;
    input.setAttribute('aria-valuetext', text);
  };
  Object.assign(input, { type: 'range', min: 0, max: 1, step: 1 / sliderSteps });
  input.addEventListener('input', () => show(toValue(Number(input.value))));
  input.addEventListener('change', () => {
    const number = toValue(Number(input.value));
    set(row, row.type === 'vector' ? [numbers[0], number, numbers[2]] : number);
  });
  label.append(input);
  const refresh = now => {
    numbers = now;
    input.value = toPlace(now[part]);
    show(now[part]);
  };
  return { label, refresh };
}

function switchFor(row, set) {
  const { label } = settingLabel(row), input = document.createElement('input');
  label.className = 'check';
  input.type = 'checkbox';
  input.addEventListener('change', () => set(row, input.checked));
  label.prepend(input);
  return { label, refresh: ([isOn]) => { input.checked = isOn !== 0; } };
}

function choiceFor(row, set) {
  const { label } = settingLabel(row), select = document.createElement('select');
  row.choices.filter(choice => choice !== null).forEach(choice => select.add(new Option(choice)));
  select.addEventListener('change', () => set(row, select.value));
  label.append(select);
  return { label, refresh: ([index]) => { select.value = row.choices[index]; } };
}

const settingControls = { choice: choiceFor, switch: switchFor };

// The controls stay as scenes come and go, and keep the focus.
export class SettingsRows {
  // `set(row, value)` is called when the user has chosen a value.
  constructor(box, set) { Object.assign(this, { box, set, controls: null }); }
  show(rows) {
    const shown = shownSettings.map(name => rows.find(row => row.name === name)).filter(Boolean);
    if (!this.controls) {
      this.controls = new Map(shown.map(row => [row.name, (settingControls[row.type] ?? sliderFor)(row, this.set)]));
      this.box.replaceChildren(...[...this.controls.values()].map(({ label }) => label));
    }
    for (const { name, value } of shown) this.controls.get(name).refresh(value);
  }
}
