// Decisions of the parties, or of the resolver of a definition, in a dispute, and what they do to the instance: the
// action is done again, the run stands as before, or the instance ends. Pure; whether they may is judged before
// (core/moves/resolution/resolutions.ts).
import type { Flow, Run } from '../../flow/runs.js';
import type { BallotsByAction } from '../state/ballots.js';
import type { Consent, Dispute, DisputeOutcome, ResolutionMove } from '../state/dispute.js';
import { inOrder } from '../state/member-order.js';
import { type AfterObjection, afterPause, laterFlow } from './disputes.js';

interface Resolving extends Pick<ResolutionMove, 'redoWithinMs'> {
  readonly outcome: DisputeOutcome;
  readonly txId: string;
  readonly atMs: number;
}

type Disputed = AfterObjection & { readonly ballots?: BallotsByAction | undefined; readonly startMs?: number };

/** The dispute with the word of one role; the one that it gave before is replaced. */
export function withConsent(dispute: Dispute, role: string, consent: Consent): Dispute {
  const { consents, ...rest } = dispute;
  return inOrder({ ...rest, consents: inOrder({ ...consents, [role]: consent }) } as never) as unknown as Dispute;
}

/**
 * The instance without its dispute. A run that is kept stands with all that came of it, as it stood: nothing else was
 * done meanwhile. An action that is done again has the whole term for it, but where it was false before. The fault says
 * how.
 */
export function afterResolution(
  before: Disputed & { readonly dispute: Dispute },
  { outcome, redoWithinMs, txId, atMs }: Resolving,
): Omit<Disputed, 'dispute'> {
  const { dispute } = before;
  const { objection } = dispute;
  const went = afterPause(before, atMs);
  const faults = (before.faults ?? []).map((fault) =>
    fault.objectionTxId === objection
      ? (inOrder({ ...fault, resolved: { by: txId, outcome } } as never) as unknown as typeof fault)
      : fault,
  );
  const hasTimers = before.startMs !== undefined;
  if (outcome === 'keep') {
    const pausedMs = atMs - dispute.sinceMs;
    const gone = laterFlow(dispute.gone, pausedMs, hasTimers);
    const ballots = dispute.ballots ? inOrder({ ...before.ballots, ...dispute.ballots }) : before.ballots;
    return { ...went, faults, flow: keptFlow(went.flow, { objection, gone }), ballots };
  }
  if (outcome === 'end') return { ...went, faults, ballots: before.ballots };
  const run = went.flow[objection] as Run;
  const notBeforeMs = dispute.again ? atMs : atMs + redoWithinMs;
  const { dueMs, laterMs } = run;
  const given = inOrder({
    ...run,
    ...(dueMs !== undefined && { dueMs: Math.max(dueMs, notBeforeMs - (laterMs?.[run.action] ?? 0)) }),
    ...(hasTimers && { notBeforeMs }),
  } as never) as unknown as Run;
  return { ...went, faults, flow: { ...went.flow, [objection]: given }, ballots: before.ballots };
}

/** The live runs as they are where the run of the dispute is kept. */
export function keptFlow(flow: Flow, { objection, gone }: Pick<Dispute, 'objection' | 'gone'>): Flow {
  const { [objection]: _, ...stay } = flow;
  return inOrder({ ...stay, ...gone });
}

/** Votes that an objection took away; undefined where it took none. */
export function ballotsLost(
  before: BallotsByAction | undefined,
  after: BallotsByAction | undefined,
): BallotsByAction | undefined {
  const lost = Object.entries(before ?? {}).filter(([action, own]) => after?.[action] !== own);
  return lost.length > 0 ? Object.fromEntries(lost) : undefined;
}
