// Whether several organisations bring transactions to a register at the moment. It bounds nothing.
import { SHARED_FOR_MS } from '../../core/base/limits/node/sharing.js';
import { shareOf } from '../../core/base/queues/turn-key.js';
import type { Clock } from '../ports.js';

export class PoolShares {
  private last: string | undefined;
  private untilMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** Somebody brought one. */
  countBrought(from: string | undefined): void {
    const share = shareOf(from ?? '');
    if (share === this.last) return;
    if (this.last !== undefined) this.untilMs = this.clock.steady() + SHARED_FOR_MS;
    this.last = share;
  }

  get isShared(): boolean {
    return this.clock.steady() < this.untilMs;
  }
}
