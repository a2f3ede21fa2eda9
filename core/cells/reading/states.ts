// The states of an instance of language 2 on which the sender of a run may have acted: those between what the run
// follows and the run itself, each that differs in what its rules read, with what reader and sender both know. Pure.
import { CHECK_STATES_MAX } from '../../base/limits/node/reading.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { takenFrom, waitsFor } from '../../blueprint/instance/branches.js';
import { actionsRead } from '../../blueprint/logic/facts.js';
import { resolvedOf } from '../../blueprint/names/resolve.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import { type DeliveredTo, layoutOfRun } from '../../transaction/deliveries/owed.js';
import { isEncrypted } from '../../transaction/form/action-metadata.js';
import { isStart } from '../../transaction/kinds/action.js';
import type { ExpectedGroup } from '../envelope/open.js';
import { type RunState, type SeenRun, seenIn } from './check-run.js';
import { sentTo } from './delivered.js';
import { InstanceMoves, type InstanceOf } from './instance-moves.js';

/** An instance, and who reads it. */
export interface InstanceReading extends InstanceOf {
  readonly wallet: string;
  /** The same moves, where they are looked at for several wallets. */
  readonly known?: InstanceMoves | undefined;
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

/** The runs of one instance as they come. */
export class States {
  private readonly of: InstanceReading;
  private readonly moves: InstanceMoves;
  private readonly placed: PlacedRun[] = [];
  /** By sender and place: what it was shown, as far as the reader has it. */
  private readonly shared = new Map<string, SeenRun[]>();

  constructor(of: InstanceReading) {
    this.of = of;
    this.moves = of.known ?? new InstanceMoves(of);
  }

  /** The group that the move at a place has to give the reader; undefined where the reader has no part in it. */
  expectedAt(place: number): ExpectedGroup | undefined {
    return this.moves.expectedAt(place, this.of.wallet);
  }

  voteOf(txId: string): RunRow['vote'] {
    return this.moves.rowOf(txId)?.vote;
  }

  /** How far a deputy reached where it sent the run, and others that confirmed it. */
  reachOf(txId: string): Pick<RunRow, 'answers' | 'max'> {
    return this.moves.rowOf(txId) ?? {};
  }

  /** True where others have not confirmed it, and nothing took it back. */
  isWaiting(txId: string): boolean {
    return this.moves.rowOf(txId)?.waits === true && this.moves.undoneAt(txId) === Number.POSITIVE_INFINITY;
  }

  /** False where it waits for confirmation, was not confirmed, or was taken back. */
  isInForce(txId: string): boolean {
    return this.moves.rowOf(txId)?.waits !== true && this.moves.undoneAt(txId) === Number.POSITIVE_INFINITY;
  }

  /** The run of the move at a place, behind all that were added. */
  add(at: number, run: SeenRun): void {
    const { moves } = this;
    this.placed.push({ at, from: moves.inForceAt(run.txId, at), until: moves.undoneAt(run.txId), run });
  }

  /** States before the action at a place, the newest first. All runs before it were added. */
  before(
    place: number,
    planned: PlannedAction,
  ): { readonly states: readonly RunState[]; readonly hasMoreStates?: true } {
    const { moves } = this;
    const { header } = moves.moveAt(place).transaction;
    const signed = { signed: header.createdAt };
    if (isStart(header)) return { states: [{ runs: [], time: signed }] };
    const follows = header.previousTransactionId as string;
    const followed = moves.placeOf(follows) ?? place - 1;
    const from = moves.inForceAt(follows, followed);
    const { actions, readsPrevious } = readsOf(this.of.definition, planned.action);
    const runs = this.knownTo(header.senderWallet, { actions, place });
    const states: RunState[] = [];
    const opened = moves.isoAt(0);
    let isNew = true;
    let last: string | undefined;
    for (let at = place - 1; at >= from; at -= 1) {
      isNew ||= isAny(moves.changedAt(at + 1), actions);
      // Only a join may take other branches in another state.
      if (!isNew && !(planned.isJoin && readsPrevious)) continue;
      const previous = planned.isJoin ? this.joined(at, planned, follows) : moves.isoAt(followed);
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
    const { moves } = this;
    const instance = moves.instanceAt(at);
    const branch = { txId, actionId: action.id };
    if (waitsFor(instance, plan, branch).length > 0) return undefined;
    const places = takenFrom(instance, plan, branch).here.map((one) => moves.placeOf(one.txId) ?? 0);
    return moves.isoAt(places.reduce((newest, one) => Math.max(newest, one), moves.placeOf(txId) ?? 0));
  }

  /** The sender had all that was delivered to it before the run at the place: the run names the last of it. */
  private knownTo(
    sender: string,
    { actions, place }: { readonly actions: ReadonlySet<number>; readonly place: number },
  ): readonly PlacedRun[] {
    const found = this.placed.filter(({ run }) => actions.has(run.action));
    if (sender === this.of.wallet) return found;
    const known = this.shared.get(sender) ?? [];
    this.shared.set(sender, known);
    return found.map((one) => {
      const more = this.deliveredBefore(sender, one, place);
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
    const { transaction: tx } = this.moves.moveAt(at);
    if (!isEncrypted(tx.header) || tx.header.senderWallet === wallet) return run;
    const isNamed = tx.header.recipients?.includes(wallet) === true;
    const expected = isNamed ? this.moves.expectedAt(at, wallet) : undefined;
    const layout = layoutOfRun(this.of.definition, tx);
    const classes = new Set([...(expected?.classes ?? []), ...more]);
    if (classes.size === 0 || !layout) return { ...run, has: () => false };
    const cells = [...classes].flatMap((one) => layout.classes[one]?.cells ?? []);
    const has = seenIn(layout, new Map(cells.map((cell) => [cell, undefined])));
    return { ...run, has: (path) => run.has(path) && has(path) };
  }

  /** Places of the classes of a run that were delivered to a wallet before the move at a place. */
  private deliveredBefore(wallet: string, { at }: PlacedRun, place: number): readonly number[] {
    const { definition, deliveredTo } = this.of;
    if (!deliveredTo) return [];
    const { moves } = this;
    const sent = sentTo({ definition, deliveredTo }, moves.moveAt(at).transaction, wallet);
    return sent.filter(({ txId }) => (moves.placeOf(txId) ?? place) < place).flatMap(({ classes }) => classes);
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
  for (const id of all.flatMap(actionsRead)) actions.add(id);
  const found = { actions, readsPrevious: all.some((read) => read.kind === 'time' && read.of === 'previous') };
  reads.set(action, { definition, reads: found });
  return found;
}

function isAny(changed: ReadonlySet<number> | undefined, actions: ReadonlySet<number>): boolean {
  for (const action of changed ?? []) if (actions.has(action)) return true;
  return false;
}
