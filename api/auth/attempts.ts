// Failed logins, counted by account AND place: an address, a device from which the owner signed in before, or a session
// that shows a proof once more. A stranger who fails at his own address does not lock the owner out of the account.
// Beside it each account has one count over all addresses, which delays and never locks, against guessing from many
// addresses at once. Names without an account are counted in the same way, so that no answer tells which names exist.
// In memory and bounded: a restart forgets it, and a stranger restarts no node.

import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import type { Clock } from '../../core/base/ports.js';
import { Scheduler } from '../../core/base/queues/scheduler.js';
import {
  ATTEMPT_ACCOUNTS_MAX,
  ATTEMPT_DELAY_MAX_MS,
  ATTEMPT_FORGET_MS,
  ATTEMPT_FREE,
  ATTEMPT_PAIRS_MAX,
  ATTEMPT_WAITING_MAX,
  afterFailure,
  type LoginRecord,
  lockSeconds,
  NO_FAILURES,
} from '../../core/tenant/lockout.js';
import { networkOf } from './fair-key.js';

export interface Attempt {
  /** Normalised; the id of an account that has no address of its own. */
  readonly email: string;
  readonly address: string;
  /** The id of a device that is known to be of the account, or of a session of the account. */
  readonly device?: string | undefined;
  /** Whether there is such an account: a flood of invented names pushes out only other invented names. */
  readonly isAccount: boolean;
}

interface Account {
  /** Failures at all addresses, less one for every ATTEMPT_FORGET_MS. */
  failures: number;
  countedAtMs: number;
  /** By network. Each gets the seconds to come back in, or 0 for its turn. */
  readonly waiting: Scheduler<(seconds: number) => void>;
}

const WAITING = { all: ATTEMPT_WAITING_MAX, key: ATTEMPT_WAITING_MAX };

/** Read by `peek`: the entry that nothing happened to for longest goes first; a look at it does not count. */
class Counts {
  readonly pairs = new LRUCache<string, LoginRecord>(growing(ATTEMPT_PAIRS_MAX));
  readonly accounts = new LRUCache<string, Account>(growing(ATTEMPT_ACCOUNTS_MAX));
}

export class Attempts {
  private readonly ofAccounts = new Counts();
  private readonly ofInvented = new Counts();
  constructor(private readonly clock: Pick<Clock, 'steady' | 'setTimer'>) {}

  /** Seconds until this account may be tried from this address: Infinity when an administrator has to unlock it. */
  lockSeconds(attempt: Attempt): number {
    return lockSeconds(this.counts(attempt).pairs.peek(pairOf(attempt)) ?? NO_FAILURES, this.clock.steady());
  }

  /**
   * Waits as long as the account asks of a stranger: a known device never waits. Seconds to come back in where too
   * many wait already, else 0.
   */
  async turn(attempt: Attempt): Promise<number> {
    const { account, delayMs } = this.account(attempt);
    if (delayMs === 0) return 0;
    return new Promise<number>((go) => {
      const turned = account.waiting.push(networkOf(attempt.address), go);
      turned?.value(Math.ceil(delayMs / 1000));
      // A caller that takes the place of another takes over its timer: there are never more of them than places.
      if (!turned) this.clock.setTimer(() => account.waiting.take()?.(0), delayMs);
    });
  }

  /** Counts one more wrong password. Gives how many there were from this place. */
  countFailure(attempt: Attempt): number {
    const counts = this.counts(attempt);
    const before = counts.pairs.peek(pairOf(attempt)) ?? NO_FAILURES;
    const record = afterFailure(before, this.clock.steady());
    counts.pairs.set(pairOf(attempt), record);
    this.countForAccount(attempt);
    return record.failures;
  }

  /** Counts for the account alone: a lock of this place becomes no longer by it. */
  countForAccount(attempt: Attempt): void {
    const { account } = this.account(attempt);
    account.failures++;
    this.counts(attempt).accounts.set(attempt.email, account);
  }

  countSuccess(attempt: Attempt): void {
    this.counts(attempt).pairs.delete(pairOf(attempt));
  }

  /**
   * Lifts the locks of an account. The delay stays: guesses are slow although an administrator unlocks again and
   * again.
   */
  unlock(email: string): void {
    const { pairs } = this.ofAccounts;
    for (const key of [...pairs.keys()]) if (key.startsWith(`${email} `)) pairs.delete(key);
  }

  /** Whether a lock of the account stands, at any place. */
  isLocked(email: string): boolean {
    const nowMs = this.clock.steady();
    return [...this.ofAccounts.pairs].some(
      ([key, record]) => key.startsWith(`${email} `) && lockSeconds(record, nowMs) > 0,
    );
  }

  /** Lifts every lock and delay of an account: its owner set a password anew. */
  forget(email: string): void {
    this.unlock(email);
    const account = this.ofAccounts.accounts.peek(email);
    if (account) account.failures = 0;
  }

  private counts({ isAccount }: Attempt): Counts {
    return isAccount ? this.ofAccounts : this.ofInvented;
  }

  private account(attempt: Attempt): { readonly account: Account; readonly delayMs: number } {
    const nowMs = this.clock.steady();
    const account = this.counts(attempt).accounts.peek(attempt.email) ?? {
      ...{ failures: 0, countedAtMs: nowMs, waiting: new Scheduler({ waiting: WAITING }) },
    };
    account.failures = Math.max(0, account.failures - (nowMs - account.countedAtMs) / ATTEMPT_FORGET_MS);
    account.countedAtMs = nowMs;
    const beyond = account.failures - ATTEMPT_FREE;
    if (beyond <= 0 || attempt.device !== undefined) return { account, delayMs: 0 };
    // Twice as long for each further ten.
    return { account, delayMs: Math.min(ATTEMPT_DELAY_MAX_MS, 1000 * 2 ** Math.floor(beyond / 10)) };
  }
}

/**
 * A device that is known, or a session, has a count of its own, whatever fails at its address. An IPv6 network of a
 * customer is one address: it has more of them than anybody can count.
 */
function placeOf({ address, device }: Attempt): string {
  return device === undefined ? normalizeIP(address) : `device ${device}`;
}

/** An e-mail address has no space. */
function pairOf(attempt: Attempt): string {
  return `${attempt.email} ${placeOf(attempt)}`;
}
