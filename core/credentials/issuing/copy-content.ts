// The content of a copy of a credential, in any format, and the trust anchors by which verifiers find its issuer.
import type { JsonObject } from '../../base/json.js';
import { ISSUER_ANCHORS } from '../../blueprint/definition/choices.js';
import type { NamedIssuer } from '../jose/jws.js';
import type { ClaimPath } from '../sd-jwt/unfold.js';
import type { StatusPlace } from '../status/token.js';
import type { ProofJwk } from './own-key.js';

/**
 * `register`: by the address of the issuer, without a certificate. The others: by the certificate of its wallet, whose
 * path ends at an anchor of the organisation, or in a trust list.
 */
export const TRUST_ANCHORS = ISSUER_ANCHORS;
export type TrustAnchor = (typeof TRUST_ANCHORS)[number];

/** The issuer, as what it signs names it. */
export interface SigningIssuer extends NamedIssuer {
  /** From when its certificate is good; 0 without one. */
  readonly notBeforeMs: number;
}

export interface CopyContent {
  readonly credentialType: string;
  readonly claims: JsonObject;
  readonly disclosable: readonly ClaimPath[];
  /** The identifier of the issuer, where its keys are found. */
  readonly issuerUrl: string;
  readonly issuer: SigningIssuer;
  readonly holder: ProofJwk;
  readonly status: StatusPlace;
  readonly issuedAtMs: number;
  readonly validUntilMs: number;
  /** Fresh randomness. */
  readonly random: (length: number) => Uint8Array;
}

const HOUR_MS = 3_600_000;

/**
 * To the hour, as the end is: copies tell no more than they have to. Not before the certificate, which ISO 18013-5
 * 9.3.1 forbids and wallets of both formats look at.
 */
export function statedIssueMs({ issuedAtMs, issuer }: Pick<CopyContent, 'issuedAtMs' | 'issuer'>): number {
  return Math.max(Math.floor(issuedAtMs / HOUR_MS) * HOUR_MS, Math.ceil(issuer.notBeforeMs / 1000) * 1000);
}
