// A wallet before the issuer: which offer its access token is for, and whether it has the key that the token is bound
// to (DPoP, RFC 9449).
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import type { DpopProof } from '../../core/credentials/issuing/dpop.js';
import { type CredentialOffer, isTokenOver, type OfferToken } from '../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../core/credentials/issuing/refusal.js';
import type { Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { oauthRefusal, openIdRefusal } from '../requests/family-refusals.js';
import type { AskedIssuer } from './issuers.js';

type Deps = Pick<ApiDeps, 'clock' | 'credentials' | 'random'>;
/** Proofs are for what is below it. */
type Asked = Pick<AskedIssuer, 'url'>;

export interface WalletHeaders {
  readonly authorization?: string | undefined;
  readonly dpop?: string | undefined;
}

/** Each nonce is for one issuer. */
export function freshNonce({ credentials, clock, random }: Deps, { url }: Asked): string {
  return credentials.nonces.make(url, clock.steady(), (length) => random.bytes(length));
}

/** With each answer, so that a wallet has a nonce for its next proof (RFC 9449 section 8.2). */
export function dpopHeaders({ credentials }: Pick<Deps, 'credentials'>, { url }: Asked) {
  return credentials.dpop.headers(url);
}

/**
 * The proof of the request, unspent; undefined where there is none. `path` is that of the operation below its issuer.
 */
export function proofOf(
  { credentials }: Pick<Deps, 'credentials'>,
  { url: server }: Asked,
  { dpop, path, token }: { readonly dpop: string | undefined; readonly path: string; readonly token?: string },
): DpopProof | WalletRefusal | undefined {
  if (dpop === undefined) return undefined;
  const asked = { server, method: 'POST', url: server + path, ...(token !== undefined && { token }) };
  return credentials.dpop.judge(dpop, asked);
}

/**
 * Spends it; why it cannot be spent. The last question about a request. Its key holds the place: a token is bound to
 * one, so that who sends many fills no room of other wallets.
 */
export function spendProof(
  { credentials }: Pick<Deps, 'credentials'>,
  proof: DpopProof | undefined,
): WalletRefusal | undefined {
  return proof && credentials.dpop.spend(proof, proof.thumbprint);
}

const AUTHORIZATION = /^(bearer|dpop) ([A-Za-z0-9_-]{43})$/i;

/** The offer that the token was given for, or the refusal in the words of RFC 6750 and RFC 9449. */
export function offerOfToken(
  deps: Deps,
  issuer: AskedIssuer,
  { authorization = '', dpop, path }: WalletHeaders & { readonly path: string },
): (CredentialOffer & { readonly token: OfferToken }) | Refusal {
  const { credentials, clock } = deps;
  const [, scheme = '', token = ''] = AUTHORIZATION.exec(authorization) ?? [];
  const hash = sha256Hex(token);
  const offer = token === '' ? undefined : credentials.offers.ofToken(hash);
  if (offer?.token?.hash !== hash || offer.organisationId !== issuer.organisation.id)
    return noToken('The request has no access token of this issuer.');
  if (isTokenOver(offer.token, clock.now())) return noToken('The access token is over.');
  const { thumbprint } = offer.token;
  if ((scheme.toLowerCase() === 'dpop') !== (thumbprint !== undefined))
    return noToken('The access token is of another type than the request says.');
  if (thumbprint === undefined) return { ...offer, token: offer.token };
  const proof =
    proofOf(deps, issuer, { dpop, path, token }) ?? new WalletRefusal('invalid_dpop_proof', 'There is no DPoP proof.');
  if (proof instanceof WalletRefusal) return resourceRefusal(deps, issuer, proof);
  if (proof.thumbprint !== thumbprint)
    return resourceRefusal(deps, issuer, new WalletRefusal('invalid_dpop_proof', 'The token is bound to another key.'));
  const spent = spendProof(deps, proof);
  return spent ? resourceRefusal(deps, issuer, spent) : { ...offer, token: offer.token };
}

/** In the form of an endpoint that takes tokens. */
export function resourceRefusal(deps: Deps, issuer: AskedIssuer, { error, message }: WalletRefusal): Refusal {
  const code = error.includes('dpop') ? 'TOKEN_INVALID' : 'BODY_INVALID';
  return openIdRefusal(error, issue(code, '', message), dpopHeaders(deps, issuer));
}

/** In the form of an endpoint that gives tokens. */
export function tokenRefusal(deps: Deps, issuer: AskedIssuer, { error, message }: WalletRefusal): Refusal {
  const named = error === 'invalid_proof' || error === 'invalid_nonce' ? 'invalid_request' : error;
  const code = error === 'invalid_client' ? 'TOKEN_INVALID' : 'BODY_INVALID';
  return oauthRefusal(named, issue(code, '', message), dpopHeaders(deps, issuer));
}

function noToken(message: string): Refusal {
  return openIdRefusal('invalid_token', issue('TOKEN_INVALID', '', message));
}
