// Work that is owed of credentials, by its names: tried at once, and again later each time until it is done. Some of it
// goes on at one time, and of one organisation less. Its rows say what is owed, so that it keeps nothing.
import {
  OWED_AT_ONCE,
  OWED_AT_ONCE_OF_ORGANISATION,
  OWED_REST_MAX_MS,
  OWED_REST_MS,
  OWED_WAITING_MAX,
} from '../../core/base/limits/node/wallets.js';
import type { Clock, Log, Timer } from '../../core/base/ports.js';
import { TaskScheduler } from '../../core/base/queues/task-scheduler.js';

/** `waits`: it is woken by a docket, and tried now and then. `restMs`: it is tried after so long. */
export type Outcome = 'done' | 'again' | 'waits' | { readonly restMs: number };

export interface OwedWorkPorts {
  readonly clock: Pick<Clock, 'steady' | 'setTimer'>;
  readonly log: Log;
  /** Names of what its rows say is owed, at most `limit`. */
  readonly list: (limit: number) => Promise<readonly string[]>;
  /** Whose turn the work takes; undefined where there is nothing to be done. */
  readonly turnOf: (name: string) => string | undefined;
  readonly run: (name: string) => Promise<Outcome>;
  /** A sentence for the log. */
  readonly undone: string;
}

interface Waiting {
  readonly tries: number;
  /** By the steady clock. */
  readonly dueMs: number;
}

export class OwedWork {
  private readonly ports: OwedWorkPorts;
  private readonly turns = new TaskScheduler({ atOnce: OWED_AT_ONCE, atOnceKey: OWED_AT_ONCE_OF_ORGANISATION });
  private readonly waiting = new Map<string, Waiting>();
  private readonly running = new Map<string, Promise<void>>();
  /** When each was met first, by the steady clock: the oldest first. */
  private readonly since = new Map<string, number>();
  /** Woken while it ran. */
  private readonly woken = new Set<string>();
  /** Rows may be owed that are not in memory. */
  private isMore = false;
  private timer: Timer | undefined;
  /** When it wakes, by the steady clock. */
  private armedMs = Number.POSITIVE_INFINITY;
  private stopped = false;

  constructor(ports: OwedWorkPorts) {
    this.ports = ports;
  }

  /** The number of what is not done yet. */
  get size(): number {
    return this.waiting.size + this.running.size;
  }

  /** How long the oldest of it has been owed since the start. */
  get behindMs(): number {
    const [sinceMs] = this.since.values();
    return sinceMs === undefined ? 0 : this.ports.clock.steady() - sinceMs;
  }

  async start(): Promise<void> {
    await this.load();
  }

  /** Ends what is under way; the rest is met again after the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.timer?.cancel();
    await Promise.all(this.running.values());
  }

  /** Tries it now, also what waited for later. Its row is durable. */
  wake(name: string): void {
    if (this.stopped) return;
    if (this.running.has(name)) {
      this.woken.add(name);
      return;
    }
    if (!this.waiting.has(name) && this.size >= OWED_WAITING_MAX) {
      this.isMore = true;
      return;
    }
    const turn = this.ports.turnOf(name);
    const tries = this.waiting.get(name)?.tries ?? 0;
    this.waiting.delete(name);
    if (turn === undefined) {
      this.since.delete(name);
      return;
    }
    if (!this.since.has(name)) this.since.set(name, this.ports.clock.steady());
    const ended = this.turns.run(turn, () => this.try(name, tries)).finally(() => this.end(name));
    this.running.set(name, ended);
  }

  private end(name: string): void {
    this.running.delete(name);
    if (this.woken.delete(name)) this.wake(name);
    if (this.isMore && this.size < OWED_WAITING_MAX / 2) void this.load();
  }

  private async load(): Promise<void> {
    const ids = await this.ports.list(OWED_WAITING_MAX).catch((err: unknown): readonly string[] => {
      this.ports.log.error({ err }, this.ports.undone);
      return [];
    });
    this.isMore = ids.length >= OWED_WAITING_MAX;
    for (const id of ids) if (!this.waiting.has(id) && !this.running.has(id)) this.wake(id);
  }

  private async try(name: string, tries: number): Promise<void> {
    if (this.stopped) return;
    const outcome = await this.ports.run(name).catch((err: unknown): Outcome => {
      this.ports.log.warn({ owed: name, err }, this.ports.undone);
      return 'again';
    });
    if (outcome === 'done') {
      this.since.delete(name);
      return;
    }
    const dueMs = this.ports.clock.steady() + restOf(outcome, tries);
    this.waiting.set(name, { tries: outcome === 'again' ? tries + 1 : 0, dueMs });
    this.arm(dueMs);
  }

  /** Unless it wakes before that. */
  private arm(dueMs: number): void {
    if (this.stopped || dueMs >= this.armedMs) return;
    this.timer?.cancel();
    this.armedMs = dueMs;
    this.timer = this.ports.clock.setTimer(() => this.wakeDue(), Math.max(0, dueMs - this.ports.clock.steady()));
  }

  private wakeDue(): void {
    this.armedMs = Number.POSITIVE_INFINITY;
    const nowMs = this.ports.clock.steady();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [name, { dueMs }] of [...this.waiting])
      if (dueMs <= nowMs) this.wake(name);
      else nextMs = Math.min(nextMs, dueMs);
    this.arm(nextMs);
  }
}

function restOf(outcome: Exclude<Outcome, 'done'>, tries: number): number {
  if (typeof outcome === 'object') return outcome.restMs;
  return outcome === 'waits' ? OWED_REST_MAX_MS : Math.min(OWED_REST_MS * 2 ** tries, OWED_REST_MAX_MS);
}
