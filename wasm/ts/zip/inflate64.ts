/** Deflate64, for which Windows packs files of more than 2 GiB: a window of 64 KiB, longer matches and distances. */

const WINDOW = 1 << 16;
const END_OF_BLOCK = 256;
/** The length code that means 258 in deflate; in Deflate64, 16 bits follow it. */
const LONGEST = 285;
const CODES_OF_LENGTH = 288;
const CODES_OF_DISTANCE = 32;
/** The maximum number of bits of a code. */
const MAX_BITS = 15;
/** The order in which the lengths of the length codes are stored. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A Huffman code: the number of symbols for each number of bits, and the symbols in order. */
interface HuffmanCode {
  counts: Uint16Array;
  symbols: Uint16Array;
}

/** Unpacks `packed`, and passes the output to `take`, part by part. Throws a {@link RangeError} for invalid data. */
export function inflate64(packed: Uint8Array, take: (part: Uint8Array) => void): void {
  new Inflating64(packed, take).run();
}

class Inflating64 {
  readonly #input: Uint8Array;
  readonly #take: (part: Uint8Array) => void;
  #at = 0;
  #buffer = 0;
  #count = 0;
  /** The window, and the same size again for new output. */
  readonly #output = new Uint8Array(2 * WINDOW);
  #end = 0;
  #taken = 0;

  constructor(input: Uint8Array, take: (part: Uint8Array) => void) {
    this.#input = input;
    this.#take = take;
  }

  run(): void {
    for (let isLast = false; !isLast; ) {
      isLast = this.#bits(1) === 1;
      const kind = this.#bits(2);
      if (kind === 0) {
        this.#stored();
      } else if (kind === 1) {
        this.#block(codeOf(fixedLengths()), codeOf(new Uint8Array(CODES_OF_DISTANCE).fill(5)));
      } else if (kind === 2) {
        this.#dynamic();
      } else {
        throw new RangeError("the type of a block is invalid");
      }
    }
    this.#flush();
    if (this.#at < this.#input.length) {
      throw new RangeError("bytes follow the end");
    }
  }

  #bits(count: number): number {
    while (this.#count < count) {
      const byte = this.#input[this.#at];
      if (byte === undefined) {
        throw new RangeError("it is truncated");
      }
      this.#at += 1;
      this.#buffer |= byte << this.#count;
      this.#count += 8;
    }
    const bits = this.#buffer & ((1 << count) - 1);
    this.#buffer >>>= count;
    this.#count -= count;
    return bits;
  }

  #stored(): void {
    // A stored block begins at the next whole byte.
    [this.#buffer, this.#count] = [0, 0];
    const length = this.#bits(16);
    if (length !== (this.#bits(16) ^ 0xffff)) {
      throw new RangeError("a length does not match its complement");
    }
    for (let left = length; left > 0; left -= 1) {
      this.#put(this.#bits(8));
    }
  }

  #dynamic(): void {
    const [lengths, distances, count] = [this.#bits(5) + 257, this.#bits(5) + 1, this.#bits(4) + 4];
    const ofLengths = new Uint8Array(ORDER.length);
    for (const place of ORDER.slice(0, count)) {
      ofLengths[place] = this.#bits(3);
    }
    const code = codeOf(ofLengths);
    const all = new Uint8Array(lengths + distances);
    for (let at = 0; at < all.length; ) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        all[at] = symbol;
        at += 1;
        continue;
      }
      const repeated = symbol === 16 ? all[at - 1] : 0;
      const times = symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7);
      if (repeated === undefined || at + times > all.length) {
        throw new RangeError("there are too many code lengths");
      }
      all.fill(repeated, at, at + times);
      at += times;
    }
    this.#block(codeOf(all.subarray(0, lengths)), codeOf(all.subarray(lengths)));
  }

  #block(lengths: HuffmanCode, distances: HuffmanCode): void {
    for (;;) {
      const symbol = this.#symbol(lengths);
      if (symbol === END_OF_BLOCK) {
        return;
      }
      if (symbol < END_OF_BLOCK) {
        this.#put(symbol);
        continue;
      }
      const length = this.#length(symbol);
      const distance = this.#distance(this.#symbol(distances));
      // Before the window is full, a match may not reach back to bytes that do not exist.
      if (distance > this.#end) {
        throw new RangeError("a distance leads before the start");
      }
      for (let left = length; left > 0; left -= 1) {
        this.#put(this.#output[this.#end - distance] ?? 0);
      }
    }
  }

  #length(symbol: number): number {
    if (symbol > LONGEST) {
      throw new RangeError("a length code is invalid");
    }
    if (symbol === LONGEST) {
      return 3 + this.#bits(16);
    }
    const at = symbol - 257;
    const extra = at < 8 ? 0 : (at >> 2) - 1;
    return 3 + (at < 8 ? at : (4 + (at & 3)) << extra) + this.#bits(extra);
  }

  #distance(symbol: number): number {
    const extra = symbol < 4 ? 0 : (symbol >> 1) - 1;
    return 1 + (symbol < 4 ? symbol : (2 + (symbol & 1)) << extra) + this.#bits(extra);
  }

  #symbol({ counts, symbols }: HuffmanCode): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= MAX_BITS; length += 1) {
      code |= this.#bits(1);
      const count = counts[length] ?? 0;
      if (code - count < first) {
        return symbols[index + code - first] ?? 0;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new RangeError("a code has no symbol");
  }

  #put(byte: number): void {
    if (this.#end === this.#output.length) {
      this.#flush();
      this.#output.copyWithin(0, WINDOW);
      [this.#end, this.#taken] = [WINDOW, WINDOW];
    }
    this.#output[this.#end] = byte;
    this.#end += 1;
  }

  #flush(): void {
    this.#take(this.#output.slice(this.#taken, this.#end));
    this.#taken = this.#end;
  }
}

/** Returns the Huffman code of symbols with these numbers of bits. */
function codeOf(lengths: Uint8Array): HuffmanCode {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) {
    counts[length] = (counts[length] ?? 0) + 1;
  }
  counts[0] = 0;
  const next = new Uint16Array(MAX_BITS + 2);
  for (let length = 1; length <= MAX_BITS; length += 1) {
    next[length + 1] = (next[length] ?? 0) + (counts[length] ?? 0);
  }
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length > 0) {
      const place = next[length] ?? 0;
      symbols[place] = symbol;
      next[length] = place + 1;
    }
  }
  return { counts, symbols };
}

function fixedLengths(): Uint8Array {
  return new Uint8Array(CODES_OF_LENGTH).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
}
