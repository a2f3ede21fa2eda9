// The moves of one instance as they are for every wallet: where each stands, which groups its envelope
// has, when its run came into force and when it went, and the instance behind it. A caller that looks for several
// wallets finds it once. Pure.

import type { Definition } from '../../blueprint/definition/types.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf, RunRow } from '../../blueprint/state/run-row.js';
import { expectRunGroup, groupsOfRun, type RunGroups, rolesTaken } from '../../envelope/cells/expecting.js';
import type { ExpectedGroup } from '../../envelope/cells/open.js';
import type { SealedMove } from '../../instance/runs/facts-before.js';
import { instanceAfter } from '../../moves/instance-after.js';

export interface InstanceOf {
  readonly definition: Definition;
  /** All sealed moves of the instance in ledger order, from the opening one on. */
  readonly moves: readonly SealedMove[];
  /** Rows of runs, at least those of the moves. Runs that a later move undid are among them. */
  readonly rowOf: RowOf;
}

type Taken = Readonly<Record<string, string>>;

export class InstanceMoves {
  private readonly of: InstanceOf;
  private readonly places: ReadonlyMap<string, number>;
  /** Rows as they were when they were first read, so that all parts of one reading have the same. */
  private readonly rows = new Map<string, RunRow | undefined>();
  /** By place of a move: open roles that were held before it, by participant id. */
  private readonly taken: readonly Taken[];
  private readonly groups = new Map<number, RunGroups | undefined>();
  private readonly instances: Instance[] = [];

  constructor(of: InstanceOf) {
    this.of = of;
    const { definition, moves } = of;
    this.places = new Map(moves.map(({ transaction }, place) => [transaction.txId, place]));
    let held: Taken = {};
    this.taken = moves.map(({ transaction }) => {
      const before = held;
      held = rolesTaken(definition, transaction, before);
      return before;
    });
  }

  moveAt(place: number): SealedMove {
    return this.of.moves[place] as SealedMove;
  }

  isoAt(place: number): string {
    return new Date(this.moveAt(place).timestampMs).toISOString();
  }

  placeOf(txId: string): number | undefined {
    return this.places.get(txId);
  }

  rowOf(txId: string): RunRow | undefined {
    const { rows } = this;
    if (!rows.has(txId)) rows.set(txId, this.of.rowOf(txId));
    return rows.get(txId);
  }

  /** The group that the move at a place has to give a wallet; undefined where the wallet has no part in it. */
  expectedGroup(place: number, wallet: string): ExpectedGroup | undefined {
    const move = this.of.moves[place]?.transaction;
    if (!move) return undefined;
    if (!this.groups.has(place)) {
      const holding = { taken: this.taken[place] as Taken, row: this.rowOf(move.txId) };
      this.groups.set(place, groupsOfRun(this.of.definition, move, holding));
    }
    return expectRunGroup(move, this.groups.get(place), wallet);
  }

  /** The place of the move that undid a run; infinite where it stands. */
  undoneAt(txId: string): number {
    const by = this.rowOf(txId)?.undone?.by;
    return (by === undefined ? undefined : this.places.get(by)) ?? Number.POSITIVE_INFINITY;
  }

  /** The place of the move with which a run at a place came into force; infinite where nothing confirmed it. */
  inForceAt(txId: string, place: number): number {
    const row = this.rowOf(txId);
    if (row?.waits) return Number.POSITIVE_INFINITY;
    return row?.confirmed ? (this.places.get(row.confirmed.by) ?? Number.POSITIVE_INFINITY) : place;
  }

  /** The instance behind the move at a place. */
  instanceAt(place: number): Instance {
    const { definition } = this.of;
    for (let at = this.instances.length; at <= place; at += 1) {
      const { transaction, timestampMs: atMs } = this.moveAt(at);
      const { vote: cast, resolved, lapsed } = this.rowOf(transaction.txId) ?? {};
      const resolves = resolved !== undefined;
      const of = { definition, before: this.instances[at - 1], atMs, cast, resolves, lapsed };
      this.instances[at] = instanceAfter(transaction, of);
    }
    return this.instances[place] as Instance;
  }
}
