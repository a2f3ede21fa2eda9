// What sealing remembers of rows that it wrote or did not find, so that a docket does not read them again: counters of index groups,
// and TxIds that are not sealed. All of it is what a read through the journal would give, or nothing. Bounded; one for each ChainStore, which is the only writer of these rows.
import type { Docket, Hash } from '../../core/register/types.js';
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

/** Registers whose counters are kept, and counters of one family of each: a counter with its entries takes some 600 bytes. */
const REGISTERS_MAX = 8;
const GROUPS_MAX = 2048;
/** TxIds of one generation; there are two. Twice the largest pool. */
const ABSENT_MAX = 20_000;

export function noGroups(): IndexGroups {
  return { wallet: new Map(), blueprint: new Map(), instance: new Map(), successor: new Map() };
}

/** The counter of a group that has no entry. */
export function newGroup(bytes: Uint8Array): IndexGroup {
  return { bytes, total: 0, sent: 0, received: 0, tail: emptyTail() };
}

/** Counters as they are after one docket. They are taken for the next one and given back after it: what fails in between leaves nothing. */
export class GroupMemory {
  private readonly known = new Map<number, { readonly hash: Hash; readonly groups: IndexGroups }>();

  /** The counters of a register whose head in the journal is `hash`, for the docket after it; of the known ones none when they are not of exactly that head. */
  take(reg: number, hash: Hash | undefined): IndexGroups {
    const kept = this.known.get(reg);
    this.known.delete(reg);
    // The head and the counters are rows of one batch, so a journal with this head has these counters.
    return kept && kept.hash === hash ? kept.groups : noGroups();
  }

  /** The counters after the docket `hash`, whose rows are on their way to the journal. */
  keep(reg: number, hash: Hash, groups: IndexGroups): void {
    for (const family of Object.values(groups)) if (family.size > GROUPS_MAX) family.clear();
    for (const oldest of this.known.keys()) {
      if (this.known.size < REGISTERS_MAX) break;
      this.known.delete(oldest);
    }
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
  private readonly max: number;
  private young = new Set<string>();
  private old = new Set<string>();
  /** By register: the docket whose rows were made last, while nobody saw them in the journal. */
  private readonly unwritten = new Map<number, Hash>();

  /** `max` TxIds of one generation. */
  constructor(max = ABSENT_MAX) {
    this.max = max;
  }

  has(reg: number, txId: string): boolean {
    const key = keyOf(reg, txId);
    return this.young.has(key) || this.old.has(key);
  }

  /** `head` gives the hash of the register's head in the journal. */
  add(reg: number, txId: string, head: () => Hash | undefined): void {
    const unwritten = this.unwritten.get(reg);
    if (unwritten !== undefined && head() !== unwritten) return;
    if (unwritten !== undefined) this.unwritten.delete(reg);
    if (this.young.size >= this.max) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(keyOf(reg, txId));
  }

  /** The rows of a docket are made, and on their way to the journal. */
  sealing(reg: number, docket: Docket): void {
    this.unwritten.set(reg, docket.hash);
    if (this.young.size + this.old.size === 0) return;
    for (const { txId } of docket.transactions) {
      const key = keyOf(reg, txId);
      if (!this.young.delete(key)) this.old.delete(key);
    }
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
  }
}

/** Bits of a filter, 1 MiB, and TxIds after which it would be right too rarely: then one in forty that is not sealed is looked for all the same. */
const FILTER_BITS = 2 ** 23;
const FILTER_TXIDS_MAX = 2 ** 20;

interface Filter {
  /** Absent for docket 0 alone: most nodes have registers with nothing after it. */
  bits: Uint32Array | undefined;
  count: number;
  readonly first: readonly string[];
}

/**
 * Which TxIds may be sealed, of registers whose dockets were all sealed since docket 0 while this ran: a new replica that catches up asks of each
 * transaction whether it is sealed already, and none is. A Bloom filter: it may say that one is sealed which is not, and never the other way.
 */
export class SealedTransactions {
  private readonly filters = new Map<number, Filter>();

  /** False only where nothing needs to be looked for. */
  mayHold(reg: number, txId: string): boolean {
    const filter = this.filters.get(reg);
    if (!filter) return true;
    return filter.bits ? hasAll(filter.bits, txId) : filter.first.includes(txId);
  }

  /** The rows of a docket are made. Docket 0 begins a register that has no rows. */
  sealing(reg: number, { header, transactions }: Pick<Docket, 'header' | 'transactions'>): void {
    if (header.height === 0) {
      this.begin(reg, transactions);
      return;
    }
    const filter = this.filters.get(reg);
    if (!filter) return;
    filter.count += transactions.length;
    if (filter.count > FILTER_TXIDS_MAX) {
      this.filters.delete(reg);
      return;
    }
    filter.bits ??= bitsOf(filter.first);
    for (const { txId } of transactions) add(filter.bits, txId);
  }

  /** Rows of the register may be left over from before. */
  forget(reg: number): void {
    this.filters.delete(reg);
  }

  clear(): void {
    this.filters.clear();
  }

  private begin(reg: number, transactions: Docket['transactions']): void {
    this.filters.delete(reg);
    for (const oldest of this.filters.keys()) {
      if (this.filters.size < REGISTERS_MAX) break;
      this.filters.delete(oldest);
    }
    this.filters.set(reg, { bits: undefined, count: 0, first: transactions.map(({ txId }) => txId) });
  }
}

function bitsOf(txIds: readonly string[]): Uint32Array {
  const bits = new Uint32Array(FILTER_BITS / 32);
  for (const txId of txIds) add(bits, txId);
  return bits;
}

/** A filter consists of blocks of 512 bits, a line of the processor's cache: a TxId has its four bits in one of them. */
const BLOCK_WORDS = 16;
const BLOCKS = FILTER_BITS / 32 / BLOCK_WORDS;
const PER_TXID = 4;
/** Of the four bits of the TxId that is looked at: places of their words, and the bits in them. */
const words = new Uint32Array(PER_TXID);
const masks = new Uint32Array(PER_TXID);

function add(bits: Uint32Array, txId: string): void {
  locate(txId);
  for (let i = 0; i < PER_TXID; i++) bits[words[i]!]! |= masks[i]!;
}

function hasAll(bits: Uint32Array, txId: string): boolean {
  locate(txId);
  for (let i = 0; i < PER_TXID; i++) if ((bits[words[i]!]! & masks[i]!) === 0) return false;
  return true;
}

/** A TxId is a hash: its first digits are the block, and nine bits of the digits after them, four times, the places in it. */
function locate(txId: string): void {
  const block = (digits(txId, 0, 5) % BLOCKS) * BLOCK_WORDS;
  for (let i = 0; i < PER_TXID; i++) {
    const place = digits(txId, 5 + 3 * i, 3);
    words[i] = block + ((place >>> 5) & (BLOCK_WORDS - 1));
    masks[i] = 1 << (place & 31);
  }
}

/** The number that hex digits are. Digit by digit: a text of its own for them, to be parsed, takes five times as long. */
function digits(txId: string, from: number, count: number): number {
  let n = 0;
  for (let i = from; i < from + count; i++) {
    const c = txId.charCodeAt(i);
    n = n * 16 + (c & 15) + (c >> 6) * 9;
  }
  return n;
}

function keyOf(reg: number, txId: string): string {
  return `${txId}${reg}`;
}
