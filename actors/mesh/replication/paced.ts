// Dockets of a range as a peer sends them, one after the other, ended where too little comes. Life is counted in bytes:
// a large docket over a thin link is not silence. A peer that sends a little now and then is never silent, so where
// somebody else may have the range, what came is judged too.
import type { Clock, Timer } from '../../../core/base/ports.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { PeerFailure } from '../ports.js';

/** So long it is waited, in all, between two looks at what came. Nothing at all ends the range of any giver. */
export const STALL_MS = 15_000;

export const DONE = { done: true, value: undefined } as const;

export interface RangeWait {
  /** Whether so many bytes in STALL_MS of waiting are too few: somebody else may have the range. */
  isTooSlow(bytes: number): boolean;
  late?(): void;
  onBroken?(error: PeerFailure): void;
}

export interface Paced {
  next(): Promise<IteratorResult<SealedDocket>>;
  /** Bytes came, of a docket that may not be whole yet. */
  hear(bytes: number): void;
  /** The first docket is asked for before it is waited for. */
  begin(): void;
  cancel(): void;
}

/** The items of a source, one after the other; it is over where too little comes or the source fails. */
export function pace(source: AsyncIterator<SealedDocket>, clock: Clock, wait: RangeWait): Paced {
  const life = new Life(clock);
  let timer: Timer | undefined;
  let begun: Promise<IteratorResult<SealedDocket>> | undefined;
  const ask = () =>
    source.next().catch((error: PeerFailure) => {
      wait.onBroken?.(error);
      return DONE;
    });
  const next = (): Promise<IteratorResult<SealedDocket>> =>
    new Promise((resolve) => {
      const look = () => {
        const isAlive = life.isAlive(wait.isTooSlow);
        if (isAlive) {
          timer = clock.setTimer(look, life.leftMs);
          return;
        }
        wait.late?.();
        resolve(DONE);
      };
      life.begin();
      timer = clock.setTimer(look, life.leftMs);
      const asked = begun ?? ask();
      begun = undefined;
      void asked.then((result) => {
        timer?.cancel();
        // A net that tells of no bytes tells of dockets.
        if (!result.done) life.hear(1);
        life.end();
        resolve(result);
      });
    });
  return {
    next,
    hear: (bytes) => life.hear(bytes),
    begin: () => {
      begun ??= ask();
    },
    cancel: () => timer?.cancel(),
  };
}

/** How long it was waited, and for how much. Time without a wait is not counted. */
class Life {
  private readonly clock: Clock;
  private sinceMs: number | undefined;
  /** Waited since the last look at what came. */
  private waitedMs = 0;
  private heard = 0;
  /** Waited since anything came. */
  private quietMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  begin(): void {
    this.sinceMs = this.clock.steady();
  }

  end(): void {
    this.count();
    this.sinceMs = undefined;
  }

  hear(bytes: number): void {
    this.count();
    this.heard += bytes;
    this.quietMs = 0;
  }

  /** Until the next look. */
  get leftMs(): number {
    return Math.max(0, STALL_MS - Math.max(this.waitedMs, this.quietMs));
  }

  isAlive(isTooSlow: (bytes: number) => boolean): boolean {
    this.count();
    if (this.quietMs >= STALL_MS) return false;
    if (this.waitedMs < STALL_MS) return true;
    if (isTooSlow(this.heard)) return false;
    [this.waitedMs, this.heard] = [0, 0];
    return true;
  }

  private count(): void {
    if (this.sinceMs === undefined) return;
    const nowMs = this.clock.steady();
    this.waitedMs += nowMs - this.sinceMs;
    this.quietMs += nowMs - this.sinceMs;
    this.sinceMs = nowMs;
  }
}

/** A call that is refused at once is a stream that fails. */
export function sourceOf(ask: () => AsyncIterable<SealedDocket>, onFailed: (error: PeerFailure) => void) {
  try {
    return ask()[Symbol.asyncIterator]();
  } catch (error) {
    onFailed(error as PeerFailure);
    return (async function* () {})() as AsyncIterator<SealedDocket>;
  }
}
