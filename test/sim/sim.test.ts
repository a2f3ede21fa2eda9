// Whole clusters in storms: the production drivers, journal and storage of one register on simulated disks, links and clocks, seed by seed; and
// every seed that ever failed.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { SimOptions } from './options.js';
import { simulate } from './simulate.js';

const SEEDS = 120;

/** Lines `seed # what it found`. */
function regressions(): readonly number[] {
  const lines = readFileSync('test/sim/regressions.txt', 'utf8').split('\n');
  return lines.filter((line) => /^\d/.test(line)).map((line) => Number.parseInt(line, 10));
}

async function holds(seed: number, changes: Partial<SimOptions> = {}): Promise<void> {
  const { violation, events } = await simulate(seed, {}, changes);
  const tail = events.slice(-60).join('\n');
  if (violation) expect.fail(`npm run sim -- --seed ${seed}\n${violation.checker}: ${violation.what}\n${tail}`);
}

describe('simulated clusters', function () {
  this.timeout(120_000);

  it(`agree, keep what they promised, and come to rest: seeds 1 to ${SEEDS}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) await holds(seed);
  });

  it('do so for every seed that ever failed', async () => {
    for (const seed of regressions()) await holds(seed);
  });

  it('give the same events for the same seed', async () => {
    const [first, second] = [await simulate(7), await simulate(7)];
    expect(second.events).to.deep.equal(first.events);
    expect(second.steps).to.equal(first.steps);
  });
});
