// Moves that are sealed anew: a key may be revoked, a delegation begin, or a run be delivered, between the moment in
// which a move is sealed and its docket, and then the register refuses it, because its groups are those of a moment
// before (VAL_CELL_003), or it does not name what was delivered (VAL_DELIVER_007). Of all that are made so one alone
// can be sealed, since each takes what the others would.

import type { Issue } from '../../../core/base/issue.js';
import { SEALED_ANEW_MAX } from '../../../core/base/limits/node/sealing.js';
import { isFailure, type Result } from '../../../core/base/result.js';

/** Gives the outcome of the first try that is not refused for what changed meanwhile; of the last one where all are. */
export function sealedAnew<T>(made: (tries: number) => Promise<Result<T>>): () => Promise<Result<T>> {
  return async () => {
    for (let tries = 0; ; tries++) {
      const outcome = await made(tries);
      if (tries === SEALED_ANEW_MAX || !refusalsIn(outcome).some(isOfBefore)) return outcome;
    }
  };
}

function refusalsIn<T>(outcome: Result<T>): readonly Issue[] {
  if (isFailure<unknown>(outcome)) return outcome.issues;
  return isFailure(outcome) ? outcome.issues : [];
}

/** The move is of a moment before: its groups are, or what its sender had been delivered. */
export function isOfBefore({ code }: Issue): boolean {
  return code === 'VAL_CELL_003' || code === 'VAL_DELIVER_007';
}
