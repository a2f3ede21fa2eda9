// Finds the operands of a rule of a disputed run in the state before it, which is the one that its sender saw
// (core/validate/data/reads.ts): which runs, which of their cells, and which of them its sender could see.
// Rows of runs stay, so that it finds the same whatever was sealed since. Pure.

import { pointerText } from '../blueprint/definition/pointer.js';
import { type RunInForce, runsInForceAt, runsOf } from '../blueprint/instance/run-rows.js';
import { actionsRead, type Read, runOfTurn } from '../blueprint/logic/facts.js';
import type { ResolvedRule } from '../blueprint/names/resolve.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { PlannedAction } from '../blueprint/plan/planned.js';
import type { RunRow } from '../blueprint/state/run-row.js';
import { groupsOf, holdersOf } from '../envelope/layout/groups.js';
import { type Cell, claimCells, type Layout, layoutOf } from '../envelope/layout/layout.js';
import { dataOf } from '../envelope/layout/values.js';
import { rolesTakenBefore } from '../instance/deliveries/owed.js';
import type { RunState, SeenRun } from '../instance/runs/check-run.js';
import { claimsOfRun, withClaims } from '../instance/runs/claims.js';
import { deliveriesTo } from '../instance/runs/delivered.js';
import type { Transaction } from '../model/transaction.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import { planFor } from '../transaction/stated-vote.js';
import type { Disputed, Needed, ShownCells, ShownRuns } from './disputed.js';

/** Tells cells apart. */
export function keyOf({ txId, cell }: Needed): string {
  return `${txId ?? ''} ${cell.pointer}`;
}

/** A run that a rule reads. */
export interface OperandRun {
  readonly tx: Transaction;
  readonly planned: PlannedAction;
  readonly layout: Layout;
  /** Cells that the sender of the disputed run could see. */
  readonly readable: ReadonlySet<Cell>;
}

export interface DisputedOperands {
  readonly rules: readonly ResolvedRule[];
  /** Sealed runs that some rule reads, by TxId. */
  readonly runs: ReadonlyMap<string, OperandRun>;
  /** The cells that a rule reads, of sealed runs. */
  readonly operandCells: (rule: ResolvedRule) => readonly Needed[];
  /** True where it reads some, and each is among these. Looks no further than to the first that is not. */
  readonly isCovered: (rule: ResolvedRule, shown: ReadonlySet<string>) => boolean;
  readonly stateWith: (cellsOf: ShownRuns['cellsOf']) => RunState;
}

/** Undefined where the time that a rule reads is not known. Plain runs need not be shown. */
export function operandsOf(of: Disputed, rules: readonly ResolvedRule[]): DisputedOperands | undefined {
  const { definition, instance, row, rowOf, run } = of;
  const previous = row.n === 0 ? undefined : rowOf(run.header.previousTransactionId ?? '');
  // Before an opening run there is nothing; what another one follows has a row.
  if (row.n > 0 && !previous) return undefined;
  // Rows of runs do not say which branches a join took, so the time of the newest one is not known.
  const isTimed = rules.some(({ uses }) => uses.some(({ read }) => read.kind === 'time' && read.of === 'previous'));
  if (isTimed && planOf(definition).actions.get(run.header.actionId)?.isJoin) return undefined;
  const actions = rules.flatMap(({ uses }) => uses.flatMap(({ read }) => actionsRead(read)));
  const state = runsInForceAt({ runs: instance.runs, moves: row.n }, actions, rowOf);
  const runs = new Map<string, OperandRun>();
  const plain = new Map<string, SeenRun>();
  for (const item of state) {
    const tx = of.transactionOf(item.txId);
    const planned = tx && planFor(planOf(definition), tx.header);
    if (!planned) return undefined;
    if (isEncrypted(tx.header)) {
      runs.set(item.txId, operandRun({ of, tx, planned, n: item.n }));
    } else plain.set(item.txId, { ...seenPlain(tx, planned), vote: item.vote });
  }
  const needing: Needing = { state, runs, runsRead: new Map(), own: ownLayout(of) };
  const time = timeOf(of, previous);
  return {
    rules,
    runs,
    operandCells: (rule) => distinct([...operandsNeeded(needing, rule)]),
    isCovered: (rule, shown) => {
      let some = false;
      for (const item of operandsNeeded(needing, rule)) {
        if (!shown.has(keyOf(item))) return false;
        some = true;
      }
      return some;
    },
    stateWith: (cellsOf) => {
      const seen = state.map(
        ({ txId, action, vote }) =>
          plain.get(txId) ?? { ...seenSealed({ txId, action, cells: cellsOf(txId) }, runs), vote },
      );
      return { runs: seen, time };
    },
  };
}

/** Whose cells a wallet reads follows from the roles that were held when the run was sealed. */
function operandRun(made: {
  readonly of: Disputed;
  readonly tx: Transaction;
  readonly planned: PlannedAction;
  readonly n: number;
}): OperandRun {
  const { of, tx, planned, n } = made;
  const { definition, instance, run } = of;
  const layout = layoutOf(definition, planned.action);
  const { recipients = [], senderWallet } = tx.header;
  const cannotReceive = (wallet: string): boolean => !recipients.includes(wallet);
  const { held, also } = of.rowOf(tx.txId) ?? {};
  const taken = rolesTakenBefore(instance, { n });
  const holders = holdersOf(definition, layout, { sender: senderWallet, taken, held, also, cannotReceive });
  const group = groupsOf(layout, holders).find(({ wallets }) => wallets.includes(run.header.senderWallet));
  const classes = new Set(group?.classes ?? []);
  for (const item of deliveriesTo(of, tx, run.header.senderWallet)) {
    // The run names the last delivery before it (core/instance/deliveries/known-deliveries.ts), so its sender had
    // them all.
    if (item.n <= of.row.n) for (const at of item.classes) classes.add(at);
  }
  return { tx, planned, layout, readable: new Set(layout.cells.filter((cell) => classes.has(cell.class))) };
}

function seenPlain(tx: Transaction, { action }: PlannedAction): SeenRun {
  const { txId, payload } = tx;
  const data = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {};
  return {
    txId,
    action: action.id,
    data: withClaims(data as SeenRun['data'], claimsOfRun(action, tx)),
    has: () => true,
  };
}

/** The sender acted as if a run that it could not see were not there. */
function seenSealed(
  { txId, action, cells }: { readonly txId: string; readonly action: number; readonly cells: ShownCells },
  runs: DisputedOperands['runs'],
): SeenRun {
  const { layout, planned, readable, tx } = runs.get(txId) as OperandRun;
  const seen = new Map([...cells].filter(([cell]) => readable.has(cell)));
  const has = (path: readonly string[]): boolean =>
    cellsAt(layout, path).every((cell) => !readable.has(cell) || seen.has(cell));
  const { data } = dataOf(layout, seen);
  return { txId, action, data: withClaims(data, claimsOfRun(planned.action, tx, data)), has };
}

const value = new WeakMap<Layout, Map<string, readonly Cell[]>>();

/** The cell in which a path stands, and those below it. Found once: hundreds of rules may read the same. */
export function cellsAt(layout: Layout, path: readonly string[]): readonly Cell[] {
  const known = value.get(layout) ?? new Map<string, readonly Cell[]>();
  value.set(layout, known);
  const at = pointerText(path);
  const cells = known.get(at) ?? cellsFor(layout, path);
  known.set(at, cells);
  return cells;
}

function cellsFor({ cells }: Layout, path: readonly string[]): readonly Cell[] {
  const shown = claimCells(cells, path);
  if (shown) return shown;
  const startsWith = (long: readonly string[], short: readonly string[]) => short.every((name, i) => long[i] === name);
  const above = cells.filter((cell) => startsWith(path, cell.path));
  const [owner] = above.sort((a, b) => b.path.length - a.path.length);
  const below = cells.filter((cell) => cell.path.length > path.length && startsWith(cell.path, path));
  return owner ? [owner, ...below] : below;
}

interface Needing {
  readonly state: readonly RunInForce[];
  readonly runs: DisputedOperands['runs'];
  /** By actions, and whether the last run alone is read: TxIds of what is read. */
  readonly runsRead: Map<string, ReadonlySet<string>>;
  /** Of the disputed run; undefined of a plain one. */
  readonly own: Layout | undefined;
}

function ownLayout({ definition, run }: Disputed): Layout | undefined {
  const planned = planFor(planOf(definition), run.header) as PlannedAction;
  return isEncrypted(run.header) ? layoutOf(definition, planned.action) : undefined;
}

function* operandsNeeded(needing: Needing, rule: ResolvedRule): Iterable<Needed> {
  const { runs, own } = needing;
  const paths = rule.uses.flatMap(({ read }) => (read.kind === 'in' || read.kind === 'calc' ? [read.path] : []));
  for (const path of rule.gives === undefined ? paths : [[rule.gives], ...paths])
    for (const cell of own ? cellsAt(own, path) : []) yield { txId: undefined, cell };
  for (const { read } of rule.uses) {
    if (!isOfRuns(read)) continue;
    for (const txId of runsReadBy(needing, read)) {
      const of = runs.get(txId);
      for (const cell of of ? cellsAt(of.layout, read.path) : []) if (of?.readable.has(cell)) yield { txId, cell };
    }
  }
}

type RunsRead = Extract<Read, { readonly kind: 'act' | 'turn' | 'fact' | 'runs' }>;

function isOfRuns(read: Read): read is RunsRead {
  return ['act', 'turn', 'fact', 'runs'].includes(read.kind);
}

function runsReadBy({ state, runsRead }: Needing, read: RunsRead): ReadonlySet<string> {
  const key = `${read.kind} ${actionsRead(read).join()}`;
  const known = runsRead.get(key);
  if (known) return known;
  const txIds = new Set(runsReadIn(state, read).map(({ txId }) => txId));
  runsRead.set(key, txIds);
  return txIds;
}

function runsReadIn(state: Needing['state'], read: RunsRead): readonly Pick<RunInForce, 'txId'>[] {
  if (read.kind === 'turn') return [runOfTurn(state, read)].flatMap((run) => run ?? []);
  const actions = actionsRead(read);
  const all = state.filter(({ action }) => actions.includes(action));
  return read.kind === 'runs' ? all : all.slice(-1);
}

function distinct(needed: readonly Needed[]): readonly Needed[] {
  const once = new Map(needed.map((item) => [`${item.txId ?? ''} ${item.cell.pointer}`, item]));
  return [...once.values()];
}

/** Times that the rules may read. */
function timeOf(of: Disputed, previous: RunRow | undefined): RunState['time'] {
  const { run } = of;
  const iso = (ms: number): string => new Date(ms).toISOString();
  // An opening run that was not confirmed is not a run of its action; then the instance says when that was.
  const openedMs = previous && (openingRow(of)?.at ?? of.instance.startMs);
  return {
    ...(openedMs !== undefined && { opened: iso(openedMs) }),
    ...(previous && { previous: iso(previous.at) }),
    signed: run.header.createdAt,
  };
}

/** The first move of the instance is a run of a starting action. */
function openingRow({ definition, instance, rowOf }: Disputed): RunRow | undefined {
  for (const { action, isStarting } of planOf(definition).actions.values()) {
    if (!isStarting) continue;
    for (const { row } of runsOf(instance, action.id, rowOf)) if (row.n === 0) return row;
  }
  return undefined;
}
