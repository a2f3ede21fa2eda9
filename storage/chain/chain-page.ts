// Pages over the index rows. Entries are numbered within their group, so page k begins in a known run; the pages of one
// role halve over the role counts that come with each wallet entry.

import { StoreError } from '../engine/fault.js';
import type { Kv } from '../engine/kv.js';
import { regOf } from '../keys/chain-keys.js';
import type { IndexFamily } from '../keys/index-keys.js';
import { countKey, groupOf, runKey } from '../keys/index-keys.js';
import { prefixRange } from '../keys/ranges.js';
import {
  type Count,
  decodeCount,
  decodeRun,
  decodeTail,
  type IndexEntry,
  RECEIVED,
  RUN_ENTRIES,
  runsOf,
  SENT,
} from './index-rows.js';
import type { Location } from './rows.js';

export interface IndexPageRequest {
  readonly skip: number;
  readonly top: number;
  /** Newest first. */
  readonly reverse?: boolean;
  /** Only of these dockets. */
  readonly heights?: HeightSpan;
  /** Bytes of all transactions of the page: it ends before the one that is too much, but not before its first. */
  readonly bytesMax?: number;
}

export interface HeightSpan {
  readonly from: number;
  /** The first height that does not belong to it. */
  readonly below: number;
}

export interface IndexPage<T> {
  readonly items: readonly T[];
  /** Of the whole list, or of its dockets that were asked for; not of the page. */
  readonly total: number;
}

export type WalletRole = 'any' | 'sent' | 'received';

interface GroupAt {
  readonly family: IndexFamily;
  readonly group: Uint8Array;
  readonly reg: number;
}

/** Numbers of items, `end` not among them. */
export interface OrdinalSpan {
  readonly first: number;
  readonly end: number;
}

/** Ordinals of a page over a part of a list, in the order asked for. */
export function ordinals(page: IndexPageRequest, { first, end }: OrdinalSpan): number[] {
  const count = Math.max(0, Math.min(page.top, end - first - page.skip));
  return Array.from({ length: count }, (_, i) => (page.reverse ? end - 1 - page.skip - i : first + page.skip + i));
}

export function lengthOf({ first, end }: OrdinalSpan): number {
  return Math.max(0, end - first);
}

/** Places of a page of a blueprint, an instance or the successors of a transaction. */
export function pageOfGroup(
  kv: Pick<Kv, 'getSync'>,
  { family, reg, text }: { readonly family: IndexFamily; readonly reg: number; readonly text: string },
  page: IndexPageRequest,
): IndexPage<Location> {
  const entries = new Entries(kv, { family, group: groupOf(text), reg });
  const span = entries.span(page.heights);
  return { items: ordinals(page, span).map((ord) => placeOf(entries.at(ord))), total: lengthOf(span) };
}

/** Places of a page of a wallet, of all its transactions or of one role. */
export function pageOfWallet(
  kv: Pick<Kv, 'getSync'>,
  of: { reg: number; address: string; role: WalletRole },
  page: IndexPageRequest,
): IndexPage<Location> {
  const { reg, address, role } = of;
  const entries = new Entries(kv, { family: 'wallet', group: groupOf(address), reg });
  const all = entries.span(page.heights);
  const span = role === 'any' ? all : { first: entries.before(all.first, role), end: entries.before(all.end, role) };
  const items: Location[] = [];
  let near: number | undefined;
  for (const nth of ordinals(page, span)) {
    const ord: number = role === 'any' ? nth : ordOfRole(entries, { role, near }, nth);
    near = ord;
    items.push(placeOf(entries.at(ord)));
  }
  return { items, total: lengthOf(span) };
}

/**
 * The entries of a group by their number, as one counter counts them. The run that was read last is kept: pages go from
 * neighbour to neighbour.
 */
class Entries {
  readonly count: Count;
  readonly #kv: Pick<Kv, 'getSync'>;
  readonly #of: GroupAt;
  readonly #tail: readonly IndexEntry[];
  #run: readonly IndexEntry[] = [];
  #number = -1;

  constructor(kv: Pick<Kv, 'getSync'>, of: GroupAt) {
    this.#kv = kv;
    this.#of = of;
    const bytes = kv.getSync(countKey(of.family, of.group, of.reg));
    this.count = bytes === undefined ? { total: 0, sent: 0, received: 0 } : decodeCount(bytes);
    this.#tail = bytes === undefined ? [] : decodeTail(bytes);
  }

  /** `ord` is below the total. */
  at(ord: number): IndexEntry {
    const number = Math.floor(ord / RUN_ENTRIES);
    const entry = (number < runsOf(this.count) ? this.#read(number) : this.#tail)[ord % RUN_ENTRIES];
    if (entry === undefined) throw this.#missing(number);
    return entry;
  }

  /** The entries of the dockets asked for, found by halving. */
  span(heights: HeightSpan | undefined): OrdinalSpan {
    if (heights === undefined) return { first: 0, end: this.count.total };
    return { first: this.#firstFrom(heights.from), end: this.#firstFrom(heights.below) };
  }

  /** Entries with the role before an ordinal, which may be the total. */
  before(ord: number, role: 'sent' | 'received'): number {
    if (ord >= this.count.total) return this.count[role];
    const { sentBefore, receivedBefore } = this.at(ord);
    return role === 'sent' ? sentBefore : receivedBefore;
  }

  /** The ordinal of the first entry of a height or a higher one. */
  #firstFrom(height: number): number {
    const { total } = this.count;
    if (height <= 0 || total === 0) return 0;
    // Most spans end with the chain, and the newest entries are at hand.
    if (this.at(total - 1).height < height) return total;
    let low = 0;
    let high = total;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.at(middle).height >= height) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #read(number: number): readonly IndexEntry[] {
    if (number === this.#number) return this.#run;
    const bytes = this.#kv.getSync(runKey(this.#of, number));
    if (bytes === undefined) throw this.#missing(number);
    this.#number = number;
    this.#run = decodeRun(bytes);
    return this.#run;
  }

  #missing(number: number): StoreError {
    return new StoreError(
      'STORE_DAMAGED',
      `Run ${number} of an index of local register ${this.#of.reg} is missing. Run quorate rebuild-indexes.`,
    );
  }
}

interface RoleSearch {
  readonly role: 'sent' | 'received';
  /** Ordinal of the item found before: its neighbours are tried first. */
  readonly near: number | undefined;
}

/** The ordinal of the `nth` entry (0-based) that has the role: the first entry after which nth + 1 have been seen. */
function ordOfRole(entries: Entries, { role, near }: RoleSearch, nth: number): number {
  const bit = role === 'sent' ? SENT : RECEIVED;
  const before = (entry: IndexEntry): number => (role === 'sent' ? entry.sentBefore : entry.receivedBefore);
  const { total } = entries.count;
  for (const guess of near === undefined ? [] : [near + 1, near - 1]) {
    if (guess < 0 || guess >= total) continue;
    const entry = entries.at(guess);
    if (before(entry) === nth && entry.roles & bit) return guess;
  }
  let low = nth;
  let high = total - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = entries.at(middle);
    if (before(entry) + (entry.roles & bit ? 1 : 0) > nth) high = middle;
    else low = middle + 1;
  }
  return low;
}

function placeOf({ height, index }: Location): Location {
  return { height, index };
}

/** Registers in which a group has entries, by number, with how many. At most `limit`. */
export async function registersOf(
  kv: Pick<Kv, 'range'>,
  family: IndexFamily,
  of: { readonly text: string; readonly limit: number },
): Promise<{ readonly reg: number; readonly total: number }[]> {
  const prefix = countKey(family, groupOf(of.text), 0).subarray(0, 17);
  const rows = [];
  for await (const [key, value] of kv.range({ ...prefixRange(prefix), limit: of.limit }))
    rows.push({ reg: regOf(key), total: decodeCount(value).total });
  return rows;
}
