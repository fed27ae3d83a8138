// Unpacks the parts of a page. Its first script, boot.mjs, uses this, and so do the others.

// Returns bytes as they were before gzip; others as they are.
export async function unpackGzip(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Returns the bytes of a text in base 85: four bytes are five characters, the digits from "(" to "~" without "<" and
// "\".
export function decodeBase85(text) {
  const bytes = new Uint8Array(4 * Math.ceil(text.length / 5));
  for (let i = 0, at = 0; i < text.length; i += 5) {
    let value = 0;
    for (let k = i; k < i + 5; k++) {
      const code = k < text.length ? text.charCodeAt(k) : 126; // the last group may be cut
      value = 85 * value + code - 40 - (code > 60) - (code > 92);
    }
    for (let shift = 24; shift >= 0; shift -= 8) bytes[at++] = Math.floor(value / 2 ** shift) & 255;
  }
  return bytes.subarray(0, Math.floor((text.length * 4) / 5));
}
