// Finds the operands of a rule of a disputed run, in each state that its sender may have acted on: which runs, which
// of their cells, and which of them its sender could see. Pure.
import type { FlowInstance } from '../blueprint/instance.js';
import type { Read } from '../blueprint/names/facts.js';
import type { ResolvedRule } from '../blueprint/names/resolve.js';
import { type PlannedAction, planOf } from '../blueprint/plan.js';
import type { RunInForce, RunRow } from '../blueprint/run-rows.js';
import type { RunState, SeenRun } from '../cells/check-run.js';
import { groupsOf, holdersOf } from '../cells/groups.js';
import { type Cell, type Layout, layoutOf } from '../cells/layout.js';
import { dataOf } from '../cells/values.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import type { Transaction } from '../transaction/types.js';
import type { Disputed } from './judge.js';
import type { ShownCells, ShownRuns } from './shown.js';
import { runsOf, spanOf, statesIn } from './states.js';

/** A cell that has to be shown; without a TxId of the disputed run. */
export interface Needed {
  readonly txId: string | undefined;
  readonly cell: Cell;
}

/** Tells cells apart. */
export function keyOf({ txId, cell }: Needed): string {
  return `${txId ?? ''} ${cell.pointer}`;
}

/** A run that a rule reads. */
export interface OperandRun {
  readonly tx: Transaction;
  readonly layout: Layout;
  /** Cells that the sender of the disputed run could see. */
  readonly readable: ReadonlySet<Cell>;
}

export interface Operands {
  readonly rules: readonly ResolvedRule[];
  /** Sealed runs that some rule reads in some state, by TxId. */
  readonly runs: ReadonlyMap<string, OperandRun>;
  /** Every cell that the rules read, of sealed runs. */
  readonly needed: readonly Needed[];
  readonly neededBy: (rule: ResolvedRule) => readonly Needed[];
  readonly statesWith: (cellsOf: ShownRuns['cellsOf']) => readonly RunState[];
}

/**
 * Undefined where the states are too many, or the time that a rule reads is not known. Plain runs need not be shown.
 */
export function operandsOf(of: Disputed, rules: readonly ResolvedRule[]): Operands | undefined {
  const { definition, instance, row, rowOf, run } = of;
  const previous = row.n === 0 ? undefined : rowOf(run.header.previousTransactionId ?? '');
  // Before an opening run there is nothing; what another one follows has a row.
  if (row.n > 0 && !previous) return undefined;
  // A join may have taken another branch when its sender acted, so the time of what it follows is not known.
  const isTimed = rules.some(({ uses }) => uses.some(({ read }) => read.kind === 'time' && read.of === 'previous'));
  if (isTimed && planOf(definition).actions.get(run.header.actionId)?.isJoin) return undefined;
  const actions = [...new Set(rules.flatMap(({ uses }) => uses.flatMap(({ read }) => actionsOf(read))))];
  const states = statesIn(spanOf(row, previous), { instance, actions, rowOf });
  if (!states) return undefined;
  const runs = new Map<string, OperandRun>();
  const plain = new Map<string, SeenRun>();
  for (const one of states.flat()) {
    const tx = of.transactionOf(one.txId);
    const planned = planOf(definition).actions.get(String(one.action));
    if (!tx || !planned) return undefined;
    if (isEncrypted(tx.header)) runs.set(one.txId, operandRun({ of, tx, planned, n: one.n }));
    else plain.set(one.txId, seenPlain(tx, planned));
  }
  const neededBy = (rule: ResolvedRule): readonly Needed[] => neededIn({ of, rule, states, runs });
  const time = timeOf(of, previous);
  return {
    rules,
    runs,
    needed: distinct(rules.flatMap((rule) => neededBy(rule))),
    neededBy,
    statesWith: (cellsOf) =>
      states.map((state) => ({
        runs: state.map(
          ({ txId, action }) => plain.get(txId) ?? seenSealed({ txId, action, cells: cellsOf(txId) }, runs),
        ),
        time,
      })),
  };
}

function actionsOf(read: Read): readonly number[] {
  if (read.kind === 'act' || read.kind === 'runs' || read.kind === 'count') return [read.action];
  return read.kind === 'fact' ? read.actions : [];
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
  const isVacant = (wallet: string): boolean => !recipients.includes(wallet);
  const { held } = of.rowOf(tx.txId) ?? {};
  const taken = takenBefore(instance, n);
  const holders = holdersOf(definition, layout, { sender: senderWallet, taken, held, isVacant });
  const group = groupsOf(layout, holders).find(({ wallets }) => wallets.includes(run.header.senderWallet));
  const classes = new Set(group?.classes ?? []);
  return { tx, layout, readable: new Set(layout.cells.filter((cell) => classes.has(cell.class))) };
}

/** Open roles that were held before a move, by participant id. */
export function takenBefore({ participants, since }: FlowInstance, n: number): Readonly<Record<string, string>> {
  const held = Object.entries(participants).filter(([id]) => Object.hasOwn(since, id) && (since[id] as number) < n);
  return Object.fromEntries(held);
}

function seenPlain({ txId, payload }: Transaction, { action }: PlannedAction): SeenRun {
  const data = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {};
  return { txId, action: action.id, data: data as SeenRun['data'], has: () => true };
}

/** What the sender could not see it acted on as if it were not there. */
function seenSealed(
  { txId, action, cells }: { readonly txId: string; readonly action: number; readonly cells: ShownCells },
  runs: Operands['runs'],
): SeenRun {
  const { layout, readable } = runs.get(txId) as OperandRun;
  const seen = new Map([...cells].filter(([cell]) => readable.has(cell)));
  const has = (path: readonly string[]): boolean =>
    cellsAt(layout, path).every((cell) => !readable.has(cell) || seen.has(cell));
  return { txId, action, data: dataOf(layout, seen).data, has };
}

/** The cell in which a path stands, and those below it. */
export function cellsAt({ cells }: Layout, path: readonly string[]): readonly Cell[] {
  const startsWith = (long: readonly string[], short: readonly string[]) => short.every((one, i) => long[i] === one);
  const above = cells.filter((cell) => startsWith(path, cell.path));
  const [owner] = above.sort((a, b) => b.path.length - a.path.length);
  const below = cells.filter((cell) => cell.path.length > path.length && startsWith(cell.path, path));
  return owner ? [owner, ...below] : below;
}

interface Needing {
  readonly of: Disputed;
  readonly rule: ResolvedRule;
  readonly states: readonly (readonly RunInForce[])[];
  readonly runs: Operands['runs'];
}

function neededIn({ of, rule, states, runs }: Needing): readonly Needed[] {
  const planned = planOf(of.definition).actions.get(of.run.header.actionId) as PlannedAction;
  const own = layoutOf(of.definition, planned.action);
  const isSealed = isEncrypted(of.run.header);
  const ofOwn = (path: readonly string[]): readonly Needed[] =>
    isSealed ? cellsAt(own, path).map((cell) => ({ txId: undefined, cell })) : [];
  const ofRun = (txId: string, path: readonly string[]): readonly Needed[] => {
    const found = runs.get(txId);
    const cells = found ? cellsAt(found.layout, path).filter((cell) => found.readable.has(cell)) : [];
    return cells.map((cell) => ({ txId, cell }));
  };
  const result = rule.gives === undefined ? [] : ofOwn([rule.gives]);
  const read = rule.uses.flatMap(({ read: one }): readonly Needed[] => {
    if (one.kind === 'in' || one.kind === 'calc') return ofOwn(one.path);
    if (one.kind !== 'act' && one.kind !== 'fact' && one.kind !== 'runs') return [];
    const actions = actionsOf(one);
    return states.flatMap((state) => {
      const all = state.filter(({ action }) => actions.includes(action));
      return (one.kind === 'runs' ? all : all.slice(-1)).flatMap(({ txId }) => ofRun(txId, one.path));
    });
  });
  return distinct([...result, ...read]);
}

function distinct(needed: readonly Needed[]): readonly Needed[] {
  const once = new Map(needed.map((one) => [`${one.txId ?? ''} ${one.cell.pointer}`, one]));
  return [...once.values()];
}

/** Times that the rules may read. */
function timeOf(of: Disputed, previous: RunRow | undefined): RunState['time'] {
  const { run } = of;
  const iso = (ms: number): string => new Date(ms).toISOString();
  const opening = previous && openingRow(of);
  return {
    ...(opening && { opened: iso(opening.at) }),
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
