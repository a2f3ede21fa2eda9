// A private objection in its instance: all waits until the resolver says whether it is proven, or the time for that is
// over. Then the run stands, or goes as after an objection that every validator judged. Pure.

import type { Dispute, DisputeTerms, Proven, Unproven } from '../state/dispute.js';
import { countOf, inOrder } from '../state/member-order.js';
import { type AfterObjection, laterFlow } from './disputes.js';

export interface PrivateMove {
  readonly txId: string;
  readonly action: number;
  readonly atMs: number;
  readonly terms: DisputeTerms;
  readonly unproven: Unproven;
}

/** The instance that waits: nothing of it changed but its deadlines, which are later by the whole time at once. */
export function afterPrivate(
  before: AfterObjection & { readonly startMs?: number },
  { txId: objection, action, atMs, terms, unproven }: PrivateMove,
): AfterObjection & { readonly dispute: Dispute } {
  const pause = terms.judgeWithinMs;
  const dispute = { action, gone: {}, objection, sinceMs: atMs, unproven, untilMs: atMs + pause };
  return {
    ...before,
    dispute,
    flow: laterFlow(before.flow, pause, before.startMs !== undefined),
    judging: inOrder({ ...before.judging, [unproven.role]: countOf(before.judging, unproven.role) + pause }),
    pausedMs: (before.pausedMs ?? 0) + pause,
    privately: inOrder({ ...before.privately, [unproven.role]: objection }),
  };
}

/** The findings of the resolver about one objection. */
export interface ResolverFindings {
  readonly proven: Proven;
  readonly unproven: Unproven;
}

/** The roles that object in public from now on, without one whose objection was proven; undefined for none. */
export function withoutProven(
  privately: Readonly<Record<string, string>> | undefined,
  role: string,
): Readonly<Record<string, string>> | undefined {
  const { [role]: _, ...others } = privately ?? {};
  return Object.keys(others).length > 0 ? others : undefined;
}
