// Sends a signed move to its register. A move that the register refuses has been sent: it is a value of its own,
// because a refusal before anything was sent may be asked again, and this one may not.
import type { Issue } from '../../../core/base/issue.js';
import { hasCarriers } from '../../../core/disclosure/envelope.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { Ledger, RefusedSubmission, SubmitOutcome } from '../../ledger/ledger.js';
import type { Acting } from '../asks/acting.js';
import type { Sealer } from './sealer.js';

export interface SubmittingPorts {
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly sealer: Pick<Sealer, 'carried'>;
}

/** The sender, and how long the answer may wait for the seal. */
export interface Sending {
  readonly by: Acting;
  readonly waitMs: number;
}

export async function submitMove(
  { ledger, sealer }: SubmittingPorts,
  tx: Transaction,
  { waitMs, by: { from } }: Sending,
): Promise<SubmitOutcome> {
  const outcome = await ledger.submit(tx, { priority: 'Normal', waitMs, ...(from !== undefined && { from }) });
  if (outcome.status === 'sealed' && hasCarriers(tx)) sealer.carried(tx.txId);
  return outcome;
}

/** The answer of the register about a move that was sent. */
export type RefusedMove = RefusedSubmission;

/** The outcome of a move: what it came to, what was refused before it was sent, or what its register refused. */
export type Moved<T> = T | readonly Issue[] | RefusedMove;

export function isRefused<T>(outcome: T | RefusedMove): outcome is RefusedMove {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && outcome.status === 'refused';
}

/** The same refusal, with its issues in the words of who asked. */
export function refusedAs(refused: RefusedMove, inAsk: (found: Issue) => Issue): RefusedMove {
  return { ...refused, issues: refused.issues.map(inAsk) };
}
