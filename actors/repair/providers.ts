// Where a repair gets dockets from: peers that may have the register, asked one after the other. Their answers are
// unverified here; a peer that stalls or sends something else than was asked for is passed over. It stores nothing.
import type { Clock } from '../../core/base/ports.js';
import type { DocketRange } from '../../core/mesh/frames.js';
import type { SealedDocket } from '../../core/model/register.js';

/** The mesh as a repair uses it. */
export interface DocketProviders {
  /** Linked peers that may have the register, the likeliest first. */
  of(registerId: string): readonly string[];
  dockets(peerId: string, range: DocketRange): AsyncIterable<SealedDocket>;
  /** The peer sent what does not verify. */
  blame(peerId: string, detail: string): void;
}

/** A docket that does not come in this time is asked of another peer. */
const STALL_MS = 15_000;

/**
 * The dockets that are asked of a peer, ended by a stall, a failure of the peer or the first docket outside the range.
 * Never rejects.
 */
export async function* boundDockets(
  dockets: AsyncIterable<SealedDocket>,
  range: DocketRange,
  clock: Clock,
): AsyncGenerator<SealedDocket> {
  const source = dockets[Symbol.asyncIterator]();
  try {
    for (let height = range.fromHeight; height <= range.toHeight; height++) {
      const next = await inTime(source.next(), clock);
      if (next === undefined || next.done) return;
      const { header } = next.value.docket;
      if (header.registerId !== range.registerId || header.height !== height) return;
      yield next.value;
    }
  } finally {
    Promise.resolve(source.return?.(undefined)).catch(() => undefined);
  }
}

function inTime<T>(wanted: Promise<T>, clock: Clock): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve(undefined), STALL_MS);
    const settle = (value: T | undefined) => {
      timer.cancel();
      resolve(value);
    };
    wanted.then(settle, () => settle(undefined));
  });
}
