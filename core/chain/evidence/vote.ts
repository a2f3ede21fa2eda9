// A vote in evidence: what was voted, by which wallet, in which role and for which participant. Everybody reads that in
// the clear; what its sender stated with it is sealed for others.

import { instanceIdOf } from '../../instance/rows.js';
import type { Transaction } from '../../model/transaction.js';
import { type StatedVote, statedVote } from '../../transaction/stated-vote.js';
import { isOfWorkflow } from './timer.js';

/** The statement of a vote. With `for` a deputy cast it, and it is the vote of the participant with this record. */
export interface CastSaid extends StatedVote {
  readonly by: string;
  readonly instanceId: string;
  readonly actionId: string;
}

/** Undefined for any other transaction. */
export function castSaidIn(tx: Transaction): CastSaid | undefined {
  const { header } = tx;
  const cast = statedVote(header);
  if (!isOfWorkflow(header) || !cast) return undefined;
  const { role, vote, for: principal } = cast;
  const { senderWallet: by, actionId } = header;
  return { by, instanceId: instanceIdOf(tx), actionId, role, vote, ...(principal !== undefined && { for: principal }) };
}

/** A sentence for a person. */
export function castFact({ by, role, vote, actionId, for: principal }: CastSaid): string {
  const whose = principal === undefined ? '' : `, as a deputy of the participant ${principal}, whose vote it is`;
  return `The wallet ${by} voted ${vote} on action ${actionId} as ${role}${whose}.`;
}
