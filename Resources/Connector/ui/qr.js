// SPDX-License-Identifier: MIT
// QR codes (ISO/IEC 18004) of texts: byte mode, error correction level L, which is enough from screen to camera.

/** By version from 1: error correction bytes a block, and blocks. Level L. */
const correctionLengths = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
  28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const blockCounts = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
  8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
];
const levelBits = 0b01;

// The field GF(256) with the polynomial 0x11d.
const exponents = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = value;
  exponents[power + 255] = value;
  logarithms[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
/** @param {number} one @param {number} other */
const times = (one, other) => (one === 0 || other === 0 ? 0 : exponents[logarithms[one] + logarithms[other]]);

/** The error correction bytes of a block. @param {number[]} data @param {number} length */
function correction(data, length) {
  /** @type {number[]} */
  let generator = [1];
  for (let power = 0; power < length; power += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, index) => { next[index + 1] ^= times(factor, exponents[power]); });
    generator = next;
  }
  /** @type {number[]} */
  const rest = [...data, ...Array(length).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const lead = rest[index];
    generator.forEach((factor, offset) => { rest[index + offset] ^= times(factor, lead); });
  }
  return rest.slice(data.length);
}

/** The modules along a side. @param {number} version */
const sizeOf = (version) => version * 4 + 17;

/** The centres of the alignment patterns along one side. @param {number} version */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const positions = [6];
  for (let position = sizeOf(version) - 7; positions.length < count; position -= step) positions.splice(1, 0, position);
  return positions;
}

/** The number of bytes that a version holds, data and correction together. @param {number} version */
function capacity(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2;
    modules -= (25 * count - 10) * count - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/** @param {number} version */
const dataCapacity = (version) => capacity(version) - correctionLengths[version - 1] * blockCounts[version - 1];

/**
 * The bytes of the symbol: the text's, padded, cut into blocks, each with its correction, all interleaved.
 *
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} length in bits */
  const push = (value, length) => { for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1); };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = dataCapacity(version) * 8;
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = Array.from({ length: room / 8 }, (_, index) => parseInt(bits.slice(index * 8, index * 8 + 8).join(""), 2));

  const count = blockCounts[version - 1];
  const length = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = [];
  for (let index = 0, start = 0; index < count; index += 1) {
    const end = start + length + (index >= count - longer ? 1 : 0);
    blocks.push(data.slice(start, end));
    start = end;
  }
  const corrections = blocks.map((block) => correction(block, correctionLengths[version - 1]));
  /** @param {number[][]} lists */
  const interleaved = (lists) => /** @type {number[]} */ (lists.at(-1)).flatMap((_, index) => lists.filter((list) => index < list.length).map((list) => list[index]));
  return [...interleaved(blocks), ...interleaved(corrections)];
}

/** @type {((x: number, y: number) => boolean)[]} */
const masks = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Appends the remainder of a division by a polynomial.
 *
 * @param {number} value
 * @param {number} polynomial
 * @param {number} length of the remainder in bits
 */
function withRemainder(value, polynomial, length) {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit = 31 - Math.clz32(rest)) rest ^= polynomial << (bit - length);
  return (value << length) | rest;
}

class QRSymbol {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = sizeOf(version);
    /** @type {boolean[][]} */
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    /** @type {boolean[][]} */
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.#patterns();
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  #set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /**
   * @param {number} centreX
   * @param {number} centreY
   * @param {number} reach how far it goes from the centre
   * @param {(ring: number) => boolean} isDark
   */
  #square(centreX, centreY, reach, isDark) {
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1) this.#set(centreX + x, centreY + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
    }
  }

  #patterns() {
    const { size, version } = this;
    for (let index = 0; index < size; index += 1) {
      this.#set(6, index, index % 2 === 0);
      this.#set(index, 6, index % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.#square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    const centres = alignments(version);
    const last = centres.at(-1);
    for (const y of centres) {
      for (const x of centres) {
        const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isFinder) this.#square(x, y, 2, (ring) => ring !== 1);
      }
    }
    this.format(0);
    if (version < 7) return;
    const bits = withRemainder(version, 0x1f25, 12);
    for (let index = 0; index < 18; index += 1) {
      const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
      const dark = ((bits >> index) & 1) === 1;
      this.#set(far, near, dark);
      this.#set(near, far, dark);
    }
  }

  /** @param {number} mask */
  format(mask) {
    const { size } = this;
    const bits = withRemainder((levelBits << 3) | mask, 0x537, 10) ^ 0x5412;
    for (let index = 0; index < 15; index += 1) {
      const dark = ((bits >> index) & 1) === 1;
      const along = index < 6 ? index : index < 8 ? index + 1 : null;
      if (along !== null) this.#set(8, along, dark);
      else this.#set(index === 8 ? 7 : 14 - index, 8, dark);
      if (index < 8) this.#set(size - 1 - index, 8, dark);
      else this.#set(8, size - 15 + index, dark);
    }
    this.#set(8, size - 8, true);
  }

  /** Puts the bits into two columns at a time, from the right, up and down by turns. @param {number[]} bytes */
  fill(bytes) {
    let index = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upward = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const y = upward ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = index < bytes.length * 8 && ((bytes[index >> 3] >> (7 - (index & 7))) & 1) === 1;
          index += 1;
        }
      }
    }
  }

  /** @param {number} number */
  mask(number) {
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) if (!this.fixed[y][x] && masks[number](x, y)) this.dark[y][x] = !this.dark[y][x];
    }
    this.format(number);
  }

  /**
   * Rates how hard the symbol is to read. Runs, squares and uneven shares of one colour count, and patterns that look
   * like a finder.
   */
  penalty() {
    const { dark, size } = this;
    const columns = dark.map((_, x) => dark.map((row) => row[x]));
    let sum = 0;
    for (const line of [...dark, ...columns]) {
      const text = line.map((module) => (module ? "1" : "0")).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let at = 0; at + 11 <= size; at += 1) {
        const part = text.slice(at, at + 11);
        if (part === "10111010000" || part === "00001011101") sum += 40;
      }
    }
    for (let y = 0; y + 1 < size; y += 1) {
      for (let x = 0; x + 1 < size; x += 1) {
        if (dark[y][x] === dark[y][x + 1] && dark[y][x] === dark[y + 1][x] && dark[y][x] === dark[y + 1][x + 1]) sum += 3;
      }
    }
    const share = dark.flat().filter(Boolean).length / (size * size);
    return sum + Math.floor(Math.abs(share * 20 - 10)) * 10;
  }
}

/**
 * @param {string} text
 * @returns {boolean[][] | null} rows of modules, true is dark; null when the text is too long for any code
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  /** @param {number} version */
  const fits = (version) => bytes.length * 8 + 4 + (version < 10 ? 8 : 16) <= dataCapacity(version) * 8;
  const version = Array.from({ length: 40 }, (_, index) => index + 1).find(fits);
  if (version === undefined) return null;
  const symbol = new QRSymbol(version);
  symbol.fill(codewords(bytes, version));
  let best = 0;
  let least = Infinity;
  for (let number = 0; number < masks.length; number += 1) {
    symbol.mask(number);
    const penalty = symbol.penalty();
    if (penalty < least) [best, least] = [number, penalty];
    symbol.mask(number); // a second time takes it off
  }
  symbol.mask(best);
  return symbol.dark;
}
