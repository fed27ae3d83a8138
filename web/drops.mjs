// Files that the user drops or chooses: a scene, a mesh, or a recording is opened, with the other files beside it.
const largestDrop = 20e6; // bytes: a surface of half a million triangles, which takes minutes
const openable = ['.json', '.obj', '.off', '.msh', '.vtu', '.vtk', '.node', '.ele'];

function firstToOpen(names) {
  for (const ending of openable) {
    const name = names.find(candidate => candidate.toLowerCase().endsWith(ending));
    if (name) return name.replace(/\.ele$/i, '.node');
  }
  return null;
}

function sceneOfRecording(bytes) {
  try {
    const { scene } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof scene === 'string' ? scene : null;
  } catch {
    return null; // the library says what is wrong with the file
  }
}

// A recording names its scene relative to itself; a page has it under another path. Returns null if no scene is meant,
// or several may be: of those with the name, the open one counts, or the one whose path ends as the recording has it.
function findScene(wanted, scenes, open) {
  const parts = wanted.split('/').filter(part => part !== '..' && part !== '.'), end = parts.join('/');
  const named = scenes.filter(path => path.split('/').pop() === parts.at(-1));
  if (named.includes(open)) return open;
  const exact = named.filter(path => path === end || path.endsWith(`/${end}`));
  return exact.length === 1 ? exact[0] : named.length === 1 ? named[0] : null;
}

// Where the file to open is put, and the scene of the page that it repeats, if it is a recording.
function placeOpened(name, files, scenes, open) {
  const wanted = name.toLowerCase().endsWith('.json') ? sceneOfRecording(files[name]) : null;
  const recorded = wanted && !files[wanted] ? findScene(wanted, scenes, open) : null;
  return recorded === null ? { path: name } : { path: [...recorded.split('/').slice(0, -1), name].join('/'), recorded };
}

// `use(files, path, recorded)` gets what was dropped; `refuse(text)` a line about what cannot be; `openPath()` is that
// of the scene which is open.
export function acceptDrops({ scenes, use, refuse, openPath }) {
  async function take(list) {
    const dropped = [...list], size = dropped.reduce((sum, file) => sum + file.size, 0);
    if (dropped.length === 0) return;
    if (size > largestDrop) {
      const found = (size / 1e6).toFixed(0);
      return refuse(`${found} MB are too much for a page; up to ${largestDrop / 1e6} MB can be dropped`);
    }
    const name = firstToOpen(dropped.map(file => file.name));
    if (!name) return refuse(`${dropped[0].name} is no scene and no mesh: ${openable.join(' ')} can be dropped`);
    const files = {};
    for (const file of dropped) {
      try {
        files[file.name] = new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        return refuse(`${file.name} cannot be read: ${error.message}; drop files, no folders`);
      }
    }
    const { path, recorded } = placeOpened(name, files, scenes, openPath());
    files[path] = files[name];
    use(files, path, recorded);
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
