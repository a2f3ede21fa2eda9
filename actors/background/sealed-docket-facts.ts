// A sealed docket as those that work behind the seals take it. Types only.
import type { Hash } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';

export interface SealedDocketFacts {
  readonly height: number;
  readonly hash: Hash;
  readonly timestampMs: number;
  readonly transactions: readonly Transaction[];
}
