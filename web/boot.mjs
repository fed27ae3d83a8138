// The first script of a page, and the only one that is not packed: says what the browser lacks, or runs the page's own.
import { decodeBase85, unpackGzip } from './base85.mjs';

// Says in a line what the browser lacks; null if it has all.
function whatIsMissing() {
  const simd = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ];
  const lacks = typeof WebAssembly !== 'object' ? 'has no WebAssembly'
    : !WebAssembly.validate(new Uint8Array(simd)) ? 'has no SIMD of WebAssembly'
    : typeof DecompressionStream !== 'function' ? 'cannot unpack the page' : null;
  return lacks && `this browser ${lacks}: use Chrome 91, Firefox 113, Safari 16.4 or later`;
}

// As a script of the page, which a policy that allows this one allows, too.
async function runPage() {
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = new TextDecoder().decode(
    await unpackGzip(decodeBase85(document.getElementById('gel-page').textContent)));
  document.body.append(script);
}

const missing = whatIsMissing();
if (missing === null) runPage();
else {
  const line = document.getElementById('no-picture');
  line.textContent = missing;
  line.hidden = false;
  document.getElementById('facts').textContent = '';
}
