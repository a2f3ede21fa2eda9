// The effect of a sealed transaction on the control state: it takes tokens, places others, or goes back. Whether it may
// is judged before. Pure: the same moves in the same order give the same value on every node.
import { type Net, type NetAction, openings } from './net.js';
import {
  type Confirming,
  causesOf,
  completeRuns,
  type Flow,
  futureOf,
  hasToken,
  isEnabled,
  pastOf,
  type Run,
  scopeOf,
  type Token,
  type TokenKey,
  tokensTaken,
} from './runs.js';

export interface FlowMove {
  readonly txId: string;
  readonly kind: 'act' | 'reject';
  readonly action: number;
  /** The run whose token it takes; undefined where it opens the instance. */
  readonly previous: string | undefined;
  /** Where it leads: the targets of its outcome, or the one of its rejection. */
  readonly next: readonly number[];
  readonly atMs: number;
  readonly dueMs?: number;
}

/** The state that a first action leaves. */
export function openedFlow(move: FlowMove): Flow {
  return went({}, { after: [], took: [], ...runOf(move) }, move);
}

/** The state after a move that is allowed in it: the action is enabled at the token of the previous run. */
export function movedFlow(flow: Flow, net: Net, move: FlowMove): Flow {
  const action = net.get(move.action) as NetAction;
  const token = { txId: move.previous as string, target: action.id };
  const took = tokensTaken(flow, action, token).map(({ txId, target }): TokenKey => [txId, target]);
  return went(flow, { after: afterOf(flow, action, token), took: inOrder(took), ...runOf(move) }, move);
}

/** True where the move may follow: its token is there and its action enabled; or it opens an instance. */
export function isAllowed(flow: Flow | undefined, net: Net, move: Pick<FlowMove, 'action' | 'previous'>): boolean {
  if (!flow || move.previous === undefined) return !flow && openings(net).includes(move.action);
  const token = { txId: move.previous, target: move.action };
  return hasToken(flow, token) && isEnabled(flow, net, token);
}

/** The live runs that a move from the token would come from directly, in the order of UTF-16 code units. */
export function restingAt(flow: Flow, net: Net, token: Token): readonly string[] {
  const action = net.get(token.target) as NetAction;
  const took = tokensTaken(flow, action, token).map(({ txId }) => txId);
  return [...new Set([...took, ...afterOf(flow, action, token)])].sort();
}

function runOf({ action, atMs, dueMs, kind, next }: FlowMove): Omit<Run, 'after' | 'took'> {
  return {
    action,
    atMs,
    ...(dueMs !== undefined && { dueMs }),
    ...(kind === 'reject' && { kind: 'reject' as const }),
    next,
  };
}

/** The last runs that a move from the token waited for: complete priors, or those that ended a branch of its scope. */
export function afterOf(flow: Flow, action: NetAction, token: Token): readonly string[] {
  const after = action.joins
    ? scopeOf(flow, action, token).ended
    : action.priors.flatMap((id) => completeRuns(flow, id));
  return [...lastOf(flow, after, tokensTaken(flow, action, token))].sort();
}

/**
 * Runs that are in the past of no other cause: the past of the move is the same without the others. An action that
 * waits for hundreds in a row would keep all their TxIds in the state.
 */
function lastOf(flow: Flow, after: readonly string[], took: readonly Token[]): readonly string[] {
  const covered = pastOf(
    flow,
    standingIn(
      flow,
      took.map(({ txId }) => txId),
    ),
  );
  const left = after.filter((txId) => !covered.has(txId));
  const before = pastOf(
    flow,
    left.flatMap((txId) => causesOf(flow[txId] as Run)),
  );
  return left.filter((txId) => !before.has(txId));
}

/** The runs that tokens come from, looked through those that only gave them back: these go when the next ones do. */
function standingIn(flow: Flow, took: readonly string[]): readonly string[] {
  return took.flatMap((txId) => {
    const run = flow[txId];
    return run?.kind === 'back'
      ? standingIn(
          flow,
          run.took.map(([from]) => from),
        )
      : [txId];
  });
}

/** The state with a move that others have to confirm: it takes what it takes, and leads nowhere yet. */
export function waitingFlow(flow: Flow | undefined, net: Net, move: FlowMove & Waiting): Flow {
  const { action: id, next: leads, missing, dueMs, atMs, txId } = move;
  const action = net.get(id) as NetAction;
  const token = { txId: move.previous as string, target: id };
  const taken = flow ? tokensTaken(flow, action, token).map((item): TokenKey => [item.txId, item.target]) : [];
  return put(flow ?? {}, txId, {
    ...{ action: id, after: flow ? afterOf(flow, action, token) : [], atMs },
    ...{ confirm: { leads, missing }, dueMs, kind: 'waits', next: [id], took: inOrder(taken) },
  });
}

interface Waiting {
  /** Roles that have to confirm it. */
  readonly missing: readonly string[];
  /** Until this time of a docket. */
  readonly dueMs: number;
}

/** The state with one of those who confirm a waiting run missing no more; another one is. */
export function acceptedFlow(flow: Flow, txId: string, role: string): Flow {
  const run = flow[txId] as Run;
  const { leads, missing } = run.confirm as Confirming;
  return { ...flow, [txId]: { ...run, confirm: { leads, missing: missing.filter((name) => name !== role) } } };
}

/** The state in which a waiting run is confirmed: only now it leads on, or back, as it said. */
export function confirmedFlow(
  flow: Flow,
  { txId, atMs, dueMs }: { readonly txId: string; readonly atMs: number; readonly dueMs?: number | undefined },
): Flow {
  const { [txId]: run, ...rest } = flow;
  const { action, after, confirm, took } = run as Run;
  const { leads: next } = confirm as Confirming;
  const leading = { action, after, atMs, ...(dueMs !== undefined && { dueMs }), next, took };
  return went(rest, leading, { txId });
}

/**
 * The state without a run and all that came of it: what it took is given again, to its action, by the objection to it.
 * The run is live, and led forward.
 */
export function voidedFlow(
  flow: Flow,
  { txId, run, atMs }: { readonly txId: string; readonly run: string; readonly atMs: number },
): Flow {
  const { action } = flow[run] as Run;
  return goBack(put(flow, txId, { action, after: [], atMs, next: [action], took: [] }), txId, new Set([run]));
}

/** The state with the run in it, or gone back where it leads to what is in its own past. */
function went(flow: Flow, run: Run, { txId }: Pick<FlowMove, 'txId'>): Flow {
  const past = pastOf(flow, causesOf(run));
  const roots = new Set([...past].filter((id) => isRunOf(flow[id] as Run, run.next)));
  if (roots.size === 0 && !run.next.includes(run.action)) return put(flow, txId, run);
  return goBack(put(flow, txId, run), txId, run.next.includes(run.action) ? roots.add(txId) : roots);
}

function isRunOf({ action, kind }: Run, targets: readonly number[]): boolean {
  return kind !== 'back' && targets.includes(action);
}

/**
 * The state as it would be had the roots not run yet: they and all that came of them are undone, and the run `txId`
 * gives the tokens again which they had taken from what stays.
 */
function goBack(flow: Flow, txId: string, roots: ReadonlySet<string>): Flow {
  const undone = futureOf(flow, roots);
  const kept = Object.fromEntries(Object.entries(flow).filter(([id]) => id !== txId && !undone.has(id)));
  const causes = [...roots].map((id) => flow[id] as Run);
  // Branches that a join no longer needed stand open again: they were not closed where the join has not run.
  const took = causes.flatMap((run) => run.took.filter(([id, at]) => at === run.action && Object.hasOwn(kept, id)));
  const after = causes.flatMap((run) => run.after.filter((id) => Object.hasOwn(kept, id)));
  const { action, atMs, dueMs, next } = flow[txId] as Run;
  const run = { action, atMs, ...(dueMs !== undefined && { dueMs }), kind: 'back' as const, next };
  return put(...replaceTwiceGiven(kept, txId, { ...run, after, took }));
}

/** An earlier run that only gave tokens back, and whose every token this one gives back again, is replaced by it. */
function replaceTwiceGiven(flow: Flow, txId: string, run: Run): [Flow, string, Run] {
  const kept = { ...flow };
  let { took, after } = run;
  for (const [id, { kind, next, ...earlier }] of Object.entries(flow)) {
    if (kind !== 'back' || !next.every((target) => took.some(([from, at]) => from === id && at === target))) continue;
    delete kept[id];
    took = [...took.filter(([from]) => from !== id), ...earlier.took];
    after = [...after, ...earlier.after];
  }
  return [kept, txId, { ...run, after: [...new Set(after)].sort(), took: inOrder(took) }];
}

/**
 * Runs by TxId in the order of UTF-16 code units, and their members in canonical order: any order of the same moves
 * leaves one value.
 */
function put(flow: Flow, txId: string, { action, after, atMs, confirm, dueMs, kind, next, took }: Run): Flow {
  const run: Run = {
    action,
    after,
    atMs,
    ...(confirm && { confirm }),
    ...(dueMs !== undefined && { dueMs }),
    ...(kind !== undefined && { kind }),
    next,
    took,
  };
  // Every instance opens with one.
  if (Object.keys(flow).length === 0) return { [txId]: run };
  const runs = [...Object.entries(flow), [txId, run] as const];
  return Object.fromEntries(runs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function inOrder(took: readonly TokenKey[]): readonly TokenKey[] {
  const once = new Map(took.map((key) => [`${key[0]} ${key[1]}`, key]));
  return [...once.values()].sort(([a, at], [b, bt]) => (a === b ? at - bt : a < b ? -1 : 1));
}
