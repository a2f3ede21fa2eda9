// Moves that are sealed anew: a key may be revoked, or a delegation begin, between the moment in which a move is sealed
// and its docket, and then the register refuses it, because its groups are those of a moment before (VAL_CELL_003). Of
// all that are made so one alone can be sealed, since each takes what the others would.

import { type Issue, isIssues } from '../../core/base/issue.js';
import { SEALED_ANEW_MAX } from '../../core/base/sealing-limits.js';

/** The outcome of the first try that is not refused for its readers; of the last one where all are. */
export async function sealedAnew<T>(
  made: (tries: number) => Promise<T | readonly Issue[]>,
): Promise<T | readonly Issue[]> {
  for (let tries = 0; ; tries++) {
    const outcome = await made(tries);
    if (tries === SEALED_ANEW_MAX || !isIssues(outcome) || !outcome.some(isOfReaders)) return outcome;
  }
}

/** The groups of the move are those of a moment before. */
export function isOfReaders({ code }: Issue): boolean {
  return code === 'VAL_CELL_003';
}
