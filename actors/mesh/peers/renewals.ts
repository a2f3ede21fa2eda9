// A peer is linked again: the registers that wait for a quorum tell it at once what it may have missed. Some of them do
// so at a time: ten thousand within four seconds, and not in one moment. It repeats what is signed and signs nothing.
import type { Clock, Timer } from '../../../core/base/ports.js';
import type { MeshLedger } from '../ports.js';
import type { Rosters } from './rosters.js';

const TICK_MS = 20;
/**
 * Registers that repeat themselves in one tick, over all peers: with three frames each, below what the peer takes of a
 * member (core/mesh/budget.ts).
 */
const RENEWED_MAX = 50;

export interface RenewalPorts {
  readonly clock: Clock;
  readonly ledger: Pick<MeshLedger, 'registers' | 'handle'>;
  readonly rosters: Pick<Rosters, 'validatorOf'>;
}

export class Renewals {
  private readonly ports: RenewalPorts;
  /** Registers that still have to tell the peer; one queue a peer, as long as the list of registers. */
  private readonly queues = new Map<string, string[]>();
  private timer: Timer | undefined;

  constructor(ports: RenewalPorts) {
    this.ports = ports;
  }

  onLinked(peerId: string): void {
    // From the end, where taking one costs nothing.
    const ids = this.ports.ledger.registers().map(({ id }) => id);
    this.queues.set(peerId, ids.reverse());
    this.timer ??= this.ports.clock.setTimer(() => this.tick(), 0);
  }

  onUnlinked(peerId: string): void {
    this.queues.delete(peerId);
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
    this.queues.clear();
  }

  private tick(): void {
    this.timer = undefined;
    const { ledger, rosters, clock } = this.ports;
    let left = RENEWED_MAX;
    for (const [peerId, ids] of this.queues) {
      for (let id = ids.pop(); id !== undefined; id = left > 0 ? ids.pop() : undefined) {
        const to = rosters.validatorOf(id, peerId);
        if (to !== undefined && ledger.handle(id)?.renew(to)) left--;
      }
      if (ids.length === 0) this.queues.delete(peerId);
      if (left <= 0) break;
    }
    if (this.queues.size > 0) this.timer = clock.setTimer(() => this.tick(), TICK_MS);
  }
}
