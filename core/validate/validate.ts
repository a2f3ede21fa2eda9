// The validation pipeline: runs the steps of the table (steps.ts). The same table judges a submission, a transaction
// from a peer and every transaction of a docket. Structure, payload hash and TxId of the bytes were checked when the
// Transaction was made (encode.ts), so no step repeats them. Pure and synchronous; signatures were verified before.
import type { Issue } from '../base/issue.js';
import { MOVE_TYPES } from '../blueprint/state/move-types.js';
import { kindOf } from '../kinds/index.js';
import type { Transaction, TransactionHeader, TransactionKind } from '../model/transaction.js';
import type { Subject, ValidationContext, ValidationStep, Verdict } from '../moves/parts/context.js';
import type { KindRow } from '../register/kind-row.js';
import { overlay } from '../register/overlay.js';
import { moveTypeOf } from '../transaction/move-type.js';
import { standing } from './finality.js';
import { STEPS } from './steps.js';

/** Steps of each kind, found once: the pipeline runs for every transaction several times. */
const OF_KINDS = new Map<TransactionKind, readonly ValidationStep[]>(
  [...new Set(STEPS.flatMap(({ kinds }) => kinds))].map((kind) => [
    kind,
    STEPS.filter((step) => step.kinds.includes(kind)),
  ]),
);
/** Apart from the kinds: a sender writes the type of a move, and may write the name of a kind. */
const OF_MOVES = new Map<string, readonly ValidationStep[]>(
  MOVE_TYPES.map((type) => [
    type,
    STEPS.filter(({ kinds, moves }) => kinds.includes('action') && moves?.includes(type) !== false),
  ]),
);

/** A move of an unknown type meets all steps, of which the first refuses it. */
function stepsFor({ kind }: KindRow, header: TransactionHeader): readonly ValidationStep[] {
  return (kind === 'action' ? OF_MOVES.get(moveTypeOf(header)) : OF_KINDS.get(kind)) ?? STEPS;
}

const OK: Verdict = { ok: true };

/**
 * Whether the register whose state is given may take the transaction now: ok, or the issues in step order. `retry`
 * means that only a transaction that it follows or waits for is unknown here; everything else is final as long as the
 * state stands.
 */
export function validate(tx: Transaction, given: ValidationContext): Verdict {
  const row = kindOf(tx.header);
  // Of what no docket keeps in mind, large rows would be read and parsed for every question about them.
  const ctx = given.view.remembers ? given : { ...given, view: overlay(given.view, nextOf(given)) };
  const subject: Subject = { tx, row, ctx };
  let issues: Issue[] | undefined;
  let retry = true;
  for (const step of stepsFor(row, tx.header)) {
    if (step.once && (ctx.certified || (ctx.known && step.once === 'ever'))) continue;
    const problems = askStep(step, subject, issues !== undefined);
    if (!problems) break;
    if (problems.length === 0) continue;
    issues = [...(issues ?? []), ...(step.once === 'ever' ? problems.map(standing) : problems)];
    retry &&= step.fault === 'retry';
    if (step.stops) break;
  }
  return issues ? { ok: false, issues, fault: retry ? 'retry' : 'reject' } : OK;
}

/** The place of a docket that would hold it, which is all that an overlay with nothing in it needs. */
function nextOf({ state, docketMs }: ValidationContext): { readonly height: number; readonly timestampMs: number } {
  return { height: state.height + 1, timestampMs: docketMs ?? state.timestampMs };
}

/**
 * Undefined where it fails over what a step before has refused, which may be of any form: there is nothing more to say.
 */
function askStep(step: ValidationStep, subject: Subject, isRefused: boolean): readonly Issue[] | undefined {
  try {
    return step.check(subject);
  } catch (error) {
    if (isRefused && error instanceof TypeError) return undefined;
    throw error;
  }
}
