// The clock of the timers of one open register: when the first one is due it makes the transactions of those that are
// and gives them to the pool, at every seat alike. It keeps nothing: what is due stands in the sealed state. So a
// restart, a lost copy or a proposer that leaves one out changes nothing but the time. It never decides what is valid.
import type { Clock, Log, Timer } from '../../core/base/ports.js';
import { dueTimers } from '../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { instanceAt } from '../../core/instance/rows.js';
import type { StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { timerTransaction } from '../../core/transaction/timer.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { isDamage } from '../../storage/engine/fault.js';
import type { SubmitOutcome } from '../ledger-port.js';

/** Timers given to the pool at once: the next ones follow when these are sealed. */
const DUE_AT_ONCE_MAX = 100;
/** Timers beside those that wait for a time slot of others: so many instances stop no timer of another one. */
const DUE_WAITING_MAX = 2000;
/** A timer that was due and is not sealed is given again: a proposer may have dated its docket a little earlier. */
const AGAIN_MS = 5000;
/** The longest rest of one timer of the platform: after it the state is looked at again. */
const REST_MAX_MS = 3_600_000;

export interface DueTimersPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'statesUnder' | 'view'>;
  /** This node has a seat now. Every one that has fires them; another one may never learn that they fired. */
  isSeated(): boolean;
  submit(tx: Transaction): Promise<SubmitOutcome>;
  /** Rows of the register are damaged: it is closed, and repaired. */
  fail(error: unknown): void;
}

/** A row `due/...` of the state. */
interface DueRow {
  readonly action: number;
  readonly dueMs: number;
  readonly instanceId: string;
  readonly txId: string;
}

export class DueTimers {
  private readonly ports: DueTimersPorts;
  private readonly register: { readonly registerId: string; readonly reg: number };
  private timer: Timer | undefined;
  private isLooking = false;
  private isAsked = false;
  private wasSeated = false;
  private restsUntilMs = Number.POSITIVE_INFINITY;
  private closed = false;
  /** Due timers that wait for a time slot of others: the next ones stand behind them. */
  private waiting = 0;

  constructor(register: DueTimers['register'], ports: DueTimersPorts) {
    this.register = register;
    this.ports = ports;
  }

  /** Some timer of the register runs: it must stay open to fire. */
  get isWaiting(): boolean {
    return this.timer !== undefined || this.isLooking;
  }

  /**
   * A docket is durable; `timed` where it began or ended a timer. The others, a hundred a second, change nothing of
   * what is due, unless they gave this node its seat or took it away. A computer that slept may seal before its timers
   * fire.
   */
  onSealed(timed: boolean): void {
    const { clock, isSeated } = this.ports;
    if (timed || isSeated() !== this.wasSeated || clock.now() >= this.restsUntilMs) this.look();
  }

  /** Rows may have changed, or time has passed. Looks one after the other. */
  look(): void {
    if (this.closed) return;
    this.wasSeated = this.ports.isSeated();
    if (!this.wasSeated) {
      this.rest(undefined);
      return;
    }
    this.isAsked = true;
    if (!this.isLooking) void this.lookAll();
  }

  close(): void {
    this.closed = true;
    this.timer?.cancel();
    this.timer = undefined;
  }

  private async lookAll(): Promise<void> {
    this.isLooking = true;
    try {
      while (this.isAsked && !this.closed) {
        this.isAsked = false;
        await this.lookOnce();
      }
    } catch (error) {
      // Looked at again it would be no better, and no timer of the register would fire.
      if (isDamage(error)) {
        if (!this.closed) this.ports.fail(error);
        return;
      }
      this.ports.log.warn({ error, register: this.register.registerId }, 'The timers that are due could not be read.');
      this.rest(AGAIN_MS);
    } finally {
      this.isLooking = false;
    }
  }

  private async lookOnce(): Promise<void> {
    const { chain, clock } = this.ports;
    const limit = DUE_AT_ONCE_MAX + this.waiting;
    const rows = (await chain.statesUnder(this.register.reg, 'due/', limit)) as unknown as readonly DueRow[];
    if (this.closed) return;
    const now = clock.now();
    const due = rows.filter(({ dueMs }) => dueMs < now);
    const view = chain.view(this.register.reg);
    const given = await Promise.all(due.map((row) => this.give(row, view)));
    if (this.closed) return;
    const waits = given.filter((seconds) => seconds !== undefined);
    const isMore = due.length === limit && waits.length > this.waiting && this.waiting < DUE_WAITING_MAX;
    this.waiting = Math.min(waits.length, DUE_WAITING_MAX);
    const next = rows[due.length];
    if (isMore) this.rest(0);
    else if (due.length > 0) this.rest(Math.min(AGAIN_MS, ...waits.map((seconds) => seconds * 1000)));
    else if (next) this.rest(Math.min(next.dueMs + 1 - now, REST_MAX_MS));
    else this.rest(undefined);
  }

  /**
   * Seconds until the register takes the timer, where a party has its time slot first: a step of AGAIN_MS could meet
   * none but such slots. It has one end in the sealed state, which is looked at again.
   */
  private async give(row: DueRow, view: StateView): Promise<number | undefined> {
    const tx = this.transactionOf(row, view);
    const outcome = tx && (await this.ports.submit(tx).catch(() => undefined));
    return outcome?.status === 'refused' ? outcome.issues[0]?.retryAfterSeconds : undefined;
  }

  /** The timer as the newest state gives it; undefined where that has moved on. */
  private transactionOf({ action, instanceId, txId }: DueRow, view: StateView): Transaction | undefined {
    const instance = instanceAt(view, instanceId);
    const definition = instance && publishedDefinition(view, instance.blueprintId, instance.publicationTxId);
    if (!instance || !definition) return undefined;
    const { blueprintId, publicationTxId } = instance;
    const timer = dueTimers(instance, planOf(definition), action).find(
      (item) => item.action === action && item.txId === txId,
    );
    const of = { registerId: this.register.registerId, instanceId, blueprintId, publicationTxId };
    return timer && timerTransaction(of, timer);
  }

  private rest(delayMs: number | undefined): void {
    this.timer?.cancel();
    this.timer = undefined;
    this.restsUntilMs = Number.POSITIVE_INFINITY;
    if (delayMs === undefined || this.closed) return;
    this.restsUntilMs = this.ports.clock.now() + delayMs;
    const look = (): void => {
      this.timer = undefined;
      this.look();
    };
    this.timer = this.ports.clock.setTimer(look, delayMs);
  }
}

/**
 * Ids of the registers in which some timer runs: they are opened when a node starts, and when its seats may sign again,
 * or no timer of theirs would fire.
 */
export async function withTimers(
  records: Iterable<Pick<RegisterRecord, 'id' | 'reg'>>,
  chain: Pick<ChainStore, 'statesUnder'>,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { id, reg } of records) if (await hasTimers(reg, chain)) names.push(id);
  return names;
}

/** A register whose rows are damaged has some: it is opened, and meets the damage, and the others go on. */
async function hasTimers(reg: number, chain: Pick<ChainStore, 'statesUnder'>): Promise<boolean> {
  try {
    return (await chain.statesUnder(reg, 'due/', 1)).length > 0;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}
