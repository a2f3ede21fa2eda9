// A credential that an issuer has later (OpenID4VCI 1.0 section 9), as a wallet waits for it: when it asks again, and
// how that ends. The session with the issuer is encrypted.
import { issue } from '../../base/issue.js';
import {
  PENDING_INTERVAL_MAX_S,
  PENDING_MS,
  PENDING_OF_WALLET_MAX,
  PENDING_REST_MAX_MS,
  PENDING_SEALED_MAX,
} from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import type { KeptCredential } from './kept.js';

/** How it stands, as long as it is not a credential of the wallet. */
export const PENDING_STATES = ['Pending', 'Refused', 'Expired'] as const;
export type PendingState = (typeof PENDING_STATES)[number];

export interface PendingCredential {
  /** Begins with the time at which it was asked for. */
  readonly id: string;
  /** Address of the wallet. */
  readonly wallet: string;
  /** A wallet of the same address that is made later has another id. */
  readonly walletId: string;
  /** Whose turn its requests take. */
  readonly organisationId: string;
  readonly subject: string;
  /** The identifier of the issuer, an address. */
  readonly issuer: string;
  readonly format: string;
  readonly credentialType: string;
  readonly state: PendingState;
  /** Why it did not come; absent while it may. */
  readonly reason?: string;
  readonly askedAtMs: number;
  readonly changedAtMs: number;
  /** The shortest rest between two requests, as the issuer states it. */
  readonly intervalS: number;
  /** The session with the issuer, the id of the request and the keys of its proofs; encrypted under wallet and id. */
  readonly sealed: string;
}

/** All that came of an offer. */
export interface ReceivedOffer {
  readonly kept: readonly KeptCredential[];
  /** Credentials that the issuer has later: the node asks for them by itself. */
  readonly pending: readonly PendingCredential[];
}

/** A share of the time that it has waited: each doubling of that time takes six requests. */
const REST_SHARE = 8;

/**
 * How long the wallet rests before it asks again: what the issuer stated at least, and longer the longer it waits. So
 * requests are bounded by the time that they are made in.
 */
export function pendingRestMs(
  { askedAtMs, intervalS }: Pick<PendingCredential, 'askedAtMs' | 'intervalS'>,
  nowMs: number,
): number {
  const waitedMs = Math.max(0, nowMs - askedAtMs);
  return Math.max(intervalS * 1000, Math.min(Math.floor(waitedMs / REST_SHARE), PENDING_REST_MAX_MS));
}

export function isPendingOver({ askedAtMs }: Pick<PendingCredential, 'askedAtMs'>, nowMs: number): boolean {
  return nowMs - askedAtMs >= PENDING_MS;
}

/** As the issuer states it, within bounds. */
export function statedInterval(seconds: number): number {
  return Math.min(Math.max(1, Math.ceil(seconds)), PENDING_INTERVAL_MAX_S);
}

/** With these too. Rows that ended make room, the oldest first. QUOTA_EXCEEDED where too many wait. */
export function withPending(
  rows: readonly PendingCredential[],
  added: readonly PendingCredential[],
): Result<readonly PendingCredential[]> {
  const waiting = rows.filter(({ state }) => state === 'Pending');
  if (waiting.length + added.length > PENDING_OF_WALLET_MAX)
    return fail(
      issue('QUOTA_EXCEEDED', '', `A wallet waits for at most ${PENDING_OF_WALLET_MAX} credentials: delete some.`),
    );
  const over = rows.length + added.length - PENDING_OF_WALLET_MAX;
  const gone = new Set(rows.filter(({ state }) => state !== 'Pending').slice(0, Math.max(0, over)));
  return [...rows.filter((row) => !gone.has(row)), ...added];
}

/** The number that people are told. */
export function countPending(rows: readonly PendingCredential[]): number {
  return rows.filter(({ state }) => state === 'Pending').length;
}

export function withoutPending(rows: readonly PendingCredential[], id: string): readonly PendingCredential[] {
  return rows.filter((row) => row.id !== id);
}

/** With this one in the place of the one of its id; the same rows where that is gone. */
export function changedPending(
  rows: readonly PendingCredential[],
  changed: PendingCredential,
): readonly PendingCredential[] {
  return rows.map((row) => (row.id === changed.id ? changed : row));
}

/** Whether the wallet keeps so much of what it waits for. */
export function isWithinRoom(rows: readonly PendingCredential[]): boolean {
  return rows.reduce((characters, { sealed }) => characters + sealed.length, 0) <= PENDING_SEALED_MAX;
}

/** Of one that ended nothing is kept that it asked with. */
export function endedPending(
  row: PendingCredential,
  { state, reason }: { readonly state: 'Refused' | 'Expired'; readonly reason: string },
  nowMs: number,
): PendingCredential {
  return { ...row, state, reason, changedAtMs: nowMs, sealed: '' };
}
