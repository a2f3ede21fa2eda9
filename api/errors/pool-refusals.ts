// When a client whose transaction found no room in a pool is to come back: so late that refusals stay a fraction of
// what is sealed, however many clients there are. A client that comes earlier has its connection read no sooner.
import { POOL_RETRY_SECONDS_MAX } from '../../core/base/limits/node/overload.js';
import type { Clock } from '../../core/base/ports.js';
import { ReturnTimes } from '../../core/base/queues/return-times.js';

export interface PoolRefusalsPorts {
  readonly clock: Pick<Clock, 'steady'>;
}

export class PoolRefusals {
  private readonly toldUntil = new WeakMap<object, number>();
  private readonly returns: ReturnTimes;

  constructor(private readonly ports: PoolRefusalsPorts) {
    this.returns = new ReturnTimes(POOL_RETRY_SECONDS_MAX, ports.clock.steady());
  }

  /** A submission was taken. */
  take(): void {
    this.returns.take(this.ports.clock.steady());
  }

  /** The seconds that the client of a refused submission is told to wait. */
  refuse(call: { readonly connection: object; rest(seconds: number): void }): number {
    const nowMs = this.ports.clock.steady();
    const seconds = this.returns.refuse(nowMs);
    const isEarly = (this.toldUntil.get(call.connection) ?? 0) > nowMs;
    this.toldUntil.set(call.connection, nowMs + seconds * 1000);
    if (isEarly) call.rest(seconds);
    return seconds;
  }
}
