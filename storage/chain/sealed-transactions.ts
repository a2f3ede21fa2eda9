// The TxIds that may be sealed, in a Bloom filter for each of a few registers: it says of most transactions that they
// are not sealed, which the pool and each docket ask, without a look into the store. The bits of a TxId are digits of
// its own, because it is a hash.
import { LRUCache } from 'lru-cache';
import type { Docket } from '../../core/model/register.js';

/** Registers with a filter, those used last. */
const REGISTERS_MAX = 8;
/**
 * Bits of a filter, 1 MiB, and TxIds after which it would be right too rarely: then one in forty that is not sealed is
 * looked for all the same.
 */
const FILTER_BITS = 2 ** 23;
const FILTER_TXIDS_MAX = 2 ** 20;

interface Filter {
  /** Absent for docket 0 alone: most nodes have registers with nothing after it. */
  bits: Uint32Array | undefined;
  count: number;
  readonly first: readonly string[];
}

/**
 * Which TxIds may be sealed, of registers whose dockets were all sealed since docket 0 while this ran: a new replica
 * that catches up asks of each transaction whether it is sealed already, and none is. A Bloom filter: it may say that
 * one is sealed which is not, and never the other way. Decision 0125.
 */
export class SealedTransactions {
  private readonly filters = new LRUCache<number, Filter>({ max: REGISTERS_MAX });

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
    this.filters.set(reg, { bits: undefined, count: 0, first: transactions.map(({ txId }) => txId) });
  }
}

function bitsOf(txIds: readonly string[]): Uint32Array {
  const bits = new Uint32Array(FILTER_BITS / 32);
  for (const txId of txIds) add(bits, txId);
  return bits;
}

/**
 * A filter consists of blocks of 512 bits, a line of the processor's cache: a TxId has its four bits in one of them.
 */
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

/**
 * A TxId is a hash: its first digits are the block, and nine bits of the digits after them, four times, the places in
 * it.
 */
function locate(txId: string): void {
  const block = (digits(txId, 0, 5) % BLOCKS) * BLOCK_WORDS;
  for (let i = 0; i < PER_TXID; i++) {
    const place = digits(txId, 5 + 3 * i, 3);
    words[i] = block + ((place >>> 5) & (BLOCK_WORDS - 1));
    masks[i] = 1 << (place & 31);
  }
}

/**
 * The number that hex digits are. Digit by digit: a text of its own for them, to be parsed, takes five times as long.
 */
function digits(txId: string, from: number, count: number): number {
  let n = 0;
  for (let i = from; i < from + count; i++) {
    const c = txId.charCodeAt(i);
    n = n * 16 + (c & 15) + (c >> 6) * 9;
  }
  return n;
}
