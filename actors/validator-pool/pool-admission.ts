// The way into the pool of one register and the count of what leaves it: the bytes that all pools of the node share,
// and the figure of its size. It judges nothing.
import type { Issue } from '../../core/base/issue.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Pool, PoolPlace, PoolRefusal } from '../../core/pool/pool.js';
import { Congestion } from './congestion.js';
import type { PoolMode } from './modes.js';
import { CONGESTED, NODE_FULL, POOL_FULL, SENDER_FULL, SHARE_FULL } from './outcomes.js';
import type { PoolPorts } from './ports.js';
import { PoolShares } from './sharing.js';

type EntrancePorts = Pick<PoolPorts, 'clock' | 'metrics' | 'budget'>;

/** A transaction that goes into a pool, and the source that brought it. */
export interface Entering extends PoolPlace {
  readonly tx: Transaction;
}

/** The facts that are asked before anything is spent on it; `relayed` came from another validator. */
interface Asking extends Entering {
  readonly relayed?: boolean;
}

/** A source that has fewer in the pool is not part of the crowd. */
const FEW = 100;

const SAID: Readonly<Record<PoolRefusal, Issue>> = {
  full: POOL_FULL,
  'share-full': SHARE_FULL,
  'sender-full': SENDER_FULL,
};

export class PoolAdmission {
  private readonly pool: Pool;
  private readonly ports: EntrancePorts;
  private readonly congestion: Congestion;
  private readonly sharing: PoolShares;

  constructor(pool: Pool, ports: EntrancePorts) {
    this.pool = pool;
    this.ports = ports;
    this.congestion = new Congestion(ports.clock);
    this.sharing = new PoolShares(ports.clock);
  }

  /**
   * A docket of so many transactions was sealed, in which the first submission of a client of this node had waited so
   * long; undefined where it has none of them.
   */
  onSealed(waitedMs: number | undefined, transactions: number): void {
    this.congestion.onSealed(waitedMs, transactions);
  }

  /** Undefined where it is in the pool now, or was before. */
  enter({ tx, priority, from }: Entering, parked: boolean): Issue | undefined {
    if (!this.ports.budget(tx.bytes.length, from)) return NODE_FULL;
    const now = this.ports.clock.now();
    const wanted = { priority, from };
    const admission = parked ? this.pool.park(tx, wanted, now) : this.pool.add(tx, wanted, now);
    if (admission === 'added' || admission === 'parked') {
      this.ports.metrics?.poolSize(1);
      this.sharing.countBrought(from);
      return undefined;
    }
    this.ports.budget(-tx.bytes.length, from);
    return admission === 'duplicate' ? undefined : SAID[admission];
  }

  /** Why nothing may be spent now on a transaction that would be pooled; what is only stored needs no place. */
  closedProblem({ tx, priority, from, relayed }: Asking, mode: PoolMode): Issue | undefined {
    if (mode === 'storing') return undefined;
    const isOwn = relayed !== true;
    if (isOwn && priority !== 'High' && this.pool.shareOf(from) >= FEW && this.congestion.isOver(this.pool.size))
      return CONGESTED;
    const refused = this.pool.refusal(tx, { priority, from }, isOwn);
    return refused && SAID[refused];
  }

  /** Several organisations brought transactions of late. */
  get isShared(): boolean {
    return this.sharing.isShared;
  }

  /** Gives back what `enter` took. Call it when a transaction leaves the pool, however it leaves. */
  leave({ tx, from }: Pick<Entering, 'tx' | 'from'>): void {
    this.ports.budget(-tx.bytes.length, from);
    this.ports.metrics?.poolSize(-1);
  }
}
