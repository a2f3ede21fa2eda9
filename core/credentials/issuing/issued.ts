// A credential that was issued, without its claims: whose type it is of, where its status stands, and the changes that
// there are. Revoked is the end.
import { type Issue, issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import type { TrustAnchor } from './copy-content.js';
import type { IssuedFormat } from './formats.js';
import type { KeyStrength } from './key-attestation.js';

export const CREDENTIAL_STATES = ['Valid', 'Suspended', 'Revoked'] as const;
export type CredentialState = (typeof CREDENTIAL_STATES)[number];

/** Token Status List section 7.1. */
export const STATUS_OF: Readonly<Record<CredentialState, number>> = { Valid: 0, Revoked: 1, Suspended: 2 };

export const WALLET_EVENTS = ['credential_accepted', 'credential_failure', 'credential_deleted'] as const;
export type WalletEvent = (typeof WALLET_EVENTS)[number];

export interface CredentialCopy {
  /** Of the key of the holder (RFC 7638). */
  readonly thumbprint: string;
  /** In the status list of the credential. */
  readonly place: number;
  /** Digest of what its issuer signed, of a credential of a run: the key gets no other copy. */
  readonly signed?: string;
  /** As the maker of the wallet attested it: for the issuer alone, and in no answer. */
  readonly strength?: KeyStrength;
}

/** A run of a workflow that issues a credential. */
export interface CredentialRun {
  readonly registerId: string;
  readonly instanceId: string;
  readonly transactionId: string;
  /** Id of the configuration in its action. */
  readonly config: string;
  /** TxId of the issuance, from when it is sealed: no copy is given before. */
  readonly issuanceTxId?: string;
}

export interface IssuedCredential {
  readonly id: string;
  readonly organisationId: string;
  readonly issuerWallet: string;
  readonly format: IssuedFormat;
  readonly credentialType: string;
  readonly trustAnchor: TrustAnchor;
  /** Absent for a credential of a run. */
  readonly offerId?: string;
  /** The run of a workflow that it comes from. */
  readonly run?: CredentialRun;
  /** Of a run: the offer whose wallet gets further tokens until it is issued. */
  readonly waitingOfferId?: string;
  readonly state: CredentialState;
  readonly listId: string;
  /** Each for a key of the holder. */
  readonly copies: readonly CredentialCopy[];
  readonly issuedAtMs: number;
  readonly validUntilMs: number;
  readonly notificationId: string;
  /** The definition that its maker named for it. */
  readonly issuanceBlueprintId?: string;
  /** The credential in the place of which it came. */
  readonly replaces?: string;
  /** The last word of the wallet about it. */
  readonly notified?: WalletEvent;
  readonly changedAtMs?: number;
  /** Of the last change, as the account gave it. */
  readonly reason?: string;
}

export type StatusChange = 'revoke' | 'suspend' | 'reinstate';

const AFTER: Readonly<Record<StatusChange, CredentialState>> = {
  revoke: 'Revoked',
  suspend: 'Suspended',
  reinstate: 'Valid',
};

/** CREDENTIAL_REVOKED for a credential that no other may follow. */
export function refreshProblem({ state }: IssuedCredential): Issue | undefined {
  return state === 'Revoked'
    ? issue('CREDENTIAL_REVOKED', '', 'The credential was revoked: offer another one.')
    : undefined;
}

/** CREDENTIAL_REVOKED for a change of a revoked one to another state. */
export function changeProblem({ state }: IssuedCredential, change: StatusChange): Issue | undefined {
  return state === 'Revoked' && AFTER[change] !== state
    ? issue('CREDENTIAL_REVOKED', '', 'The credential was revoked, which is final: issue another one.')
    : undefined;
}

/** The same object where the credential is in that state. CREDENTIAL_REVOKED for a change of a revoked one. */
export function changeState(
  credential: IssuedCredential,
  {
    change,
    reason,
    nowMs,
  }: { readonly change: StatusChange; readonly reason?: string | undefined; readonly nowMs: number },
): Result<IssuedCredential> {
  const state = AFTER[change];
  if (state === credential.state) return credential;
  const problem = changeProblem(credential, change);
  if (problem !== undefined) return fail(problem);
  const { reason: _, ...rest } = credential;
  return { ...rest, state, changedAtMs: nowMs, ...(reason !== undefined && { reason }) };
}

/** Lists end with the quarter in which their credentials do, so that one is told of no longer than it has to be. */
export function quarterOf(untilMs: number): string {
  const date = new Date(untilMs);
  return `${date.getUTCFullYear()}-${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

/** When the last credential of a list of that quarter has ended. */
export function quarterEnd(quarter: string): number {
  const [year = 0, number = 0] = quarter.split('-').map(Number);
  return Date.UTC(year, number * 3, 1);
}
