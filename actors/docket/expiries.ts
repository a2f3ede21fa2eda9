// How many registers act on a consensus timer that ran out, over all registers of a node: each signs, writes and sends,
// and where members are silent in ten thousand registers, none of it is answered. Instances that may act are few a
// second, and many as soon as dockets are sealed. It decides no delay and sends nothing.
import type { Clock, Timer } from '../../core/base/ports.js';
import { type Bucket, type BudgetRow, fullBucket, give, refill } from '../../core/mesh/budget.js';

/**
 * Kept for registers whose round ran out for the first time, so that they need not wait where thousands have long
 * waited in vain.
 */
const FIRST_ONLY = 128;
/**
 * A burst acts at once: a member of some hundred registers that is gone costs none of them anything. After it each
 * takes up to half a millisecond of CPU, with what is written and sent: three percent of a core. Each of ten thousand
 * registers has its turn every three minutes.
 */
const ALLOWANCE: BudgetRow = { perSecond: 60, burst: 256 };
/**
 * For each register that acted and has sealed since: who answers for one answers for others, and from then on they
 * double with each answer.
 */
const ANSWERED = 4;
/**
 * Instances that waited act together: one synced write and one frame a peer for all of them, which cost more than the
 * rest.
 */
const TICK_MS = 250;

export interface Expiry {
  /** Registers of one roster share its fate, and wait behind each other rather than before those of another. */
  readonly roster: string;
  /** A round that ran out for the first time: others may be waiting for its change. */
  readonly isFirst: boolean;
  act(): void;
}

interface Group {
  readonly first: Set<Expiry>;
  readonly later: Set<Expiry>;
}

export class Expiries {
  private readonly clock: Clock;
  /** Of rosters with registers that wait; they take turns. */
  private readonly groups = new Map<string, Group>();
  private readonly room: Bucket;
  private timer: Timer | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
    this.room = fullBucket(ALLOWANCE, clock.steady());
  }

  /** Undefined when it may act now, which the caller does; else it acts in its turn, unless it is cancelled before. */
  wait(expiry: Expiry): Timer | undefined {
    this.refill();
    const isNext = this.groups.size === 0 || (expiry.isFirst && !this.hasFirst);
    if (isNext && this.takes(expiry.isFirst)) return undefined;
    const group = this.groups.get(expiry.roster) ?? { first: new Set(), later: new Set() };
    this.groups.set(expiry.roster, group);
    const queue = expiry.isFirst ? group.first : group.later;
    queue.add(expiry);
    this.arm();
    return {
      cancel: () => {
        queue.delete(expiry);
        if (group.first.size + group.later.size === 0 && this.groups.get(expiry.roster) === group)
          this.groups.delete(expiry.roster);
      },
    };
  }

  /** A register that acted has sealed. */
  onAnswered(): void {
    this.refill();
    give(this.room, ALLOWANCE, ANSWERED);
    this.tick();
  }

  private get hasFirst(): boolean {
    for (const { first } of this.groups.values()) if (first.size > 0) return true;
    return false;
  }

  private refill(): void {
    refill(this.room, ALLOWANCE, this.clock.steady());
  }

  private takes(isFirst: boolean): boolean {
    if (this.room.tokens < (isFirst ? 1 : FIRST_ONLY + 1)) return false;
    this.room.tokens--;
    return true;
  }

  private tick(): void {
    for (let next = this.next(); next; next = this.next()) next.act();
    if (this.groups.size > 0) this.arm();
  }

  private next(): Expiry | undefined {
    return this.nextOf('first') ?? this.nextOf('later');
  }

  private nextOf(which: keyof Group): Expiry | undefined {
    for (const [roster, group] of this.groups) {
      const [expiry] = group[which];
      if (!expiry) continue;
      if (!this.takes(expiry.isFirst)) return undefined;
      group[which].delete(expiry);
      this.groups.delete(roster);
      if (group.first.size + group.later.size > 0) this.groups.set(roster, group);
      return expiry;
    }
    return undefined;
  }

  private arm(): void {
    this.timer ??= this.clock.setTimer(() => {
      this.timer = undefined;
      this.refill();
      this.tick();
    }, TICK_MS);
  }
}
