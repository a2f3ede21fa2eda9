// Dockets with a run whose evidence of a gate was still to come from its sender when it was looked at: which of them
// are looked at next. Evidence that never comes delays none of the others. It reads no docket and judges nothing.
import { CHECK_AWAY_DOCKETS, CHECK_CAME_MAX } from '../../../core/base/limits/node/reading.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { RunChecks } from '../../../storage/tables/workflow/run-checks.js';

interface Turn {
  /** False where no docket of the register is away. */
  hasAny: boolean;
  /** Heights of dockets of which something came. They go before all others. */
  readonly came: Set<number>;
  /** The height behind which the others are looked at. */
  behind: number;
  /** The others have their turn. */
  isDue: boolean;
}

export class AwayDockets {
  private readonly rows: Pick<RunChecks, 'isAway' | 'awayHeights' | 'awayOp' | 'dropAwayOp'>;
  /** By local number of the register. */
  private readonly turns = new Map<number, Turn>();

  constructor(rows: AwayDockets['rows']) {
    this.rows = rows;
  }

  /** Looks once whether a register has some. */
  async load(reg: number): Promise<void> {
    if (this.turns.has(reg)) return;
    const [first] = await this.rows.awayHeights(reg, { behind: -1, limit: 1 });
    const turn = this.of(reg);
    if (first === undefined) return;
    turn.hasAny = true;
    turn.isDue = true;
  }

  forget(reg: number): void {
    this.turns.delete(reg);
  }

  /** Writes down that a run of each of them is to be looked at again. */
  note(reg: number, heights: Iterable<number>): readonly KvOp[] {
    const ops = [...heights].map((height) => this.rows.awayOp([reg, height]));
    if (ops.length > 0) this.of(reg).hasAny = true;
    return ops;
  }

  /** The dockets were looked at: they go, but for those that are `still` away. */
  drop(reg: number, heights: readonly number[], still: ReadonlySet<number>): readonly KvOp[] {
    return heights.filter((height) => !still.has(height)).map((height) => this.rows.dropAwayOp([reg, height]));
  }

  /** Evidence of the docket may be here. More of them than are kept have their turn with the others. */
  came(reg: number, height: number): void {
    const { came } = this.of(reg);
    if (came.size < CHECK_CAME_MAX) came.add(height);
  }

  /** All dockets that are away have their turn again. */
  wake(): void {
    for (const turn of this.turns.values()) turn.isDue = turn.hasAny;
  }

  isReady(reg: number): boolean {
    const turn = this.turns.get(reg);
    return turn !== undefined && (turn.came.size > 0 || turn.isDue);
  }

  /** Of which something is away. */
  registers(): readonly number[] {
    return [...this.turns].filter(([, { hasAny }]) => hasAny).map(([reg]) => reg);
  }

  /** The heights of the next round: some of which something came, or else the next of all in their turn. */
  async next(reg: number): Promise<readonly number[]> {
    const turn = this.of(reg);
    const came = [...turn.came].slice(0, CHECK_AWAY_DOCKETS);
    for (const height of came) turn.came.delete(height);
    const known = came.filter((height) => this.rows.isAway([reg, height]));
    if (known.length > 0 || !turn.isDue) return known;
    turn.isDue = false;
    const { behind } = turn;
    const heights = await this.rows.awayHeights(reg, { behind, limit: CHECK_AWAY_DOCKETS });
    const isEnd = heights.length < CHECK_AWAY_DOCKETS;
    turn.behind = isEnd ? -1 : (heights.at(-1) as number);
    if (heights.length === 0 && behind < 0) turn.hasAny = false;
    return heights;
  }

  private of(reg: number): Turn {
    const turn = this.turns.get(reg) ?? { hasAny: false, came: new Set(), behind: -1, isDue: false };
    this.turns.set(reg, turn);
    return turn;
  }
}
