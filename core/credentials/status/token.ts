// Judges a status token of either format (draft-ietf-oauth-status-list section 8.3): whose list it is, whether it says
// something about that time, and what. Where one of these fails, nothing is known of the status, so it is refused.
import { need } from '../fault.js';
import { type ReadStatusList, readStatusList, STATUS_VALID, statusAt } from './bits.js';

/** Where the status of a credential stands. */
export interface StatusPlace {
  readonly uri: string;
  readonly index: number;
}

export interface StatusToken {
  /** The address of the list. */
  readonly subject: string;
  readonly issuedAtMs: number;
  readonly notBeforeMs?: number;
  readonly expiresAtMs?: number;
  /** How long a copy may be kept from when it was fetched. */
  readonly keptForMs?: number;
  readonly bits: unknown;
  readonly compressed: Uint8Array;
}

export interface AskedStatus {
  readonly atMs: number;
  /** Of the token at that time; without it the token says by itself. */
  readonly maxAgeMs?: number | undefined;
  /** Of a caller who had the list inflated elsewhere: up to 2 MiB take some ten milliseconds. */
  readonly readList?: ReadStatusList | undefined;
}

/** A status token as a judge has it. */
export interface SignedStatus {
  readonly token: StatusToken;
  /** Whom the token says that it is of, where the caller trusts that; of the credential the same anchor is asked. */
  readonly signer: { readonly publicKey: Uint8Array; readonly anchor: string } | undefined;
  readonly isSignedBy: (publicKey: Uint8Array) => boolean;
}

export interface StatusQuestion extends AskedStatus {
  /**
   * `closed`: a credential that names a list has its token. `open`: the token may be absent. `elsewhere`: the caller
   * knows the status by other means.
   */
  readonly status: 'closed' | 'open' | 'elsewhere';
  /** The anchor of the credential. */
  readonly anchor: string;
}

/** Throws a fault unless the status that a credential names, where it names one, is valid by its token. */
export function needValidStatus(
  signed: SignedStatus | undefined,
  named: StatusPlace | undefined,
  { status: rule, anchor, ...asked }: StatusQuestion,
): void {
  const place = rule === 'elsewhere' ? undefined : named;
  if (signed === undefined) {
    const mayBeAbsent = place === undefined || rule === 'open';
    need(mayBeAbsent, 'The token of the list that the credential names is absent.');
    return;
  }
  const { token, signer, isSignedBy } = signed;
  need(place !== undefined, 'The credential names no list that the status token could be of.');
  need(signer !== undefined, 'The issuer of the status token is not trusted.');
  need(signer.anchor === anchor, 'The status token stands under another anchor than the credential.');
  need(isSignedBy(signer.publicKey), 'The status token is not signed with ES256 by the key of its issuer.');
  const isValid = statusBy(token, place, asked) === STATUS_VALID;
  need(isValid, 'The status of the credential is not valid: it was revoked or suspended.');
}

/** The status of the place by the token. Throws a fault where it says nothing about it at that time. */
export function statusBy(
  token: StatusToken,
  { uri, index }: StatusPlace,
  { atMs, maxAgeMs, readList = readStatusList }: AskedStatus,
): number {
  need(token.subject === uri, 'The status token is of another list.');
  need(Math.max(token.issuedAtMs, token.notBeforeMs ?? 0) <= atMs, 'The status token is of later.');
  const kept = maxAgeMs ?? (token.expiresAtMs === undefined ? token.keptForMs : Number.POSITIVE_INFINITY);
  need(kept !== undefined, 'The status token says nowhere how long it holds.');
  need(atMs < (token.expiresAtMs ?? Number.POSITIVE_INFINITY), 'The status token has expired.');
  need(atMs <= token.issuedAtMs + kept, 'The status token is too old.');
  const list = readList(token.bits, token.compressed);
  need(list !== undefined, 'The status list is not one of 1, 2, 4 or 8 bits in zlib, or too long.');
  const status = statusAt(list, index);
  need(status !== undefined, 'The place is outside the status list.');
  return status;
}
