// The way into the pool of one register and the count of what leaves it: the bytes that all pools of the node share, and the figure of its size. It judges nothing.
import type { Issue } from '../../core/base/issue.js';
import type { Pool } from '../../core/pool/pool.js';
import type { Priority, Transaction } from '../../core/transaction/types.js';
import type { Clock, RegisterMetrics } from '../ports.js';
import { NODE_FULL, POOL_FULL, SENDER_FULL } from './outcomes.js';

export interface EntrancePorts {
  readonly clock: Clock;
  readonly metrics: RegisterMetrics | null;
  /** Takes `bytes` of the budget that all pools of the node share (negative gives back); false when there is not enough. */
  budget(bytes: number): boolean;
}

export class Entrance {
  private readonly pool: Pool;
  private readonly ports: EntrancePorts;

  constructor(pool: Pool, ports: EntrancePorts) {
    this.pool = pool;
    this.ports = ports;
  }

  /** Undefined where it is in the pool now, or was before. */
  enter(tx: Transaction, priority: Priority, parked: boolean): Issue | undefined {
    if (!this.ports.budget(tx.bytes.length)) return NODE_FULL;
    const now = this.ports.clock.now();
    const admission = parked ? this.pool.park(tx, priority, now) : this.pool.add(tx, priority, now);
    if (admission === 'added' || admission === 'parked') {
      this.ports.metrics?.poolSize(1);
      return undefined;
    }
    this.ports.budget(-tx.bytes.length);
    if (admission === 'duplicate') return undefined;
    return admission === 'sender-full' ? SENDER_FULL : POOL_FULL;
  }

  /** Gives back what `enter` took. Call it when a transaction leaves the pool, however it leaves. */
  left(tx: Transaction): void {
    this.ports.budget(-tx.bytes.length);
    this.ports.metrics?.poolSize(-1);
  }
}
