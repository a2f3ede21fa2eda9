// Timing: by the clock at admission, by the docket's own timestamp ever after, because a sealed docket must be judged
// alike at any time.
import { type Issue, issue } from '../../base/issue.js';
import { CLOCK_SKEW_MS, TRANSACTION_AGE_MAX_MS } from '../../base/limits/ledger/transactions.js';
import { isTimer } from '../form/timer.js';
import type { LoneSubject } from './parts/context.js';
import { NONE } from './parts/form.js';

/**
 * VAL_TIME_001 from the future, VAL_TIME_002 too old (where it is submitted, and only then: what was accepted may wait
 * for a link and for its docket), VAL_TIME_003 expired. Without a clock and without a docket nothing is judged.
 */
export function timing({ tx, ctx }: LoneSubject): readonly Issue[] {
  const atMs = ctx.docketMs ?? ctx.nowMs;
  if (atMs === undefined) return NONE;
  const { createdAt, expiresAt } = tx.header;
  const createdMs = Date.parse(createdAt);
  if (createdMs > atMs + CLOCK_SKEW_MS)
    return [issue('VAL_TIME_001', '/header/createdAt', 'The transaction is from the future.')];
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Math.max(atMs, createdMs))
    return [issue('VAL_TIME_003', '/header/expiresAt', 'The transaction has expired.')];
  // A timer is made when somebody finds it due, and of no other time than that.
  if (ctx.nowMs !== undefined && !ctx.relayed && !isTimer(tx.header) && createdMs < ctx.nowMs - TRANSACTION_AGE_MAX_MS)
    return [issue('VAL_TIME_002', '/header/createdAt', 'The transaction is older than an hour.')];
  return NONE;
}
