// Runs that are looked at in one batch of sealed moves: each once, whichever wallet sealed something about it.
import { isFailure } from '../../../core/base/result.js';
import { readDelivery } from '../../../core/envelope/delivery/delivery-form.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';

export interface SealedThen {
  readonly transaction: Transaction;
  readonly timestampMs: number;
}

/** A run that is looked at, for what a wallet sealed: the run, or a confirmation of it. */
export interface LookedRun<T extends SealedThen> extends SealedThen {
  /**
   * The wallet that sealed it, which knows what that says; undefined where several wallets sealed something about it.
   */
  readonly by: string | undefined;
  /** The sealed transaction. */
  readonly sealed: T;
}

/** A look at each run, with the time of the last of those moves. */
export function oneLookAtEach<T extends SealedThen>(looked: readonly LookedRun<T>[]): readonly LookedRun<T>[] {
  const last = new Map<string, LookedRun<T>>();
  for (const item of looked) {
    const { txId } = item.transaction;
    const before = last.get(txId);
    // A wallet knows what it sealed itself, and not what others said of the same run.
    last.set(txId, before && before.by !== item.by ? { ...item, by: undefined } : item);
  }
  return [...last.values()];
}

/** Runs of which the transaction puts kept evidence on the ledger. */
export function runsGiven({ header, payload }: Transaction): readonly string[] {
  if (kindOf(header).kind !== 'action' || moveTypeOf(header) !== 'Delivery') return [];
  const given = readDelivery(payload);
  return isFailure(given) || given.gate === undefined ? [] : given.runs;
}
