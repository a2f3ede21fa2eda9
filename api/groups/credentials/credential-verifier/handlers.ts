// The verifier: loads, asks core/credentials/presenting, commits, shapes as the standard wants it.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { WALLET_NONCE_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { closedProblem, redeemCode, toldRequestId } from '../../../../core/credentials/presenting/request.js';
import { type ApiCall, type Handlers, type RawReply, reply } from '../../../define.js';
import { gateTaker } from '../../../gates/answering.js';
import { oauthRefusal } from '../../../requests/family-refusals.js';
import { requestNotFound, takeAnswer, verifierTaker } from '../../../verifying/answering.js';
import { madeView, makeRequest, signRequestObject } from '../../../verifying/asking.js';
import { findRequest, outcomeView } from '../../../verifying/outcome.js';
import type { CredentialDeps } from '../deps.js';
import type { credentialVerifierRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

export const credentialVerifierHandlers: Handlers<typeof credentialVerifierRoutes, CredentialDeps> = {
  async createPresentationRequest({ body }, call) {
    const { deps, caller, address } = call;
    const request = makeRequest(call, body);
    if (isFailure(request)) return request;
    const { id, organisationId, expiresAtMs } = request;
    const record = deps.audit.byCaller(
      { caller, address },
      { eventType: 'PresentationRequested', organisationId, details: { request: toldRequestId(id) } },
    );
    deps.verifier.open.add(organisationId, id, expiresAtMs);
    await deps.commit([deps.verifier.requests.put(request), record]);
    return reply(201, madeView(deps, request, body.requestUriMethod));
  },

  getRequestObject: ({ params }, call) => tellObject(call, params.requestId),

  postRequestObject({ params }, call, { body }) {
    const nonce = new URLSearchParams(Buffer.from(body).toString()).get('wallet_nonce') ?? undefined;
    if (nonce !== undefined && !/^[!-~]+$/.test(nonce.slice(0, WALLET_NONCE_MAX + 1)))
      return fail(issue('BODY_INVALID', '/wallet_nonce', 'Expected printable characters without spaces.'));
    if (nonce !== undefined && nonce.length > WALLET_NONCE_MAX)
      return fail(issue('BODY_INVALID', '/wallet_nonce', `Expected at most ${WALLET_NONCE_MAX} characters.`));
    return tellObject(call, params.requestId, nonce);
  },

  async answerPresentationRequest({ params, body }, call) {
    const request = call.deps.verifier.requests.find(params.requestId);
    if (request === undefined) return fail(requestNotFound());
    const taker = request.gate === undefined ? verifierTaker(call.deps) : gateTaker(call, request.gate);
    const taken = await takeAnswer(call, { request, form: body, taker });
    if (isFailure(taken)) {
      const { code } = taken.issue;
      const isNamed = code === 'LEGACY_DIALECT' || code === 'DCQL_UNKNOWN_QUERY_ID';
      if (isNamed) return oauthRefusal(code, taken.issue);
      return code === 'PRESENTATION_INVALID' ? oauthRefusal('invalid_presentation', taken.issue) : taken;
    }
    if (taken.state === 'Refused') return oauthRefusal('invalid_presentation', REFUSED);
    return { ...(taken.redirectUri !== undefined && { redirect_uri: taken.redirectUri }) };
  },

  async redeemResponseCode({ params, body }, call) {
    const { deps, caller } = call;
    const request = findRequest(call, params.requestId);
    if (isFailure(request)) return request;
    const brought = { by: caller.subject, sessionId: caller.sessionId, nowMs: deps.clock.now() };
    const after = redeemCode(request, { ...brought, codeHash: sha256Hex(body.code) });
    if (isFailure(after)) return after;
    await deps.commit([deps.verifier.requests.put(after)]);
    return outcomeView(call.deps, after);
  },

  getPresentationResult({ params }, call) {
    const request = findRequest(call, params.requestId);
    return isFailure(request) ? request : outcomeView(call.deps, request);
  },
};

const REFUSED = issue('PRESENTATION_INVALID', '/vp_token', 'The presentation was refused; its verifier sees why.');

async function tellObject({ deps }: Call, id: string, walletNonce?: string): Promise<RawReply | Result<never>> {
  const request = deps.verifier.requests.find(id);
  if (request === undefined) return fail(requestNotFound());
  const closed = closedProblem(request, deps.clock.now());
  if (closed !== undefined) return fail(closed);
  if (!deps.verifier.fetches.take(id)) return fail(requestNotFound());
  const object = await signRequestObject(deps, request, walletNonce);
  if (isFailure(object))
    return fail(issue('CERTIFICATE_MISSING', '', 'The wallet whose key signs the request does not answer.'));
  const type = 'application/oauth-authz-req+jwt';
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store', ...OPEN }, body: object };
}

/** A wallet may be a page. */
const OPEN = { 'access-control-allow-origin': '*' } as const;
