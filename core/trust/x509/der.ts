// A strict reader of DER (X.690): definite lengths in their shortest form, tags of one byte, and slices of what was
// given, never copies. It reads what it is asked for and knows no structure; each failure is a RefusedCertificate.
import { DER_DEPTH_MAX, OBJECT_IDENTIFIER_BYTES_MAX } from '../../base/limits/ledger/certificates.js';
import { demand, type PathGround } from './malformed.js';

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Context-specific tags: of a value in place of its own tag, and around a constructed one. */
export const plain = (number: number) => 0x80 | number;
export const inContext = (number: number) => 0xa0 | number;

export interface DerElement {
  readonly tag: number;
  /** The contents. */
  readonly body: Uint8Array;
  /** Tag, length and contents. */
  readonly whole: Uint8Array;
}

/** Reads the elements of some bytes one behind the other. */
export class DerReader {
  readonly #bytes: Uint8Array;
  readonly #depth: number;
  #at = 0;

  constructor(bytes: Uint8Array, depth = 0) {
    demand(depth <= DER_DEPTH_MAX, 'der', `Elements lie in more than ${DER_DEPTH_MAX} others.`);
    this.#bytes = bytes;
    this.#depth = depth;
  }

  get isEmpty(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The element that follows, which is of `tag` where one is named. */
  next(tag?: number): DerElement {
    const start = this.#at;
    const own = this.#byte();
    // Asked for every element: the sentence is made where it is needed.
    if (tag !== undefined && own !== tag)
      demand(false, 'der', `An element has tag ${hex(own)} where ${hex(tag)} belongs.`);
    demand((own & 0x1f) !== 0x1f, 'der', 'A tag has more than one byte.');
    const length = this.#length();
    demand(length <= this.#bytes.length - this.#at, 'der', 'An element is longer than what it lies in.');
    const body = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return { tag: own, body, whole: this.#bytes.subarray(start, this.#at) };
  }

  /** The element that follows if it is of `tag`. */
  optional(tag: number): DerElement | undefined {
    return this.#bytes[this.#at] === tag ? this.next(tag) : undefined;
  }

  /** A reader of the contents of the element that follows. */
  enter(tag: number = TAG.sequence): DerReader {
    return this.inside(this.next(tag));
  }

  /** A reader of the contents of an element of this reader. */
  inside({ body }: DerElement): DerReader {
    return new DerReader(body, this.#depth + 1);
  }

  /** The values that `read` makes of all elements up to the end, of which there is one at least. */
  each<T>(read: (reader: this) => T): readonly [T, ...T[]] {
    const all: [T, ...T[]] = [read(this)];
    while (!this.isEmpty) all.push(read(this));
    return all;
  }

  /** Nothing may follow. */
  end(): void {
    demand(this.isEmpty, 'der', 'Bytes follow behind the last element.');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    demand(byte !== undefined, 'der', 'An element is cut off.');
    this.#at += 1;
    return byte;
  }

  #length(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    // Three bytes reach 16 MiB: more than a certificate or a revocation list has.
    const count = first & 0x7f;
    demand(count > 0 && count <= 3, 'der', 'A length is indefinite, or has more than three bytes.');
    let length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + this.#byte();
    demand(length >= Math.max(0x80, 256 ** (count - 1)), 'der', 'A length is not in its shortest form.');
    return length;
  }
}

/** The one element of all the bytes. */
export function onlyElement(bytes: Uint8Array, tag?: number): DerElement {
  const reader = new DerReader(bytes);
  const element = reader.next(tag);
  reader.end();
  return element;
}

/** TRUE. FALSE is the default wherever a certificate has a BOOLEAN, and DER writes no default (X.690 11.5). */
export function demandTrue({ body }: DerElement): true {
  demand(body.length === 1 && body[0] === 0xff, 'der', 'A BOOLEAN is not TRUE in DER.');
  return true;
}

/** The bytes of a positive INTEGER in its shortest form, without the sign. */
export function positiveInteger({ body }: DerElement, ground: PathGround): Uint8Array {
  const [first = 0x80, second = 0x80] = body;
  demand(
    first < 0x80 && (first > 0 || second >= 0x80),
    ground,
    'A number is not positive, or not in its shortest form.',
  );
  demand(first > 0 || body.length > 1, ground, 'A number is 0.');
  return first === 0 ? body.subarray(1) : body;
}

/** A whole number of 0 to 127. */
export function smallInteger({ body }: DerElement): number {
  const [value = 0x80] = body;
  demand(body.length === 1 && value < 0x80, 'der', 'A small number is not from 0 to 127.');
  return value;
}

/** The bytes of a BIT STRING of whole bytes. */
export function wholeBytes({ body }: DerElement): Uint8Array {
  demand(body[0] === 0, 'der', 'A BIT STRING does not consist of whole bytes.');
  return body.subarray(1);
}

/** The numbers of the bits that are set, from the most significant of the first byte; no zero bit behind the last. */
export function namedBits({ body }: DerElement): ReadonlySet<number> {
  const [unused = 8, ...bytes] = body;
  const last = bytes.at(-1) ?? 0;
  demand(unused < 8 && bytes.length <= 2, 'der', 'A BIT STRING of names is not well formed.');
  // The lowest bit that is used is set, and those below it are not.
  demand(
    bytes.length === 0 ? unused === 0 : (last & ((2 << unused) - 1)) === 1 << unused,
    'der',
    'A name bit follows that is 0.',
  );
  const bits = bytes.flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => 8 * i + bit),
  );
  return new Set(bits);
}

/** The dotted text of an OBJECT IDENTIFIER. */
export function objectIdentifier({ body }: DerElement): string {
  const isShort = body.length <= OBJECT_IDENTIFIER_BYTES_MAX;
  demand(isShort, 'der', `An OBJECT IDENTIFIER has over ${OBJECT_IDENTIFIER_BYTES_MAX} bytes.`);
  demand(body.length > 0 && body[body.length - 1]! < 0x80, 'der', 'An OBJECT IDENTIFIER is cut off.');
  const arcs: bigint[] = [];
  let arc = 0n;
  let isFirst = true;
  for (const byte of body) {
    demand(!isFirst || byte !== 0x80, 'der', 'An arc of an OBJECT IDENTIFIER is not in its shortest form.');
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    isFirst = byte < 0x80;
    if (!isFirst) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [joined = 0n, ...more] = arcs;
  const top = joined < 80n ? joined / 40n : 2n;
  return [top, joined - 40n * top, ...more].join('.');
}

const hex = (tag: number) => `0x${tag.toString(16).padStart(2, '0')}`;
