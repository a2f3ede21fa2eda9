// Pages over the index rows. Entries are numbered within their group, so page k begins at a known key; the pages of one role halve over the
// role counts that each wallet entry carries.

import { StoreError } from './fault.js';
import type { IndexFamily } from './keys.js';
import { countKey, entryKey, groupOf } from './keys.js';
import type { Kv } from './kv.js';
import type { Count, Location, WalletEntry } from './rows.js';
import { decodeCount, decodeLocation, decodeWalletEntry, RECEIVED, SENT } from './rows.js';

export interface PageRequest {
  readonly skip: number;
  readonly top: number;
  /** Newest first. */
  readonly reverse?: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Of the whole list, not of the page. */
  readonly total: number;
}

export type WalletRole = 'any' | 'sent' | 'received';

interface GroupAt {
  readonly family: IndexFamily;
  readonly group: Uint8Array;
  readonly reg: number;
}

/** Ordinals of a page over a list of `total`, in the order asked for. */
export function ordinals(page: PageRequest, total: number): number[] {
  const count = Math.max(0, Math.min(page.top, total - page.skip));
  return Array.from({ length: count }, (_, i) => (page.reverse ? total - 1 - page.skip - i : page.skip + i));
}

export function readCount(kv: Pick<Kv, 'getSync'>, at: GroupAt): Count {
  const bytes = kv.getSync(countKey(at.family, at.group, at.reg));
  return bytes === undefined ? { total: 0, sent: 0, received: 0 } : decodeCount(bytes);
}

/** Places of a page of a blueprint, an instance or the successors of a transaction. */
export function pageOfGroup(
  kv: Pick<Kv, 'getSync'>,
  family: IndexFamily,
  of: { reg: number; text: string },
  page: PageRequest,
): Page<Location> {
  const at: GroupAt = { family, group: groupOf(of.text), reg: of.reg };
  const { total } = readCount(kv, at);
  const items = ordinals(page, total).map((ord) => decodeLocation(entryBytes(kv, at, ord)));
  return { items, total };
}

/** Places of a page of a wallet, of all its transactions or of one role. */
export function pageOfWallet(
  kv: Pick<Kv, 'getSync'>,
  of: { reg: number; address: string; role: WalletRole },
  page: PageRequest,
): Page<Location> {
  const at: GroupAt = { family: 'wallet', group: groupOf(of.address), reg: of.reg };
  const count = readCount(kv, at);
  const total = of.role === 'any' ? count.total : count[of.role];
  const items: Location[] = [];
  let near: number | undefined;
  for (const nth of ordinals(page, total)) {
    const ord: number = of.role === 'any' ? nth : ordOfRole(kv, { ...at, role: of.role, count, near }, nth);
    near = ord;
    const { height, index } = walletEntry(kv, at, ord);
    items.push({ height, index });
  }
  return { items, total };
}

interface RoleSearch extends GroupAt {
  readonly role: 'sent' | 'received';
  readonly count: Count;
  /** Ordinal of the item found before: its neighbours are tried first. */
  readonly near: number | undefined;
}

/** The ordinal of the `nth` entry (0-based) that has the role: the first entry after which nth + 1 have been seen. */
function ordOfRole(kv: Pick<Kv, 'getSync'>, at: RoleSearch, nth: number): number {
  const bit = at.role === 'sent' ? SENT : RECEIVED;
  const before = (entry: WalletEntry): number => (at.role === 'sent' ? entry.sentBefore : entry.receivedBefore);
  for (const guess of at.near === undefined ? [] : [at.near + 1, at.near - 1]) {
    if (guess < 0 || guess >= at.count.total) continue;
    const entry = walletEntry(kv, at, guess);
    if (before(entry) === nth && entry.roles & bit) return guess;
  }
  let low = nth;
  let high = at.count.total - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = walletEntry(kv, at, middle);
    if (before(entry) + (entry.roles & bit ? 1 : 0) > nth) high = middle;
    else low = middle + 1;
  }
  return low;
}

function walletEntry(kv: Pick<Kv, 'getSync'>, at: GroupAt, ord: number): WalletEntry {
  return decodeWalletEntry(entryBytes(kv, at, ord));
}

function entryBytes(kv: Pick<Kv, 'getSync'>, at: GroupAt, ord: number): Uint8Array {
  const bytes = kv.getSync(entryKey(at, ord));
  if (bytes === undefined)
    throw new StoreError(
      'STORE_DAMAGED',
      `Entry ${ord} of an index of local register ${at.reg} is missing. Run quorate rebuild-indexes.`,
    );
  return bytes;
}
