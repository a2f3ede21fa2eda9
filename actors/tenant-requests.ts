// Requests to servers that somebody of an organisation named, through the guard of outgoing requests. A failure is told
// in the words for tenants: it says nothing of what the network of the operator looks like.
import { issue } from '../core/base/issue.js';
import type { Clock } from '../core/base/ports.js';
import { fail, isFailure, type Result } from '../core/base/result.js';
import type { Outgoing, OutgoingAnswer, OutgoingCall } from '../core/outgoing/ports.js';
import { issueForTenant } from '../core/outgoing/told.js';

interface Ports {
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly clock: Pick<Clock, 'steady'>;
}

/** Of a request that asks and gives nothing away. */
export const REDIRECTS_MAX = 3;

type TimedCall = OutgoingCall & { readonly timeoutMs: number };

/** Any status is an answer. The codes of outgoing requests. */
export async function askForTenant({ outgoing, clock }: Ports, call: TimedCall): Promise<Result<OutgoingAnswer>> {
  const begunMs = clock.steady();
  const answer = await outgoing.request(call);
  if (!isFailure(answer)) return answer;
  const isLate = clock.steady() - begunMs >= call.timeoutMs;
  return answer.mapIssues((problem) => issueForTenant(problem, isLate));
}

/** A document, which comes with 200; OUTGOING_ANSWER_REFUSED for another status. */
export async function fetchForTenant(ports: Ports, call: TimedCall): Promise<Result<OutgoingAnswer>> {
  const answer = await askForTenant(ports, { redirectsMax: REDIRECTS_MAX, ...call });
  if (isFailure(answer) || answer.status === 200) return answer;
  const message = `The server answered ${answer.status}; a document comes with 200.`;
  return fail(issue('OUTGOING_ANSWER_REFUSED', '', message));
}
