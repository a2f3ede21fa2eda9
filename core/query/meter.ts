// The steps that an expression takes over the rows of one request: members hold texts of thousands of signs, and any
// and all multiply them by items. Steps are counted and not timed: a busy node refuses no more than an idle one.

/**
 * A step takes some 10 ns at most. Words of people in the members of all rows that one request looks at are far below.
 */
const STEPS_MAX = 40_000_000;
/** Of one row, within which nothing else has a turn. */
const ROW_STEPS_MAX = 4_000_000;

export class Meter {
  #left: number;
  #end: number;

  constructor(steps = STEPS_MAX) {
    this.#left = steps;
    this.#end = Math.max(0, steps - ROW_STEPS_MAX);
  }

  /** Steps that are left. */
  get left(): number {
    return this.#left;
  }

  /** All that is computed from here on has no meaning. It stays so. */
  get isSpent(): boolean {
    return this.#left < this.#end;
  }

  nextRow(): void {
    if (!this.isSpent) this.#end = Math.max(0, this.#left - ROW_STEPS_MAX);
  }

  take(steps: number): void {
    this.#left -= steps;
  }
}
