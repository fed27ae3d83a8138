// Files in memory answer the calls of WASI as the files of a system do.
// usage: node files_test.mjs
import { Files, wasiFunctions } from '../../web/files.mjs';

const ok = 0, badDescriptor = 8, exists = 20, invalid = 28, isFolder = 31, missing = 44, noFolder = 54;
const create = 1, mustBeFolder = 2, exclusive = 4, truncate = 8, append = 1;
const fromStart = 0, fromHere = 1, fromEnd = 2;
const memory = new WebAssembly.Memory({ initial: 1 }), said = [];
const files = new Files({ 'a/old.txt': 'old content', 'b.txt': 'b' });
const wasi = wasiFunctions(files, line => said.push(line), () => memory);
const view = new DataView(memory.buffer), bytes = new Uint8Array(memory.buffer);
const listAt = 0, resultAt = 16, pathAt = 100, otherPathAt = 200, dataAt = 300;
let failed = 0;

function expect(what, found, expected) {
  const isRight = JSON.stringify(found) === JSON.stringify(expected);
  console.log(isRight ? 'ok    ' : 'FAILED', `${what}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  failed += isRight ? 0 : 1;
}
function store(at, text) {
  const data = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  bytes.set(data, at);
  return data.length;
}
function tryOpen(path, flags = 0, descriptorFlags = 0) {
  return wasi.path_open(3, 0, pathAt, store(pathAt, path), flags, 0n, 0n, descriptorFlags, resultAt);
}
function open(path, flags, descriptorFlags) {
  expect(`${path} is opened`, tryOpen(path, flags, descriptorFlags), ok);
  return view.getUint32(resultAt, true);
}
function piece(length) {
  view.setUint32(listAt, dataAt, true);
  view.setUint32(listAt + 4, length, true);
}
function write(file, text) {
  piece(store(dataAt, text));
  return wasi.fd_write(file, listAt, 1, resultAt);
}
function read(file, length = 100) {
  piece(length);
  wasi.fd_read(file, listAt, 1, resultAt);
  return new TextDecoder().decode(bytes.slice(dataAt, dataAt + view.getUint32(resultAt, true)));
}
const content = path => (files.get(path) ? new TextDecoder().decode(files.get(path)) : null);
const rename = (from, to) => wasi.path_rename(3, pathAt, store(pathAt, from), 3, otherPathAt, store(otherPathAt, to));
const kindOf = file => [wasi.fd_fdstat_get(file, resultAt), view.getUint16(resultAt + 2, true)];

// A file that is open keeps its name and its bytes through all that happens to either.
const part = open('new.part', create | exclusive);
write(part, 'one ');
expect('a name that is taken', tryOpen('new.part', create | exclusive), exists);
expect('a file replaces another', rename('new.part', 'a/../b.txt'), ok);
write(part, 'two');
expect('what is written after the renaming', [content('new.part'), content('b.txt')], [null, 'one two']);
expect('a missing file is renamed', rename('new.part', 'c.txt'), missing);
const reader = open('b.txt');
const writer = open('b.txt', create | truncate);
expect('what an open file has once it is cut', read(reader), '');
write(writer, 'three');
expect('what is written to a cut file', [read(reader), content('b.txt')], ['three', 'three']);

const end = open('b.txt', 0, append);
wasi.fd_seek(end, 0n, fromStart, resultAt);
write(end, '!');
expect('what is appended', content('b.txt'), 'three!');
expect('the flags of a file that is appended to', kindOf(end), [ok, append]);
wasi.fd_fdstat_set_flags(end, 0);
expect('and no longer', kindOf(end), [ok, 0]);

expect('a place before the start', wasi.fd_seek(reader, -1n, fromStart, resultAt), invalid);
expect('a place from nowhere', wasi.fd_seek(reader, 0n, 3, resultAt), invalid);
expect('which leaves the place', [wasi.fd_tell(reader, resultAt), Number(view.getBigUint64(resultAt, true))], [ok, 5]);
wasi.fd_seek(reader, -3n, fromEnd, resultAt);
wasi.fd_seek(reader, 1n, fromHere, resultAt);
expect('what is read from there', read(reader), 'e!');
wasi.fd_close(reader);
const all = [kindOf(reader)[0], wasi.fd_close(reader), write(reader, '')];
expect('calls with a closed file', all, [badDescriptor, badDescriptor, badDescriptor]);

expect('a folder in place of a file', tryOpen('a'), isFolder);
expect('a file in place of a folder', tryOpen('a/old.txt', mustBeFolder), noFolder);
expect('a missing file', tryOpen('a/new.txt'), missing);

const letters = new TextEncoder().encode('5 µm\n');
write(1, letters.slice(0, 3)); // ends within the µ
write(2, 'warning\n');
write(1, letters.slice(3));
expect('the lines of two streams', said, ['warning', '5 µm']);
process.exit(failed > 0 ? 1 : 0);
