// Answers of a pool that takes nothing, marks of submissions that it had before, and the refusals that are final.
// Constant sentences: they are told thousands of times under load.

import { issue } from '../../core/base/issue.js';
import { DOCKET_AHEAD_MAX_MS, DOCKET_BEHIND_MAX_MS } from '../../core/base/limits/ledger/clocks.js';
import type { Clock } from '../../core/base/ports.js';
import { sealingTime } from '../../core/base/time/opening-time.js';
import type { Docket, RegisterState, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { passes } from '../../core/validate/finality.js';
import { validate } from '../../core/validate/validate.js';
import type { SealedPlace, SubmitOutcome } from '../ledger-port.js';

export const UNAVAILABLE = issue(
  'NODE_UNAVAILABLE',
  '',
  'The register restarts or stops on this node. Submit again; the same TxId is safe.',
);

/** Told to who waits: another node may have the register, and seal it there. */
export const DELETED = issue(
  'REGISTER_NOT_FOUND',
  '',
  'The register was deleted on this node. Where other nodes have it one of them knows what became of the transaction; the same TxId is safe there.',
);

/** To another node, which goes on offering it to those that seal. */
export const NO_SEAT = issue('VALIDATOR_NOT_RUNNING', '', 'No validator of this register runs on this node.');

/**
 * Told of a register whose validators do not let this node take part any more. Nothing says whether what it promised
 * was sealed, or will be.
 */
export const LEFT = issue(
  'REGISTER_LEFT',
  '/registerId',
  'This node lost its seat in the register, or access to it, and reaches no validator. Ask a node of a member what became of the transaction, or submit the same one there: one TxId is never sealed twice.',
);

export const NEVER_CAME = issue(
  'VAL_CHAIN_001',
  '/header/previousTransactionId',
  'The transaction that this one follows did not come within an hour, and is too old to be submitted now; only a node that accepted it in time can still bring it. Make both anew where they are still wanted.',
);

export const NEVER_SEALED = issue(
  'VAL_READ_001',
  '/header/metadata/sees',
  'The action states more moves of its instance (metadata.sees) than were sealed within an hour. Calculate it anew by the moves that are sealed, and sign that.',
);

export const POOL_FULL = issue('POOL_FULL', '', 'The pool of this register is full. Try again shortly.');

export const NODE_FULL = issue(
  'POOL_FULL',
  '',
  'This node holds as many unsealed transactions as it may, or your organisation as many of them as are free for others. Try again shortly.',
);

/** The same code: to the client it is a pool that is full, and what to do is the same. */
export const CONGESTED = issue(
  'POOL_FULL',
  '',
  'The register is brought more than it seals, and what was accepted waits too long. Try again shortly.',
);

/** The code of a full pool: it is one for this organisation, and what to do is the same. */
export const SHARE_FULL = issue(
  'POOL_FULL',
  '',
  'Your organisation has as much in the pool of this register as is free for others. Wait for some of it to be sealed.',
);

export const SENDER_FULL = issue(
  'POOL_SENDER_FULL',
  '/senderWallet',
  'This sender fills its share of the pool. Wait for its transactions to be sealed.',
);

export const EXPIRED = issue('VAL_TIME_003', '/expiresAt', 'The transaction expired before it was sealed.');

/**
 * Submissions in memory, in pools of this size: those in a docket that is being written and those being verified come
 * on top of the pool.
 */
export const UNSETTLED_SHARE = 2;

/** True if a docket of the time `ms` or later cannot hold the transaction. */
export function isExpired({ header }: Transaction, ms: number): boolean {
  return header.expiresAt !== undefined && Date.parse(header.expiresAt) <= ms;
}

/**
 * The state as a word for good may be judged by it. Governance may take a time back that is ahead of the clocks
 * (`reset-time`), and with it what only that time refuses: of a tip of the future no later docket is earlier than the
 * clock here, less what a fresh one may be dated back.
 */
export function lasting(state: RegisterState, nowMs: number): RegisterState {
  if (state.timestampMs <= nowMs + DOCKET_AHEAD_MAX_MS) return state;
  return { ...state, timestampMs: nowMs - DOCKET_BEHIND_MAX_MS };
}

/**
 * True if no docket above the sealed tip can hold the transaction, whatever its time: not even one that another
 * validator proposed before the clock here said no, and that is still undecided or on its way (docs/protocol.md 13).
 * By most clocks alone it is told whose time slot is: a slot that has passed does not come again.
 */
export function isOver(
  tx: Transaction,
  {
    clock,
    view,
    ...given
  }: { readonly state: RegisterState; readonly view: StateView; readonly clock: Pick<Clock, 'agreedTimeMs' | 'now'> },
): boolean {
  const state = lasting(given.state, clock.now());
  const sealingMs = () => sealingTime(clock, given.state.timestampMs);
  const verdict = validate(tx, { state, view, signaturesOk: true, sealingMs });
  const isRefused = !verdict.ok && verdict.fault === 'reject' && !passes(verdict.issues);
  return isRefused || isExpired(tx, state.timestampMs);
}

/** The end of a transaction of a sealed docket. */
export function placeIn({ header, hash }: Docket, index: number): SealedPlace {
  const { height, timestampMs } = header;
  return { status: 'sealed', height, index, docketHash: hash, sealedAtMs: timestampMs };
}

/** Marks the outcome of a transaction that the node had before. */
export function again<T extends Promise<SubmitOutcome> | SubmitOutcome | undefined>(outcome: T): T {
  if (outcome instanceof Promise) return outcome.then((item) => again(item)) as T;
  return outcome === undefined || outcome.status === 'refused' ? outcome : ({ ...outcome, known: true } as T);
}
