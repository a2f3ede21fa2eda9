// The real clock and the real entropy, for production only. Everything below node/ takes them as ports.
import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '../core/base/ports.js';

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(run, delayMs) {
    // A delay of zero means "after the input that is already here": setImmediate runs once the current poll phase is read.
    if (delayMs <= 0) {
      const immediate = setImmediate(run);
      return { cancel: () => clearImmediate(immediate) };
    }
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  number: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
};
