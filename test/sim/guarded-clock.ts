// The clock guard of the product on simulated clocks, for one run of a node: what links say of the time comes from
// hellos of other nodes, as the handshake of a link has it. The machine under the node may start again with it.
import { CLOCK_AWAY_LINKED_MS } from '../../core/base/limits/ledger/clocks.js';
import { type ClockReading, type Skew, skewNow } from '../../core/base/time/clock-watch.js';
import { type ClockWord, isAgreed } from '../../core/mesh/clock-words.js';
import { CLOCK_WARN_MS } from '../../node/network/links/handshake.js';
import { ClockGuard, lastSeenOps } from '../../node/observe/clock-guard.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv } from '../../storage/engine/kv.js';
import { readLastSeen } from '../../storage/tables/node/last-seen.js';
import { QUIET } from '../support/node/ledger-world.js';
import type { NodeClock, Scheduler } from './clock.js';

/** A machine since it was switched on. */
export interface Machine {
  readonly bootId: string;
  readonly bootedAtMs: number;
}

export interface GuardedClockPorts {
  readonly clock: NodeClock;
  readonly scheduler: Scheduler;
  readonly machine: Machine;
  readonly orgId: string;
  /** Organisations that this one trusts. */
  readonly others: number;
  readonly store: { readonly kv: Pick<Kv, 'getSync'>; readonly journal: Pick<Journal, 'commit'> };
}

export class GuardedClock {
  readonly guard: ClockGuard;
  private readonly ports: GuardedClockPorts;
  private readonly words = new Map<string, { readonly orgId: string; readonly skew: Skew }>();
  private heardSinceMs = 0;

  private constructor(ports: GuardedClockPorts) {
    this.ports = ports;
    const guard = {
      log: QUIET,
      read: () => this.read(),
      peersAgree: () => this.peersAgree(),
      awayMaxMs: CLOCK_AWAY_LINKED_MS,
    };
    this.guard = new ClockGuard(guard, readLastSeen(ports.store.kv));
  }

  static async open(ports: GuardedClockPorts): Promise<GuardedClock> {
    const opened = new GuardedClock(ports);
    await opened.keep();
    return opened;
  }

  /** As the sweep does. */
  keep(): Promise<unknown> {
    return this.ports.store.journal.commit(lastSeenOps(this.guard));
  }

  /** A hello came: the word of the peer counts until the next one. */
  heard(peer: { readonly peerId: string; readonly orgId: string }, timeMs: number): void {
    const { wallMs, steadyMs } = this.read();
    if (this.words.size === 0) this.heardSinceMs = steadyMs;
    const skew = { skewMs: timeMs - wallMs, at: { wallMs, steadyMs } };
    this.words.set(peer.peerId, { orgId: peer.orgId, skew });
  }

  private read(): ClockReading {
    const { clock, scheduler, machine } = this.ports;
    const bootMs = scheduler.now - machine.bootedAtMs;
    return { wallMs: clock.now(), steadyMs: clock.steady(), bootMs, bootId: machine.bootId };
  }

  private peersAgree(): boolean | undefined {
    const { orgId, others } = this.ports;
    const reading = this.read();
    const words: ClockWord[] = [...this.words.values()].map((word) => ({
      orgId: word.orgId,
      machine: '',
      skewMs: skewNow(word.skew, reading),
    }));
    const heardMs = reading.steadyMs - this.heardSinceMs;
    return isAgreed(words, { orgId, machine: '' }, { others, heardMs, offMs: CLOCK_WARN_MS });
  }
}
