// Which runs of an instance are in force, as rows of the state. A rejection undoes runs and all that came of them, also
// runs that a loop has left behind. So each row is linked with those that it comes from: undoing reads what it undoes,
// and nothing else of the instance. Pure: rows are given and given back.
import { assert } from '../../base/assert.js';
import type { Instance } from '../state/instance.js';
import { inOrder } from '../state/member-order.js';
import type {
  ActionRuns,
  DeputyAnswer,
  Mark,
  Resolved,
  RowOf,
  RunRow,
  RunsByAction,
  RunVote,
} from '../state/run-row.js';

/** A sealed move of the instance that goes on, seen from its runs. */
export interface RunMove {
  readonly txId: string;
  readonly action: number;
  /**
   * `waits` for an action that others confirm. `back` for a move that went back: it undoes. `confirm` is the one by
   * which the run `confirms` counts; `none` changes no run.
   */
  readonly kind: 'act' | 'waits' | 'reject' | 'back' | 'confirm' | 'none';
  readonly confirms?: string;
  /** Of a confirmation that a deputy with an amount sent, whether others are missing or not. */
  readonly answered?: Answered | undefined;
  /** Of a Resolution, which is a `back` that undoes nothing. */
  readonly resolved?: Resolved;
  /** Of a Resolution that keeps a run. */
  readonly keeps?: Kept;
  /** Timestamp of its docket, ms. */
  readonly atMs: number;
  readonly causes: readonly string[];
  /** Runs that it undoes at once: whatever came of them is undone with them. */
  readonly undoes: readonly string[];
  readonly as?: string | undefined;
  readonly people?: RunPeople;
  /** Runs that stay in force and led on in vain: whatever came of them is undone. */
  readonly undoesAfter?: readonly string[];
  readonly vote?: RunVote | undefined;
  /** Due times that the run states. */
  readonly due?: RunRow['due'] | undefined;
}

export interface Answered {
  readonly run: string;
  readonly role: string;
  readonly answer: DeputyAnswer;
}

/** An objection that undoes nothing any more, and what it undid at once. */
export interface Kept extends Pick<RunMove, 'undoes' | 'undoesAfter'> {
  readonly objection: string;
}

/**
 * The wallets that held and read each role where a run was sealed, other than those that the instance names. Beside
 * them: how far a deputy reached, and whether some role reads it later.
 */
export type RunPeople = Pick<RunRow, 'also' | 'by' | 'held' | 'max' | 'sealed'>;

export interface RunsAfter {
  /** Rows that changed, by TxId. */
  readonly rows: ReadonlyMap<string, RunRow>;
  readonly runs: RunsByAction;
  readonly moves: number;
}

/** The rows that a move changes. `before` is undefined for the opening one. */
export function foldRuns(before: Pick<Instance, 'moves' | 'runs'> | undefined, move: RunMove, rowOf: RowOf): RunsAfter {
  const rows = new Rows(rowOf);
  const n = before?.moves ?? 0;
  const runs: Record<string, ActionRuns> = { ...before?.runs };
  const { resolved } = move;
  if (move.kind === 'back')
    rows.changed.set(
      move.txId,
      inPlace({ ...placeOf(move), causes: [], kind: 'back', n, ...(resolved && { resolved }) }),
    );
  else if (move.kind === 'confirm') confirmRun(rows, runs, { n, ...move });
  else if (move.kind !== 'none') addRun(rows, runs, { n, ...move });
  if (move.answered) noteAnswer(rows, move.answered);
  undo(rows, runs, { n, ...move });
  if (move.keeps) keep(rows, runs, { by: move.txId, n, ...move.keeps });
  return { rows: rows.changed, runs, moves: n + 1 };
}

/** Rows as they stand after what was changed so far. */
class Rows {
  readonly changed = new Map<string, RunRow>();
  readonly #rowOf: RowOf;

  constructor(rowOf: RowOf) {
    this.#rowOf = rowOf;
  }

  get(txId: string): RunRow {
    const row = this.changed.get(txId) ?? this.#rowOf(txId);
    assert(row, 'a run that something comes from has its row');
    return row;
  }
}

interface Placed extends RunMove {
  readonly n: number;
}

type Undoing = Pick<Placed, 'n' | 'txId' | 'undoes' | 'undoesAfter'>;

/** Some more runs of an action are in force since a move, or fewer. */
function countMore({ count, last }: Pick<ActionRuns, 'count' | 'last'>, more: 1 | -1, n: number): ActionRuns {
  return { changed: n + 1, count: count + more, last };
}

function addRun(rows: Rows, runs: Record<string, ActionRuns>, placed: Placed): void {
  const { txId, kind, causes, n } = placed;
  const links = [...causes].sort().map((cause): RunRow['causes'][number] => {
    const row = rows.get(cause);
    rows.changed.set(cause, inPlace({ ...row, child: txId }));
    return [cause, row.child ?? null];
  });
  const row: RunRow = {
    causes: links,
    n,
    ...(placed.due && { due: placed.due }),
    ...(kind === 'reject' && { kind }),
    ...(placed.vote && { vote: placed.vote }),
    ...(kind === 'waits' && { waits: true }),
    ...placeOf(placed),
  };
  rows.changed.set(txId, inPlace(row));
  if (kind === 'act') count(rows, runs, { txId, n });
}

/** From here on it is among the runs of its action: one that is never confirmed is not looked at by any rule. */
function confirmRun(rows: Rows, runs: Record<string, ActionRuns>, { txId: by, confirms, n }: Placed): void {
  assert(confirms !== undefined, 'a confirmation names the run that it is about');
  const { waits: _, ...row } = rows.get(confirms);
  rows.changed.set(confirms, inPlace({ ...row, confirmed: { by, n } }));
  count(rows, runs, { txId: confirms, n });
}

/** Each role answers once. */
function noteAnswer(rows: Rows, { run, role, answer }: Answered): void {
  const row = rows.get(run);
  rows.changed.set(run, inPlace({ ...row, answers: inOrder({ ...row.answers, [role]: answer }) }));
}

function count(rows: Rows, runs: Record<string, ActionRuns>, { txId, n }: Pick<Placed, 'txId' | 'n'>): void {
  const row = rows.get(txId);
  const earlier = runs[row.action];
  // Else a walk from each run to the one before it would never end.
  assert(earlier?.last !== txId, 'a run is counted once');
  if (earlier) rows.changed.set(txId, inPlace({ ...row, before: earlier.last }));
  runs[row.action] = countMore({ count: earlier?.count ?? 0, last: txId }, 1, n);
}

function placeOf({ action, as, atMs: at, people }: RunMove): Pick<RunRow, 'action' | 'as' | 'at'> & RunPeople {
  return { action, ...(as !== undefined && { as }), at, ...people };
}

/** Each run is undone once, so that all rejections of an instance together look at each link once. */
function undo(rows: Rows, runs: Record<string, ActionRuns>, { txId: by, undoes, undoesAfter = [], n }: Undoing): void {
  const open = [...undoes, ...undoesAfter.flatMap((txId) => childrenOf(rows, txId))];
  for (let txId = open.pop(); txId !== undefined; txId = open.pop()) {
    const row = rows.get(txId);
    if (row.undone) continue;
    rows.changed.set(txId, inPlace({ ...row, undone: { by, n } }));
    if (row.kind === undefined && !row.waits) {
      runs[row.action] = countMore(runs[row.action] as ActionRuns, -1, n);
    }
    open.push(...childrenOf(rows, txId));
  }
}

/**
 * The runs that the objection undid were never undone: nothing was done that rests on it, because the instance was
 * paused. So they have the place among the runs, and in each state that somebody may have acted on, that they had.
 */
function keep(
  rows: Rows,
  runs: Record<string, ActionRuns>,
  { by, n, objection, undoes, undoesAfter = [] }: Kept & Mark,
): void {
  rows.changed.set(objection, inPlace({ ...rows.get(objection), kept: { by, n } }));
  for (const txId of undoneBy(rows, { objection, undoes, undoesAfter })) {
    const { undone: _, ...row } = rows.get(txId);
    rows.changed.set(txId, inPlace(row));
    if (row.kind === undefined && !row.waits) {
      runs[row.action] = countMore(runs[row.action] as ActionRuns, 1, n);
    }
  }
}

/** The runs that would come back where the objection undid nothing. */
export function runsBack(kept: Kept, rowOf: RowOf): readonly string[] {
  return undoneBy(new Rows(rowOf), kept);
}

function undoneBy(rows: Rows, { objection, undoes, undoesAfter = [] }: Kept): readonly string[] {
  const back = new Set<string>();
  const open = [...undoes, ...undoesAfter.flatMap((txId) => childrenOf(rows, txId))];
  for (let txId = open.pop(); txId !== undefined; txId = open.pop()) {
    if (back.has(txId) || rows.get(txId).undone?.by !== objection) continue;
    back.add(txId);
    open.push(...childrenOf(rows, txId));
  }
  return [...back];
}

/** The runs that came of one directly, the newest first. */
function childrenOf(rows: Rows, txId: string): readonly string[] {
  const names: string[] = [];
  for (let child = rows.get(txId).child; child !== undefined; child = siblingOf(rows.get(child), txId))
    names.push(child);
  return names;
}

function siblingOf({ causes }: RunRow, cause: string): string | undefined {
  return causes.find(([txId]) => txId === cause)?.[1] ?? undefined;
}

function inPlace(row: RunRow): RunRow {
  const { action, also, answers, as, at, before, by, causes, child, confirmed, due, held, kept, kind } = row;
  const { max, n, resolved, sealed, undone, vote, waits } = row;
  return {
    action,
    ...(also && { also }),
    ...(answers && { answers }),
    ...(as !== undefined && { as }),
    at,
    ...(before !== undefined && { before }),
    ...(by !== undefined && { by }),
    causes,
    ...(child !== undefined && { child }),
    ...(confirmed && { confirmed }),
    ...(due && { due }),
    ...(held && { held }),
    ...(kept && { kept }),
    ...(kind && { kind }),
    ...(max && { max }),
    n,
    ...(resolved && { resolved }),
    ...(sealed && { sealed }),
    ...(undone && { undone }),
    ...(vote && { vote }),
    ...(waits && { waits }),
  };
}

/** True where the run was in force after so many moves. */
function wasInForce({ confirmed, n, undone, waits }: RunRow, moves: number): boolean {
  return !waits && (confirmed?.n ?? n) < moves && (!undone || undone.n >= moves);
}

/** Place of the move with which a sealed move began to lead on: it is followed by nothing before. */
export function leadsSince({ confirmed, n }: RunRow): number {
  return confirmed?.n ?? n;
}

/** A run in force. */
export interface RunInForce {
  readonly txId: string;
  readonly action: number;
  readonly n: number;
  readonly vote?: RunVote | undefined;
}

/**
 * The runs of the actions that were in force after `instance.moves` moves, oldest first: what was undone since counts.
 * So an instance that was read before gives what stood then, whatever was sealed since.
 */
export function runsInForceAt(
  instance: Pick<Instance, 'moves' | 'runs'>,
  actions: Iterable<string | number>,
  rowOf: RowOf,
): readonly RunInForce[] {
  const rows = [...new Set([...actions].map(Number))].flatMap((action) => [...newestFirst(instance, action, rowOf)]);
  return rows.sort((a, b) => a.n - b.n);
}

/** The newest run in force of one action. */
export function lastInForceAt(
  instance: Pick<Instance, 'moves' | 'runs'>,
  action: number,
  rowOf: RowOf,
): RunInForce | undefined {
  for (const run of newestFirst(instance, action, rowOf)) return run;
  return undefined;
}

/** Every run of an action, in force or not, the newest first. */
export function* runsOf(
  { runs }: Pick<Instance, 'runs'>,
  action: number,
  rowOf: RowOf,
): Iterable<{ readonly txId: string; readonly row: RunRow }> {
  for (let txId = runs[action]?.last; txId !== undefined; ) {
    const row = rowOf(txId);
    if (!row) return;
    yield { txId, row };
    txId = row.before;
  }
}

function* newestFirst(
  { moves, runs }: Pick<Instance, 'moves' | 'runs'>,
  action: number,
  rowOf: RowOf,
): Iterable<RunInForce> {
  for (let txId = runs[action]?.last; txId !== undefined; ) {
    const row = rowOf(txId);
    assert(row, 'a sealed run has its row');
    if (wasInForce(row, moves)) yield { txId, action, n: row.n, ...(row.vote && { vote: row.vote }) };
    txId = row.before;
  }
}
