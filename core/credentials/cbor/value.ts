// Values of CBOR as this room has them: the reader makes them and the writer takes them. A subset of RFC 8949: no
// floats, no undefined, keys that are texts or integers, and the tags of the table alone.

export type CborKey = string | number | bigint;
export type CborMap = ReadonlyMap<CborKey, CborValue>;
/** An integer is a number where that is safe, else a bigint: one value has one form. */
export type CborValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly CborValue[]
  | CborMap
  | TaggedItem
  | WrittenItem;

/** An item with its tag: one of `TAGS`. */
export class TaggedItem {
  readonly tag: number;
  readonly value: CborValue;

  constructor(tag: number, value: CborValue) {
    this.tag = tag;
    this.value = value;
  }
}

/** An item that is encoded already, which the writer takes as it is: signed bytes are never encoded again. */
export class WrittenItem {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Date and time as a text (RFC 8949 section 3.4.1). */
export const TAG_DATE_TIME = 0;
/** Seconds since 1970 (RFC 8949 section 3.4.2): integers alone, because floats are refused. */
const TAG_EPOCH = 1;
/** A COSE_Sign1 (RFC 9052 section 2). */
export const TAG_SIGN1 = 18;
/** Bytes that are an item of CBOR themselves (RFC 8949 section 3.4.5.1). */
export const TAG_ENCODED = 24;
/** A date without time (RFC 8943). */
export const TAG_FULL_DATE = 1004;

/** The tags that are read, each with the test of its content. */
export const TAGS: ReadonlyMap<number | bigint, (value: CborValue) => boolean> = new Map([
  [TAG_DATE_TIME, isText],
  [TAG_EPOCH, (value) => typeof value === 'number'],
  [TAG_SIGN1, Array.isArray],
  [TAG_ENCODED, (value) => value instanceof Uint8Array],
  [TAG_FULL_DATE, isText],
]);

function isText(value: CborValue): boolean {
  return typeof value === 'string';
}
