// Requests of wallets that a person answers: which offer one is about, who may say yes to it, and where the answer
// goes.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { OFFERS_OF_RECIPIENT_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { readAuthorization } from '../../../../core/credentials/issuing/authorization.js';
import {
  type CredentialOffer,
  offerNotFound,
  offerProblem,
  toldOfferId,
} from '../../../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import { isBoundToOrganisation } from '../../../../core/tenant/federation/bound.js';
import { answerUri, shownTarget } from '../../../../core/tenant/programs/redirects.js';
import type { AskedAuthorization } from '../../../auth/authorizations.js';
import { attestedClient, spendAttestation } from '../../../credentials/attestations.js';
import { findIssuer } from '../../../credentials/issuers.js';
import { openSealed } from '../../../credentials/new-offer.js';
import { dpopHeaders, proofOf, tokenRefusal } from '../../../credentials/wallet-access.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import type { PushedRequest } from '../../../deps/credentials.js';
import { accountPage } from '../../../pages/account-page.js';
import type { CredentialDeps } from '../deps.js';
import type { walletAuthorizationRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

const OTHER_KEY = new WalletRefusal('invalid_dpop_proof', 'The DPoP proof is of another key than dpop_jkt.');
/** Seconds that the standard's own wallets wait at the most before they open the page. */
const OPENED_WITHIN_S = 90;

export const walletAuthorizationHandlers: Handlers<typeof walletAuthorizationRoutes, CredentialDeps> = {
  async pushAuthorizationRequest({ params, body, headers }, { deps, address }) {
    const issuer = findIssuer(deps, params.subdomain);
    if (isFailure(issuer)) return issuer;
    const ask = readAuthorization(body);
    if (ask instanceof WalletRefusal) return tokenRefusal(deps, issuer, ask);
    const proof = proofOf(deps, issuer, { dpop: headers.dpop, path: '/par' });
    if (proof instanceof WalletRefusal) return tokenRefusal(deps, issuer, proof);
    const client = await attestedClient(deps, issuer, { headers, clientId: ask.clientId });
    if (client instanceof WalletRefusal) return tokenRefusal(deps, issuer, client);
    // Its proof is not spent: who sends it again binds the request to a key that is not its own. Strangers push without
    // a token, and would fill the set of what came, which all wallets share.
    const spent = spendAttestation(deps, client);
    if (spent !== undefined) return tokenRefusal(deps, issuer, spent);
    const { organisation, url } = issuer;
    if (proof !== undefined && (ask.thumbprint ?? proof.thumbprint) !== proof.thumbprint)
      return tokenRefusal(deps, issuer, OTHER_KEY);
    const bound = proof === undefined ? {} : { thumbprint: proof.thumbprint };
    const isAttested = client !== undefined;
    const request = { ...ask, ...bound, isAttested, organisationId: organisation.id, issuer: url };
    const requestUri = deps.credentials.authorizations.push(request, address);
    return reply(201, { request_uri: requestUri, expires_in: OPENED_WITHIN_S }, dpopHeaders(deps, issuer));
  },

  showAuthorizationPage: () => accountPage(),

  async readCredentialAuthorization({ body }, call) {
    const asked = await findAsked(call, body);
    if (isFailure(asked)) return asked;
    const { request, offer } = asked;
    const { deps } = call;
    return {
      issuerName: deps.tenants.organisation(request.organisationId)?.name ?? '',
      credentialType: offer.credentialType,
      claims: Object.keys(openSealed(deps, offer).claims),
      ...{ clientId: request.clientId, redirectsTo: shownTarget(request.redirectUri) },
    };
  },

  async answerCredentialAuthorization({ body }, call) {
    const { deps, caller, address } = call;
    const asked = body.isAllowed ? await findAsked(call, body) : undefined;
    if (isFailure(asked)) return asked;
    // Of two answers at once the second one finds nothing.
    const request = deps.credentials.authorizations.take(body);
    if (request === undefined) return fail(notWaiting());
    if (asked === undefined) return { location: answerUri(request, { error: 'access_denied' }, request.issuer) };
    const { id: offerId, organisationId } = asked.offer;
    await deps.commit([
      deps.audit.byCaller(
        { caller, address },
        {
          ...{ eventType: 'CredentialAuthorized', organisationId },
          details: { offer: toldOfferId(offerId), clientId: request.clientId },
        },
      ),
    ]);
    const code = deps.credentials.authorizations.grant({ ...request, offerId }, address);
    return { location: answerUri(request, { code }, request.issuer) };
  },
};

/** The request, and the offer for the caller that it is about. An offer for another person looks as none. */
async function findAsked(
  { deps, caller }: Call,
  asked: AskedAuthorization,
): Promise<Result<{ readonly request: PushedRequest; readonly offer: CredentialOffer }>> {
  const { credentials, clock } = deps;
  const request = credentials.authorizations.find(asked);
  if (request === undefined) return fail(notWaiting());
  const { issuerState, credentialType, organisationId } = request;
  const isAsked = (offer: CredentialOffer): boolean =>
    offer.organisationId === organisationId &&
    offer.recipient === caller.platformUserId &&
    // The provider of an organisation vouches for its members before that organisation alone.
    (!isBoundToOrganisation(caller) || organisationId === caller.organisationId) &&
    (credentialType === undefined || offer.credentialType === credentialType);
  const { offers } = credentials;
  // Not among those of other organisations, which are bounded by themselves: theirs would hide it.
  const named =
    issuerState === undefined
      ? await offers.ofRecipient([caller.platformUserId, organisationId], OFFERS_OF_RECIPIENT_MAX)
      : [offers.ofCode(sha256Hex(issuerState))];
  const matches = named.filter((offer) => offer !== undefined).filter(isAsked);
  const offer = matches.find((candidate) => !offerProblem(candidate, clock.now())) ?? matches[0];
  if (offer === undefined) return fail(offerNotFound());
  return failIf(offerProblem(offer, clock.now())) ?? { request, offer };
}

function notWaiting() {
  return issue('AUTHORIZATION_NOT_FOUND', '/requestUri', 'The request of the wallet was answered, or is over.');
}
