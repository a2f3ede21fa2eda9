// The public part of a refusal of an operation: nothing about its action, or what others do with it; but that it was
// made by a state of a moment before, or that it is over. It knows no driver and keeps nothing.

import type { Issue, IssueCode } from '../../../core/base/issue.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../core/base/limits/ledger/transactions.js';
import { MADE_ANEW_MAX } from '../../../core/base/limits/node/sealing.js';
import { isFar } from '../../../core/base/time/elapsed.js';
import type { OperationRecord } from '../../../storage/tables/workflow/operations.js';
import { anewAfter } from '../moves/parts/retry-move.js';

/** Refusals that say nothing about the action: the same is tried again. */
const BUSY: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'NODE_UNAVAILABLE',
  'POOL_FULL',
  'POOL_SENDER_FULL',
  'REGISTER_OFFLINE',
  'VALIDATOR_NOT_RUNNING',
]);
/** Refusals of what is signed that say nothing of what others do with it: they may have it since before a restart. */
const OTHERS: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'ACCOUNT_SUSPENDED',
  'ORGANISATION_SUSPENDED',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'REGISTER_LEFT',
  'VAL_BP_012',
  'VAL_TIME_002',
  'VAL_TIME_003',
]);
/**
 * An operation is signed within an hour or not at all, a register takes what is younger than one, and keeps it so long:
 * then no node has it any more.
 */
const FOLLOWED_MS = 3 * TRANSACTION_AGE_MAX_MS;

export function isBusy(issues: readonly Issue[]): boolean {
  return issues.some(({ code }) => BUSY.has(code));
}

/**
 * Others may have what was signed, so that only the ledger says how it ends. Not where its rules read a time that is
 * too long past: no docket of theirs may hold it either.
 */
export function mayBeWithOthers(issues: readonly Issue[], { createdAtMs }: OperationRecord, nowMs: number): boolean {
  if (issues.some(({ code }) => code === 'VAL_TIME_005')) return false;
  return issues.some(({ code }) => OTHERS.has(code)) && !isFar(createdAtMs, nowMs, FOLLOWED_MS);
}

/**
 * It was sealed for those who read it a moment before, or without a delivery, or calculated by what has changed since.
 * It is made anew as it has to be: a few times, and as long as somebody follows it.
 */
export function isSealedAnew(issues: readonly Issue[], record: OperationRecord, nowMs: number): boolean {
  const { state, createdAtMs, earlier = [] } = record;
  const anew = state === 'Signed' ? anewAfter(issues) : undefined;
  return anew !== undefined && earlier.length < MADE_ANEW_MAX && !isFar(createdAtMs, nowMs, FOLLOWED_MS);
}

/** Transactions of an operation that others may still have, the newest last. */
export function earlierOf({ earlier = [], transactionId }: OperationRecord): readonly string[] {
  return transactionId === undefined ? earlier : [...earlier, transactionId];
}
