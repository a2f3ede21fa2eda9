// Whole clusters in storms: the production drivers, journal and storage of one register on simulated disks, links and
// clocks, seed by seed. `npm run tool -- sim --kept` plays every seed that ever failed.
import { expect } from 'chai';
import { RULES_LATEST } from '../../core/base/version.js';
import { keptSeeds } from './kept.js';
import { optionsOf, type SimOptions } from './options.js';
import { changesText } from './shrink.js';
import { simulate } from './simulate.js';

/** Some seconds of one core; `npm run tool -- sim` takes as many as one likes. */
const SEEDS = 4;
/** The newest of them, which have the most of what there is now. */
const KEPT = 6;

async function holds(seed: number, changes: Partial<SimOptions> = {}): Promise<void> {
  const { violation, events } = await simulate(seed, {}, changes);
  const tail = events.slice(-60).join('\n');
  const options = changesText(changes);
  const repeat = `npm run tool -- sim --seed ${seed}${options === '{}' ? '' : ` --with '${options}'`}`;
  if (violation) expect.fail(`${repeat}\n${violation.checker}: ${violation.what}\n${tail}`);
}

describe('simulated clusters', function () {
  // A minute of one core, of which a loaded machine gives little.
  this.timeout(600_000);

  it(`agree, keep what they promised, and come to rest: seeds 1 to ${SEEDS}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) await holds(seed);
  });

  it('do so with disputes, votes and claims across partitions and crashes', async () => {
    const never = Number.POSITIVE_INFINITY;
    const { meanMs } = optionsOf(1);
    const others = Object.fromEntries(Object.keys(meanMs).map((kind) => [kind, never])) as typeof meanMs;
    for (const seed of [1, 2])
      await holds(seed, {
        ...{ timed: true, disputed: true, rules: RULES_LATEST, elder: -1, twin: false, liars: [], joiners: 0 },
        ...{ mode: 'majority', nodes: 3, registers: 1, governed: false, transactions: 12 },
        meanMs: { ...others, crash: 5000, partition: 6000, skew: 2000 },
      });
  });

  it('seal a burst over thin links with about the bytes that it needs', async () => {
    const never = Number.POSITIVE_INFINITY;
    const { meanMs, net } = optionsOf(1);
    const none = Object.fromEntries(Object.keys(meanMs).map((kind) => [kind, never])) as typeof meanMs;
    const burst = async (links: Partial<SimOptions['net']>) => {
      const { violation, carriedBytes, heights } = await simulate(
        3,
        {},
        {
          ...{ mode: 'majority', nodes: 3, joiners: 0, registers: 1, transactions: 24, docketTransactionsMax: 1000 },
          ...{ rules: RULES_LATEST, elder: -1, twin: false, liars: [], lies: false, governed: false, hidden: 0 },
          ...{ forks: false, timed: false, disputed: false, expiring: false, waiting: 0, spread: 0, pieces: 0 },
          ...{ confirms: false, guards: false, crashAfterSend: 0, crashInWrite: 0, restartInWrite: 0 },
          ...{ faultMs: 60_000, meanMs: none, net: { ...net, loss: 0, duplication: 0, delayMs: [20, 21], ...links } },
        },
      );
      expect(violation).to.equal(undefined);
      return { carriedBytes, heights };
    };
    const [wide, thin] = [await burst({}), await burst({ bytesPerSecond: 1000 })];
    // Without the rule of node/network/links/queued.ts it took 1.65 times the bytes.
    expect(thin.carriedBytes / wide.carriedBytes).to.be.below(1.4);
  });

  it('do so for some of the seeds that ever failed', async () => {
    const kept = keptSeeds();
    expect(kept).to.have.length.above(10);
    for (const { seed, changes } of kept.slice(-KEPT)) await holds(seed, changes);
  });

  it('give the same events for the same seed', async () => {
    const [first, second] = [await simulate(7), await simulate(7)];
    expect(second.events).to.deep.equal(first.events);
    expect(second.steps).to.equal(first.steps);
  });
});
