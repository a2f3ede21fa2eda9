// A node whose clock can be set: `skewed.js` and the words of `quorate start`. It is the real program; only the time of
// day that it reads is moved, at any moment, by the milliseconds that the file SKEW of its data folder names. The
// monotonic clock goes on as it is, as when somebody sets a clock.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeProgram } from '../../cli/harness/node-process.js';

export const SKEW_FILE = 'SKEW';

/** For a node whose clock is to be moved, as NodeOptions has it. */
export function skewedProgram(): NodeProgram {
  return { path: import.meta.filename, words: ['start'] };
}

const LOOK_MS = 100;

/** Moves the clock of this process; `words` are those of its command line. */
export function skewClock(words: readonly string[]): void {
  const dataDir = words[words.indexOf('--data-dir') + 1] ?? '';
  const RealDate = Date;
  const now = Date.now.bind(Date);
  let skewMs = 0;
  const look = () => {
    try {
      skewMs = Number(readFileSync(join(dataDir, SKEW_FILE), 'utf8')) || 0;
    } catch {
      skewMs = 0;
    }
  };
  look();
  setInterval(look, LOOK_MS).unref();
  RealDate.now = () => now() + skewMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (Target, given) => Reflect.construct(Target, given.length === 0 ? [RealDate.now()] : given),
    apply: () => new RealDate(RealDate.now()).toString(),
  });
}

if (process.argv[1] === import.meta.filename) {
  skewClock(process.argv);
  await import('../../cli/main.js');
}
