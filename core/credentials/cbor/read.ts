// Reads CBOR strictly (RFC 8949 section 4.2.1): definite lengths, shortest forms, no key twice, nothing behind the
// item. The order of keys is free, as ISO 18013-5 leaves it. Two readers never see two values in the same bytes, and
// work and memory are bounded before anything is made of what a stranger states.
import { fromUtf8 } from '../../base/bytes.js';
import { CBOR_BYTES_MAX, CBOR_DEPTH_MAX, CBOR_ITEMS_MAX } from '../../base/limits/ledger/credentials.js';
import { FormatFault } from '../fault.js';
import { type CborKey, type CborMap, type CborValue, TAGS, TaggedItem } from './value.js';

/**
 * The one item that the bytes are. Throws a fault, with the place, on bytes that break a rule or a bound. `writeCbor`
 * gives the same bytes of it, where keys were in their order.
 */
export function readCbor(bytes: Uint8Array, what = 'The CBOR', bytesMax: number = CBOR_BYTES_MAX): CborValue {
  needLength(bytes, what, bytesMax);
  return whole(new Reader(bytes, what));
}

/**
 * The same, where numbers and lengths may stand in longer forms than they need: of what wallets wrap around signed
 * bytes. Nothing here is signed as it came, so who reads this writes it anew.
 */
export function readWrapping(bytes: Uint8Array, what: string): CborValue {
  needLength(bytes, what, CBOR_BYTES_MAX);
  return whole(new Reader(bytes, what, { isShortest: false }));
}

function needLength({ length }: Uint8Array, what: string, max: number): void {
  if (length > max) throw new FormatFault(`${what} has ${length} bytes, and ${max} are read.`);
}

function whole(reader: Reader): CborValue {
  const value = reader.item(0);
  reader.end();
  return value;
}

const [UINT, NINT, BYTES, TEXT, ARRAY, MAP, TAG] = [0, 1, 2, 3, 4, 5, 6];
/** Major type 7 as one byte: false, true and null. */
const SIMPLE: ReadonlyMap<number, boolean | null> = new Map([
  [0xf4, false],
  [0xf5, true],
  [0xf6, null],
]);

class Reader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  readonly #view: DataView;
  readonly #isShortest: boolean;
  #at = 0;
  #items = 0;

  constructor(bytes: Uint8Array, what: string, { isShortest = true } = {}) {
    this.#bytes = bytes;
    this.#what = what;
    this.#isShortest = isShortest;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  item(depth: number): CborValue {
    if (depth > CBOR_DEPTH_MAX) this.#refuse(`is nested deeper than ${CBOR_DEPTH_MAX} levels`);
    if (++this.#items > CBOR_ITEMS_MAX) this.#refuse(`is one of more than ${CBOR_ITEMS_MAX} items`);
    const start = this.#at;
    const first = this.#byte();
    const major = first >> 5;
    if (major > TAG)
      return SIMPLE.has(first)
        ? (SIMPLE.get(first) as boolean | null)
        : this.#refuse('is a float, a break or a simple value that is not read', start);
    const argument = this.#argument(first & 31);
    if (major === UINT) return argument;
    if (major === NINT) return negative(argument);
    if (major === BYTES) return this.#take(argument);
    if (major === TEXT) return this.#text(argument);
    return this.#container(major, argument, depth + 1);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) this.#refuse('stands behind the item');
  }

  #container(major: number, argument: number | bigint, depth: number): CborValue {
    if (major === ARRAY) return this.#array(argument, depth);
    if (major === MAP) return this.#map(argument, depth);
    const isContent = TAGS.get(argument);
    if (isContent === undefined) this.#refuse(`has the tag ${argument}, which is not read`);
    const value = this.item(depth);
    if (!isContent(value)) this.#refuse(`is not what the tag ${argument} stands for`);
    return new TaggedItem(Number(argument), value);
  }

  #array(count: number | bigint, depth: number): readonly CborValue[] {
    const items: CborValue[] = [];
    // By what is there, not by what is stated: each item has a byte at least.
    for (let i = 0; i < count; i++) items.push(this.item(depth));
    return items;
  }

  #map(count: number | bigint, depth: number): CborMap {
    const members = new Map<CborKey, CborValue>();
    for (let i = 0; i < count; i++) {
      const key = this.item(depth);
      if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'bigint')
        this.#refuse('is a key that is neither text nor integer');
      if (members.has(key)) this.#refuse('is a key that was there before');
      members.set(key, this.item(depth));
    }
    return members;
  }

  #text(length: number | bigint): string {
    const bytes = this.#take(length);
    try {
      return fromUtf8(bytes);
    } catch {
      return this.#refuse('is a text that is not UTF-8');
    }
  }

  #take(length: number | bigint): Uint8Array {
    const start = this.#at;
    const end = start + Number(length);
    if (end > this.#bytes.length) this.#refuse('ends too early');
    this.#at = end;
    return this.#bytes.subarray(start, end);
  }

  /** Each item begins with one, so no view of it is made. */
  #byte(): number {
    if (this.#at === this.#bytes.length) this.#refuse('ends too early');
    return this.#bytes[this.#at++] as number;
  }

  /** The number behind the first byte (RFC 8949 section 3), in its shortest form unless any is taken. */
  #argument(information: number): number | bigint {
    if (information < 24) return information;
    if (information > 27) this.#refuse('has no definite length');
    const at = this.#at;
    if (at + (1 << (information - 24)) > this.#bytes.length) this.#refuse('ends too early');
    this.#at += 1 << (information - 24);
    const least = LEAST[information - 24] as number;
    const value =
      information === 24
        ? this.#view.getUint8(at)
        : information === 25
          ? this.#view.getUint16(at)
          : information === 26
            ? this.#view.getUint32(at)
            : safe(this.#view.getBigUint64(at));
    if (this.#isShortest && value < least) this.#refuse('is not in its shortest form');
    return value;
  }

  #refuse(why: string, at = this.#at): never {
    throw new FormatFault(`${this.#what} at byte ${at} ${why}.`);
  }
}

/** The least number that needs 1, 2, 4 and 8 bytes. */
const LEAST = [24, 0x100, 0x1_0000, 0x1_0000_0000];

/** -1 - n (RFC 8949 section 3.1). */
function negative(argument: number | bigint): number | bigint {
  return safe(-1n - BigInt(argument));
}

function safe(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
