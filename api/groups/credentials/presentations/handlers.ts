// Requests of verifiers before a wallet: whose it is, then what core/credentials/answering says.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { ownerIdOf } from '../../../access/wallet-standing.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { denyTo, presentTo, type SentAnswer } from '../../../credentials/answering/answering.js';
import { pagePresentations } from '../../../credentials/answering/history.js';
import { matchRequest } from '../../../credentials/answering/matching.js';
import { resolveRequest } from '../../../credentials/answering/resolving.js';
import { holdingWallet } from '../../../credentials/holding/holder-keys.js';
import { idByEnd } from '../../../credentials/ids.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import type { WaitingRequest } from '../../../presenting/met-requests.js';
import { resolvedView, waitingView } from '../../../schemas/accounts/met-presentation.js';
import type { PresentingDeps } from '../deps.js';
import type { presentationRoutes } from './routes.js';

type Call = ApiCall<PresentingDeps>;

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

  listWaitingPresentations(_, { deps, caller }) {
    return { presentations: deps.credentials.met.of(ownerIdOf(caller)).map(waitingView) };
  },

  listPresentationHistory: ofWholeAccount(({ query }, call) => pagePresentations(call, query)),

  async getWaitingPresentation({ params }, call) {
    const waiting = ownRequest(call, params.presentationId);
    if (isFailure(waiting)) return waiting;
    const wallet = await holdingWallet(call, waiting.wallet);
    if (isFailure(wallet)) return wallet;
    const match = await matchRequest(call.deps, wallet, waiting.request);
    return isFailure(match) ? match : resolvedView(waiting, match);
  },

  async acceptPresentation({ params, body }, call) {
    const waiting = ownRequest(call, params.presentationId);
    if (isFailure(waiting)) return waiting;
    if (!body.consent)
      return fail(issue('BODY_INVALID', '/consent', 'Nothing is shown without the consent of its holder.'));
    const { verdict } = waiting.verifier;
    if (verdict !== 'TrustedListVerified' && body.acceptUntrusted !== true)
      return fail(issue('VERIFIER_UNTRUSTED', '/acceptUntrusted', `The verdict on the verifier is ${verdict}.`));
    const wallet = await holdingWallet(call, waiting.wallet);
    if (isFailure(wallet)) return wallet;
    return answerView(await presentTo(call, { wallet, waiting, selection: body.selection }));
  },

  async denyPresentation({ params }, call) {
    const waiting = ownRequest(call, params.presentationId);
    return isFailure(waiting) ? waiting : answerView(await denyTo(call, waiting));
  },
};

function ownRequest({ deps, caller }: Call, id: string): Result<WaitingRequest> {
  return deps.credentials.met.find(id, ownerIdOf(caller));
}

function answerView(sent: Result<SentAnswer>) {
  if (isFailure(sent)) return sent;
  const { outcome, redirectUri } = sent;
  return { outcome, ...(redirectUri !== undefined && { redirectUri }) };
}
