// Watches the clock of this node for the ledger: while it is in doubt no docket is built here, because only the owners
// of a register can take its time back (reset-time). All that was refused meanwhile stays refused. Says so in the
// health, in the log and to operators. It sets no clock, and stops no vote.
import { uptime } from 'node:os';
import type { ClockView } from '../../api/deps/ledger.js';
import {
  CLOCK_AWAY_LINKED_MS,
  CLOCK_LOOK_MS,
  CLOCK_SYNC_AGE_MS,
  CLOCK_TELL_MS,
  DOCKET_AHEAD_MAX_MS,
  HEADS_AHEAD_MAX,
} from '../../core/base/limits/ledger/clocks.js';
import type { Log } from '../../core/base/ports.js';
import {
  type ClockDoubt,
  type ClockReading,
  confirmClock,
  type LastRun,
  look,
  steadyTime,
  type WatchState,
  watchFrom,
} from '../../core/base/time/clock-watch.js';
import { isFar } from '../../core/base/time/elapsed.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv, KvOp } from '../../storage/engine/kv.js';
import { lastSeenOp, readLastSeen } from '../../storage/tables/node/last-seen.js';
import type { Config } from '../config/schema.js';
import { lastClockSyncMs, machineBootId } from '../platform/machine.js';
import type { HealthPart, PartHealth } from './health.js';
import type { Metrics } from './metrics.js';

export interface ClockGuardPorts {
  readonly log: Log;
  read(): ClockReading;
  /** True if linked organisations confirm the clock here; undefined while none is linked, or too few. */
  peersAgree(): boolean | undefined;
  /**
   * When the time service of the machine last heard the time from outside, by the clock here. Absent: nothing is known
   * of one.
   */
  lastSyncMs?(): number | undefined;
  /** An absence of more than that, with the machine started again, is a doubt. */
  readonly awayMaxMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Others are asked early, because they answer by themselves; a person late. */
export function awayMaxOf(
  network: { readonly enabled: boolean },
  consensus: { readonly clockAwayDays: number },
): number {
  const loneMs = consensus.clockAwayDays * DAY_MS;
  return network.enabled ? Math.min(CLOCK_AWAY_LINKED_MS, loneMs) : loneMs;
}

/** The clocks of this machine. The boot time of other platforms follows the wall clock, and proves nothing. */
function machineClocks(bootId: string | undefined): ClockReading {
  const bootMs = process.platform === 'linux' ? uptime() * 1000 : undefined;
  return { wallMs: Date.now(), steadyMs: performance.now(), bootMs, bootId };
}

/**
 * The guard of a node on its machine: it compares the clock with the last run that the store knows, and has this one
 * kept, however short it will be.
 */
export async function openClockGuard(
  input: Pick<ClockGuardPorts, 'log' | 'peersAgree'> & {
    readonly config: Pick<Config, 'network' | 'consensus'>;
    readonly store: { readonly kv: Pick<Kv, 'getSync'>; readonly journal: Pick<Journal, 'commit'> };
    readonly metrics: Pick<Metrics, 'gauge'> | null;
  },
): Promise<ClockGuard> {
  const { log, peersAgree, config, store, metrics } = input;
  const awayMaxMs = awayMaxOf(config.network, config.consensus);
  const bootId = machineBootId();
  const ports = { log, peersAgree, awayMaxMs, lastSyncMs: lastClockSyncMs, read: () => machineClocks(bootId) };
  const guard = new ClockGuard(ports, readLastSeen(store.kv));
  await store.journal.commit(lastSeenOps(guard));
  metrics?.gauge({
    name: 'ledger_clock_doubt',
    help: '1 while this node builds no dockets because its clock is in doubt.',
    read: () => (guard.maySeal() ? 0 : 1),
  });
  return guard;
}

/** The row of /health. */
export function clockHealth(guard: () => ClockGuard | undefined): HealthPart {
  return {
    name: 'clock',
    needed: false,
    check: () => guard()?.check() ?? { status: 'healthy' },
    counts: () => guard()?.counts() ?? {},
  };
}

export function lastSeenOps(guard: ClockGuard | undefined): readonly KvOp[] {
  const run = guard?.lastRun();
  return run ? [lastSeenOp(run)] : [];
}

export class ClockGuard {
  private readonly ports: ClockGuardPorts;
  private state: WatchState;
  private readonly seenMs: number | undefined;
  /** Times of the tips that were of the future when they were seen, by register. */
  private readonly ahead = new Map<string, number>();
  /** Times of the other tips that were seen last, by register: they are of the future once the clock is set back. */
  private readonly seen = new Map<string, number>();
  /** When the time service was asked last, by the steady clock. */
  private askedMs = Number.NEGATIVE_INFINITY;

  constructor(ports: ClockGuardPorts, last: LastRun | undefined) {
    this.ports = ports;
    this.seenMs = last?.wallMs;
    const reading = ports.read();
    this.state = watchFrom(reading, last, ports.awayMaxMs);
    if (this.state.doubt) this.tell(this.state.doubt);
    else this.tellStart(reading);
  }

  /** False while the clock is in doubt. Asked before each docket, so that no jump comes between. */
  maySeal(): boolean {
    const reading = this.ports.read();
    const before = this.state.doubt;
    this.state = look(this.state, reading, before !== undefined && this.isConfirmed(before, reading));
    const { doubt } = this.state;
    if (doubt && !before) this.tell(doubt);
    if (before && !doubt)
      this.ports.log.warn({ wallMs: reading.wallMs }, 'The clock of this node is believed again: it builds dockets.');
    return doubt === undefined;
  }

  /**
   * Peers confirm any time. The time service of the machine confirms one that nothing on the machine proved since it
   * started, unless peers say otherwise: it heard the time from outside. A jump it may have made itself.
   */
  private isConfirmed({ kind }: ClockDoubt, { wallMs, steadyMs }: ClockReading): boolean {
    const agreed = this.ports.peersAgree();
    if (agreed !== undefined || kind !== 'absence') return agreed === true;
    if (steadyMs - this.askedMs < CLOCK_LOOK_MS) return false;
    this.askedMs = steadyMs;
    const atMs = this.ports.lastSyncMs?.();
    return atMs !== undefined && !isFar(atMs, wallMs, CLOCK_SYNC_AGE_MS);
  }

  /** By what time a proposal of another is judged: by the clock as it went before it jumped. */
  judgeNow(): number {
    this.maySeal();
    return Math.round(steadyTime(this.state, this.ports.read()));
  }

  /** An operator says that the clock is right. */
  confirm(): ClockView {
    const { doubt } = this.state;
    this.state = confirmClock(this.ports.read());
    if (doubt)
      this.ports.log.warn({ byMs: doubt.byMs }, 'An operator confirmed the clock of this node: it builds dockets.');
    return this.view();
  }

  /**
   * The tip of a register, at the start and after each docket. `floorMs`, asked for a tip of the future only: what the
   * next docket has to be above.
   */
  onSealed(registerId: string, timestampMs: number, floorMs = () => timestampMs): void {
    const { wallMs } = this.ports.read();
    const aheadMs = timestampMs - wallMs;
    this.seen.delete(registerId);
    const isAhead = aheadMs > DOCKET_AHEAD_MAX_MS;
    if (!isAhead || floorMs() - wallMs <= DOCKET_AHEAD_MAX_MS) {
      if (this.ahead.size > 0) this.ahead.delete(registerId);
      if (isAhead) return;
      this.seen.set(registerId, timestampMs);
      const [oldest] = this.seen.keys();
      if (oldest !== undefined && this.seen.size > HEADS_AHEAD_MAX) this.seen.delete(oldest);
      return;
    }
    const known = this.ahead.has(registerId);
    if (known || this.ahead.size < HEADS_AHEAD_MAX) this.ahead.set(registerId, timestampMs);
    if (!known)
      this.ports.log.warn(
        { registerId, aheadMs, headTime: new Date(timestampMs).toISOString() },
        'The tip of a register is ahead of the clock of this node: a clock was wrong when it was sealed, or the one here is behind. Expiry and deadlines are judged by it.',
      );
  }

  view(): ClockView {
    // Looked at first: the reason is that of this moment.
    const believed = this.maySeal();
    const { wallMs } = this.ports.read();
    const { doubt } = this.state;
    return {
      time: new Date(wallMs).toISOString(),
      believed,
      ...(doubt && { offByMs: Math.round(doubt.byMs), reason: textOf(doubt) }),
      headsAhead: this.headsAhead(wallMs).length,
      ...(this.seenMs !== undefined && { lastRun: new Date(this.seenMs).toISOString() }),
    };
  }

  /** The last run as the store keeps it; nothing while the time is in doubt. */
  lastRun(): LastRun | undefined {
    return this.maySeal() ? this.ports.read() : undefined;
  }

  check(): PartHealth {
    this.maySeal();
    const { wallMs } = this.ports.read();
    const ahead = this.headsAhead(wallMs);
    const reasons = [
      this.state.doubt && textOf(this.state.doubt),
      this.behind(wallMs),
      ahead.length > 0
        ? `The heads of ${ahead.length} registers are ahead of the clock here, by ${spanOf(Math.max(...ahead) - wallMs)} at most: what expires before their time is refused on them. See docs/operations.md, Clock.`
        : undefined,
    ].filter((reason) => reason !== undefined);
    return reasons.length === 0 ? { status: 'healthy' } : { status: 'degraded', reason: reasons.join(' ') };
  }

  counts(): Readonly<Record<string, number>> {
    return { inDoubt: this.maySeal() ? 0 : 1, headsAhead: this.headsAhead(this.ports.read().wallMs).length };
  }

  private headsAhead(wallMs: number): readonly number[] {
    return [...this.ahead.values(), ...this.seen.values()].filter((headMs) => headMs > wallMs + DOCKET_AHEAD_MAX_MS);
  }

  private behind(wallMs: number): string | undefined {
    const byMs = (this.seenMs ?? 0) - wallMs;
    return byMs > DOCKET_AHEAD_MAX_MS
      ? `The clock is ${spanOf(byMs)} behind the last run of this node: check the time service.`
      : undefined;
  }

  private tell(doubt: ClockDoubt): void {
    const about = { kind: doubt.kind, offByMs: Math.round(doubt.byMs) };
    // An absence may well be as it says, and peers end the doubt in seconds.
    if (doubt.kind === 'absence') this.ports.log.warn(about, textOf(doubt));
    else this.ports.log.error(about, textOf(doubt));
  }

  private tellStart({ wallMs }: ClockReading): void {
    if (this.seenMs === undefined) return;
    const lastRun = new Date(this.seenMs).toISOString();
    const awayMs = wallMs - this.seenMs;
    if (awayMs > CLOCK_TELL_MS)
      this.ports.log.warn(
        { lastRun, awayMs },
        'This node ran last more than a day ago. If that is not so, its clock is wrong: stop it and check the time service.',
      );
    if (awayMs < -DOCKET_AHEAD_MAX_MS)
      this.ports.log.warn(
        { lastRun, behindMs: -awayMs },
        'The clock is behind the last run of this node: it was wrong then, or is wrong now. Check the time service.',
      );
  }
}

const MOVED: Record<Exclude<ClockDoubt['kind'], 'absence'>, string> = {
  jump: 'jumped by',
  drift: 'moved in small steps by',
};

function textOf({ kind, byMs }: ClockDoubt): string {
  const what =
    kind === 'absence'
      ? `The clock of this node says that it was away for ${spanOf(byMs)}, which nothing on this machine proves`
      : `The clock of this node ${MOVED[kind]} ${spanOf(Math.abs(byMs))} ${byMs < 0 ? 'back' : 'ahead'}`;
  // A clock that was away proves nothing by going on, right as it may be.
  const end = kind === 'absence' ? 'the time service of this machine has heard the time' : 'the clock is right';
  return `${what}: it builds no dockets until ${end}, nodes of other organisations on other machines confirm it, or you do with "quorate clock confirm".`;
}

function spanOf(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} days`;
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} minutes`;
  return `${Math.ceil(ms / 1000)} seconds`;
}
