// Structures of CBOR as closed maps: a member that is not named, or misspelt, is refused. Taken for
// absent, it would make of other bytes the same credential.
import { FormatFault } from '../fault.js';
import { type CborKey, type CborMap, type CborValue, TAG_DATE_TIME, TAG_ENCODED, TaggedItem } from './value.js';

interface Kinds {
  readonly any: CborValue;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** A whole number of 0 or more. */
  readonly count: number;
  readonly list: readonly CborValue[];
  readonly map: CborMap;
  /** The bytes of an item with tag 24. */
  readonly item: Uint8Array;
  /** Milliseconds of a `tdate` of ISO 18013-5, section 7.2.1: UTC, no fraction of a second. */
  readonly time: number;
}
type Kind = keyof Kinds;
/** Members by name, each with its kind; `?` where it may be absent. */
type Shape = Readonly<Record<string, Kind | `${Kind}?`>>;
type Members<S extends Shape> = {
  readonly [N in keyof S]: S[N] extends Kind
    ? Kinds[S[N]]
    : S[N] extends `${infer K extends Kind}?`
      ? Kinds[K] | undefined
      : never;
};

interface Structure<S extends Shape> {
  readonly shape: S;
  /** Keys that are not the names. */
  readonly keys?: Readonly<Record<string, CborKey>>;
  /** For claims of a token, which its standard leaves open. */
  readonly isOpen?: true;
}

/** The members of a map that has those of `shape` and, unless it is open, no others. Throws a fault. */
export function membersOf<S extends Shape>(
  value: CborValue,
  what: string,
  { shape, keys = {}, isOpen }: Structure<S>,
): Members<S> {
  const map = valueAs(value, 'map', what);
  const members: Record<string, unknown> = {};
  let known = 0;
  for (const name in shape) {
    const kind = shape[name] as Kind | `${Kind}?`;
    const member = map.get(keys[name] ?? name);
    // A message is put together where it is needed: this is the innermost of all reading.
    if (member === undefined) {
      if (!kind.endsWith('?')) throw new FormatFault(`${what} has no ${name}.`);
      continue;
    }
    known++;
    const read = MEMBER_READERS[kind](member);
    if (read === undefined) throw new FormatFault(`${name} of ${what} is not of its form.`);
    members[name] = read;
  }
  if (isOpen !== true && known !== map.size)
    throw new FormatFault(`${what} has a member beside those that it may have.`);
  return members as Members<S>;
}

/** A value of that kind. Throws a fault. */
export function valueAs<K extends Kind>(value: CborValue, kind: K, what: string): Kinds[K] {
  const read = READERS[kind](value);
  if (read === undefined) throw new FormatFault(`${what} is not of its form.`);
  return read as Kinds[K];
}

const READERS: { readonly [K in Kind]: (value: CborValue) => Kinds[K] | undefined } = {
  any: (value) => value,
  text: (value) => (typeof value === 'string' ? value : undefined),
  bytes: (value) => (value instanceof Uint8Array ? value : undefined),
  count: (value) => (typeof value === 'number' && value >= 0 ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : undefined),
  map: (value) => (value instanceof Map ? value : undefined),
  item: (value) => (value instanceof TaggedItem && value.tag === TAG_ENCODED ? (value.value as Uint8Array) : undefined),
  time: (value) =>
    value instanceof TaggedItem && value.tag === TAG_DATE_TIME ? timeOf(value.value as string) : undefined,
};

/** The same by the word of a shape, where a member may be absent too. */
const MEMBER_READERS = Object.fromEntries(
  Object.entries(READERS).flatMap(([kind, read]) => [
    [kind, read],
    [`${kind}?`, read],
  ]),
) as Readonly<Record<Kind | `${Kind}?`, (value: CborValue) => unknown>>;

function timeOf(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(ms >= 0)) return undefined;
  // The 30th of February parses as a day of March, and 24:00 as the next day: their own spelling is another one.
  const isPlain = text.slice(8, 10) < '29' && text.slice(11, 13) < '24';
  return isPlain || dateTimeText(ms) === text ? ms : undefined;
}

/** A time as ISO 18013-5 writes it: whole seconds in UTC. */
export function dateTime(ms: number): TaggedItem {
  return new TaggedItem(TAG_DATE_TIME, dateTimeText(ms));
}

/** The text of it. */
export function dateTimeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
