// Sends the deliveries that were made, all at once and each by itself: one that is refused keeps no holder from the
// others. It encrypts nothing, and tells of each refusal with its holder.
import { failFinally, isFailure, type Result } from '../../../../core/base/result.js';
import type { PartTold } from '../../../../core/instance/deliveries/owed.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { SentMove } from '../../encryption/submitting.js';
import type { DeliveriesSent, DeliveryOutcome, RefusedDelivery } from './ask.js';

/** A signed delivery to one holder. */
export interface SignedDelivery extends PartTold {
  readonly runs: readonly string[];
  readonly tx: Transaction;
}

export interface SignedDeliveries {
  readonly made: readonly SignedDelivery[];
  /** The deliveries that could not be opened or encrypted: they keep the others from nothing. */
  readonly failed: readonly RefusedDelivery[];
  /** Runs that the wallet can give beside those of as many deliveries as are made at once. */
  readonly left: number;
}

/** Refused where there was something to send, and nothing was sent: for the issues of all of it. */
export async function sendAll(
  deliveries: Result<SignedDeliveries>,
  submit: (tx: Transaction) => Promise<Result<SentMove>>,
): Promise<Result<DeliveriesSent>> {
  if (isFailure(deliveries)) return deliveries;
  const { made, failed, left } = deliveries;
  const sent: DeliveryOutcome[] = [];
  const refused: RefusedDelivery[] = [...failed];
  // Their waits run together: one after the other, a hundred of them keep the turn of the instance for minutes.
  const outcomes = await Promise.all(made.map(({ tx }) => submit(tx)));
  for (const [i, { tx, ...to }] of made.entries()) {
    const outcome = outcomes[i] as Result<SentMove>;
    if (isFailure(outcome)) refused.push({ ...to, issues: outcome.issues });
    else sent.push({ ...to, transactionId: tx.txId, status: outcome.status });
  }
  if (sent.length > 0 || refused.length === 0) return { sent, refused, left };
  return failFinally(refused.flatMap(({ issues }) => issues));
}
