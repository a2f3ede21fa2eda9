// A sealed docket as those that work behind the seals take it. Types only.
import type { Hash } from '../../../core/register/types.js';
import type { Transaction } from '../../../core/transaction/types.js';

export interface SealedDocketFacts {
  readonly height: number;
  readonly hash: Hash;
  readonly timestampMs: number;
  readonly transactions: readonly Transaction[];
}
