// The token endpoint: a pre-authorised code, with its transaction code where the offer takes one, is good once.
import { toBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { ACCESS_TOKEN_MS, NONCE_MS } from '../../../../core/base/limits/node/wallets.js';
import type { DpopProof } from '../../../../core/credentials/issuing/dpop.js';
import {
  type CredentialOffer,
  exchangeOffer,
  offerProblem,
  PRE_AUTHORIZED,
} from '../../../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import type { AskedIssuer } from '../../../credentials/issuers.js';
import { openSealed } from '../../../credentials/offering.js';
import { dpopHeaders, freshNonce, proofOf, spendProof, tokenRefusal } from '../../../credentials/wallet-access.js';
import { type ApiCall, type Refusal, reply } from '../../../define.js';
import { oauthRefusal } from '../../../requests/family-refusals.js';
import type { CredentialDeps } from '../deps.js';

type Call = ApiCall<CredentialDeps>;

interface TokenFields {
  readonly grant_type?: string | undefined;
  readonly 'pre-authorized_code'?: string | undefined;
  readonly tx_code?: string | undefined;
}

interface AskedToken {
  readonly body: TokenFields;
  readonly dpop: string | undefined;
}

const TOKEN_BYTES = 32;
const NO_CODE = new WalletRefusal('invalid_grant', 'The code was used, is over, or is not of this issuer.');

export async function answerToken(call: Call, issuer: AskedIssuer, { body, dpop }: AskedToken) {
  const { deps } = call;
  const fault = formFault(body);
  if (fault !== undefined) return fault;
  const proof = proofOf(deps, issuer, { dpop, path: '/token' }) ?? proofNeeded(deps);
  if (proof instanceof WalletRefusal) return tokenRefusal(deps, issuer, proof);
  const code = body['pre-authorized_code'] ?? '';
  const offer = deps.credentials.offers.ofCode(sha256Hex(code));
  const isOpen = offer?.organisationId === issuer.organisation.id && !offerProblem(offer, deps.clock.now());
  if (offer === undefined || !isOpen) return tokenRefusal(deps, issuer, NO_CODE);
  const token = toBase64Url(deps.random.bytes(TOKEN_BYTES));
  const refusal = await exchange(call, offer, { token, proof, txCode: body.tx_code });
  if (refusal !== undefined) return tokenRefusal(deps, issuer, refusal);
  const answer = {
    ...{ access_token: token, token_type: proof === undefined ? ('Bearer' as const) : ('DPoP' as const) },
    ...{ expires_in: ACCESS_TOKEN_MS / 1000, c_nonce: freshNonce(deps, issuer), c_nonce_expires_in: NONCE_MS / 1000 },
  };
  return reply(200, answer, { ...dpopHeaders(deps, issuer), pragma: 'no-cache' });
}

/** In one turn, up to the commit: of two that come at once, the second one finds the offer taken. */
async function exchange(
  { deps, address, trace }: Call,
  before: CredentialOffer,
  asked: { readonly token: string; readonly proof: DpopProof | undefined; readonly txCode: string | undefined },
): Promise<WalletRefusal | undefined> {
  const { credentials, clock, audit, commit } = deps;
  const { offer, refusal } = exchangeOffer(before, {
    ...{ txCode: asked.txCode, expected: openSealed(deps, before).txCode },
    token: {
      ...{ hash: sha256Hex(asked.token), expiresAtMs: clock.now() + ACCESS_TOKEN_MS },
      ...(asked.proof !== undefined && { thumbprint: asked.proof.thumbprint }),
    },
  });
  const spent = refusal === undefined ? spendProof(deps, asked.proof) : undefined;
  if (spent !== undefined) return spent;
  if (offer === before) return refusal;
  const { organisationId, id: offerId } = offer;
  const recordEnd = () =>
    audit.record({
      ...{ eventType: 'CredentialOfferCancelled', organisationId, identityId: '', address, success: false, trace },
      details: { offerId, reason: 'tx_code' },
    });
  await commit([...credentials.offers.put(offer), ...(offer.status === 'Cancelled' ? [recordEnd()] : [])]);
  return refusal;
}

function proofNeeded({ credentials }: CredentialDeps): WalletRefusal | undefined {
  const isNeeded = credentials.settings.dpop === 'required';
  return isNeeded ? new WalletRefusal('invalid_dpop_proof', 'Send a proof in the header DPoP (RFC 9449).') : undefined;
}

function formFault({ grant_type: grant, 'pre-authorized_code': code }: TokenFields): Refusal | undefined {
  if (grant === undefined || code === undefined) {
    const member = grant === undefined ? 'grant_type' : 'pre-authorized_code';
    return oauthRefusal('invalid_request', issue('BODY_INVALID', `/${member}`, `The form has no ${member}.`));
  }
  if (grant === PRE_AUTHORIZED) return undefined;
  return oauthRefusal('unsupported_grant_type', issue('BODY_INVALID', '/grant_type', `Use ${PRE_AUTHORIZED}.`));
}
