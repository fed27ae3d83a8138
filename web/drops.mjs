// Files that the user drops or chooses: a scene, a mesh, or a recording is opened, with the other files beside it.
const largestDrop = 200e6; // bytes
const openable = ['.json', '.obj', '.off', '.stl', '.msh', '.vtu', '.vtk', '.ply', '.node', '.ele'];

function firstToOpen(names) {
  for (const ending of openable) {
    const name = names.find(candidate => candidate.toLowerCase().endsWith(ending));
    if (name) return name.replace(/\.ele$/i, '.node');
  }
  return null;
}

// A recording names its scene relative to itself; a page has it under another path.
function placeRecording(name, text, scenes) {
  try {
    const recording = JSON.parse(text), wanted = recording.scene?.split('/').pop();
    const known = scenes.find(path => path.split('/').pop() === wanted);
    return known ? `${known.split('/').slice(0, -1).join('/')}/${name}` : name;
  } catch {
    return name;
  }
}

// `use(files, path)` gets what was dropped; `refuse(text)` a line about what cannot be.
export function acceptDrops(scenes, use, refuse) {
  async function take(list) {
    const dropped = [...list], size = dropped.reduce((sum, file) => sum + file.size, 0);
    if (dropped.length === 0) return;
    if (size > largestDrop) return refuse(`${(size / 1e6).toFixed(0)} MB are too much for a page; up to ${largestDrop / 1e6} MB can be dropped`);
    const name = firstToOpen(dropped.map(file => file.name));
    if (!name) return refuse(`${dropped[0].name} is no scene and no mesh: ${openable.join(' ')} can be dropped`);
    const files = {};
    let path = name;
    for (const file of dropped) files[file.name] = new Uint8Array(await file.arrayBuffer());
    if (name.toLowerCase().endsWith('.json')) {
      path = placeRecording(name, new TextDecoder().decode(files[name]), scenes);
      files[path] = files[name];
    }
    use(files, path);
  }
  const mark = isOver => document.body.classList.toggle('dropping', isOver);
  document.addEventListener('dragover', event => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', event => event.relatedTarget === null && mark(false));
  document.addEventListener('drop', event => {
    event.preventDefault();
    mark(false);
    take(event.dataTransfer.files);
  });
  return take;
}

// Offers bytes as a download.
export function saveFile(name, bytes, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
