// Which promised submissions follow a transaction that never came. Without an end each would keep its place in the outbox for ever, and its submitter waiting.
// It ends nothing by itself.
import { CLOCK_SKEW_MS, TRANSACTION_AGE_MAX_MS } from '../../core/base/limits.js';
import type { RegisterState, StateView } from '../../core/register/types.js';
import { validate } from '../../core/transaction/validate/index.js';
import type { BehindPorts } from './behind.js';
import { NEVER_CAME } from './outcomes.js';
import type { Submissions, Submitted } from './submissions.js';

/**
 * What a submission follows was made before it, so by then it is too old to be submitted anywhere (VAL_TIME_002), however far the clock of its sender ran
 * ahead. Only a node that promised it and was away since could still bring it, so nothing is refused: it is given up.
 */
export const FOLLOWED_COMES_MS = TRANSACTION_AGE_MAX_MS + CLOCK_SKEW_MS;

export interface OrphanPorts extends BehindPorts {
  state(): RegisterState;
  view(): StateView;
}

/** Those to give up now: what they follow is neither sealed here nor waits here. Costs a judgement for each that is old enough, and nothing while none is. */
export function orphansToEnd(
  submissions: Pick<Submissions, 'get' | 'values'>,
  ports: OrphanPorts,
  nowMs: number,
): readonly Submitted[] {
  const old = [...submissions.values()].filter(
    ({ promised, sealing, ending, acceptedAtMs }) =>
      promised && !sealing && !ending && nowMs - acceptedAtMs >= FOLLOWED_COMES_MS,
  );
  // What a peer who is ahead has sealed may be just what is missing.
  if (old.length === 0 || ports.isBehind()) return [];
  const given = { state: ports.state(), view: ports.view(), signaturesOk: true };
  return old.filter(({ tx }) => {
    if (submissions.get(tx.header.previousTransactionId ?? '')) return false;
    const verdict = validate(tx, given);
    // A join that waits for its branches, or an act for its turn, follows something that is there and ends in its own time.
    return !verdict.ok && verdict.fault === 'retry' && verdict.issues.every(({ code }) => code === NEVER_CAME.code);
  });
}
