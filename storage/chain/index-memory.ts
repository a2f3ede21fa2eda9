// Rows that sealing wrote or did not find, and remembers so that a docket does not read them again: counters of index
// groups, and TxIds that are not sealed. All of it is what a read through the journal would give, or nothing. Bounded;
// one for each ChainStore, which is the only writer of these rows.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import type { Docket, Hash } from '../../core/model/register.js';
import type { IndexFamily } from '../keys/index-keys.js';
import { emptyTail } from './index-rows.js';

/** The counter of an index group, moved by each docket. */
export interface IndexGroup {
  readonly bytes: Uint8Array;
  total: number;
  sent: number;
  received: number;
  /** The entries that fill no run yet (index-rows.ts). */
  readonly tail: Buffer;
}

export type IndexGroups = Readonly<Record<IndexFamily, Map<string, IndexGroup>>>;

/**
 * Registers whose counters are kept, and counters of one family of each: a counter with its entries takes some 600
 * bytes.
 */
const REGISTERS_MAX = 8;
const GROUPS_MAX = 2048;
/** Twice the largest pool. */
const ABSENT_MAX = 20_000;

export function noGroups(): IndexGroups {
  return { wallet: new Map(), blueprint: new Map(), instance: new Map(), successor: new Map() };
}

/** The counter of a group that has no entry. */
export function newGroup(bytes: Uint8Array): IndexGroup {
  return { bytes, total: 0, sent: 0, received: 0, tail: emptyTail() };
}

/**
 * Counters as they are after one docket. They are taken for the next one and given back after it: what fails in between
 * leaves nothing. Decision 0125.
 */
export class GroupMemory {
  private readonly known = new LRUCache<number, { readonly hash: Hash; readonly groups: IndexGroups }>({
    max: REGISTERS_MAX,
  });

  /**
   * The counters of a register whose head in the journal is `hash`, for the docket after it; of the known ones none
   * when they are not of exactly that head.
   */
  take(reg: number, hash: Hash | undefined): IndexGroups {
    const kept = this.known.get(reg);
    this.known.delete(reg);
    // The head and the counters are rows of one batch, so a journal with this head has these counters.
    return kept && kept.hash === hash ? kept.groups : noGroups();
  }

  /** The counters after the docket `hash`, whose rows are on their way to the journal. */
  keep(reg: number, hash: Hash, groups: IndexGroups): void {
    for (const family of Object.values(groups)) if (family.size > GROUPS_MAX) family.clear();
    this.known.set(reg, { hash, groups });
  }

  clear(): void {
    this.known.clear();
  }
}

/**
 * TxIds that were looked for and are not sealed: the pool asks when a transaction comes, the docket that holds it asks
 * again a moment later. The maker of the rows of a seal tells it before; until the journal has them nothing of that
 * register is learnt, because a look would not find them yet.
 */
export class AbsentTransactions {
  private readonly known: LRUCache<string, true>;
  /** By register: the docket whose rows were made last, while they were not seen in the journal. */
  private readonly unwritten = new Map<number, Hash>();

  /** Of `max` TxIds, those learnt last. */
  constructor(max = ABSENT_MAX) {
    this.known = new LRUCache(growing(max));
  }

  has(reg: number, txId: string): boolean {
    return this.known.has(keyOf(reg, txId));
  }

  /** `head` gives the hash of the register's head in the journal. */
  add(reg: number, txId: string, head: () => Hash | undefined): void {
    const unwritten = this.unwritten.get(reg);
    if (unwritten !== undefined && head() !== unwritten) return;
    if (unwritten !== undefined) this.unwritten.delete(reg);
    this.known.set(keyOf(reg, txId), true);
  }

  /** The rows of a docket are made, and on their way to the journal. */
  sealing(reg: number, docket: Docket): void {
    this.unwritten.set(reg, docket.hash);
    for (const { txId } of docket.transactions) this.known.delete(keyOf(reg, txId));
  }

  clear(): void {
    this.known.clear();
  }
}

function keyOf(reg: number, txId: string): string {
  return `${txId}${reg}`;
}
