// Files in memory, and the functions of WASI by which gel.wasm reads and writes them: all that it sees of the machine.

// Takes "." and ".." out of a path.
function plainPath(path) {
  const parts = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

export class Files {
  constructor(files = {}) {
    this.map = new Map(); // path to {bytes: Uint8Array}, which open descriptors share
    for (const [path, bytes] of Object.entries(files)) this.put(path, bytes);
  }
  put(path, bytes) {
    this.map.set(plainPath(path), { bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes });
  }
  get(path) { return this.map.get(plainPath(path))?.bytes; }
  remove(path) { return this.map.delete(plainPath(path)); }
  find(path) { return this.map.get(plainPath(path)); }
  rename(from, to) {
    const file = this.find(from);
    this.remove(from);
    this.map.set(plainPath(to), file);
  }
  isFolder(path) {
    const folder = plainPath(path);
    return folder === '' || [...this.map.keys()].some(name => name.startsWith(folder + '/'));
  }
}

// WASI's numbers of errors, kinds of files, flags of path_open, and the flag of a descriptor.
const wasi = {
  ok: 0, badDescriptor: 8, exists: 20, invalid: 28, isFolder: 31, missing: 44, noFunction: 52, noFolder: 54, noSeek: 70,
  terminal: 2, folder: 3, file: 4,
  create: 1, mustBeFolder: 2, exclusive: 4, truncate: 8,
  append: 1,
};

// The functions that wasi-libc imports. `say` gets each line of standard output and of standard error.
export function wasiFunctions(files, say, memoryOf) {
  const root = 3, open = new Map();
  let next = root + 1;
  const output = [0, 1, 2].map(() => ({ decoder: new TextDecoder(), line: '' })); // of each stream
  const view = () => new DataView(memoryOf().buffer);
  const bytes = () => new Uint8Array(memoryOf().buffer); // a new view each time: memory moves when it grows
  const text = (at, length) => new TextDecoder().decode(bytes().slice(at, at + length));

  // Calls `use` with each of the pieces of memory that a list names, until one is not used up. Stores the sum.
  function forEachPiece(list, count, sumAt, use) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(list + 8 * i, true), length = view().getUint32(list + 8 * i + 4, true);
      const done = use(at, length);
      sum += done;
      if (done < length) break;
    }
    view().setUint32(sumAt, sum, true);
    return wasi.ok;
  }
  function read(file, place, list, count, sumAt) {
    return forEachPiece(list, count, sumAt, (at, length) => {
      const part = file.bytes.subarray(place, place + length);
      bytes().set(part, at);
      place += part.length;
      return part.length;
    });
  }
  // A file grows by halves, so that many small pieces cost little; `bytes` is what of `room` is used.
  function write(file, place, list, count, sumAt) {
    return forEachPiece(list, count, sumAt, (at, length) => {
      const end = Math.max(place + length, file.bytes.length);
      if (!file.room || file.room.length < end) {
        file.room = new Uint8Array(end + (end >> 1) + 256);
        file.room.set(file.bytes);
      }
      file.room.set(bytes().subarray(at, at + length), place);
      file.bytes = file.room.subarray(0, end);
      place += length;
      return length;
    });
  }
  // A piece may end within a letter.
  function writeLine(stream, list, count, sumAt) {
    const status = forEachPiece(list, count, sumAt, (at, length) => {
      stream.line += stream.decoder.decode(bytes().slice(at, at + length), { stream: true });
      return length;
    });
    const lines = stream.line.split('\n');
    stream.line = lines.pop();
    lines.forEach(line => say(line));
    return status;
  }
  function describe(at, size, kind) {
    bytes().fill(0, at, at + 64);
    bytes()[at + 16] = kind;
    view().setBigUint64(at + 32, BigInt(size), true);
    return wasi.ok;
  }
  const withOpen = (number, use) => (open.has(number) ? use(open.get(number)) : wasi.badDescriptor);
  const noneOf = (countAt, sizeAt) => {
    view().setUint32(countAt, 0, true);
    view().setUint32(sizeAt, 0, true);
    return wasi.ok;
  };

  const functions = {
    args_get: () => wasi.ok,
    args_sizes_get: noneOf,
    environ_get: () => wasi.ok,
    environ_sizes_get: noneOf,
    clock_res_get: (clock, at) => (view().setBigUint64(at, 1000n, true), wasi.ok),
    clock_time_get: (clock, precision, at) => {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return wasi.ok;
    },
    fd_prestat_get: (number, at) => {
      if (number !== root) return wasi.badDescriptor;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true); // the length of "/"
      return wasi.ok;
    },
    fd_prestat_dir_name: (number, at) => (bytes()[at] = 0x2f, wasi.ok),
    fd_fdstat_get: (number, at) => {
      if (number > root && !open.has(number)) return wasi.badDescriptor;
      bytes().fill(0, at, at + 8);
      bytes()[at] = number === root ? wasi.folder : number < root ? wasi.terminal : wasi.file;
      view().setUint16(at + 2, open.get(number)?.isAppended ? wasi.append : 0, true);
      view().setBigInt64(at + 8, -1n, true); // all rights
      view().setBigInt64(at + 16, -1n, true);
      return wasi.ok;
    },
    fd_fdstat_set_flags: (number, flags) => withOpen(number, o => {
      o.isAppended = (flags & wasi.append) !== 0;
      return wasi.ok;
    }),
    fd_filestat_get: (number, at) => withOpen(number, o => describe(at, o.file.bytes.length, wasi.file)),
    path_filestat_get: (folder, flags, pathAt, length, at) => {
      const path = text(pathAt, length), file = files.find(path);
      if (file) return describe(at, file.bytes.length, wasi.file);
      return files.isFolder(path) ? describe(at, 0, wasi.folder) : wasi.missing;
    },
    path_open: (folder, follow, pathAt, length, flags, rights, inherited, fdFlags, at) => {
      const path = text(pathAt, length);
      let file = files.find(path);
      if (!file && files.isFolder(path)) return flags & wasi.mustBeFolder ? wasi.noFunction : wasi.isFolder;
      if (file && (flags & wasi.mustBeFolder)) return wasi.noFolder;
      if (file && (flags & wasi.create) && (flags & wasi.exclusive)) return wasi.exists;
      if (!file && !(flags & wasi.create)) return wasi.missing;
      if (!file) {
        files.put(path, new Uint8Array(0));
        file = files.find(path);
      }
      if (flags & wasi.truncate) Object.assign(file, { bytes: new Uint8Array(0), room: undefined });
      open.set(next, { file, place: 0, isAppended: (fdFlags & wasi.append) !== 0 });
      view().setUint32(at, next++, true);
      return wasi.ok;
    },
    path_create_directory: () => wasi.ok, // folders are what names of files say
    path_unlink_file: (folder, pathAt, length) => (files.remove(text(pathAt, length)) ? wasi.ok : wasi.missing),
    path_rename: (folder, fromAt, fromLength, newFolder, toAt, toLength) => {
      const from = text(fromAt, fromLength);
      if (!files.find(from)) return wasi.missing;
      files.rename(from, text(toAt, toLength));
      return wasi.ok;
    },
    fd_read: (number, list, count, at) => withOpen(number, o => {
      const status = read(o.file, o.place, list, count, at);
      o.place += view().getUint32(at, true);
      return status;
    }),
    fd_pread: (number, list, count, place, at) => withOpen(number, o => read(o.file, Number(place), list, count, at)),
    fd_write: (number, list, count, at) => {
      if (number < root) return writeLine(output[number], list, count, at);
      return withOpen(number, o => {
        if (o.isAppended) o.place = o.file.bytes.length;
        const status = write(o.file, o.place, list, count, at);
        o.place += view().getUint32(at, true);
        return status;
      });
    },
    fd_pwrite: (number, list, count, place, at) => withOpen(number, o => write(o.file, Number(place), list, count, at)),
    fd_seek: (number, by, from, at) => number < root ? wasi.noSeek : withOpen(number, o => {
      const place = Number(by) + [0, o.place, o.file.bytes.length][from];
      if (!(place >= 0)) return wasi.invalid; // or NaN: there is no such `from`
      o.place = place;
      view().setBigUint64(at, BigInt(o.place), true);
      return wasi.ok;
    }),
    fd_tell: (number, at) => withOpen(number, o => (view().setBigUint64(at, BigInt(o.place), true), wasi.ok)),
    fd_sync: () => wasi.ok,
    fd_close: number => (open.delete(number) ? wasi.ok : wasi.badDescriptor),
    proc_exit: code => { throw new Error(`gel.wasm ended with code ${code}`); },
    random_get: (at, size) => (crypto.getRandomValues(bytes().subarray(at, at + size)), wasi.ok),
    sched_yield: () => wasi.ok,
  };
  return new Proxy(functions, { get: (all, name) => all[name] ?? (() => wasi.noFunction) });
}
