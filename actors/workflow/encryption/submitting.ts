// Sends a signed move to its register. A move that the register refuses has been sent: its failure is final, because a
// refusal before anything was sent may be asked again, and this one may not.
import { failFinally, type Result } from '../../../core/base/result.js';
import { hasCarriers } from '../../../core/envelope/envelope.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Ledger, RefusedSubmission, SubmitOutcome } from '../../ledger-port.js';
import type { Acting } from './acting.js';
import type { Encrypter } from './encrypter.js';

export interface SubmittingPorts {
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly encrypter: Pick<Encrypter, 'onCarried'>;
}

/** The sender, and how long the answer may wait for the seal. */
export interface Sending {
  readonly by: Acting;
  readonly waitMs: number;
  /** It was refused before for what others did meanwhile, and goes before them here. */
  readonly isFirst?: boolean;
}

/** A move that the register took. */
export type SentMove = Exclude<SubmitOutcome, RefusedSubmission>;

export async function submitMove(
  { ledger, encrypter }: SubmittingPorts,
  tx: Transaction,
  { waitMs, isFirst = false, by: { from, trace } }: Sending,
): Promise<Result<SentMove>> {
  const how = { priority: isFirst ? 'High' : 'Normal', waitMs, ...(from !== undefined && { from }), trace } as const;
  const outcome = await ledger.submit(tx, how);
  if (outcome.status === 'refused') return failFinally(outcome.issues);
  if (outcome.status === 'sealed' && hasCarriers(tx)) encrypter.onCarried(tx.txId);
  return outcome;
}
