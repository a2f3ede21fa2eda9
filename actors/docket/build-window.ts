// When the docket that the reducer asked for is built: at once, after its window, or when the disk has caught up. It
// decides nothing about what goes in.
import { CLOCK_LOOK_MS } from '../../core/base/limits/ledger/clocks.js';
import type { Effect } from '../../core/consensus/effect.js';
import type { DocketPorts } from './ports.js';
import type { Timers } from './timers.js';

/** Given once: a loss would keep the seat paused, or building. */
export function isOrder({ type }: { readonly type: string }): boolean {
  return type === 'pause' || type === 'resume';
}

export type BuildWish = Extract<Effect, { type: 'build' }>;

/**
 * How long a docket of a single validator waits for submissions that are being made or verified; where they come in a
 * stream, all of it. Under 64 actions at a time, twelve milliseconds took 100 us less CPU an action than six.
 */
const GATHER_MS = 12;
/** Where organisations share the register: the bringer of one transaction waits for no crowd of another. */
const SHARED_GATHER_MS = 2;

export interface BuildWindowPorts extends Pick<DocketPorts, 'fail' | 'expects' | 'mayBuild'> {
  readonly pool: Pick<DocketPorts['pool'], 'arriving' | 'all' | 'keep'>;
  readonly journal: Pick<DocketPorts['journal'], 'backlogBytes' | 'whenDrained'> &
    Partial<Pick<DocketPorts['journal'], 'room'>>;
  /** Unwritten bytes above which building waits for the disk. */
  readonly backlogBytesMax: number;
  readonly timers: Timers;
  /** This node alone decides the height. */
  isAlone(): boolean;
  /** As many wait as the next docket may hold. */
  isFull(): boolean;
  /** Several organisations bring transactions at the moment. */
  isShared(): boolean;
  /** Seals of this register are on the way to the disk. */
  isWriting(): boolean;
  build(wish: BuildWish): void;
  /** Tells the reducer whether it gives its rounds away instead of asking for dockets. */
  pause(isPaused: boolean): void;
}

export class BuildWindow {
  private readonly ports: BuildWindowPorts;
  private wish: BuildWish | undefined;
  private closed = false;
  /** By order of the operator. */
  private isOrdered = false;
  /** The clock is in doubt, and others decide with this seat. */
  private isDoubtful = false;
  /** The last docket held several transactions: another one that comes alone has company soon. */
  private hasCompany = false;

  constructor(ports: BuildWindowPorts) {
    this.ports = ports;
  }

  open(wish: BuildWish): void {
    this.wish = wish;
    if (this.ports.isAlone()) this.gather();
    else if ((this.hasCompany || this.ports.pool.arriving()) && !this.ports.isFull())
      this.ports.timers.arm('build', wish.windowMs, () => this.resume());
    else this.resume();
  }

  /**
   * A docket of so many transactions was sealed. Where they come one by one none is held: a window would be half of
   * the time until its seal.
   */
  onSealed(txCount: number): void {
    this.hasCompany = txCount > 1;
  }

  /** Ends the window now. */
  end(): void {
    if (!this.ports.timers.has('build')) return;
    this.ports.timers.disarm('build');
    this.resume();
  }

  /**
   * After a seal nothing is waited for, and one validator needs no window at all: while its last seal is being written
   * the next docket fills by itself, and so it does while submissions are being made or verified. A docket costs two
   * signatures and a synced write, so it waits a few milliseconds for those; without any, and when it is full, it is
   * built at once.
   */
  gather(): void {
    const { pool, timers } = this.ports;
    if (!this.wish || this.ports.isWriting()) return;
    if ((!pool.arriving() && !this.ports.expects?.()) || this.ports.isFull()) {
      timers.disarm('build');
      this.resume();
    } else if (!timers.has('build'))
      timers.arm('build', this.ports.isShared() ? SHARED_GATHER_MS : GATHER_MS, () => this.resume());
  }

  /** The operator's order, which outlasts a doubt of the clock as the doubt outlasts its end. */
  order(isPaused: boolean): void {
    this.isOrdered = isPaused;
    this.ports.pause(isPaused || this.isDoubtful);
  }

  close(): void {
    this.closed = true;
    this.wish = undefined;
  }

  private resume(): void {
    const { wish, ports } = this;
    if (!wish || this.closed || ports.timers.has('build')) return;
    if (ports.journal.backlogBytes > ports.backlogBytesMax) {
      const drained = ports.journal.whenDrained().then(() => ports.journal.room?.());
      void drained.then(
        () => this.resume(),
        (error) => ports.fail(error),
      );
      return;
    }
    // The time of a sealed docket is never taken back. Where others decide with this seat it gives its rounds away at
    // once. So they date what is sealed and do not wait for it. A submitter is promised that its submission waits.
    const isDoubtful = ports.mayBuild?.() === false;
    this.doubts(isDoubtful && !ports.isAlone());
    if (isDoubtful) {
      for (const { txId } of ports.pool.all()) ports.pool.keep(txId);
      ports.timers.arm('build', CLOCK_LOOK_MS, () => this.resume());
      return;
    }
    this.wish = undefined;
    ports.build(wish);
  }

  private doubts(isDoubtful: boolean): void {
    if (isDoubtful === this.isDoubtful) return;
    this.isDoubtful = isDoubtful;
    this.ports.pause(isDoubtful || this.isOrdered);
  }
}
