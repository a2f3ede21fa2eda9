// The index rows of a sealed docket: where each TxId is, and the entries and counters of wallets, blueprints, instances
// and successors. The same function makes them for sealing and for rebuilding, which is why a rebuild gives the same
// bytes.
import type { Docket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { locationKey } from '../keys/chain-keys.js';
import type { IndexFamily } from '../keys/index-keys.js';
import { countKey, groupOf, runKey } from '../keys/index-keys.js';
import type { Totals } from './head-codec.js';
import { type IndexGroup, type IndexGroups, newGroup, noGroups } from './index-memory.js';
import { decodeCount, encodeCount, encodeRun, RECEIVED, RUN_ENTRIES, SENT, tailOf, writeEntry } from './index-rows.js';
import { encodeLocation, type Location } from './rows.js';

interface Indexing {
  readonly reader: Pick<Kv, 'getSync'>;
  readonly reg: number;
  readonly ops: KvOp[];
  /** Counters that this docket moves, by family and grouping text. */
  readonly moved: IndexGroups;
  /** The known ones, and then the ones that this docket moved as well. */
  readonly known: IndexGroups;
  uniqueWallets: number;
  uniqueSenders: number;
  uniqueRecipients: number;
}

export interface IndexInput {
  /** Sees the counters that earlier, still queued dockets left. */
  readonly reader: Pick<Kv, 'getSync'>;
  readonly reg: number;
  readonly docket: Docket;
  readonly totals: Totals;
  /** Counters as they are before the docket, as far as they are known; after it when this returns. */
  readonly known: IndexGroups;
}

/** Appends the index rows of the docket to `ops`; gives the totals after it. */
export function indexDocket(input: IndexInput, ops: KvOp[]): Totals {
  const { header, transactions } = input.docket;
  const indexing: Indexing = {
    reader: input.reader,
    reg: input.reg,
    ops,
    moved: noGroups(),
    known: input.known,
    uniqueWallets: 0,
    uniqueSenders: 0,
    uniqueRecipients: 0,
  };
  transactions.forEach((tx, index) => {
    indexTransaction(indexing, tx, { height: header.height, index });
  });
  for (const family of FAMILIES) {
    for (const group of indexing.moved[family].values())
      ops.push({ key: countKey(family, group.bytes, input.reg), value: encodeCount(group, group.tail) });
  }
  return totalsAfter(input.totals, indexing, input.docket);
}

const FAMILIES = ['wallet', 'blueprint', 'instance', 'successor'] as const;

function indexTransaction(indexing: Indexing, tx: Transaction, at: Location): void {
  const { header } = tx;
  indexing.ops.push({ key: locationKey(indexing.reg, tx.txId), value: encodeLocation(at) });
  const recipients = header.recipients ?? [];
  const sender = header.senderWallet;
  indexWallet(indexing, { address: sender, roles: recipients.includes(sender) ? SENT | RECEIVED : SENT }, at);
  if (recipients.length > 0) {
    for (const recipient of recipients.length === 1 ? recipients : new Set(recipients))
      if (recipient !== sender) indexWallet(indexing, { address: recipient, roles: RECEIVED }, at);
  }
  indexPlain(indexing, { family: 'blueprint', text: header.blueprintId }, at);
  if (header.instanceId !== undefined) indexPlain(indexing, { family: 'instance', text: header.instanceId }, at);
  if (header.previousTransactionId !== undefined)
    indexPlain(indexing, { family: 'successor', text: header.previousTransactionId }, at);
}

function indexWallet(
  indexing: Indexing,
  { address, roles }: { readonly address: string; readonly roles: number },
  at: Location,
): void {
  const group = groupFor(indexing, 'wallet', address);
  if (group.total === 0) indexing.uniqueWallets += 1;
  if (roles & SENT) {
    if (group.sent === 0) indexing.uniqueSenders += 1;
    group.sent += 1;
  }
  if (roles & RECEIVED) {
    if (group.received === 0) indexing.uniqueRecipients += 1;
    group.received += 1;
  }
  append(indexing, { family: 'wallet', group, roles }, at);
}

function indexPlain(
  indexing: Indexing,
  { family, text }: { readonly family: IndexFamily; readonly text: string },
  at: Location,
): void {
  append(indexing, { family, group: groupFor(indexing, family, text), roles: 0 }, at);
}

/**
 * The counters of roles are moved already. A run that this entry fills becomes a row; until then its entries are a part
 * of the counter.
 */
function append(
  { ops, reg }: Indexing,
  { family, group, roles }: { readonly family: IndexFamily; readonly group: IndexGroup; readonly roles: number },
  at: Location,
): void {
  writeEntry(group.tail, group.total % RUN_ENTRIES, { height: at.height, index: at.index, roles });
  group.total += 1;
  if (group.total % RUN_ENTRIES === 0)
    ops.push({
      key: runKey({ family, group: group.bytes, reg }, group.total / RUN_ENTRIES - 1),
      value: encodeRun(group, group.tail),
    });
}

function groupFor(indexing: Indexing, family: IndexFamily, text: string): IndexGroup {
  const moved = indexing.moved[family].get(text);
  if (moved) return moved;
  const group = indexing.known[family].get(text) ?? readGroup(indexing, family, text);
  indexing.moved[family].set(text, group);
  return group;
}

function readGroup(indexing: Indexing, family: IndexFamily, text: string): IndexGroup {
  const bytes = groupOf(text);
  const stored = indexing.reader.getSync(countKey(family, bytes, indexing.reg));
  const group: IndexGroup =
    stored === undefined ? newGroup(bytes) : { bytes, ...decodeCount(stored), tail: tailOf(stored) };
  indexing.known[family].set(text, group);
  return group;
}

function totalsAfter(before: Totals, indexing: Indexing, docket: Docket): Totals {
  const { txCount, bytes, timestampMs } = docket.header;
  const times =
    txCount === 0
      ? {
          ...(before.firstMs === undefined ? {} : { firstMs: before.firstMs }),
          ...(before.lastMs === undefined ? {} : { lastMs: before.lastMs }),
        }
      : { firstMs: before.firstMs ?? timestampMs, lastMs: timestampMs };
  return {
    transactions: before.transactions + txCount,
    bytes: before.bytes + bytes,
    uniqueWallets: before.uniqueWallets + indexing.uniqueWallets,
    uniqueSenders: before.uniqueSenders + indexing.uniqueSenders,
    uniqueRecipients: before.uniqueRecipients + indexing.uniqueRecipients,
    ...times,
  };
}
