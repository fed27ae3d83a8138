// Unpacks what `gel web` has packed: gzip by the browser, and LZMA, which makes gel.wasm a quarter smaller, here.
import { unpackGzip } from './base85.mjs';

const lzmaStart = [4, 0, 0]; // as build_wasm.cmake packs

// Reads the bits of an LZMA stream: each has a probability of its own, 11 bits, which learns.
class RangeDecoder {
  constructor(input, at) {
    Object.assign(this, { input, at, range: 0xffffffff, code: 0 });
    for (let i = 0; i < 5; i++) this.shift(); // the first byte is 0
  }
  shift() {
    if (this.at >= this.input.length) throw new Error('a packed file ends too early');
    this.code = ((this.code << 8) | this.input[this.at++]) >>> 0;
  }
  refill() {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.shift();
  }
  bit(odds, i) {
    const odd = odds[i], bound = (this.range >>> 11) * odd;
    const isOne = this.code >= bound;
    if (isOne) {
      this.range -= bound;
      this.code -= bound;
      odds[i] = odd - (odd >>> 5);
    } else {
      this.range = bound;
      odds[i] = odd + ((2048 - odd) >>> 5);
    }
    this.refill();
    return isOne ? 1 : 0;
  }
  plainBits(count) {
    let value = 0;
    for (; count > 0; count--) {
      this.range >>>= 1;
      const isOne = this.code >= this.range;
      if (isOne) this.code -= this.range;
      this.refill();
      value = 2 * value + (isOne ? 1 : 0);
    }
    return value;
  }
  tree(odds, first, bits) { // the highest bit first
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(odds, first + node);
    return node - (1 << bits);
  }
  reverseTree(odds, first, bits) {
    let node = 1, value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(odds, first + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
}

const evenOdds = count => new Uint16Array(count).fill(1024);

// Reads the lengths of matches, less 2.
class LengthDecoder {
  constructor() {
    Object.assign(this, { choice: evenOdds(2), low: evenOdds(128), middle: evenOdds(128), high: evenOdds(256) });
  }
  read(decoder, place) {
    if (!decoder.bit(this.choice, 0)) return decoder.tree(this.low, place << 3, 3);
    if (!decoder.bit(this.choice, 1)) return 8 + decoder.tree(this.middle, place << 3, 3);
    return 16 + decoder.tree(this.high, 0, 8);
  }
}

// Returns the bytes of a .lzma file that ends with a mark, as xz --format=lzma writes it.
export function unpackLzma(input) {
  const literalBits = input[0] % 9, literalPlaces = Math.floor(input[0] / 9) % 5, placeBits = Math.floor(input[0] / 45);
  const decoder = new RangeDecoder(input, 13);
  const literals = evenOdds(0x300 << (literalBits + literalPlaces));
  const isMatch = evenOdds(192), isRepeated = evenOdds(12), isOther = evenOdds(12), isThird = evenOdds(12);
  const isFourth = evenOdds(12), isLong = evenOdds(192);
  const slots = evenOdds(256), nearDistances = evenOdds(128), lowBits = evenOdds(16);
  const matchLength = new LengthDecoder(), repeatedLength = new LengthDecoder();
  let output = new Uint8Array(4 * input.length), size = 0, state = 0;
  const distances = [0, 0, 0, 0]; // of the latest matches, less 1

  function put(byte) {
    if (size === output.length) {
      const grown = new Uint8Array(2 * size);
      grown.set(output);
      output = grown;
    }
    output[size++] = byte;
  }
  function readLiteral() {
    const before = size > 0 ? output[size - 1] : 0;
    const first = 0x300 * (((size & ((1 << literalPlaces) - 1)) << literalBits) + (before >> (8 - literalBits)));
    let symbol = 1;
    if (state >= 7) { // behind a match the byte that would have gone on is a guess
      let guess = output[size - distances[0] - 1];
      while (symbol < 0x100) {
        const guessed = (guess >> 7) & 1;
        guess <<= 1;
        const bit = decoder.bit(literals, first + ((1 + guessed) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== guessed) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | decoder.bit(literals, first + symbol);
    put(symbol & 0xff);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }
  function readDistance(length) {
    const slot = decoder.tree(slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, distance = (2 + (slot & 1)) * 2 ** bits;
    if (slot < 14) return distance + decoder.reverseTree(nearDistances, distance - slot, bits);
    return distance + decoder.plainBits(bits - 4) * 16 + decoder.reverseTree(lowBits, 0, 4);
  }
  function chooseRepeated() {
    const which = !decoder.bit(isThird, state) ? 1 : !decoder.bit(isFourth, state) ? 2 : 3;
    distances.unshift(...distances.splice(which, 1));
  }

  for (;;) {
    const place = size & ((1 << placeBits) - 1);
    let length = 0;
    if (!decoder.bit(isMatch, (state << 4) + place)) {
      readLiteral();
      continue;
    }
    if (!decoder.bit(isRepeated, state)) {
      length = 2 + matchLength.read(decoder, place);
      state = state < 7 ? 7 : 10;
      distances.unshift(readDistance(length - 2));
      distances.pop();
      if (distances[0] === 0xffffffff) return output.subarray(0, size);
    } else {
      const isLatest = !decoder.bit(isOther, state);
      if (isLatest && !decoder.bit(isLong, (state << 4) + place)) {
        length = 1;
        state = state < 7 ? 9 : 11;
      } else {
        if (!isLatest) chooseRepeated();
        length = 2 + repeatedLength.read(decoder, place);
        state = state < 7 ? 8 : 11;
      }
    }
    if (distances[0] >= size) throw new Error('a packed file is broken');
    for (; length > 0; length--) put(output[size - distances[0] - 1]);
  }
}

// Returns bytes as they were before they were packed; those that begin as no packed file does are as they are.
export async function unpack(bytes) {
  return lzmaStart.every((byte, i) => bytes[i] === byte) ? unpackLzma(bytes) : unpackGzip(bytes);
}
