// Each planted bug is caught by one of the checkers that are meant for it, within a bounded number of seeds. A canary
// that lives shows that the simulator has gone blind.
import { expect } from 'chai';
import { CANARIES } from './canaries.js';
import { optionsOf } from './options.js';
import { simulate } from './simulate.js';

const SEEDS_MAX = 60;

describe('simulated clusters: canaries', function () {
  this.timeout(600_000);

  for (const { name, planted, changes, caughtBy, seed: known } of CANARIES) {
    it(`catches it when ${name}`, async () => {
      const others = Array.from({ length: SEEDS_MAX }, (_, i) => i + 1);
      for (const seed of known === undefined ? others : [known, ...others]) {
        const { violation } = await simulate(seed, planted, changes?.(optionsOf(seed)));
        // Another checker may notice first that nothing works any more; that does not count.
        if (violation && caughtBy.includes(violation.checker)) return;
      }
      expect.fail(`${SEEDS_MAX} seeds did not find it by ${caughtBy.join(' or ')}`);
    });
  }
});
