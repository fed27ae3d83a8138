// Returns gel.wasm with memory that can grow by a number of pages of 64 kB and no further, as if the browser refused
// more. It stands alone, as it is also put into pages under test.
export function limitMemory(bytes, pages) {
  const memorySection = 5;
  let at = 8; // after the magic number and the version
  const read = () => {
    let value = 0, byte, shift = 0;
    do {
      byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  };
  const write = value => (value > 127 ? [(value & 127) | 128, ...write(value >>> 7)] : [value]);
  for (;;) {
    const begin = at, section = bytes[at++], size = read(), end = at + size;
    if (section === memorySection) {
      at += 2; // one memory, and its flags
      const least = read(), limits = [1, 1, ...write(least), ...write(least + pages)];
      const parts = [bytes.subarray(0, begin),
        [memorySection, ...write(limits.length), ...limits], bytes.subarray(end)];
      return new Uint8Array(parts.flatMap(part => [...part]));
    }
    at = end;
  }
}
