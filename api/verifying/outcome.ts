// The outcome of a request, for those who may ask in the name of its organisation.
import { fail, type Result } from '../../core/base/result.js';
import { type PresentationRequest, requestState } from '../../core/credentials/presenting/request.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { requestView } from '../schemas/accounts/presentation.js';
import { openResult, requestNotFound } from './answering.js';

/** A request of another organisation looks as one that is not there. That of a gate is seen at its gate. */
export function findRequest(
  { deps, caller }: ApiCall<Pick<ApiDeps, 'verifier'>>,
  id: string,
): Result<PresentationRequest> {
  const request = deps.verifier.requests.find(id);
  const isOwn = request?.organisationId === caller.organisationId && request.gate === undefined;
  return isOwn ? request : fail(requestNotFound());
}

export function outcomeView(deps: Pick<ApiDeps, 'clock' | 'verifier'>, request: PresentationRequest) {
  const nowMs = deps.clock.now();
  const { outcome, id } = request;
  const view = requestView(request, nowMs);
  if (outcome === undefined || requestState(request, nowMs) === 'Answered') return view;
  return { ...view, ...openResult(deps, id, outcome) };
}
