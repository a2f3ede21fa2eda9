// The states of an instance of language 2 on which the sender of a run may have acted: those between what the run
// follows and the run itself, each that differs in what its rules read, with what reader and sender both know. Pure.
import { CHECK_STATES_MAX } from '../base/reading-limits.js';
import { takenFrom, waitsFor } from '../blueprint/branches.js';
import type { Instance } from '../blueprint/instance.js';
import { resolvedOf } from '../blueprint/names/resolve.js';
import { type PlannedAction, planOf } from '../blueprint/plan.js';
import type { RowOf, RunRow } from '../blueprint/run-rows.js';
import type { Action, Definition } from '../blueprint/types.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import type { SealedMove } from '../transaction/facts-before.js';
import { instanceAfter, isRun, isStart } from '../transaction/kinds/action.js';
import { type DeliveredTo, layoutOfRun } from '../transaction/owed.js';
import { type RunState, type SeenRun, seenIn } from './check-run.js';
import { sentTo } from './delivered.js';
import { Expecting, expectedOf } from './expecting.js';
import type { Expected } from './open.js';

/** An instance, and who reads it. */
export interface Reading {
  /** Of language 2. */
  readonly definition: Definition;
  readonly wallet: string;
  /** All sealed moves of the instance in ledger order, from the opening one on. */
  readonly moves: readonly SealedMove[];
  /** Rows of runs, at least those of the moves. Runs that a later move undid are among them. */
  readonly rowOf: RowOf;
  /** Deliveries of its runs; none where it is absent. */
  readonly deliveredTo?: DeliveredTo;
}

interface PlacedRun {
  /** Place of its move. */
  readonly at: number;
  /** Place of the move with which it came into force: its own, or the one that confirmed it. */
  readonly from: number;
  /** Place of the move that undid it. */
  readonly until: number;
  readonly run: SeenRun;
}

/** What a wallet has to find in a move, and the open roles that were held before it. */
interface Place {
  readonly expected: Expected | undefined;
  readonly taken: Readonly<Record<string, string>>;
}

/** Rows as they were when they were first read, so that all parts of one reading have the same. */
function once(rowOf: RowOf): RowOf {
  const known = new Map<string, ReturnType<RowOf>>();
  return (txId) => {
    if (!known.has(txId)) known.set(txId, rowOf(txId));
    return known.get(txId);
  };
}

/** The runs of one instance as they come. */
export class States {
  private readonly of: Reading;
  private readonly placeOf: ReadonlyMap<string, number>;
  private readonly places: readonly Place[];
  /** By place of a move: actions of which runs come into force with it, or go. */
  private readonly changes: readonly ReadonlySet<number>[];
  private readonly placed: PlacedRun[] = [];
  /** By sender and place: what it was shown, as far as the reader has it. */
  private readonly shared = new Map<string, SeenRun[]>();
  private readonly instances: Instance[] = [];

  constructor(given: Reading) {
    const rowOf = once(given.rowOf);
    const of = { ...given, rowOf };
    this.of = of;
    const { definition, wallet, moves } = of;
    const expecting = new Expecting(definition, wallet, rowOf);
    this.placeOf = new Map(moves.map(({ transaction }, place) => [transaction.txId, place]));
    this.places = moves.map(({ transaction }) => {
      const { taken } = expecting;
      return { expected: expecting.pass(transaction), taken };
    });
    const changes = moves.map(() => new Set<number>());
    for (const [place, { transaction }] of moves.entries()) {
      if (!isRun(planOf(definition), transaction.header)) continue;
      const action = Number(transaction.header.actionId);
      changes[this.inForceAt(transaction.txId, place)]?.add(action);
      changes[this.undoneAt(transaction.txId)]?.add(action);
    }
    this.changes = changes;
  }

  /** What the move at a place has to give the reader; undefined where the reader has no part in it. */
  expectedAt(place: number): Expected | undefined {
    return this.places[place]?.expected;
  }

  /** The place of the move that undid a run; infinite where it stands. */
  undoneAt(txId: string): number {
    const by = this.of.rowOf(txId)?.undone?.by;
    return (by === undefined ? undefined : this.placeOf.get(by)) ?? Number.POSITIVE_INFINITY;
  }

  voteOf(txId: string): RunRow['vote'] {
    return this.of.rowOf(txId)?.vote;
  }

  /** How far a deputy reached where it sent the run. */
  maxOf(txId: string): RunRow['max'] {
    return this.of.rowOf(txId)?.max;
  }

  /** The place of the move with which a run at a place came into force; infinite where nothing confirmed it. */
  private inForceAt(txId: string, place: number): number {
    const row = this.of.rowOf(txId);
    if (row?.waits) return Number.POSITIVE_INFINITY;
    return row?.confirmed ? (this.placeOf.get(row.confirmed.by) ?? Number.POSITIVE_INFINITY) : place;
  }

  /** True where others have not confirmed it, and nothing took it back. */
  isWaiting(txId: string): boolean {
    return this.of.rowOf(txId)?.waits === true && this.undoneAt(txId) === Number.POSITIVE_INFINITY;
  }

  /** False where it waits for confirmation, was not confirmed, or was taken back. */
  isInForce(txId: string): boolean {
    return this.of.rowOf(txId)?.waits !== true && this.undoneAt(txId) === Number.POSITIVE_INFINITY;
  }

  /** The run of the move at a place, behind all that were added. */
  add(at: number, run: SeenRun): void {
    this.placed.push({ at, from: this.inForceAt(run.txId, at), until: this.undoneAt(run.txId), run });
  }

  /** States before the action at a place, the newest first. All runs before it were added. */
  before(
    place: number,
    planned: PlannedAction,
  ): { readonly states: readonly RunState[]; readonly hasMoreStates?: true } {
    const { header } = this.moveAt(place).transaction;
    const signed = { signed: header.createdAt };
    if (isStart(header)) return { states: [{ runs: [], time: signed }] };
    const follows = header.previousTransactionId as string;
    const followed = this.placeOf.get(follows) ?? place - 1;
    const from = this.inForceAt(follows, followed);
    const { actions, readsPrevious } = readsOf(this.of.definition, planned.action);
    const runs = this.knownTo(header.senderWallet, { actions, from });
    const states: RunState[] = [];
    const opened = this.isoAt(0);
    let isNew = true;
    let last: string | undefined;
    for (let at = place - 1; at >= from; at -= 1) {
      isNew ||= isAny(this.changes[at + 1], actions);
      // Only a join may take other branches in another state.
      if (!isNew && !(planned.isJoin && readsPrevious)) continue;
      const previous = planned.isJoin ? this.joined(at, planned, follows) : this.isoAt(followed);
      if (previous === undefined || (!isNew && previous === last)) continue;
      if (states.length >= CHECK_STATES_MAX) return { states, hasMoreStates: true };
      const inForce = runs.filter((one) => one.from <= at && one.until > at);
      states.push({ runs: inForce.map(({ run }) => run), time: { opened, previous, ...signed } });
      isNew = false;
      last = previous;
    }
    return { states };
  }

  /** Time of the newest branch that a join takes in the state behind a move; undefined where it still waits there. */
  private joined(at: number, { action }: PlannedAction, txId: string): string | undefined {
    const plan = planOf(this.of.definition);
    const instance = this.instanceAt(at);
    const branch = { txId, actionId: action.id };
    if (waitsFor(instance, plan, branch).length > 0) return undefined;
    const places = takenFrom(instance, plan, branch).here.map((one) => this.placeOf.get(one.txId) ?? 0);
    return this.isoAt(places.reduce((newest, one) => Math.max(newest, one), this.placeOf.get(txId) ?? 0));
  }

  /** `from` is the place of what the sender followed: what was delivered to it before, it had. */
  private knownTo(
    sender: string,
    { actions, from }: { readonly actions: ReadonlySet<number>; readonly from: number },
  ): readonly PlacedRun[] {
    const found = this.placed.filter(({ run }) => actions.has(run.action));
    if (sender === this.of.wallet) return found;
    const known = this.shared.get(sender) ?? [];
    this.shared.set(sender, known);
    return found.map((one) => {
      const more = this.deliveredBefore(sender, one, from);
      if (more.length > 0) return { ...one, run: this.shownTo(sender, one, more) };
      known[one.at] ??= this.shownTo(sender, one);
      return { ...one, run: known[one.at] as SeenRun };
    });
  }

  /**
   * A sender that was shown less than the reader could not calculate with it, and is no liar: it took the role later,
   * or could not receive.
   */
  private shownTo(wallet: string, { at, run }: PlacedRun, more: readonly number[] = []): SeenRun {
    const { transaction: tx } = this.moveAt(at);
    if (!isEncrypted(tx.header) || tx.header.senderWallet === wallet) return run;
    const { definition } = this.of;
    const { taken } = this.places[at] as Place;
    const isNamed = tx.header.recipients?.includes(wallet) === true;
    const row = this.of.rowOf(tx.txId);
    const expected = isNamed ? expectedOf(definition, tx, { wallet, taken, row }) : undefined;
    const layout = layoutOfRun(definition, tx);
    const classes = new Set([...(expected?.classes ?? []), ...more]);
    if (classes.size === 0 || !layout) return { ...run, has: () => false };
    const cells = [...classes].flatMap((one) => layout.classes[one]?.cells ?? []);
    const has = seenIn(layout, new Map(cells.map((cell) => [cell, undefined])));
    return { ...run, has: (path) => run.has(path) && has(path) };
  }

  /** Places of the classes of a run that were delivered to a wallet before the move at a place. */
  private deliveredBefore(wallet: string, { at }: PlacedRun, from: number): readonly number[] {
    const { definition, deliveredTo } = this.of;
    if (!deliveredTo) return [];
    const sent = sentTo({ definition, deliveredTo }, this.moveAt(at).transaction, wallet);
    return sent.filter(({ txId }) => (this.placeOf.get(txId) ?? from) < from).flatMap(({ classes }) => classes);
  }

  /** The instance behind the move at a place. */
  private instanceAt(place: number): Instance {
    const { definition } = this.of;
    for (let at = this.instances.length; at <= place; at += 1) {
      const { transaction, timestampMs: atMs } = this.moveAt(at);
      const { vote: cast, resolved } = this.of.rowOf(transaction.txId) ?? {};
      const of = { definition, before: this.instances[at - 1], atMs, cast, resolves: resolved !== undefined };
      this.instances[at] = instanceAfter(transaction, of);
    }
    return this.instances[place] as Instance;
  }

  private moveAt(place: number): SealedMove {
    return this.of.moves[place] as SealedMove;
  }

  private isoAt(place: number): string {
    return new Date(this.moveAt(place).timestampMs).toISOString();
  }
}

interface Reads {
  /** Actions of which a rule reads runs. */
  readonly actions: ReadonlySet<number>;
  readonly readsPrevious: boolean;
}

const reads = new WeakMap<Action, { readonly definition: Definition; readonly reads: Reads }>();

/** Found once for as long as the definition is held. */
export function readsOf(definition: Definition, action: Action): Reads {
  const known = reads.get(action);
  if (known?.definition === definition) return known.reads;
  const all = resolvedOf(definition, action).rules.flatMap(({ uses }) => uses.map(({ read }) => read));
  const actions = new Set<number>();
  for (const read of all) {
    if ('action' in read) actions.add(read.action);
    if (read.kind === 'fact') for (const id of read.actions) actions.add(id);
  }
  const found = { actions, readsPrevious: all.some((read) => read.kind === 'time' && read.of === 'previous') };
  reads.set(action, { definition, reads: found });
  return found;
}

function isAny(changed: ReadonlySet<number> | undefined, actions: ReadonlySet<number>): boolean {
  for (const action of changed ?? []) if (actions.has(action)) return true;
  return false;
}
