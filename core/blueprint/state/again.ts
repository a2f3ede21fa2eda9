// An action that is to be done again in its place, after its run was proven false or not confirmed: where the run
// stood, and what deadlines the branch has that is given again. Pure.
import { voidedFlow } from '../../flow/move.js';
import type { Flow, Run } from '../../flow/runs.js';

/** Where a run stood: the branches that it took. */
interface RepeatedRuns {
  /** The first of them. */
  readonly first: Run | undefined;
  readonly dueMs: number | undefined;
  /** TxIds of them. */
  readonly ids: readonly string[];
  /** How much later its deadlines are, since its party challenged a run; `dueMs` is without it. */
  readonly moreMs: number;
}

/** Of a live run. */
export function placeOf(flow: Flow, txId: string): RepeatedRuns {
  const { action, took } = flow[txId] as Run;
  const ids = took.filter(([id, at]) => at === action && Object.hasOwn(flow, id)).map(([id]) => id);
  const runs = ids.map((id) => flow[id] as Run);
  const first = runs.reduce<Run | undefined>((a, b) => (a && a.atMs <= b.atMs ? a : b), undefined);
  const moreMs = first?.laterMs?.[action] ?? 0;
  const dues = runs.flatMap(({ dueMs, laterMs }) => (dueMs === undefined ? [] : dueMs + (laterMs?.[action] ?? 0)));
  return { first, dueMs: dues.length > 0 ? Math.min(...dues) - moreMs : undefined, ids, moreMs };
}

export interface Again {
  /** The run that stands no more, and the transaction that gives its branch again. */
  readonly run: string;
  readonly txId: string;
  readonly atMs: number;
  /** The deadlines of the branch are later by so much. */
  readonly laterMs: number;
  /** No deadline of it is before. */
  readonly notBeforeMs: number | undefined;
  /** How much of that came of waiting for confirmations, since the branch was opened. */
  readonly extendedMs: number;
  readonly hasTimers: boolean;
}

/**
 * The state without a run and all that came of it. The branch that is given again has the deadlines that it had, later
 * as is said: a party whose run does not count gets neither rid of a deadline nor a new one each time. Members in
 * canonical order.
 */
export function giveAgain(flow: Flow, again: Again): Flow {
  const { run, txId, atMs, laterMs, notBeforeMs, extendedMs, hasTimers } = again;
  const { first, dueMs, moreMs } = placeOf(flow, run);
  const after = voidedFlow(flow, { txId, run, atMs });
  const { action, after: causes, kind, next, took } = after[txId] as Run;
  const stands: Run = {
    action,
    after: causes,
    atMs: first?.atMs ?? atMs,
    ...(dueMs !== undefined && { dueMs: Math.max(dueMs + laterMs, (notBeforeMs ?? 0) - moreMs) }),
    ...(extendedMs > 0 && { extendedMs }),
    ...(kind !== undefined && { kind }),
    ...(moreMs > 0 && { laterMs: { [action]: moreMs } }),
    next,
    ...(hasTimers && {
      ...(notBeforeMs !== undefined && { notBeforeMs }),
      pausedMs: (first?.pausedMs ?? 0) + laterMs,
    }),
    took,
  };
  return { ...after, [txId]: stands };
}
