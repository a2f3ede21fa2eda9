// Dockets of a range as a peer sends them, one after the other, ended where they do not come in time. A peer that sends
// one every few seconds is never silent: so where somebody else may have the range, it is waited for as a whole.
import type { Clock, Timer } from '../../../core/base/ports.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { PeerFailure } from '../ports.js';

/**
 * Without a docket for so long a range is given up and another peer is asked. Where another one may have it as well, no
 * range is waited for longer in all: a peer that sends one docket every few seconds would keep this node behind.
 */
const STALL_MS = 15_000;

export const DONE = { done: true, value: undefined } as const;

export interface RangeWait {
  /** No other peer is left to ask: every docket has its own time. Asked before each of them. */
  isPatient(): boolean;
  late?(): void;
  onBroken?(error: PeerFailure): void;
}

/** The items of a source, one after the other; it is over where none comes in time or the source fails. */
export function pace(
  source: AsyncIterator<SealedDocket>,
  clock: Clock,
  { isPatient, late, onBroken: broken }: RangeWait,
) {
  let timer: Timer | undefined;
  /** In all, for what came until now. */
  let waitedMs = 0;
  const next = (): Promise<IteratorResult<SealedDocket>> =>
    new Promise((resolve) => {
      const sinceMs = clock.steady();
      timer = clock.setTimer(
        () => {
          late?.();
          resolve(DONE);
        },
        isPatient() ? STALL_MS : Math.max(0, STALL_MS - waitedMs),
      );
      const end = (result: IteratorResult<SealedDocket>) => {
        timer?.cancel();
        waitedMs += clock.steady() - sinceMs;
        resolve(result);
      };
      source.next().then(end, (error: PeerFailure) => {
        broken?.(error);
        end(DONE);
      });
    });
  return { next, cancel: () => timer?.cancel() };
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
