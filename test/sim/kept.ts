// Every seed that ever failed, with the options that differ from those of the seed: `npm run tool -- sim --kept`.
import { readFileSync } from 'node:fs';
import type { SimOptions } from './options.js';
import { changesOf } from './shrink.js';

const FILE = 'test/sim/regressions.txt';
/** Each failed before there were timers, unless it says so. */
const BEFORE_TIMERS = { timed: false, disputed: false };

export interface KeptSeed {
  readonly seed: number;
  readonly changes: Partial<SimOptions>;
}

/** Lines `seed # what it found`, or `seed changes # what it found` as `--with` takes them. */
export function keptSeeds(): readonly KeptSeed[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, seed, changes] = /^(\d+) (\{.*\} )?#/.exec(line) ?? [];
      const stated = changes === undefined ? {} : changesOf(changes);
      return seed === undefined ? [] : [{ seed: Number(seed), changes: { ...BEFORE_TIMERS, ...stated } }];
    });
}
