// The history of presentations of a citizen, which the wallet writes and has on all devices: party, time, outcome, and
// names of claims without a value. Pure.
import { hasHidden, NAME_RULE, nameProblem } from '../../base/hidden.js';
import { type Issue, issue } from '../../base/issue.js';
import { PRESENTATION_LATE_MS, PRESENTATIONS_KEPT_MAX } from '../../base/limits/node/wallets.js';

export const PRESENTATION_OUTCOMES = ['Submitted', 'Verified', 'Denied', 'Expired'] as const;

export interface PastPresentation {
  readonly id: string;
  /** As its request names it. */
  readonly requestingParty: string;
  readonly presentedAtMs: number;
  readonly disclosedClaims: readonly string[];
  readonly outcome: (typeof PRESENTATION_OUTCOMES)[number];
}

/** The newest first; of one millisecond in the order of their ids, so that a page has one order. */
export function withPresentation(
  list: readonly PastPresentation[],
  added: PastPresentation,
): readonly PastPresentation[] {
  return [added, ...list]
    .sort((a, b) => b.presentedAtMs - a.presentedAtMs || (a.id < b.id ? 1 : -1))
    .slice(0, PRESENTATIONS_KEPT_MAX);
}

/** Why an entry is not valid: BODY_INVALID. A device that was offline brings it later, and none brings the future. */
export function presentationProblem(
  { requestingParty, presentedAtMs, disclosedClaims }: Omit<PastPresentation, 'id' | 'outcome'>,
  { nowMs, skewMs }: { readonly nowMs: number; readonly skewMs: number },
): Issue | undefined {
  const wrong = (path: string, message: string) => issue('BODY_INVALID', path, message);
  const problem = nameProblem(requestingParty);
  if (problem !== undefined) return wrong('/requestingParty', `The name of the party ${problem}. ${NAME_RULE}`);
  const odd = disclosedClaims.findIndex((name, i) => hasHidden(name) || disclosedClaims.indexOf(name) !== i);
  if (odd >= 0) return wrong(`/disclosedClaims/${odd}`, 'A claim is named once, without hidden characters.');
  const isTimely = presentedAtMs <= nowMs + skewMs && presentedAtMs >= nowMs - PRESENTATION_LATE_MS;
  return isTimely ? undefined : wrong('/presentedAt', 'The time is of the last 30 days, and not of the future.');
}
