// Reads an instance for one wallet: run by run in ledger order the cells that it was given, what was
// committed in them, and a verdict about each. It opens nothing, believes no sender, and keeps a wrong value as it was
// stated, so that all who calculate have the same numbers. It runs in a page too.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import type { RunVote } from '../../blueprint/state/run-row.js';
import { type ExpectedGroup, seenCells, type Undelivered } from '../../envelope/cells/open.js';
import type { FileManifest } from '../../envelope/files.js';
import { type Cell, isOfData, type Layout, layoutOf } from '../../envelope/layout/layout.js';
import { type CellValue, dataOf, statedData, valuesOf } from '../../envelope/layout/values.js';
import { isRun } from '../../instance/next.js';
import { checkRun, isSeenIn, type MemberVerdict, type RuleVerdict } from '../../instance/runs/check-run.js';
import { type ClaimsOfRun, claimsOfRun, evidenceOfRun, withClaims } from '../../instance/runs/claims.js';
import type { Given, Missing, OpenedRun } from '../../instance/runs/delivered.js';
import type { SealedMove } from '../../instance/runs/facts-before.js';
import { statedGatesOf } from '../../instance/runs/gates.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted, outcomeOfHeader } from '../../transaction/action-metadata.js';
import { planFor } from '../../transaction/stated-vote.js';
import { isTimer } from '../../transaction/timer.js';
import { type InstanceReading, States } from './states.js';

/** A run as the wallet reads it. */
export interface ReadRun {
  readonly txId: string;
  readonly action: number;
  /** Of a vote, what everybody knows of it. */
  readonly vote?: RunVote | undefined;
  /** The wallet that signed it; `timer` where no wallet did. */
  readonly sender: string;
  /** The data that the wallet sees of it, as it was committed; without the decision. */
  readonly data: JsonObject;
  /** The claims that it shows at gates whose evidence the wallet reads. */
  readonly claims?: ClaimsOfRun;
  /** The evidence of its gates, as far as the wallet reads it. */
  readonly evidence?: JsonObject | undefined;
  readonly files: readonly FileManifest[];
  /** Of each cell that the wallet has to be given, by its pointer; none where it has no part in the run. */
  readonly members: ReadonlyMap<string, MemberVerdict>;
  readonly verdicts: readonly RuleVerdict[];
  /** Gates whose kept evidence the wallet reads and that this node has not: not yet, or no longer. */
  readonly absentGates?: readonly string[] | undefined;
  /** It names the wallet and does not give it what it has to. */
  readonly undelivered?: Undelivered;
  /** Roles that read some of what is not there. A deputy has to be given what its own role does not read. */
  readonly missedBy?: readonly string[];
  /** False where a later move took it back, and while it waits for others to confirm it. */
  readonly isInForce: boolean;
  /** It is not in force because others have not confirmed it. */
  readonly waits?: true | undefined;
}

/** The moves of one instance, taken one after the other. */
export class RunFold {
  readonly runs: ReadRun[] = [];
  private readonly definition: Definition;
  private readonly moves: readonly SealedMove[];
  private readonly states: States;

  constructor(of: InstanceReading) {
    this.definition = of.definition;
    this.moves = of.moves;
    this.states = new States(of);
  }

  /**
   * The cells that the move at a place has to give the wallet: for who opens it. Undefined where the wallet has no part
   * in it.
   */
  expectedGroup(place: number): ExpectedGroup | undefined {
    return this.states.expectedGroup(place);
  }

  /** The move at a place, each after those before it. `given` is not read of a plain one. */
  take(place: number, { given, missing }: OpenedRun): void {
    const { transaction } = this.moves[place] as SealedMove;
    const plan = planOf(this.definition);
    const planned = planFor(plan, transaction.header);
    if (!planned || !isRun(plan, transaction.header)) return;
    this.runs.push(
      isTimer(transaction.header)
        ? this.readTimer(transaction, planned, place)
        : this.read(transaction, planned, { place, given, missing }),
    );
  }

  /** The move at a place as an operand alone: it is not judged, and is not among `runs`. `given` as for `take`. */
  pass(place: number, given: Given): void {
    const { transaction } = this.moves[place] as SealedMove;
    const { txId, header, payload } = transaction;
    const plan = planOf(this.definition);
    const planned = planFor(plan, header);
    if (!planned || !isRun(plan, header)) return;
    const vote = this.states.voteOf(txId);
    const layout = layoutOf(this.definition, planned.action);
    const value = isEncrypted(header) ? given : plainCells(layout, payload);
    const isOpen = value !== 'nothing' && !('undelivered' in value);
    const seen = !isOpen ? NO_CELLS : 'classes' in value ? seenCells(value, layout) : value;
    const all = dataOf(layout, seen).data;
    const claims = claimsOfRun(planned.action, transaction, all);
    const data = withClaims(statedData(all), claims);
    this.states.add(place, { txId, action: planned.action.id, vote, data, has: isSeenIn(layout, seen) });
  }

  /** Every reader has what a timer states: the definition says it, and registers take no other data. */
  private readTimer({ txId, header, payload }: Transaction, { action }: PlannedAction, place: number): ReadRun {
    const { definition, states } = this;
    const layout = layoutOf(definition, action);
    const seen = plainCells(layout, payload);
    const { data } = dataOf(layout, seen);
    const run = { txId, action: action.id, data };
    states.add(place, { has: isSeenIn(layout, seen), ...run });
    const stated = [...seen].filter(([, value]) => value !== undefined);
    return {
      ...run,
      sender: header.senderWallet,
      files: [],
      members: new Map(stated.map(([{ pointer }]) => [pointer, 'verified'] as const)),
      verdicts: [],
      isInForce: states.isInForce(txId),
    };
  }

  private read(
    transaction: Transaction,
    planned: PlannedAction,
    { place, given, missing }: { readonly place: number; readonly given: Given; readonly missing: Missing | undefined },
  ): ReadRun {
    const { definition, states } = this;
    const { txId, header, payload } = transaction;
    const { action } = planned;
    const layout = layoutOf(definition, action);
    const actionId = action.id;
    const vote = states.voteOf(txId);
    const common = {
      txId,
      action: actionId,
      sender: header.senderWallet,
      isInForce: states.isInForce(txId),
      vote,
      waits: states.isWaiting(txId) ? (true as const) : undefined,
    };
    const value = isEncrypted(header) ? given : plainCells(layout, payload);
    if (value === 'nothing' || 'undelivered' in value) {
      const claims = claimsOfRun(action, transaction, {});
      states.add(place, {
        txId,
        action: actionId,
        vote,
        data: withClaims({}, claims),
        has: isSeenIn(layout, NO_CELLS),
      });
      const evidence = evidenceOfRun(transaction, {});
      if (value === 'nothing' && !missing) return { members: NO_MEMBERS, ...NOTHING, evidence, ...common };
      const due = missing?.classes ?? this.expectedGroup(place)?.classes ?? [];
      const why = value === 'nothing' ? (missing as Missing).why : value.undelivered;
      const missedBy = this.readersOf(layout, due);
      return { members: undeliveredMembers(layout, due), undelivered: why, missedBy, ...NOTHING, evidence, ...common };
    }
    const seen = 'classes' in value ? seenCells(value, layout) : value;
    const next = outcomeOfHeader(planned, header)?.route?.nextActionIds ?? [];
    const { due } = header.metadata ?? {};
    const state = states.before(place, planned);
    const { answers, max } = states.reachOf(txId);
    const files = 'classes' in value ? value.files : undefined;
    const gates = 'classes' in value ? states.gatesOf({ header }, planned, { layout, seen, hashes: value.hashes }) : [];
    const verdict = checkRun({ definition, action, seen, files, next, due, answers, max, state, gates });
    const { data, verdicts } = verdict;
    const opened = dataOf(layout, seen).data;
    const claims = claimsOfRun(action, transaction, opened);
    const evidence = evidenceOfRun(transaction, opened);
    states.add(place, { txId, action: actionId, vote, data: withClaims(data, claims), has: verdict.has });
    const absentGates = this.absentGates(transaction, planned, { place, seen });
    const read = { data, claims, evidence, files: files ?? [], verdicts, absentGates, ...common };
    if (!missing || !isEncrypted(header)) return { members: verdict.members, ...read };
    const members = new Map([...verdict.members, ...undeliveredMembers(layout, missing.classes)]);
    const missedBy = this.readersOf(layout, missing.classes);
    return { members, undelivered: missing.why, missedBy, ...read };
  }

  /** Undefined where there is none. */
  private absentGates(
    run: Pick<Transaction, 'header'>,
    planned: PlannedAction,
    { place, seen }: { readonly place: number; readonly seen: ReadonlyMap<Cell, CellValue> },
  ): readonly string[] | undefined {
    const { kept = [], layout } = this.expectedGroup(place) ?? {};
    if (kept.length === 0) return undefined;
    const isAbsent = (cells: readonly Cell[]) => !cells.every((cell) => seen.has(cell));
    const classes = kept.flatMap((at) => layout?.classes[at] ?? []).filter(({ cells }) => isAbsent(cells));
    const absent = new Set(classes.map(({ gate }) => gate));
    return statedGatesOf(run, planned).flatMap(({ id }) => (absent.has(id) ? id : []));
  }

  private readersOf(layout: Layout, classes: readonly number[]): readonly string[] {
    const roles = this.definition.participants.map(({ id }) => id);
    const due = (role: string) => [...layout.classesOf(role), ...layout.evidenceOf(role)];
    return roles.filter((role) => due(role).some((at) => classes.includes(at)));
  }
}

const NO_CELLS: ReadonlyMap<Cell, CellValue> = new Map();
const NO_MEMBERS: ReadonlyMap<string, MemberVerdict> = new Map();
const NOTHING = { data: {}, files: [], verdicts: [] } as const;

function undeliveredMembers(layout: Layout, classes: readonly number[]): ReadonlyMap<string, MemberVerdict> {
  const cells = classes.flatMap((at) => layout.classes[at]?.cells ?? []);
  return new Map(cells.map(({ pointer }) => [pointer, 'undelivered'] as const));
}

/** Everybody sees all of a plain run but its decision, which is not told, and members that it has not. */
function plainCells(layout: Layout, payload: Json): ReadonlyMap<Cell, CellValue> {
  const isShown = (name: string): boolean => layout.tree.below.has(name) && isOfData({ path: [name] });
  const members = isObject(payload) ? Object.entries(payload).filter(([name]) => isShown(name)) : [];
  const values = valuesOf(layout, Object.fromEntries(members));
  return new Map(layout.cells.flatMap((cell) => (isOfData(cell) ? [[cell, values[cell.at]]] : [])));
}

/**
 * The members of an instance by name, each with the run that it is of: those that one action states, of its last run in
 * force, and the facts of the definition. `runs` are in ledger order.
 */
export function flatOf(definition: Definition, runs: readonly ReadRun[]): ReadonlyMap<string, ReadRun> {
  const last = new Map<number, { readonly place: number; readonly run: ReadRun }>();
  for (const [place, run] of runs.entries()) if (run.isInForce) last.set(run.action, { place, run });
  const byKey = new Map<string, ReadRun>();
  for (const [name, actions] of statersOf(definition)) {
    const newest = actions.flatMap((id) => last.get(id) ?? []).sort((a, b) => b.place - a.place)[0]?.run;
    if (newest && Object.hasOwn(newest.data, name)) byKey.set(name, newest);
  }
  return byKey;
}

const stating = new WeakMap<Definition, ReadonlyMap<string, readonly number[]>>();

/** Actions by the name that they alone state, or that the definition says to be one fact. */
function statersOf(definition: Definition): ReadonlyMap<string, readonly number[]> {
  let known = stating.get(definition);
  if (!known) {
    const { actions, facts = {} } = definition;
    const names = new Map<string, number[]>();
    for (const action of actions) for (const name of namesOf(definition, action)) listAt(names, name).push(action.id);
    const single = [...names].filter(([, ids]) => ids.length === 1);
    known = new Map<string, readonly number[]>([...single, ...Object.entries(facts)]);
    stating.set(definition, known);
  }
  return known;
}

/** Members of the data of an action, without its decision. */
function namesOf(definition: Definition, action: Action): readonly string[] {
  return [...layoutOf(definition, action).tree.below.keys()].filter((name) => isOfData({ path: [name] }));
}

function listAt(lists: Map<string, number[]>, name: string): number[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
