// Short codes that bring a device to an account: 6 digits, 5 minutes, one use, 5 attempts (specification section 8).
// Few digits are easily guessed, so the number of guesses is bounded for each code: it is dead after so many wrong ones
// of all callers. A code of an account is good at a time. Codes are known by their keyed hash alone. Pure but for the
// table that it is: time is an argument.
import { type Issue, issue } from '../../base/issue.js';
import {
  SHORT_CODE_ATTEMPTS_MAX,
  SHORT_CODE_DIGITS,
  SHORT_CODE_EXPOSURE_MAX,
  SHORT_CODE_MISSES_MAX,
  SHORT_CODE_MS,
  SHORT_CODES_MAX,
} from '../../base/limits/node/people.js';
import { fail, type Result } from '../../base/result.js';

export interface LiveCode<T> {
  /** Keyed hash of the digits. */
  readonly key: string;
  /** Whose code it is: a new one takes its place. */
  readonly account: string;
  /** Whose turn it is when the table is full: a network. */
  readonly network: string;
  readonly value: T;
}

interface Kept<T> extends LiveCode<T> {
  readonly expiresAtMs: number;
  /** Wrong codes of all callers, counted from the start of the node, after which it is not a code any more. */
  readonly missesMax: number;
}

interface Seen {
  attempts: number;
  readonly isUsed: boolean;
  readonly forgetAtMs: number;
}

export class ShortCodes<T> {
  private readonly live = new Map<string, Kept<T>>();
  private readonly byAccount = new Map<string, string>();
  /** Codes that were presented and let no device in, used ones among them: oldest first. */
  private readonly seen = new Map<string, Seen>();
  private misses = 0;

  /** False where the digits are taken: by a code that is good, or by one that was used or guessed a while ago. */
  isFree(key: string, nowMs: number): boolean {
    this.forget(nowMs);
    return !this.live.has(key) && !this.seen.has(key);
  }

  /** The code is good from now on, and another one of the account is not. Gives when it ends. */
  add(code: LiveCode<T>, nowMs: number): number {
    this.forget(nowMs);
    const before = this.byAccount.get(code.account);
    if (before !== undefined) this.drop(before);
    if (this.live.size >= SHORT_CODES_MAX) this.drop(this.oldestOfFullest());
    const expiresAtMs = nowMs + SHORT_CODE_MS;
    this.live.set(code.key, { ...code, expiresAtMs, missesMax: this.misses + SHORT_CODE_EXPOSURE_MAX });
    this.byAccount.set(code.account, code.key);
    return expiresAtMs;
  }

  /**
   * The value of a code, once. A code that never was, one that is over and one that is guessed at look the same:
   * ExpiredCode. AlreadyUsedCode where it was used a moment ago, RateLimited where it was presented too often.
   */
  take(key: string, nowMs: number): Result<T> {
    this.forget(nowMs);
    const seen = this.seen.get(key);
    if (seen !== undefined && seen.attempts >= SHORT_CODE_ATTEMPTS_MAX)
      return fail(issue('RateLimited', '/code', 'This code was tried too often: ask for a new one.'));
    const code = this.live.get(key);
    if (code !== undefined && this.misses < code.missesMax) {
      this.drop(key);
      this.remember(key, { attempts: 1, isUsed: true, forgetAtMs: nowMs + SHORT_CODE_MS });
      return code.value;
    }
    if (code !== undefined) this.drop(key);
    if (seen === undefined) {
      this.misses++;
      this.remember(key, { attempts: 1, isUsed: false, forgetAtMs: nowMs + SHORT_CODE_MS });
      return fail(codeOver());
    }
    // The same wrong digits once more are not further guess.
    seen.attempts++;
    return fail(seen.isUsed ? usedIssue() : codeOver());
  }

  get size(): number {
    return this.live.size;
  }

  private remember(key: string, seen: Seen): void {
    if (this.seen.size >= SHORT_CODE_MISSES_MAX) this.seen.delete(this.seen.keys().next().value as string);
    this.seen.set(key, seen);
  }

  private drop(key: string): void {
    const code = this.live.get(key);
    this.live.delete(key);
    if (code !== undefined && this.byAccount.get(code.account) === key) this.byAccount.delete(code.account);
  }

  /** All live as long, so that the first of a table ends first. */
  private forget(nowMs: number): void {
    for (const [key, { expiresAtMs }] of this.live) {
      if (nowMs < expiresAtMs) break;
      this.drop(key);
    }
    for (const [key, { forgetAtMs }] of this.seen) {
      if (nowMs < forgetAtMs) break;
      this.seen.delete(key);
    }
  }

  private oldestOfFullest(): string {
    const oldest = new Map<string, { readonly key: string; count: number }>();
    for (const { key, network } of this.live.values()) {
      const item = oldest.get(network);
      if (item) item.count++;
      else oldest.set(network, { key, count: 1 });
    }
    return [...oldest.values()].reduce((most, item) => (item.count > most.count ? item : most)).key;
  }
}

/** The digits in a row of random bytes: rejected where they would favour some codes; at least 4 bytes. */
export function digitsOf(random: Uint8Array): string | undefined {
  const size = 10 ** SHORT_CODE_DIGITS;
  const number = new DataView(random.buffer, random.byteOffset, 4).getUint32(0);
  if (number >= Math.floor(2 ** 32 / size) * size) return undefined;
  return String(number % size).padStart(SHORT_CODE_DIGITS, '0');
}

/** MalformedCode, where the text is not a short code. */
export function codeProblem(code: unknown): Issue | undefined {
  if (typeof code === 'string' && new RegExp(`^[0-9]{${SHORT_CODE_DIGITS}}$`).test(code)) return undefined;
  return issue('MalformedCode', '/code', `A code has ${SHORT_CODE_DIGITS} digits.`);
}

/** For a code that was good once, and for one that never was. */
export function codeOver(): Issue {
  return issue('ExpiredCode', '/code', 'The code is not good any more: ask for a new one.');
}

function usedIssue(): Issue {
  return issue('AlreadyUsedCode', '/code', 'The code was used before; it works once.');
}
