// Moves that are made anew: before its docket a key may be revoked, a delegation begin, a run be delivered, or a run
// change that its rules read. Then the register refuses it, and it is calculated, sealed and signed again
// by what is sealed by then, where that takes its payload still. Of all that are made so one alone can be sealed: each
// follows the same transaction and takes its branch, and of the votes of one wallet one counts.

import type { Issue, IssueCode } from '../../../../core/base/issue.js';
import {
  MADE_ANEW_FIRST,
  MADE_ANEW_MAX,
  MADE_ANEW_REST_MAX_MS,
  MADE_ANEW_REST_MS,
  MADE_ANEW_WAIT_MAX_MS,
} from '../../../../core/base/limits/node/sealing.js';
import { isFailure, type Result } from '../../../../core/base/result.js';

interface Anew {
  /** Others try the same at that time, so that it rests before: from so many tries on until the refusal says. */
  readonly waitsFrom?: number;
}

/** The refusals behind which the same is made anew, up to MADE_ANEW_MAX times. */
const ANEW: ReadonlyMap<IssueCode, Anew> = new Map<IssueCode, Anew>([
  // Its groups are those of a moment before.
  ['VAL_CELL_003', {}],
  // It does not name what was delivered.
  ['VAL_DELIVER_007', { waitsFrom: MADE_ANEW_FIRST }],
  // Its rules read the time at which it was signed, and that is too long past.
  ['VAL_TIME_005', {}],
  // It was calculated by a state that has changed.
  ['VAL_READ_001', { waitsFrom: MADE_ANEW_FIRST }],
  // Another party has its time slot.
  ['VAL_READ_002', { waitsFrom: 0 }],
]);

/** The refusal behind which the same is made anew; undefined where none of them is one. */
export function anewAfter(issues: readonly Issue[]): Issue | undefined {
  return issues.find(({ code }) => ANEW.has(code));
}

/**
 * Gives the outcome of the first try that is not refused for what changed meanwhile; of the last one where all are, or
 * where the rests would be longer than anybody waits. `share` gives a number from 0 to 1.
 */
export function retryMove<T>(
  make: (tries: number) => Promise<Result<T>>,
  rest: (restMs: number) => Promise<void>,
  share: () => number,
): () => Promise<Result<T>> {
  return async () => {
    let leftMs = MADE_ANEW_WAIT_MAX_MS;
    for (let tries = 0; ; tries++) {
      const outcome = await make(tries);
      const anew = isFailure<unknown>(outcome) ? anewAfter(outcome.issues) : undefined;
      if (!anew || tries >= MADE_ANEW_MAX) return outcome;
      const restMs = restBefore(tries, share(), anew);
      leftMs -= restMs;
      if (leftMs < 0) return outcome;
      if (restMs > 0) await rest(restMs);
    }
  };
}

/** In ms: until the time that the refusal says, where that is to be waited for; else a share of a rest that grows. */
function restBefore(tries: number, share: number, { code, retryAfterSeconds = 0 }: Issue): number {
  const waitsFrom = ANEW.get(code)?.waitsFrom;
  if (waitsFrom === undefined) return 0;
  const waitMs = tries >= waitsFrom ? retryAfterSeconds * 1000 : 0;
  const restMs = waitMs > 0 ? MADE_ANEW_REST_MS : Math.min(MADE_ANEW_REST_MS * 2 ** tries, MADE_ANEW_REST_MAX_MS);
  return waitMs + share * restMs;
}
