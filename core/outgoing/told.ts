// The failure of a request as others than the operator are told of it. They state its URL, so the reason would show
// them names of the network of the operator and ports of other hosts. It is told in three words (docs/webhooks.md); the
// exact reason is in the log, and in the answer of admin/outgoing/check.
import { type Issue, issue } from '../base/issue.js';

export type ReachOutcome = 'unreachable' | 'timed-out' | 'answer-refused';

/** `isLate`: the time of the call was over. */
export function reachOutcome({ code }: Issue, isLate: boolean): ReachOutcome {
  if (code === 'OUTGOING_ANSWER_REFUSED') return 'answer-refused';
  return isLate && code === 'OUTGOING_FAILED' ? 'timed-out' : 'unreachable';
}

const SAID: Readonly<Record<Exclude<ReachOutcome, 'answer-refused'>, string>> = {
  unreachable: 'The host of the URL is unreachable from this node (unreachable).',
  'timed-out': 'The host of the URL did not answer in time (timed-out).',
};
const WHERE = 'The operator finds the reason in the log, or with "quorate outgoing check".';

/**
 * The failure of a request as a tenant may see it. A refusal by the text of the URL alone is told as it is. So are an
 * answer that is not taken, which a public server gave, and a node that has no place for the request.
 */
export function issueForTenant(problem: Issue, isLate: boolean): Issue {
  if (problem.code === 'OUTGOING_BUSY') return problem;
  if (problem.code === 'OUTGOING_REFUSED' && problem.path === '/url') return { ...problem, path: '' };
  const outcome = reachOutcome(problem, isLate);
  return outcome === 'answer-refused' ? problem : issue('OUTGOING_FAILED', '', `${SAID[outcome]} ${WHERE}`);
}
