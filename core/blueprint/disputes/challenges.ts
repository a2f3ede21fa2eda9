// The effect of a challenge on an instance: its challenger says that a run was not delivered to it. It has more time
// for its own actions until the sender of the run must have delivered it. Pure; whether it may is judged before
// (core/moves/challenge/challenges.ts).
import { type Flow, type Run, tokensOf } from '../../flow/runs.js';
import type { Plan } from '../plan/planned.js';
import type { ChallengeMove, ChallengesOfRole, Dispute } from '../state/dispute.js';
import type { Instance } from '../state/instance.js';
import { inOrder } from '../state/member-order.js';
import { keptFlow } from './resolutions.js';

/** All challenges of a role together make its deadlines later by so many terms at most, whatever it challenges. */
const TERMS_MAX = 2;

/**
 * The challenge is counted, and open branches that lead to actions of the role have the time that no earlier challenge
 * gave them: several at once cost the others one term.
 */
export function afterChallenge(
  before: Instance,
  { role, withinMs, atMs }: ChallengeMove & { readonly atMs: number },
  plan: Plan,
): Pick<Instance, 'challenges' | 'flow'> & { readonly dispute?: Dispute } {
  const { challenges = {}, dispute, flow } = before;
  const was = Object.hasOwn(challenges, role) ? challenges[role] : undefined;
  const { count = 0, laterMs = 0, untilMs = atMs } = was ?? {};
  const ends = Math.max(untilMs, atMs + withinMs);
  const more = Math.max(0, Math.min(ends - Math.max(untilMs, atMs), TERMS_MAX * withinMs - laterMs));
  const now: ChallengesOfRole = { count: count + 1, laterMs: laterMs + more, untilMs: ends };
  const isOwn = (action: number) => plan.actions.get(String(action))?.sender.id === role;
  const counted = inOrder({ ...challenges, [role]: now });
  if (more === 0) return { challenges: counted, flow };
  const after = { challenges: counted, flow: laterBranches(flow, isOwn, more) };
  return dispute
    ? { ...after, dispute: laterGone(dispute, laterBranches(keptFlow(flow, dispute), isOwn, more)) }
    : after;
}

/** The time is that of the party also where the run of the dispute is kept. */
function laterGone(dispute: Dispute, kept: Flow): Dispute {
  return { ...dispute, gone: Object.fromEntries(Object.keys(dispute.gone).map((txId) => [txId, kept[txId] as Run])) };
}

/** Members of a run in canonical order. */
function laterBranches(flow: Flow, isOwn: (action: number) => boolean, more: number): Flow {
  const targets = new Map<string, number[]>();
  for (const { txId, target } of tokensOf(flow))
    if (isOwn(target)) targets.set(txId, [...(targets.get(txId) ?? []), target]);
  const runs = Object.entries(flow).map(([txId, run]) => {
    const own = targets.get(txId);
    if (!own) return [txId, run] as const;
    const { laterMs = {} } = run;
    const all = inOrder({ ...laterMs, ...Object.fromEntries(own.map((id) => [id, (laterMs[id] ?? 0) + more])) });
    // An index signature is what the order asks for, and no member of a run is another one by it.
    return [txId, inOrder({ ...run, laterMs: all } as never) as unknown as Run] as const;
  });
  return Object.fromEntries(runs);
}
