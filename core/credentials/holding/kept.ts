// A credential of a wallet as this node keeps it: without its text, which is encrypted. Its states are those that its
// owner sets; expired is computed. Revoked is the end.
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';

export const KEPT_STATES = ['Active', 'Suspended', 'Revoked', 'Consumed'] as const;
export type KeptState = (typeof KEPT_STATES)[number];
export const SHOWN_STATES = [...KEPT_STATES, 'Expired'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** How well an issuer is known: by an imported trust list, by a key of its own name alone. */
export const ISSUER_VERDICTS = ['TrustedListVerified', 'AuthenticUntrusted'] as const;
export type IssuerVerdict = (typeof ISSUER_VERDICTS)[number];

export interface KeptCredential {
  /** Begins with the time at which it came. */
  readonly id: string;
  /** Address of the wallet. */
  readonly wallet: string;
  readonly format: string;
  readonly credentialType: string;
  /** As the credential names it: an address, a DID, or the subject of its certificate. */
  readonly issuer: string;
  /** When it was taken. */
  readonly verdict: IssuerVerdict;
  readonly state: KeptState;
  readonly copies: number;
  /** How often it was shown: a copy for each, until all were. */
  readonly uses: number;
  /** All copies are bound to keys of the wallet, so that this node can present them. */
  readonly isBound: boolean;
  readonly receivedAtMs: number;
  readonly changedAtMs: number;
  /** The number of its newest change among those of its wallet. */
  readonly change: number;
  readonly issuedAtMs?: number;
  readonly validUntilMs?: number;
  readonly issuanceTxId?: string;
  /** Where that was sealed: the register says whether the credential holds. */
  readonly issuanceRegisterId?: string;
  readonly issuanceBlueprintId?: string;
  /** Copies as JSON, encrypted under wallet and id. */
  readonly sealed: string;
}

/** A copy, with the key that it is bound to. */
export interface SealedCopy {
  readonly text: string;
  /** Of the key of the wallet; absent where another one has it, or none. */
  readonly path?: string;
}

/** The state at that time: an active one whose end has passed is expired. */
export function shownState({ state, validUntilMs }: KeptCredential, nowMs: number): ShownState {
  const isOver = validUntilMs !== undefined && validUntilMs <= nowMs;
  return state === 'Active' && isOver ? 'Expired' : state;
}

/** In use: active, in its time, and bound to this wallet. */
export function canPresent(credential: KeptCredential, nowMs: number): boolean {
  return credential.isBound && shownState(credential, nowMs) === 'Active';
}

/** The same object where it is in that state. CREDENTIAL_REVOKED for a change of a revoked one. */
export function withState(credential: KeptCredential, state: KeptState, nowMs: number): Result<KeptCredential> {
  if (credential.state === state) return credential;
  if (credential.state === 'Revoked')
    return fail(issue('CREDENTIAL_REVOKED', '/status', 'The credential was revoked, which is final.'));
  return { ...credential, state, changedAtMs: nowMs };
}
