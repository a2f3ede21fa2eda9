// The token endpoint: a pre-authorised code, with its transaction code where the offer takes one, or the code that a
// person gave on the page. A wallet that waits shows a refresh token. Each is good once.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { ACCESS_TOKEN_MS, NONCE_MS } from '../../../../core/base/limits/node/wallets.js';
import {
  AUTHORIZATION_CODE,
  type CredentialOffer,
  exchangeOffer,
  offerProblem,
  PRE_AUTHORIZED,
  REFRESH_TOKEN,
  toldOfferId,
} from '../../../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import { challengeOf } from '../../../../core/tenant/programs/codes.js';
import { type AttestationHeaders, attestedClient } from '../../../credentials/attestations.js';
import type { AskedIssuer } from '../../../credentials/issuers.js';
import { openSealed } from '../../../credentials/new-offer.js';
import { dpopHeaders, freshNonce, proofOf, tokenRefusal } from '../../../credentials/wallet-access.js';
import { type ApiCall, Refusal, reply } from '../../../define.js';
import { oauthRefusal } from '../../../requests/family-refusals.js';
import type { CredentialDeps } from '../deps.js';
import {
  type GivenToken,
  newSecret,
  refreshToken,
  type ShownWallet,
  spendShown,
  tokenRow,
  waitingOffer,
  withRefresh,
} from './token-refresh.js';

type Call = ApiCall<CredentialDeps>;

interface TokenFields {
  readonly grant_type?: string | undefined;
  readonly 'pre-authorized_code'?: string | undefined;
  readonly tx_code?: string | undefined;
  readonly code?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly refresh_token?: string | undefined;
}

interface AskedToken {
  readonly body: TokenFields;
  readonly headers: AttestationHeaders & { readonly dpop?: string | undefined };
}

const NO_CODE = new WalletRefusal('invalid_grant', 'The code was used, is over, or is not of this issuer.');

export async function answerToken(call: Call, issuer: AskedIssuer, { body, headers }: AskedToken) {
  const { deps } = call;
  const grant = grantOf(body);
  if (grant instanceof Refusal) return grant;
  const credentialType = grant.offerOf(call, body)?.credentialType;
  const client = await attestedClient(deps, issuer, { headers, clientId: body.client_id, credentialType });
  if (client instanceof WalletRefusal) return tokenRefusal(deps, issuer, client);
  const clientId = body.client_id ?? client?.clientId;
  const isAnonymous = grant.member === 'pre-authorized_code' && clientId === undefined;
  if (isAnonymous && !deps.credentials.settings.allowAnonymousClients)
    return oauthRefusal('invalid_client', issue('TOKEN_INVALID', '/client_id', 'The node takes no anonymous client.'));
  const proof = proofOf(deps, issuer, { dpop: headers.dpop, path: '/token' }) ?? proofNeeded(deps);
  if (proof instanceof WalletRefusal) return tokenRefusal(deps, issuer, proof);
  const given = await grant.give(call, issuer, { body, proof, client, clientId });
  if (given instanceof WalletRefusal) return tokenRefusal(deps, issuer, given);
  const { token, refreshToken, offer } = given;
  const answer = {
    ...{ access_token: token, token_type: proof === undefined ? ('Bearer' as const) : ('DPoP' as const) },
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...{ expires_in: ACCESS_TOKEN_MS / 1000, c_nonce: freshNonce(deps, issuer), c_nonce_expires_in: NONCE_MS / 1000 },
    ...(offer.token?.isDetailed && { authorization_details: [detailsOf(offer)] }),
  };
  return reply(200, answer, { ...dpopHeaders(deps, issuer), pragma: 'no-cache' });
}

/** For the code of an offer. */
function giveByCode(find: FindOffer): Grant['give'] {
  return async (call, issuer, shown) => {
    const { deps } = call;
    const asked = find(call, shown);
    const isOpen =
      asked?.offer.organisationId === issuer.organisation.id && !offerProblem(asked.offer, deps.clock.now());
    if (asked === undefined || !isOpen) {
      await endSpent(call, shown.body.code);
      return NO_CODE;
    }
    return exchange(call, asked, shown);
  };
}

/** In one turn, up to the commit: of two that come at once, the second one finds the offer taken. */
async function exchange(
  { deps, address, trace }: Call,
  { offer: before, isDetailed, txCode }: FoundOffer,
  shown: ShownGrant,
): Promise<GivenToken | WalletRefusal> {
  const { credentials, audit, commit } = deps;
  const token = newSecret(deps);
  const { offer, refusal } = exchangeOffer(before, {
    ...{ txCode, expected: openSealed(deps, before).txCode },
    token: { ...tokenRow(deps, token, shown.proof), ...(isDetailed && { isDetailed }) },
  });
  const spent = refusal === undefined ? spendShown(deps, shown) : undefined;
  if (spent !== undefined) return spent;
  if (refusal === undefined) {
    const given = withRefresh(deps, { before, offer, shown });
    await commit(given.ops);
    return { ...given, token };
  }
  if (offer === before) return refusal;
  const { organisationId, id } = offer;
  const recordEnd = () =>
    audit.record({
      ...{ eventType: 'CredentialOfferCancelled', organisationId, identityId: '', address, success: false, trace },
      details: { offer: toldOfferId(id), reason: 'tx_code' },
    });
  await commit([...credentials.offers.put(offer), ...(offer.status === 'Cancelled' ? [recordEnd()] : [])]);
  return refusal;
}

function proofNeeded({ credentials }: CredentialDeps): WalletRefusal | undefined {
  const isNeeded = credentials.settings.dpop === 'required';
  return isNeeded ? new WalletRefusal('invalid_dpop_proof', 'Send a proof in the header DPoP (RFC 9449).') : undefined;
}

/** The offer that a code is for, with what the form says beside it. */
interface FoundOffer {
  readonly offer: CredentialOffer;
  readonly txCode?: string | undefined;
  readonly isDetailed: boolean;
}

interface ShownGrant extends ShownWallet {
  readonly body: TokenFields;
}

type FindOffer = (call: Call, shown: ShownGrant) => FoundOffer | undefined;

interface Grant {
  /** The member of the form that has the code. */
  readonly member: 'pre-authorized_code' | 'code' | 'refresh_token';
  /** The offer that its code is for, which stays as it is. */
  readonly offerOf: (call: Call, body: TokenFields) => CredentialOffer | undefined;
  readonly give: (call: Call, issuer: AskedIssuer, shown: ShownGrant) => Promise<GivenToken | WalletRefusal>;
}

const GRANTS: Readonly<Record<string, Grant>> = {
  [PRE_AUTHORIZED]: {
    member: 'pre-authorized_code',
    offerOf: preAuthorisedOffer,
    give: giveByCode((call, { body }) => {
      const offer = preAuthorisedOffer(call, body);
      return offer && { offer, txCode: body.tx_code, isDetailed: false };
    }),
  },
  [AUTHORIZATION_CODE]: {
    member: 'code',
    offerOf({ deps: { credentials } }, { code = '' }) {
      const id = credentials.authorizations.grantOf(code)?.offerId;
      return id === undefined ? undefined : credentials.offers.find(id);
    },
    give: giveByCode(({ deps }, { body, proof, client }) => {
      const { authorizations, offers } = deps.credentials;
      const { code = '', code_verifier: verifier = '', client_id: clientId, redirect_uri: redirectUri } = body;
      const granted = authorizations.redeem(code, ({ offerId }) => offerId);
      if (granted === undefined) return undefined;
      const isSame =
        challengeOf(verifier) === granted.codeChallenge &&
        (clientId ?? client?.clientId ?? granted.clientId) === granted.clientId &&
        // A client that was attested is not followed by one that is not.
        (client !== undefined || !granted.isAttested) &&
        (redirectUri ?? granted.redirectUri) === granted.redirectUri &&
        (granted.thumbprint ?? proof?.thumbprint) === proof?.thumbprint;
      const offer = isSame ? offers.find(granted.offerId) : undefined;
      return offer && { offer, isDetailed: granted.isDetailed };
    }),
  },
  [REFRESH_TOKEN]: {
    member: REFRESH_TOKEN,
    offerOf: ({ deps }, { refresh_token: text }) => waitingOffer(deps, text),
    give: (call, issuer, { body, ...shown }) => refreshToken(call, issuer, { ...shown, text: body.refresh_token }),
  },
};

/** The code of an offer for a person is its issuer_state, which gives nothing by itself. */
function preAuthorisedOffer({ deps }: Call, body: TokenFields): CredentialOffer | undefined {
  const offer = deps.credentials.offers.ofCode(sha256Hex(body['pre-authorized_code'] ?? ''));
  return offer?.recipient === undefined ? offer : undefined;
}

/** A code that comes again was in other hands: what it gave before ends (RFC 6749 section 4.1.2). */
async function endSpent({ deps: { credentials, commit } }: Call, code = ''): Promise<void> {
  const id = credentials.authorizations.nameOfSpent(code);
  const offer = id === undefined ? undefined : credentials.offers.find(id);
  if (offer?.token === undefined) return;
  await commit(credentials.offers.put({ ...offer, token: { ...offer.token, expiresAtMs: 0 } }));
}

/** OpenID4VCI 1.0 section 6.2: the credential that the token is for, by an identifier. */
function detailsOf({ credentialType }: CredentialOffer) {
  return {
    type: 'openid_credential',
    credential_configuration_id: credentialType,
    credential_identifiers: [credentialType],
  };
}

function grantOf(body: TokenFields): Grant | Refusal {
  const { grant_type: name } = body;
  if (name === undefined)
    return oauthRefusal('invalid_request', issue('BODY_INVALID', '/grant_type', 'The form has no grant_type.'));
  const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
  if (grant === undefined) {
    const known = Object.keys(GRANTS).join(' or ');
    return oauthRefusal('unsupported_grant_type', issue('BODY_INVALID', '/grant_type', `Use ${known}.`));
  }
  if (body[grant.member] !== undefined) return grant;
  const { member } = grant;
  return oauthRefusal('invalid_request', issue('BODY_INVALID', `/${member}`, `The form has no ${member}.`));
}
