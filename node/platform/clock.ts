// The real clock and the real entropy, for production only. Everything below node/ takes them as ports.
import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '../../core/base/ports.js';

export const systemClock: Clock = {
  now: () => Date.now(),
  // The clock of the timers, in whole milliseconds as they have it: what is due when a timer fires is due by this as
  // well.
  steady() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + Math.floor(nanoseconds / 1e6);
  },
  setTimer(run, delayMs) {
    // A delay of zero means "after the input that is already here": setImmediate runs once the current poll phase is
    // read.
    if (delayMs <= 0) {
      const immediate = setImmediate(run);
      return { cancel: () => clearImmediate(immediate) };
    }
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** CPU milliseconds of this process so far, all threads together. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Short values come from a stock, because asking the platform costs the same for a kilobyte. Bytes that were given out
 * are gone from it.
 */
const STOCK_BYTES = 1024;
const SHORT_BYTES = 64;
let stock = Buffer.alloc(0);

function fromStock(length: number): Uint8Array {
  if (stock.length < length) stock = randomBytes(STOCK_BYTES);
  const bytes = new Uint8Array(stock.subarray(0, length));
  stock.fill(0, 0, length);
  stock = stock.subarray(length);
  return bytes;
}

export const systemRandom: Random = {
  bytes: (length) => (length <= SHORT_BYTES ? fromStock(length) : randomBytes(length)),
  number: () => Buffer.from(fromStock(6)).readUIntBE(0, 6) / 2 ** 48,
};
