// The control state of an instance: its live runs and what follows from them. A run is one sealed transaction that
// counts; a token is an output of a live run that no live run took. Nothing else is state. Pure.
import { isJoin, type Net, type NetAction } from './net.js';

/** Members stand in canonical order. */
export interface Run {
  readonly action: number;
  /**
   * Runs that are causes of this one beside those whose tokens it took: complete priors, and runs that ended a branch
   * of the scope that it joins. Runs that are in the past of another cause are not among them.
   */
  readonly after: readonly string[];
  /** Timestamp of its docket, ms. */
  readonly atMs: number;
  /** It waits for others to confirm it. */
  readonly confirm?: Confirming;
  /** After this time of a docket nothing takes its tokens any more, and it is not confirmed any more. */
  readonly dueMs?: number;
  /** By how much waiting for confirmations has moved the deadlines of what follows; absent for not at all. */
  readonly extendedMs?: number;
  /**
   * `back` stands where undone runs stood and gives their tokens again; `reject` went forward; `waits` has taken what
   * it took and leads nowhere yet: its token at its own action is followed by nothing. Without one the action is
   * complete.
   */
  readonly kind?: 'back' | 'reject' | 'waits';
  /** How much later its tokens at these targets are due: their parties challenged a run. */
  readonly laterMs?: Readonly<Record<string, number>>;
  readonly next: readonly number[];
  /** No timer ends what follows before: it is done again after an objection. */
  readonly notBeforeMs?: number;
  /** How long disputes have paused what follows, where actions have timers. */
  readonly pausedMs?: number;
  readonly took: readonly TokenKey[];
}

/** The ways that a waiting run opens once it is confirmed. Members stand in canonical order. */
export interface Confirming {
  readonly leads: readonly number[];
  /** Roles that have not confirmed it, in the order of the definition; one at least. */
  readonly missing: readonly string[];
}

/** The run that placed the token and the action at which it stands. */
export type TokenKey = readonly [txId: string, target: number];

/** Live runs by TxId. */
export type Flow = Readonly<Record<string, Run>>;

export interface Token {
  readonly txId: string;
  readonly target: number;
}

/** Answers of one state that are asked for again and again. */
interface Index {
  readonly taken: ReadonlyMap<string, ReadonlySet<number>>;
  /** Runs that took a token of each run. */
  readonly takers: ReadonlyMap<string, readonly string[]>;
  /** Complete runs by action. */
  readonly complete: ReadonlyMap<number, readonly string[]>;
}

/** Found once for as long as the state is held: a definition may have an action that waits for hundreds of others. */
const indexes = new WeakMap<Flow, Index>();

function indexOf(flow: Flow): Index {
  let index = indexes.get(flow);
  if (!index) {
    index = makeIndex(flow);
    indexes.set(flow, index);
  }
  return index;
}

function makeIndex(flow: Flow): Index {
  const taken = new Map<string, Set<number>>();
  const takers = new Map<string, string[]>();
  const complete = new Map<number, string[]>();
  for (const [txId, { action, kind, took }] of Object.entries(flow)) {
    if (kind === undefined) addTo(complete, action, txId);
    for (const [from, target] of took) {
      const targets = taken.get(from);
      if (targets) targets.add(target);
      else taken.set(from, new Set([target]));
      addTo(takers, from, txId);
    }
  }
  return { taken, takers, complete };
}

function addTo<K>(lists: Map<K, string[]>, key: K, txId: string): void {
  const list = lists.get(key);
  if (list) list.push(txId);
  else lists.set(key, [txId]);
}

/** Every token, in the order of the runs. */
export function tokensOf(flow: Flow): readonly Token[] {
  const { taken } = indexOf(flow);
  return Object.entries(flow).flatMap(([txId, { next }]) =>
    next.filter((target) => !taken.get(txId)?.has(target)).map((target) => ({ txId, target })),
  );
}

/** The run where it waits for confirmation. */
export function waitingRun(flow: Flow, txId: string): (Run & Required<Pick<Run, 'confirm'>>) | undefined {
  const run = Object.hasOwn(flow, txId) ? flow[txId] : undefined;
  return run?.kind === 'waits' && run.confirm ? { ...run, confirm: run.confirm } : undefined;
}

/** True where the run is live and its token at the target is not taken. Nothing takes that of one that waits. */
export function hasToken(flow: Flow, { txId, target }: Token): boolean {
  const run = Object.hasOwn(flow, txId) ? flow[txId] : undefined;
  return (
    run !== undefined &&
    run.kind !== 'waits' &&
    run.next.includes(target) &&
    !indexOf(flow).taken.get(txId)?.has(target)
  );
}

/** The runs that the given ones come from, those themselves not among them unless one comes from another. */
export function pastOf(flow: Flow, causes: Iterable<string>): ReadonlySet<string> {
  const past = new Set<string>();
  const open = [...causes];
  for (let txId = open.pop(); txId !== undefined; txId = open.pop()) {
    const run = flow[txId];
    if (past.has(txId) || !run) continue;
    past.add(txId);
    open.push(...causesOf(run));
  }
  return past;
}

/** The runs that come from the given ones, those among them. */
export function futureOf(flow: Flow, roots: Iterable<string>): ReadonlySet<string> {
  const effects = new Map<string, string[]>();
  for (const [txId, run] of Object.entries(flow)) for (const cause of causesOf(run)) addTo(effects, cause, txId);
  const future = new Set<string>();
  const open = [...roots];
  for (let txId = open.pop(); txId !== undefined; txId = open.pop()) {
    if (future.has(txId)) continue;
    future.add(txId);
    open.push(...(effects.get(txId) ?? []));
  }
  return future;
}

/** The runs that a run comes from directly. */
export function causesOf({ took, after }: Pick<Run, 'took' | 'after'>): readonly string[] {
  return [...took.map(([txId]) => txId), ...after];
}

/** TxIds of the complete runs of an action. In a sound definition there is at most one. */
export function completeRuns(flow: Flow, action: number): readonly string[] {
  return indexOf(flow).complete.get(action) ?? [];
}

/** Actions that this one waits for and that have no complete run. */
export function missingPriors(flow: Flow, { priors }: NetAction): readonly number[] {
  return priors.filter((id) => completeRuns(flow, id).length === 0);
}

/** The tokens that a join by fork closes, seen from one of them. */
interface Scope {
  /** Tokens that stand at the join. */
  readonly here: readonly Token[];
  /** Tokens of the scope that stand elsewhere. */
  readonly elsewhere: readonly Token[];
  /** Runs of the scope that ended their branch. */
  readonly ended: readonly string[];
}

/**
 * The scope of a join by fork: the tokens that came, by taking, from a run of the fork in the past of the given token.
 * From there on they came through no run of the join. Empty where the token does not come from the fork.
 */
export function scopeOf(flow: Flow, join: NetAction, token: Token): Scope {
  const past = pastOf(flow, [token.txId]);
  const { takers } = indexOf(flow);
  const inside = new Set<string>();
  const open = [...past].filter((txId) => flow[txId]?.action === join.joins?.fork && flow[txId]?.kind !== 'back');
  for (let txId = open.pop(); txId !== undefined; txId = open.pop()) {
    const run = flow[txId] as Run;
    if (inside.has(txId) || (run.action === join.id && run.kind !== 'back')) continue;
    inside.add(txId);
    open.push(...(takers.get(txId) ?? []));
  }
  const tokens = tokensOf(flow).filter(({ txId }) => inside.has(txId));
  return {
    here: tokens.filter(({ target }) => target === join.id),
    elsewhere: tokens.filter(({ target }) => target !== join.id),
    ended: [...inside].filter((txId) => flow[txId]?.next.length === 0),
  };
}

/**
 * True if the action may run from the token: its priors are complete, and the branches that it joins are there. A join
 * that needs a number of them also runs with fewer where no other branch of the scope is left. So it never waits for
 * what cannot come.
 */
export function isEnabled(flow: Flow, net: Net, token: Token): boolean {
  const action = net.get(token.target);
  if (!action || flow[token.txId]?.kind === 'waits' || missingPriors(flow, action).length > 0) return false;
  if (!action.joins) return true;
  const { here, elsewhere } = scopeOf(flow, action, token);
  if (here.length === 0) return false;
  const branches = here.reduce((sum, at) => sum + branchesOf(flow, at), 0);
  return elsewhere.length === 0 || (action.joins.need !== undefined && branches >= action.joins.need);
}

/** A token that was given back stands for those that the undone join had taken. */
function branchesOf(flow: Flow, { txId, target }: Token): number {
  const { kind, took } = flow[txId] as Run;
  if (kind !== 'back') return 1;
  const stands = took.filter(([, at]) => at === target);
  return stands.reduce((sum, [from]) => sum + branchesOf(flow, { txId: from, target }), 0);
}

/** The tokens that a run of the action takes from where it stands. */
export function tokensTaken(flow: Flow, action: NetAction, token: Token): readonly Token[] {
  if (!isJoin(action)) return [token];
  if (!action.joins) return tokensOf(flow).filter(({ target }) => target === action.id);
  const { here, elsewhere } = scopeOf(flow, action, token);
  return [...here, ...elsewhere];
}
