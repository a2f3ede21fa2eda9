// The endpoints of an issuer: loads, asks core/credentials/issuing, commits, shapes as the standard wants it.
import { changeStatus } from '../../../../actors/credentials/changing.js';
import { issue } from '../../../../core/base/issue.js';
import { ISSUER_DOCUMENT_MS } from '../../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure } from '../../../../core/base/result.js';
import { WALLET_EVENTS, type WalletEvent } from '../../../../core/credentials/issuing/issued.js';
import { serverMetadata } from '../../../../core/credentials/issuing/metadata.js';
import { offerNotFound, offerObject, offerProblem } from '../../../../core/credentials/issuing/offer.js';
import { CompactJwe } from '../../../../core/credentials/jose/compact-jwe.js';
import { takesAttestations } from '../../../credentials/attestations.js';
import { type AskedIssuer, findIssuer, OPEN } from '../../../credentials/issuers.js';
import { openSealed } from '../../../credentials/new-offer.js';
import { isOfRun } from '../../../credentials/runs/status.js';
import { dpopHeaders, freshNonce, offerOfToken } from '../../../credentials/wallet-access.js';
import { type ApiCall, type Handler, type Handlers, Refusal, reply } from '../../../define.js';
import { openIdRefusal } from '../../../requests/family-refusals.js';
import type { CredentialDeps } from '../deps.js';
import { answerDeferred, answerRequest, type CredentialAnswer, type EncryptedAnswer } from './credential-request.js';
import { answerMetadata } from './metadata-answer.js';
import type { credentialIssuerRoutes } from './routes.js';
import { answerToken } from './token-request.js';
import { answerType } from './type-answer.js';

type Call = ApiCall<CredentialDeps>;

export const credentialIssuerHandlers: Handlers<typeof credentialIssuerRoutes, CredentialDeps> = {
  getIssuerMetadata: answerMetadata,

  getIssuerServer: documentOf(({ deps }, issuer) => {
    const { config, credentials } = deps;
    const { server: url, organisation } = issuer;
    const lists = `${config.publicUrl}/api/v1/credentials/status-lists`;
    return serverMetadata({
      ...{ url, aggregation: `${lists}?issuer=${organisation.subdomain}` },
      takesAnonymous: credentials.settings.allowAnonymousClients,
      takesAttestations: takesAttestations(deps, issuer),
    });
  }),

  getIssuerOfJwt: documentOf((_, { url }) => ({ issuer: url, jwks_uri: `${url}/jwks` })),

  getIssuerKeys: documentOf(({ deps }, { organisation }) => ({
    keys: deps.credentials.issuers
      .of(organisation.id)
      .keys.map(({ keyId, jwk }) => ({ ...jwk, kid: keyId, alg: 'ES256', use: 'sig' })),
  })),

  getCredentialType: ({ params }, call) => answerType(params, call),

  readCredentialOffer({ params }, { deps }) {
    const issuer = findIssuer(deps, params.subdomain);
    if (isFailure(issuer)) return issuer;
    const offer = deps.credentials.offers.find(params.offerId);
    if (offer?.organisationId !== issuer.organisation.id) return fail(offerNotFound());
    const problem = failIf(offerProblem(offer, deps.clock.now()));
    return problem ?? reply(200, offerObject(issuer.url, offer, openSealed(deps, offer).code), OPEN);
  },

  createCredentialToken({ params, body, headers }, call) {
    const issuer = findIssuer(call.deps, params.subdomain);
    return isFailure(issuer) ? issuer : answerToken(call, issuer, { body, headers });
  },

  createCredentialNonce({ params }, { deps }) {
    const issuer = findIssuer(deps, params.subdomain);
    if (isFailure(issuer)) return issuer;
    return reply(200, { c_nonce: freshNonce(deps, issuer) }, { ...dpopHeaders(deps, issuer), ...OPEN, ...NO_STORE });
  },

  async requestCredential({ params, body, headers }, call) {
    const issuer = findIssuer(call.deps, params.subdomain);
    if (isFailure(issuer)) return issuer;
    const answer = await answerRequest(call, issuer, { body, headers });
    if (answer instanceof Refusal || isFailure(answer)) return answer;
    return answerIn(call, issuer, answer);
  },

  async requestDeferredCredential({ params, body, headers }, call) {
    const issuer = findIssuer(call.deps, params.subdomain);
    if (isFailure(issuer)) return issuer;
    const answer = await answerDeferred(call, issuer, { body, headers });
    if (answer instanceof Refusal || isFailure(answer)) return answer;
    return answerIn(call, issuer, answer);
  },

  async notifyIssuer({ params, body, headers }, call) {
    const { deps } = call;
    const issuer = findIssuer(deps, params.subdomain);
    if (isFailure(issuer)) return issuer;
    const offer = offerOfToken(deps, issuer, { ...headers, path: '/notification' });
    if (offer instanceof Refusal) return offer;
    const { organisationId, credentialId = '' } = offer;
    const credential = deps.credentials.issued.find(organisationId, credentialId);
    if (credential?.notificationId !== body.notification_id)
      return openIdRefusal(
        'invalid_notification_id',
        issue('BODY_INVALID', '/notification_id', 'It is of no credential of this token.'),
      );
    const event = WALLET_EVENTS.find((name) => name === body.event);
    if (event === undefined)
      return openIdRefusal(
        'invalid_notification_request',
        issue('BODY_INVALID', '/event', `Expected one of ${WALLET_EVENTS.join(', ')}.`),
      );
    return keepEvent(call, { organisationId, credentialId, event });
  },
};

/** The copies, or 202 where the wallet is to come again. */
function answerIn({ deps }: Call, issuer: AskedIssuer, answer: CredentialAnswer | EncryptedAnswer) {
  const headers = { ...dpopHeaders(deps, issuer), ...NO_STORE };
  if (answer.body instanceof CompactJwe) return reply(answer.status, answer.body, headers);
  return answer.status === 202 ? reply(202, answer.body, headers) : reply(200, answer.body, headers);
}

const NO_STORE = { 'cache-control': 'no-store' } as const;

/** Stores what the wallet said; a credential that it deleted is revoked. */
async function keepEvent(
  call: Call,
  {
    organisationId,
    credentialId,
    event,
  }: { readonly organisationId: string; readonly credentialId: string; readonly event: WalletEvent },
) {
  const { deps, address, trace } = call;
  const { issued, owed, runs } = deps.credentials;
  const credential = issued.find(organisationId, credentialId);
  if (credential === undefined) return undefined;
  // Taken already: one revocation is owed until it is sealed.
  if (isOfRun(credential) && credential.notified === 'credential_deleted') return undefined;
  const isOwed = isOfRun(credential) && event === 'credential_deleted';
  await deps.commit([
    issued.put({ ...credential, notified: event }),
    ...(isOwed ? [runs.oweStatus(credentialId)] : []),
  ]);
  if (isOwed) owed.status(credentialId);
  if (isOwed || event !== 'credential_deleted') return undefined;
  const record = () =>
    deps.audit.record({
      ...{ eventType: 'CredentialStatusChanged', organisationId, identityId: '', address, success: true, trace },
      details: { credentialId, change: 'revoke' },
    });
  const after = await changeStatus(deps, credential, { change: 'revoke', reason: 'The wallet deleted it.', record });
  return isFailure(after) ? after : undefined;
}

type Document = Handler<(typeof credentialIssuerRoutes)['getIssuerServer'], CredentialDeps>;

function documentOf(make: (call: Call, issuer: AskedIssuer) => Readonly<Record<string, unknown>>): Document {
  return ({ params }, call) => {
    const issuer = findIssuer(call.deps, params.subdomain);
    return isFailure(issuer)
      ? issuer
      : reply(200, make(call, issuer), { ...OPEN, 'cache-control': `public, max-age=${ISSUER_DOCUMENT_MS / 1000}` });
  };
}
