// The pane beside the picture, which shows one thing at a time. The camera gets the room that is left.
const paneTitles = { scenes: 'Scenes', lesson: 'Lesson', settings: 'Settings', help: 'Help' };

// There a field that has the focus brings up a keyboard, which would cover the pane.
const hasFingers = () => matchMedia('(pointer: coarse)').matches;

export class Panes {
  // `setCover` tells the worker, or both of them.
  constructor(setCover) {
    this.setCover = setCover;
    this.shown = null;
    this.pane = document.getElementById('pane');
    this.title = document.getElementById('pane-title');
    this.buttons = [...document.querySelectorAll('[data-pane]')];
    for (const button of this.buttons) button.addEventListener('click', () => this.toggle(button.dataset.pane));
    addEventListener('resize', () => this.cover());
  }
  toggle(name) {
    if (this.shown === name) this.close();
    else this.open(name);
  }
  open(name) {
    this.shown = name;
    this.pane.hidden = false;
    for (const section of this.pane.querySelectorAll('section')) section.hidden = section.id !== name;
    this.title.textContent = this.headings?.[name] ?? paneTitles[name];
    this.pane.scrollTop = 0;
    this.update();
    const first = this.pane.querySelector(`#${name} :is(input, button, select)`);
    (hasFingers() ? this.pane : first)?.focus({ preventScroll: true });
  }
  close() {
    const button = this.buttons.find(({ dataset }) => dataset.pane === this.shown);
    if (this.pane.contains(document.activeElement)) button?.focus();
    this.shown = null;
    this.pane.hidden = true;
    this.update();
  }
  update() {
    for (const button of this.buttons)
      button.setAttribute('aria-expanded', String(button.dataset.pane === this.shown));
    this.cover();
  }
  // The shares of the picture that are covered: at the left, at the right, below.
  cover() {
    const box = this.pane.getBoundingClientRect(), bar = document.getElementById('bar').getBoundingClientRect();
    const isShown = !this.pane.hidden, isBelow = isShown && box.left === 0;
    const below = isBelow ? innerHeight - box.top : innerHeight - bar.top;
    const beside = isShown && !isBelow ? box.width : 0;
    const isTwo = document.getElementById('pictures').classList.contains('two');
    const { style } = document.getElementById('stage');
    style.setProperty('--covered', `${beside}px`); // two pictures share what is left
    style.setProperty('--covered-below', `${below}px`);
    this.setCover([0, isTwo ? 0 : beside / innerWidth, below / innerHeight]);
  }
  offerLesson(lesson) {
    const button = this.buttons.find(({ dataset }) => dataset.pane === 'lesson');
    button.hidden = !lesson;
    this.headings = { lesson: lesson?.title };
    if (lesson) this.open('lesson');
    else if (this.shown === 'lesson') this.close();
    else this.cover();
  }
}
