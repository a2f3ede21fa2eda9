// Moves that are made anew: between the moment in which a move is made and its docket a key may be revoked, a
// delegation begin, a run be delivered, or a run change that its rules read. Then the register refuses it, and it is
// calculated, sealed and signed again by what is sealed by then, where that takes its payload still. Of all that are
// made so one alone can be sealed: each follows the same transaction and takes its branch, and of the votes of one
// wallet one counts.

import type { Issue, IssueCode } from '../../../core/base/issue.js';
import {
  MADE_ANEW_FIRST,
  MADE_ANEW_MAX,
  MADE_ANEW_REST_MAX_MS,
  MADE_ANEW_REST_MS,
  MADE_ANEW_WAIT_MAX_MS,
  SEALED_ANEW_MAX,
} from '../../../core/base/limits/node/sealing.js';
import { isFailure, type Result } from '../../../core/base/result.js';

interface Anew {
  /** How often, of one ask. */
  readonly most: number;
  /** Others make the same one old: after so many tries it rests until the time that the refusal says. */
  readonly restsFrom?: number;
}

const FEW_TIMES: Anew = { most: SEALED_ANEW_MAX };

/** The refusals behind which the same is made anew. */
const ANEW: ReadonlyMap<IssueCode, Anew> = new Map<IssueCode, Anew>([
  // Its groups are those of a moment before.
  ['VAL_CELL_003', FEW_TIMES],
  // It does not name what was delivered.
  ['VAL_DELIVER_007', FEW_TIMES],
  // Its rules read the time at which it was signed, and that is too long past.
  ['VAL_TIME_005', FEW_TIMES],
  // It was calculated by a state that has changed.
  ['VAL_READ_001', { most: MADE_ANEW_MAX, restsFrom: MADE_ANEW_FIRST }],
  // Another party has its time slot.
  ['VAL_READ_002', { most: MADE_ANEW_MAX, restsFrom: 0 }],
]);

/** How what is refused so is made anew, and the refusal; undefined for one that says no. */
export function anewAfter(issues: readonly Issue[]): (Anew & { readonly issue: Issue }) | undefined {
  for (const issue of issues) {
    const found = ANEW.get(issue.code);
    if (found) return { ...found, issue };
  }
  return undefined;
}

/**
 * Milliseconds before another try, where others try too: until the time that the refusal says, where it says one and
 * that is to be waited for, and a share of a rest that grows, by a number from 0 to 1. Undefined for a time that is too
 * far for who waits.
 */
export function restBefore(tries: number, share: number, waitsFor: Issue | undefined): number | undefined {
  const waitMs = (waitsFor?.retryAfterSeconds ?? 0) * 1000;
  if (waitMs > MADE_ANEW_WAIT_MAX_MS) return undefined;
  const restMs = waitMs > 0 ? MADE_ANEW_REST_MS : Math.min(MADE_ANEW_REST_MS * 2 ** tries, MADE_ANEW_REST_MAX_MS);
  return waitMs + share * restMs;
}

/** Resolves after the rest; false where it would be too long. */
type Rest = (tries: number, waitsFor: Issue | undefined) => Promise<boolean>;

/**
 * Gives the outcome of the first try that is not refused for what changed meanwhile; of the last one where all are.
 */
export function sealedAnew<T>(made: (tries: number) => Promise<Result<T>>, rest: Rest): () => Promise<Result<T>> {
  return async () => {
    for (let tries = 0; ; tries++) {
      const outcome = await made(tries);
      const anew = anewAfter(refusalsIn(outcome));
      if (!anew || tries >= anew.most) return outcome;
      if (anew.restsFrom === undefined) continue;
      if (!(await rest(tries, tries >= anew.restsFrom ? anew.issue : undefined))) return outcome;
    }
  };
}

function refusalsIn<T>(outcome: Result<T>): readonly Issue[] {
  return isFailure<unknown>(outcome) ? outcome.issues : [];
}
