// The rows of the state that a sealed move changes.
import type { JsonObject } from '../base/json.js';
import type { Definition } from '../blueprint/definition/types.js';
import { withRuns } from '../blueprint/instance/instance-order.js';
import { foldRuns, type RunMove } from '../blueprint/instance/run-rows.js';
import { planOf } from '../blueprint/plan/plan.js';
import { statedDuesOf } from '../blueprint/plan/stated-dues.js';
import { type CastMove, openBallots } from '../blueprint/state/ballots.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { RowOf, RunRow, RunVote } from '../blueprint/state/run-row.js';
import { findAnswered, peopleBefore } from '../instance/people/people-before.js';
import { instanceBefore, instanceIdOf, isStart, rowsIn } from '../instance/rows.js';
import { duesNow, duesOf } from '../instance/stated-due.js';
import type { StateChange, StateView } from '../model/register.js';
import type { Transaction } from '../model/transaction.js';
import { STATE_KEY } from '../register/state-keys.js';
import { moveTypeOf } from '../transaction/move-type.js';
import { lapsedRows } from './cancellation/cancellation.js';
import { instanceAfter } from './instance-after.js';
import { credentialChanges } from './issuance/effects.js';
import type { BetweenRuns, RunEffect } from './parts/row.js';
import { gateUseChanges } from './parts/stated-gates.js';
import { MOVES } from './table.js';
import { timerChanges } from './timer/timer-changes.js';

type View = Pick<StateView, 'state' | 'transaction'>;

interface Sealed {
  readonly definition: Definition;
  /** The time of its docket. */
  readonly atMs: number;
  readonly height: number;
}

/** The rows of its instance and of the timers of that, and of runs. */
export function changesOf(tx: Transaction, view: View, { definition, atMs, height }: Sealed): readonly StateChange[] {
  const before = isStart(tx.header) ? undefined : instanceBefore(view, tx);
  const plan = planOf(definition);
  const facts = MOVES[moveTypeOf(tx.header)].facts?.({ tx, definition, plan, before, atMs }, view) ?? {};
  const after = instanceAfter(tx, { ...facts, definition, before, atMs });
  const folding = { definition, before, after, atMs, height, cast: facts.cast };
  const { instance, rows } = withRows(tx, folding, view);
  const instanceId = instanceIdOf(tx);
  const timers = timerChanges({ instanceId, before, after: instance }, plan);
  const changes = lapsedRows(tx, { lapsed: facts.lapsed ?? [], before, atMs });
  return [stateChange(STATE_KEY.instance(instanceId), instance), ...rows, ...changes, ...timers];
}

/** The rows that a move changes beside its instance and the runs. */
export function changesBeside(tx: Transaction, view: StateView, sealed: Sealed): readonly StateChange[] {
  const of = { tx, ...sealed, instanceId: instanceIdOf(tx), isOpening: isStart(tx.header) };
  return MOVES[moveTypeOf(tx.header)].changes?.(of, view) ?? [];
}

interface Folding extends Sealed {
  readonly before: Instance | undefined;
  readonly after: Instance;
  readonly cast: CastMove | undefined;
}

/** With the rows of runs that the move changes (run-rows.ts). */
function withRows(
  tx: Transaction,
  of: Folding,
  view: View,
): { readonly instance: Instance; readonly rows: readonly StateChange[] } {
  const { definition, atMs, before, after, cast, height } = of;
  const plan = planOf(definition);
  const move = runMoveOf({ tx, plan, before, after });
  if (!move) return { instance: after, rows: [] };
  const { blueprintId } = tx.header;
  const instanceId = instanceIdOf(tx);
  const people = peopleBefore(view, { tx, instanceId, definition, before, atMs });
  const vote = cast && voteRow(cast, { before, action: move.action });
  const due = duesOf(tx, definition);
  const place = { definition, blueprintId, instanceId, atMs };
  const answered = before && findAnswered(view, { tx, instance: before, ...place });
  const run = { atMs, vote, due, answered, ...(people && { people }), ...move };
  const sealed = rowsIn(view);
  const folded = foldRuns(before, run, sealed);
  const rows = [...folded.rows].map(([txId, row]) => stateChange(STATE_KEY.run(txId), row));
  const rowOf: RowOf = (txId) => folded.rows.get(txId) ?? sealed(txId);
  // Also while all waits for a confirmation: a vote that is void is counted anew by the weights of its round.
  const dues = statedDuesOf(definition).length > 0 ? duesNow(definition, folded, rowOf) : undefined;
  const instance = withRuns(after, { moves: folded.moves, runs: folded.runs, ...(dues && { dues }) });
  const uses = gateUseChanges(tx, { plan, rows: folded.rows, sealed }, view);
  if (plan.issuers.length === 0) return { instance, rows: [...rows, ...uses] };
  const credentials = credentialChanges(tx, { plan, rows: folded.rows, runs: folded.runs, rowOf, height }, view);
  return { instance, rows: [...rows, ...uses, ...credentials] };
}

/** The effect of a sealed move on the runs of its instance; undefined for one that has none. */
export function runMoveOf(of: BetweenRuns): (RunEffect & Pick<RunMove, 'txId' | 'action'>) | undefined {
  const { txId, header } = of.tx;
  const effect = MOVES[moveTypeOf(header)].runs?.(of);
  return effect && { txId, action: Number(header.actionId), ...effect };
}

/** Members in canonical order. */
function voteRow(
  { by, deputy, led, role, vote }: CastMove,
  { before, action }: { readonly before: Instance | undefined; readonly action: number },
): RunVote {
  const round = openBallots(before?.ballots, action)?.round ?? before?.moves ?? 0;
  return { by, ...(deputy !== undefined && { deputy }), ...(led && { led }), role, round, vote };
}

function stateChange(key: string, value: Instance | RunRow): StateChange {
  return { key, value: value as unknown as JsonObject };
}
