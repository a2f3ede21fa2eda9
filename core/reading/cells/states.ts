// The state of an instance on which the sender of a run acted, with what reader and sender both know. It
// is the one before the run: registers refuse a run where something that its rules read has changed since it was
// calculated (core/validate/data/reads.ts). Pure.
import { branchesTaken } from '../../blueprint/instance/branches.js';
import { readsOf } from '../../blueprint/names/run-reads.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import type { ExpectedGroup } from '../../envelope/cells/open.js';
import { type DeliveredTo, layoutOfRun } from '../../instance/deliveries/owed.js';
import { isStart } from '../../instance/rows.js';
import { isSeenIn, type RuleVerdict, type RunState, type SeenRun } from '../../instance/runs/check-run.js';
import { deliveriesTo } from '../../instance/runs/delivered.js';
import { type GatedRunSeen, type GateViewAt, gateVerdicts } from '../../instance/runs/gates.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { InstanceMoves, type InstanceOf } from './instance-moves.js';

/** An instance, and who reads it. */
export interface InstanceReading extends InstanceOf {
  readonly wallet: string;
  /** The same moves, where they are looked at for several wallets. */
  readonly known?: InstanceMoves | undefined;
  /** Deliveries of its runs; none where it is absent. */
  readonly deliveredTo?: DeliveredTo;
  /** The ledger as of a height, for gates; without it their evidence is its sender's word. */
  readonly gateViewAt?: GateViewAt;
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
  expectedGroup(place: number): ExpectedGroup | undefined {
    return this.moves.expectedGroup(place, this.of.wallet);
  }

  voteOf(txId: string): RunRow['vote'] {
    return this.moves.rowOf(txId)?.vote;
  }

  /** How far a deputy reached where it sent the run, and others that confirmed it. */
  reachOf(txId: string): Pick<RunRow, 'answers' | 'max'> {
    return this.moves.rowOf(txId) ?? {};
  }

  /** Verdicts about the gates of a run whose evidence the reader has. */
  gatesOf(
    tx: GatedRunSeen['tx'],
    planned: PlannedAction,
    seen: Pick<GatedRunSeen, 'layout' | 'seen' | 'hashes'>,
  ): readonly RuleVerdict[] {
    const { gateViewAt: viewAt } = this.of;
    if (viewAt === undefined || tx.header.metadata?.gates === undefined) return [];
    return gateVerdicts({ tx, viewAt, ...seen }, planned);
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

  /** The state before the action at a place, which is the one that its sender saw. All runs before it were added. */
  before(place: number, planned: PlannedAction): RunState {
    const { moves } = this;
    const { header } = moves.moveAt(place).transaction;
    const signed = { signed: header.createdAt };
    if (isStart(header)) return { runs: [], time: signed };
    const follows = header.previousTransactionId as string;
    const { actions, isOfBranches } = readsOf(this.of.definition, planned.action);
    const runs = this.knownRuns(header.senderWallet, { actions, place });
    const inForce = runs.filter((item) => item.from < place && item.until >= place);
    const previous = isOfBranches ? this.joinTime(place - 1, planned, follows) : this.timeOf(follows, place);
    return { runs: inForce.map(({ run }) => run), time: { opened: moves.isoAt(0), previous, ...signed } };
  }

  private timeOf(follows: string, place: number): string {
    return this.moves.isoAt(this.moves.placeOf(follows) ?? place - 1);
  }

  /** Time of the newest branch that a join takes in the state behind a move. */
  private joinTime(at: number, { action }: PlannedAction, txId: string): string {
    const { moves } = this;
    const branch = { txId, actionId: action.id };
    const { here } = branchesTaken(moves.instanceAt(at), planOf(this.of.definition), branch);
    const places = [txId, ...here.map((item) => item.txId)].map((item) => moves.placeOf(item) ?? 0);
    return moves.isoAt(Math.max(...places));
  }

  /** The sender had all that was delivered to it before the run at the place: the run names the last of it. */
  private knownRuns(
    sender: string,
    { actions, place }: { readonly actions: ReadonlySet<number>; readonly place: number },
  ): readonly PlacedRun[] {
    const runs = this.placed.filter(({ run }) => actions.has(run.action));
    if (sender === this.of.wallet) return runs;
    const known = this.shared.get(sender) ?? [];
    this.shared.set(sender, known);
    return runs.map((item) => {
      const more = this.deliveredClasses(sender, item, place);
      if (more.length > 0) return { ...item, run: this.shownRun(sender, item, more) };
      known[item.at] ??= this.shownRun(sender, item);
      return { ...item, run: known[item.at] as SeenRun };
    });
  }

  /**
   * A sender that was shown less than the reader could not calculate with it, and is not a liar: it took the role
   * later, or could not receive.
   */
  private shownRun(wallet: string, { at, run }: PlacedRun, more: readonly number[] = []): SeenRun {
    const { transaction: tx } = this.moves.moveAt(at);
    if (!isEncrypted(tx.header) || tx.header.senderWallet === wallet) return run;
    const isNamed = tx.header.recipients?.includes(wallet) === true;
    const expected = isNamed ? this.moves.expectedGroup(at, wallet) : undefined;
    const layout = layoutOfRun(this.of.definition, tx);
    const classes = new Set([...(expected?.classes ?? []), ...more]);
    if (classes.size === 0 || !layout) return { ...run, has: () => false };
    const cells = [...classes].flatMap((number) => layout.classes[number]?.cells ?? []);
    const has = isSeenIn(layout, new Map(cells.map((cell) => [cell, undefined])));
    return { ...run, has: (path) => run.has(path) && has(path) };
  }

  /** Places of the classes of a run that were delivered to a wallet before the move at a place. */
  private deliveredClasses(wallet: string, { at }: PlacedRun, place: number): readonly number[] {
    const { definition, deliveredTo } = this.of;
    if (!deliveredTo) return [];
    const { moves } = this;
    const sent = deliveriesTo({ definition, deliveredTo }, moves.moveAt(at).transaction, wallet);
    return sent.filter(({ txId }) => (moves.placeOf(txId) ?? place) < place).flatMap(({ classes }) => classes);
  }
}
