// A list of anchors or keys that governance pins to a register: its form in an act. Pure; whether the register may take
// it is decided in set-trust.ts.
import { isHex } from '../../base/bytes.js';
import { canonical, hasOnly } from '../../base/json.js';
import {
  DISTRUSTED_AT_ONCE_MAX,
  PIN_ENTRIES_MAX,
  PIN_ISSUER_MAX,
  PIN_URL_MAX,
} from '../../base/limits/ledger/trust.js';
import type { Hash } from '../../model/register.js';
import { isTimestamp } from '../../transaction/structure.js';
import { ASSURANCE_LEVELS, type AssuranceLevel } from '../../trust/policy-form.js';

export const PIN_KINDS = ['x509', 'keys'] as const;
export type PinKind = (typeof PIN_KINDS)[number];

/** A key of an issuer under its name: a register elsewhere, a did:web. `key` is SHA-256 of its SubjectPublicKeyInfo. */
export interface PinnedKey {
  readonly issuer: string;
  readonly key: Hash;
}

/** SHA-256 of the DER of an anchor, or a key. */
export type PinEntry = Hash | PinnedKey;

/** The signed list that the entries were taken from. */
export interface PinSource {
  /** SHA-256 of its bytes. */
  readonly sha256: Hash;
  readonly issuedAt: string;
  /** Behind it the list is stale; absent for one that is closed. */
  readonly nextUpdate?: string;
  readonly url?: string;
}

export interface TrustPin {
  readonly listId: string;
  readonly kind: PinKind;
  readonly sequence: number;
  /** In order of their canonical texts, each once. */
  readonly entries: readonly PinEntry[];
  readonly source?: PinSource;
  /** No source of a policy confers more by this list. */
  readonly assurance?: AssuranceLevel;
}

/** Name of a list: as a node imports it, one that such a list points to, or `tenant:` and the id of an organisation. */
const LIST_ID = /^(tenant:)?[a-z0-9][a-z0-9._-]{0,63}(\/[A-Z]{2})?$/;
const SOURCE = ['sha256', 'issuedAt', 'nextUpdate', 'url'];

export function isListId(value: unknown): value is string {
  return typeof value === 'string' && LIST_ID.test(value);
}

export function isPinKind(value: unknown): value is PinKind {
  return PIN_KINDS.some((kind) => kind === value);
}

export function isSequence(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

export function isAssurance(value: unknown): value is AssuranceLevel {
  return ASSURANCE_LEVELS.some((level) => level === value);
}

/** True for where a list is from, with nothing beside. */
export function isPinSource(value: unknown): boolean {
  if (!hasOnly(value, SOURCE)) return false;
  const { sha256, issuedAt, nextUpdate, url } = value;
  return (
    isHex(sha256, 32) &&
    isTimestamp(issuedAt) &&
    (nextUpdate === undefined || isTimestamp(nextUpdate)) &&
    (url === undefined || isPrintable(url, PIN_URL_MAX))
  );
}

/** Entries of the kind that the act states, so that one list has one spelling and one root. */
export function isEntries(value: unknown, act: Readonly<Record<string, unknown>>): boolean {
  const isEntry = act['kind'] === 'keys' ? isPinnedKey : isAnchorHash;
  return isSortedList(value, PIN_ENTRIES_MAX, isEntry);
}

export function isDistrustList(value: unknown): boolean {
  return isSortedList(value, DISTRUSTED_AT_ONCE_MAX, isAnchorHash);
}

/** The text by which entries are in order, and the bytes of a leaf of a list of keys. */
export function entryText(entry: PinEntry): string {
  return typeof entry === 'string' ? entry : canonical(entry);
}

/** The hash by which an entry is distrusted. */
export function hashOf(entry: PinEntry): Hash {
  return typeof entry === 'string' ? entry : entry.key;
}

/** The entries that count beside those that are distrusted. */
export function countedEntries({ entries }: TrustPin, isDistrusted: (hash: Hash) => boolean): readonly PinEntry[] {
  return entries.filter((entry) => !isDistrusted(hashOf(entry)));
}

/** The entries in their order, each once. */
export function sortedEntries<T extends PinEntry>(entries: readonly T[]): readonly T[] {
  const byText = new Map(entries.map((entry) => [entryText(entry), entry]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

const isAnchorHash = (value: unknown): boolean => isHex(value, 32);

function isPinnedKey(value: unknown): boolean {
  return hasOnly(value, ['issuer', 'key']) && isPrintable(value['issuer'], PIN_ISSUER_MAX) && isHex(value['key'], 32);
}

function isSortedList(value: unknown, max: number, isEntry: (entry: unknown) => boolean): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > max || !value.every(isEntry)) return false;
  const texts = value.map((entry) => entryText(entry as PinEntry));
  return texts.every((text, i) => i === 0 || (texts[i - 1] as string) < text);
}

/** It stands in messages and tables. */
function isPrintable(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length <= max && /^[\u0021-\u007e]+$/.test(value);
}
