// An offer of a credential (OpenID4VCI 1.0 section 4.1) with a pre-authorised code: once for the wallet of a person
// who has the code, and the transaction code where one is asked for. A wallet that waits gets further tokens. Pure;
// what is secret in it is sealed or a hash.
import { equalBytes, utf8 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { ACCESS_TOKEN_MS, TX_CODE_TRIES, WAITING_WALLET_MS } from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import { isFar } from '../../base/time/elapsed.js';
import type { TrustAnchor } from './copy-content.js';
import type { IssuedFormat } from './formats.js';
import type { HolderKey } from './key-proofs.js';
import { WalletRefusal } from './refusal.js';

export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

export const AUTHORIZATION_CODE = 'authorization_code';

export const OFFER_STATUSES = ['Pending', 'Exchanged', 'Expired', 'Cancelled'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export interface CredentialOffer {
  /** Begins with its end, so that rows lie in the order in which they go; with 128 random bits behind it. */
  readonly id: string;
  readonly organisationId: string;
  /** Address of the wallet that signs. */
  readonly issuerWallet: string;
  readonly format: IssuedFormat;
  readonly credentialType: string;
  /** How verifiers find the key of the issuer. */
  readonly trustAnchor: TrustAnchor;
  /** SealedOffer as JSON, encrypted under the id. */
  readonly sealed: string;
  readonly codeHash: string;
  /** Platform user for whom it is: the code is then one of the person's sign-in, and not in the offer. */
  readonly recipient?: string;
  /** Digits of the transaction code; 0 without one. */
  readonly txCodeDigits: number;
  /** Wrong transaction codes so far. */
  readonly tries: number;
  readonly status: Exclude<OfferStatus, 'Expired'>;
  readonly createdAtMs: number;
  readonly createdBy: string;
  readonly expiresAtMs: number;
  /** The end of the credential. */
  readonly validUntilMs: number;
  /** The token that the code was exchanged for. */
  readonly token?: OfferToken;
  /** It gives further tokens, until `expiresAtMs`. */
  readonly refresh?: OfferRefresh;
  /** The credential that is revoked once this one is taken. */
  readonly replaces?: string;
  /** The credential that was issued by it; of a run the one that it is an offer of. */
  readonly credentialId?: string;
  /** The definition that its maker names for the credential. */
  readonly issuanceBlueprintId?: string;
  /** It is of a credential of a run, whose copies are planned. */
  readonly isOfRun?: true;
  /** The request that came before the issuance was sealed. */
  readonly deferred?: DeferredRequest;
}

export interface DeferredRequest {
  /** Of its transaction_id. */
  readonly hash: string;
  readonly keys: readonly HolderKey[];
}

export interface OfferToken {
  readonly hash: string;
  readonly expiresAtMs: number;
  /** The key that it is bound to (DPoP); absent for a bearer token. */
  readonly thumbprint?: string;
  /** It was asked for with authorization_details, so that requests name the credential by an identifier. */
  readonly isDetailed?: true;
}

/**
 * Further tokens for the wallet that took the offer, where its credential is issued later than the first one lasts (RFC
 * 6749 section 6). Each refresh spends the token and gives the next.
 */
export interface OfferRefresh {
  /** SHA-256 of the secret of the one token that is good. */
  readonly current: string;
  /** The wallet that the first token was given to, where it named itself. */
  readonly clientId?: string | undefined;
  /** Its maker vouched for it. */
  readonly isAttested: boolean;
}

/** Also where the clock was set back behind the time at which the token was given. */
export function isTokenOver({ expiresAtMs }: OfferToken, nowMs: number): boolean {
  return expiresAtMs <= nowMs || isFar(expiresAtMs, nowMs, ACCESS_TOKEN_MS + 1);
}

/** The parts of an offer that only its wallet gets. */
export interface SealedOffer {
  readonly claims: JsonObject;
  readonly disclosable: readonly (readonly (string | number)[])[];
  readonly code: string;
  readonly txCode?: string;
  /** Of the salts, in base64url: a key that comes again gets a copy of the same bytes. */
  readonly seed: string;
}

/** Characters of an id that are told: its end, and 18 of its random bits. */
const TOLD_MAX = 13;

/** The beginning of the id, for logs and the audit trail: a reader of the whole has the code of the offer. */
export function toldOfferId(id: string): string {
  return id.slice(0, TOLD_MAX);
}

export function offerStatus({ status, expiresAtMs }: CredentialOffer, nowMs: number): OfferStatus {
  return status === 'Pending' && expiresAtMs <= nowMs ? 'Expired' : status;
}

/** Why the offer cannot be taken: OFFER_USED, OFFER_EXPIRED, or OFFER_NOT_FOUND for one that was cancelled. */
export function offerProblem(offer: CredentialOffer, nowMs: number): Issue | undefined {
  switch (offerStatus(offer, nowMs)) {
    case 'Pending':
      return undefined;
    case 'Exchanged':
      return issue('OFFER_USED', '', 'A wallet has taken the offer.');
    case 'Expired':
      return issue('OFFER_EXPIRED', '', 'The offer is over: ask for another one.');
    default:
      return offerNotFound();
  }
}

export function offerNotFound(): Issue {
  return issue('OFFER_NOT_FOUND', '', 'There is no such offer.');
}

/** The offer as it is then; a cancelled one again. OFFER_USED for one that a wallet has taken. */
export function cancelOffer(offer: CredentialOffer): Result<CredentialOffer> {
  return offer.status === 'Exchanged'
    ? fail(issue('OFFER_USED', '', 'A wallet has taken the offer: revoke the credential.'))
    : withoutSecrets({ ...offer, status: 'Cancelled' });
}

export interface Exchanged {
  readonly offer: CredentialOffer;
  /** Why there is no token; the offer is to be stored all the same. */
  readonly refusal?: WalletRefusal;
}

/**
 * The offer after a wallet sent its code. A wrong transaction code counts, and the fifth ends the offer. No refusal
 * says whether there is such a code.
 */
export function exchangeOffer(
  offer: CredentialOffer,
  {
    txCode,
    expected,
    token,
  }: {
    readonly txCode: string | undefined;
    readonly expected: string | undefined;
    readonly token: OfferToken;
  },
): Exchanged {
  if ((txCode === undefined) !== (expected === undefined)) {
    const what = expected === undefined ? 'The offer takes no tx_code.' : 'The offer takes a tx_code.';
    return { offer, refusal: new WalletRefusal('invalid_request', what) };
  }
  if (txCode !== undefined && expected !== undefined && !equalBytes(utf8(txCode), utf8(expected))) {
    const tries = offer.tries + 1;
    const after =
      tries < TX_CODE_TRIES ? { ...offer, tries } : withoutSecrets({ ...offer, tries, status: 'Cancelled' });
    return { offer: after, refusal: new WalletRefusal('invalid_grant', 'The tx_code is wrong.') };
  }
  return { offer: { ...offer, status: 'Exchanged', token } };
}

/** The object that a wallet gets, by value or by reference. */
export function offerObject(issuer: string, offer: CredentialOffer, code: string) {
  const { credentialType, recipient, txCodeDigits: length } = offer;
  const preAuthorised = {
    'pre-authorized_code': code,
    ...(length > 0 && { tx_code: { input_mode: 'numeric', length } }),
  };
  return {
    credential_issuer: issuer,
    credential_configuration_ids: [credentialType],
    grants:
      recipient === undefined ? { [PRE_AUTHORIZED]: preAuthorised } : { authorization_code: { issuer_state: code } },
  };
}

function withoutSecrets(offer: CredentialOffer): CredentialOffer {
  return { ...offer, sealed: '' };
}

export const REFRESH_TOKEN = 'refresh_token';

/** The id of the offer leads to it, and is told to its wallet alone. */
export function refreshTokenText(offerId: string, secret: string): string {
  return `${offerId}.${secret}`;
}

const TEXT = /^([0-9a-z]{9}-[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Its parts; undefined for another text. */
export function readRefreshToken(text: string): { readonly offerId: string; readonly secret: string } | undefined {
  const [, offerId, secret] = TEXT.exec(text) ?? [];
  return offerId === undefined || secret === undefined ? undefined : { offerId, secret };
}

export interface AskedRefresh {
  /** Of the secret that was shown. */
  readonly hash: string;
  readonly nowMs: number;
  /** Of the key that the wallet proved. */
  readonly thumbprint: string | undefined;
  readonly clientId: string | undefined;
  readonly isAttested: boolean;
}

export type LastingOffer = CredentialOffer & { readonly token: OfferToken; readonly refresh: OfferRefresh };

/** Where it is `spent`, what the wallet has is over. Another wallet, or one without the key, ends nothing. */
export function judgeRefresh(
  offer: LastingOffer,
  { hash, nowMs, thumbprint, clientId, isAttested }: AskedRefresh,
): 'good' | 'spent' | 'refused' {
  const { token, refresh, expiresAtMs } = offer;
  if (token.thumbprint !== thumbprint) return 'refused';
  if ((clientId ?? refresh.clientId) !== refresh.clientId) return 'refused';
  if (refresh.isAttested && !isAttested) return 'refused';
  // Also where the clock was set back.
  if (expiresAtMs <= nowMs || isFar(expiresAtMs, nowMs, WAITING_WALLET_MS + 1)) return 'refused';
  return refresh.current === hash ? 'good' : 'spent';
}

/** Its row stays until its time is over; nothing comes of it any more. */
export function endRefresh({ refresh: _, ...offer }: LastingOffer): CredentialOffer {
  return { ...offer, token: { ...offer.token, expiresAtMs: 0 } };
}

export function isLasting(offer: CredentialOffer | undefined): offer is LastingOffer {
  return offer?.token !== undefined && offer.refresh !== undefined;
}
