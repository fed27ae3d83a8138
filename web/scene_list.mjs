// The scenes and lessons of the page, to choose from.
// `scenes`: [{path, name, title}], of which those with a title are lessons.
export function listScenes(box, scenes, open) {
  const groups = { Scenes: scenes.filter(scene => !scene.title), Lessons: scenes.filter(scene => scene.title) };
  box.replaceChildren();
  for (const [title, group] of Object.entries(groups)) {
    if (group.length === 0) continue;
    const heading = document.createElement('h3'), list = document.createElement('ul');
    heading.textContent = title;
    for (const row of group) {
      const item = document.createElement('li'), button = document.createElement('button');
      Object.assign(button, { type: 'button', textContent: row.title || row.name });
      button.dataset.path = row.path;
      button.addEventListener('click', () => open(row.path));
      item.append(button);
      list.append(item);
    }
    box.append(heading, list);
  }
}

export function markScene(box, path) {
  for (const button of box.querySelectorAll('button'))
    button.setAttribute('aria-current', String(button.dataset.path === path));
}

export function filterScenes(box, text) {
  const wanted = text.trim().toLowerCase();
  for (const button of box.querySelectorAll('button'))
    button.parentElement.hidden = !`${button.textContent} ${button.dataset.path}`.toLowerCase().includes(wanted);
}
