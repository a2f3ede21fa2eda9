// Timing: by the clock at admission, by the docket's own timestamp ever after, because a sealed docket must be judged
// alike at any time. How far back a transaction may be dated is a rule of the docket, whatever way it came.
import { type Issue, issue } from '../base/issue.js';
import { CLOCK_SKEW_MS, SIGNED_AGE_MAX_MS, TRANSACTION_AGE_MAX_MS } from '../base/limits/ledger/transactions.js';
import { readsSigned } from '../blueprint/names/signed-time.js';
import { planOf } from '../blueprint/plan/plan.js';
import { publishedDefinition } from '../instance/publications.js';
import { isStart } from '../instance/rows.js';
import type { LoneSubject, Subject } from '../moves/parts/context.js';
import { NONE } from '../moves/parts/none.js';
import { isDoing } from '../transaction/move-type.js';
import { isTimer } from '../transaction/timer.js';

const CREATED = '/header/createdAt';

/**
 * VAL_TIME_001 from the future, VAL_TIME_002 too old (where it is submitted, and only then: what was accepted may wait
 * for a link and for its docket), VAL_TIME_003 expired. Without a clock and without a docket nothing is judged.
 */
export function timing({ tx, ctx }: LoneSubject): readonly Issue[] {
  const atMs = ctx.docketMs ?? ctx.nowMs;
  if (atMs === undefined) return NONE;
  const { createdAt, expiresAt } = tx.header;
  const createdMs = Date.parse(createdAt);
  if (createdMs > atMs + CLOCK_SKEW_MS) return [issue('VAL_TIME_001', CREATED, 'The transaction is from the future.')];
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Math.max(atMs, createdMs))
    return [issue('VAL_TIME_003', '/header/expiresAt', 'The transaction has expired.')];
  // A timer is made when somebody finds it due, and of no other time than that.
  if (ctx.nowMs !== undefined && !ctx.relayed && !isTimer(tx.header) && createdMs < ctx.nowMs - TRANSACTION_AGE_MAX_MS)
    return [issue('VAL_TIME_002', CREATED, 'The transaction is older than an hour.')];
  return NONE;
}

/**
 * VAL_TIME_004: it says that it was made before the transaction that it follows was made, and before the docket of
 * that, less the skew of clocks. An opening follows the publication of its definition, which is sealed by then. A timer
 * has the time that its state gives. Decision 0160.
 */
export function checkOrder({ tx: { header }, ctx }: Pick<Subject, 'tx' | 'ctx'>): readonly Issue[] {
  if (isTimer(header)) return NONE;
  const isOpening = isStart(header);
  const follows = isOpening ? header.publicationTxId : header.previousTransactionId;
  const at = follows === undefined ? undefined : ctx.view.sealOf(follows);
  const createdMs = Date.parse(header.createdAt);
  if (follows === undefined || !at || createdMs >= at.timestampMs - CLOCK_SKEW_MS) return NONE;
  // Governance took back the time of that docket, which says nothing then.
  if (at.timestampMs > (ctx.docketMs ?? Math.max(ctx.nowMs ?? 0, ctx.state.timestampMs))) return NONE;
  // Its sender may have made both before either was sealed. Of a timer the time is one that data may state.
  const before = isOpening ? undefined : ctx.view.transaction(follows);
  if (before && !isTimer(before.header) && createdMs >= Date.parse(before.header.createdAt)) return NONE;
  const message = `createdAt is ${header.createdAt}, and the transaction that it follows was sealed at ${iso(at.timestampMs)}: nobody could sign this then. Compare clocks, and make it anew.`;
  return [issue('VAL_TIME_004', CREATED, message)];
}

/**
 * VAL_TIME_005: rules of the action read the time at which it was signed, and that is too long before its docket. That
 * it is not ahead of it either is VAL_TIME_001.
 */
export function longSigned({ tx: { header }, ctx, definition, plan, planned }: Omit<Subject, 'row'>): readonly Issue[] {
  if (!definition || !planned || !plan || !isDoing(header)) return NONE;
  if (!readsSigned(definition, planned.action)) return NONE;
  const atMs = dueBy(ctx);
  if (Date.parse(header.createdAt) >= atMs - SIGNED_AGE_MAX_MS) return NONE;
  const message = `Rules of this action read time.signed, which is ${header.createdAt}, and the docket is of ${iso(atMs)}, more than an hour later: calculate and sign it again.`;
  return [issue('VAL_TIME_005', CREATED, message)];
}

/** The same of an action whose definition is not looked up yet. A young one costs nothing. */
export function longSignedOn(ctx: Subject['ctx'], tx: Subject['tx']): Issue | undefined {
  const { actionId, blueprintId, createdAt, publicationTxId = '' } = tx.header;
  if (Date.parse(createdAt) >= dueBy(ctx) - SIGNED_AGE_MAX_MS) return undefined;
  const definition = publishedDefinition(ctx.view, blueprintId, publicationTxId);
  if (!definition) return undefined;
  const plan = planOf(definition);
  const planned = plan.actions.get(actionId);
  return planned && longSigned({ tx, ctx, definition, plan, planned })[0];
}

/** The time of its docket, or the earliest that it may have by what is known. */
function dueBy({ docketMs, nowMs, state }: Subject['ctx']): number {
  return docketMs ?? nowMs ?? state.timestampMs;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
