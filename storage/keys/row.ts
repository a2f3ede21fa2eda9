// A row of the key table, and its prefix as one number. A prefix is one ASCII character or two, the first of which is
// then TWO: so none begins with another, each is known by its first bytes, and the rows of older stores keep theirs.

/** The first character of every prefix of two characters; no prefix of one. */
export const TWO = '~';
const TWO_BYTE = TWO.charCodeAt(0);

/**
 * A part of a family key: text is escaped and terminated, u64 is big-endian; so byte order is value order and no key is
 * a prefix of another.
 */
export type KeyPart = 'text' | 'u64';

export interface KeyspaceRow {
  /** The first bytes of every key of the row. */
  readonly prefix: string;
  /** `key -> value` for a person who reads a hex dump. */
  readonly layout: string;
  /** Store version that introduced the row. */
  readonly since: number;
  /** True once nothing writes the row any more. */
  readonly retired?: true;
  /** 16 bytes of a group stand before the register in its keys. */
  readonly isGrouped?: true;
  /**
   * `pages`: only pages read it, which show what is durable, so that it is never looked for among queued writes.
   * `seldom`: each transaction has it, and what is sealed is seldom asked for while its docket is on the way to the
   * disk.
   */
  readonly read?: 'pages' | 'seldom';
}

/**
 * A row whose keys and values are coded by RowTable; the others have their own codecs in chain-keys.ts and
 * storage/chain/rows.ts.
 */
export interface FamilyRow extends KeyspaceRow {
  readonly key: readonly KeyPart[];
  /** `json` values carry a CRC32, `bytes` values are stored as they are. */
  readonly value: 'json' | 'bytes';
}

/** A prefix as a number below CODES. */
export function prefixCode(prefix: string): number {
  return codeOf(Buffer.from(prefix, 'latin1'));
}

export const CODES = (TWO_BYTE + 1) << 8;

/** `prefixCode` of the row that a key belongs to. */
export function codeOf(key: Uint8Array): number {
  const first = key[0]!;
  return first === TWO_BYTE ? (first << 8) | key[1]! : first;
}

/** As `codeOf`, from the name of a key. */
export function codeOfName(name: string): number {
  const first = name.charCodeAt(0);
  return first === TWO_BYTE ? (first << 8) | name.charCodeAt(1) : first;
}

/** Where a key goes on behind its prefix. */
export function prefixLength(key: Uint8Array): number {
  return key[0] === TWO_BYTE ? 2 : 1;
}
