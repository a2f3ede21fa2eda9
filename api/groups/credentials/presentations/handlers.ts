// Requests of verifiers before a wallet: whose it is, then what core/credentials/answering says.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { requestState } from '../../../../core/credentials/presenting/request.js';
import { ownerIdOf } from '../../../access/wallet-standing.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { denyTo, presentTo, type SentAnswer, submitTo } from '../../../credentials/answering/answering.js';
import { pagePresentations } from '../../../credentials/answering/history.js';
import { matchRequest } from '../../../credentials/answering/matching.js';
import { previewOf } from '../../../credentials/answering/preview.js';
import { resolveRequest } from '../../../credentials/answering/resolving.js';
import { holdingWallet } from '../../../credentials/holding/holder-keys.js';
import { idByEnd } from '../../../credentials/ids.js';
import { type Handlers, reply } from '../../../define.js';
import type { WaitingRequest } from '../../../presenting/met-requests.js';
import { resolvedView, waitingView } from '../../../schemas/accounts/met-presentation.js';
import { madeView } from '../../../verifying/asking.js';
import { askWallet } from '../../../verifying/asking-wallet.js';
import { findRequest, outcomeView } from '../../../verifying/outcome.js';
import { waitingFor } from '../../../verifying/own-requests.js';
import type { PresentingDeps } from '../deps.js';
import type { presentationRoutes } from './routes.js';

export const presentationHandlers: Handlers<typeof presentationRoutes, PresentingDeps> = {
  async resolvePresentation({ body }, call) {
    const wallet = await holdingWallet(call, body.walletAddress);
    if (isFailure(wallet)) return wallet;
    const resolved = await resolveRequest(call, body.request);
    if (isFailure(resolved)) return resolved;
    const match = await matchRequest(call.deps, wallet, resolved.request);
    if (isFailure(match)) return match;
    const { credentials, random } = call.deps;
    const id = idByEnd(resolved.request.expiresAtMs, random);
    const waiting = credentials.met.add({ id, ownerId: ownerIdOf(call.caller), wallet: wallet.address, ...resolved });
    return isFailure(waiting) ? waiting : reply(201, resolvedView(waiting, match));
  },

  async requestPresentation({ body }, call) {
    const made = await askWallet(call, body);
    if (isFailure(made)) return made;
    const { requestId, nonce, expiresAt, requestUri, authorizationRequestUri } = madeView(call.deps, made);
    return reply(201, { requestId, nonce, requestUrl: requestUri, qrCodeUrl: authorizationRequestUri, expiresAt });
  },

  getPresentationOutcome({ params }, call) {
    const request = findRequest(call, params.presentationId);
    if (isFailure(request)) return request;
    const state = requestState(request, call.deps.clock.now());
    if (state === 'Expired')
      return fail(issue('REQUEST_EXPIRED', '', 'The time of the request has passed without an answer.'));
    return reply(state === 'Pending' || state === 'Answered' ? 202 : 200, outcomeView(call.deps, request));
  },

  async submitPresentation({ params, body }, call) {
    const waiting = await waitingFor(call, params.presentationId);
    if (isFailure(waiting)) return waiting;
    const untrusted = trustProblem(waiting, body.acceptUntrusted);
    if (untrusted !== undefined) return fail(untrusted);
    const wallet = await holdingWallet(call, waiting.wallet);
    return isFailure(wallet) ? wallet : answerView(await submitTo(call, { wallet, waiting, submitted: body }));
  },

  listWaitingPresentations(_, { deps, caller }) {
    return { presentations: deps.credentials.met.of(ownerIdOf(caller)).map(waitingView) };
  },

  listPresentationHistory: ofWholeAccount(({ query }, call) => pagePresentations(call, query)),

  async getWaitingPresentation({ params }, call) {
    const waiting = await waitingFor(call, params.presentationId);
    if (isFailure(waiting)) return waiting;
    const wallet = await holdingWallet(call, waiting.wallet);
    if (isFailure(wallet)) return wallet;
    const match = await matchRequest(call.deps, wallet, waiting.request);
    return isFailure(match) ? match : resolvedView(waiting, match);
  },

  async previewPresentation({ params, body: { selection } }, call) {
    const waiting = await waitingFor(call, params.presentationId);
    if (isFailure(waiting)) return waiting;
    const wallet = await holdingWallet(call, waiting.wallet);
    if (isFailure(wallet)) return wallet;
    const shown = await previewOf(call.deps, { wallet, waiting, selection });
    return isFailure(shown) ? shown : { shown: [...shown] };
  },

  async acceptPresentation({ params, body }, call) {
    const waiting = await waitingFor(call, params.presentationId);
    if (isFailure(waiting)) return waiting;
    if (!body.consent)
      return fail(issue('BODY_INVALID', '/consent', 'Nothing is shown without the consent of its holder.'));
    const untrusted = trustProblem(waiting, body.acceptUntrusted);
    if (untrusted !== undefined) return fail(untrusted);
    const wallet = await holdingWallet(call, waiting.wallet);
    if (isFailure(wallet)) return wallet;
    return answerView(await presentTo(call, { wallet, waiting, selection: body.selection }));
  },

  async denyPresentation({ params }, call) {
    const waiting = await waitingFor(call, params.presentationId);
    return isFailure(waiting) ? waiting : answerView(await denyTo(call, waiting));
  },
};

function trustProblem({ verifier }: WaitingRequest, isAccepted: boolean | undefined): Issue | undefined {
  const { verdict } = verifier;
  return verdict === 'TrustedListVerified' || isAccepted === true
    ? undefined
    : issue('VERIFIER_UNTRUSTED', '/acceptUntrusted', `The verdict on the verifier is ${verdict}.`);
}

function answerView(sent: Result<SentAnswer>) {
  if (isFailure(sent)) return sent;
  const { outcome, redirectUri } = sent;
  return { outcome, ...(redirectUri !== undefined && { redirectUri }) };
}
