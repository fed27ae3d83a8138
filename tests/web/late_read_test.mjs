// Kernels for WebAssembly read a number where the source does, not after later stores, as clang 14 does without a
// freeze.
// usage: node late_read_test.mjs CMAKE CLANG FOLDER
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [cmake, clang, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url)), host = join(here, '../../host');
mkdirSync(folder, { recursive: true });
const target = '--target=wasm32-wasi', object = join(folder, 'late_read.o'), wasm = join(folder, 'late_read.wasm');
const options = [clang, '-x', 'cl', '-cl-std=CL1.2', '-cl-no-stdinc', '-O2', '-w', target, '-msimd128'];
execFileSync(cmake, [
  `-DCLANG=${options.join(';')}`, `-DPREPROCESSED=-include;${join(host, 'src/opencl/runtime/native_builtins.h')}`,
  `-DFILE=${join(here, 'late_read.cl')}`, `-DOBJECT=${object}`,
  `-DTABLE=${join(folder, 'late_read.c')}`, '-DSYMBOL=test',
  '-P', join(host, 'cmake/native_kernels.cmake'),
]);
execFileSync(clang, [target, '-nostdlib', '-Wl,--no-entry', '-Wl,--export=test_late_read', object, '-o', wasm]);

const { memory, test_late_read } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm))).exports;
const page = 65536, free = memory.grow(1) * page; // of the module itself
const number = free, filled = free + 32, pointers = free + 64, places = free + 80;
new Float32Array(memory.buffer, number, 1)[0] = 1;
new Uint32Array(memory.buffer, pointers, 3).set([number, number, filled]);
new Uint32Array(memory.buffer, places, 3).set([pointers, pointers + 4, pointers + 8]);
test_late_read(places, 0, 1, 1);
const found = [...new Float32Array(memory.buffer, filled, 8)];
const isRight = found.every(value => value === 1);
console.log(isRight ? 'ok    ' : 'FAILED',
  `a vector is filled with the number before it became 2: expected 1, found ${found}`);
process.exit(isRight ? 0 : 1);
