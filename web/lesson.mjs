// A lesson beside the scene: asks for a prediction, runs, and answers with what was expected, measured and predicted.
import { shortNumber } from './plot.mjs';
import { probeFigures } from './probe_figures.mjs';

function lessonElement(tag, text, className = '') {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}
function lessonButton(text, press, className = '') {
  const button = lessonElement('button', text, className);
  button.type = 'button';
  button.addEventListener('click', press);
  return button;
}

// Setups of the command name a device or a strategy, too, which are fixed in a page.
export function setupSettings(text) {
  const settings = {};
  for (const part of text.split(',')) {
    const [name, value] = part.split('=');
    if (value === undefined || name === 'strategy' || name === 'lanes') return null;
    settings[name] = value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
  }
  return settings;
}

export class LessonPane {
  // `actions`: run(), compare(), next(), otherCurve(probe) of a second world.
  constructor(box, player, actions) {
    Object.assign(this, { box, player, actions, stage: 'none' });
    player.on('opened', () => this.begin());
    player.on('frame', () => this.followSoon());
    player.on('reset', () => this.lesson && this.begin());
  }
  get lesson() { return this.player.scene?.lesson ?? null; }
  get isAsking() { return this.stage === 'asks'; }

  begin() {
    clearTimeout(this.timer);
    this.timer = null;
    this.asked = (this.asked ?? 0) + 1; // what is answered for an earlier scene is dropped
    this.said = null;
    this.stage = this.lesson ? 'asks' : 'none';
    if (!this.lesson) return this.box.replaceChildren();
    const { question } = this.lesson;
    this.body = document.createElement('div');
    this.box.replaceChildren(lessonElement('p', question), this.body);
    this.body.append(this.lesson.choices.length > 0 ? this.choices() : this.numberForm());
    this.body.append(lessonButton('Run without a prediction', () => this.predict(null), 'quiet'));
  }
  choices() {
    const box = document.createElement('div');
    box.className = 'choices';
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'What do you predict?');
    this.lesson.choices.forEach((text, i) => box.append(lessonButton(text, () => this.predict({ choice: i, text }))));
    return box;
  }
  numberForm() {
    const form = document.createElement('form');
    const label = lessonElement('label', `What do you predict, in ${this.lesson.unit}?`);
    const input = document.createElement('input'), problem = lessonElement('p', '', 'note');
    Object.assign(input, { type: 'text', inputMode: 'decimal', autocomplete: 'off' });
    problem.setAttribute('role', 'alert');
    label.append(input);
    const go = lessonElement('button', 'Run', 'primary');
    form.append(label, problem, go);
    form.addEventListener('submit', event => {
      event.preventDefault();
      const value = Number(input.value.trim().replace(',', '.'));
      if (input.value.trim() === '' || !Number.isFinite(value)) {
        problem.textContent = `“${input.value}” is no number; for example 1.5`;
        return input.focus();
      }
      this.predict({ value, text: `${shortNumber(value)} ${this.lesson.unit}` });
    });
    return form;
  }
  predict(said) {
    this.said = said;
    this.stage = 'runs';
    this.verdicts = document.createElement('div');
    this.plots = document.createElement('div');
    this.progress = lessonElement('p', '', 'note');
    this.progress.setAttribute('role', 'status');
    const prediction = said ? [lessonElement('p', `You predict: ${said.text}`)] : [];
    this.body.replaceChildren(...prediction, this.progress, this.verdicts, this.plots);
    const [first, second] = this.lesson.setups ?? [];
    if (first && setupSettings(first) && setupSettings(second))
      this.body.append(lessonButton(`Compare ${first} with ${second}`, () => this.actions.compare()));
    this.actions.run();
  }
  // A few times a second, and once more after the last frame.
  followSoon() {
    if (this.stage === 'runs' || this.stage === 'answers')
      this.timer ??= setTimeout(() => this.follow(this.asked), 300);
  }
  async follow(asked) {
    const { expectedFrames, timeStep } = this.player.scene, isOver = () => this.player.frame >= expectedFrames;
    const isCurrent = () => asked === this.asked;
    try {
      if (this.stage === 'runs' && isOver()) await this.answer(isCurrent);
      else if (this.stage === 'runs')
        this.showProgress(`Measuring until ${shortNumber(expectedFrames * timeStep)} s …`);
      if (isCurrent() && this.stage !== 'asks') await this.drawCurves(isCurrent);
    } finally {
      if (isCurrent()) this.timer = null;
    }
    if (isCurrent() && this.stage === 'runs' && isOver()) this.followSoon();
  }
  // Only what is new is read aloud.
  showProgress(text) { if (this.progress.textContent !== text) this.progress.textContent = text; }
  async drawCurves(isCurrent) {
    const { expectedFrames, timeStep } = this.player.scene;
    const figures = await probeFigures(this.player, expectedFrames * timeStep, this.actions.otherCurve);
    if (figures && isCurrent()) this.plots.replaceChildren(...figures);
  }
  async answer(isCurrent) {
    const reply = await this.player.ask('judge');
    if (!isCurrent()) return;
    if (!reply) {
      this.stage = 'failed'; // the message says why; asking again would repeat it
      return this.showProgress('The result could not be measured.');
    }
    this.stage = 'answers';
    this.showProgress('');
    const { lesson, said } = this;
    this.verdicts.replaceChildren(...reply.verdicts.map((verdict, i) => this.verdictBox(verdict, i)));
    if (lesson.choices.length > 0) this.verdicts.prepend(this.rightChoice());
    this.verdicts.append(lessonElement('p', lesson.answer));
    if (lesson.source) this.verdicts.append(lessonElement('p', lesson.source, 'note'));
    if (lesson.steps.length > 0) {
      const list = document.createElement('ol');
      list.append(...lesson.steps.map(text => lessonElement('li', text)));
      this.verdicts.append(lessonElement('h3', 'Try'), list);
    }
    this.body.append(lessonButton('Next lesson', () => this.actions.next(), 'primary'));
    const hasChosen = said !== null && said.choice !== undefined;
    const isRight = hasChosen && said.choice === lesson.rightChoice;
    const judgement = hasChosen ? `Your prediction was ${isRight ? '' : 'not '}right. ` : '';
    this.player.tell('say', judgement + lesson.answer);
  }
  rightChoice() {
    const box = document.createElement('div');
    box.className = 'choices';
    this.lesson.choices.forEach((text, i) => {
      const isRight = i === this.lesson.rightChoice, isSaid = i === this.said?.choice;
      const marks = `${isRight ? ' ✓' : ''}${isSaid ? ' (your prediction)' : ''}`;
      const button = lessonElement('button', text + marks, `${isRight ? 'right' : ''} ${isSaid ? 'said' : ''}`);
      button.disabled = true;
      box.append(button);
    });
    return box;
  }
  verdictBox({ probe, statistic, unit, reason, expected, tolerance, measured, isMet, isReached, problem }, i) {
    const { lesson, said } = this, box = document.createElement('div'), list = document.createElement('dl');
    box.className = `verdict ${isMet ? 'met' : 'missed'}`;
    const add = (term, text) => list.append(lessonElement('dt', term), lessonElement('dd', text));
    const withUnit = value => `${shortNumber(value)} ${unit}`.trim();
    if (said?.value !== undefined && i === lesson.expectation) add('predicted', said.text);
    add('expected', `${withUnit(expected)} ± ${shortNumber(tolerance)}`);
    add('measured', isReached ? `${withUnit(measured)}, ${isMet ? 'as expected' : 'not as expected'}` : problem);
    box.append(lessonElement('h3', `${statistic} ${probe}`.trim()), list);
    if (reason) box.append(lessonElement('p', reason, 'note'));
    return box;
  }
}
