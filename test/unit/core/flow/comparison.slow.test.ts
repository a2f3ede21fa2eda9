// The soundness check against the reducer over random workflows; `npm run tool -- flow` runs ten thousand.
import { expect } from 'chai';
import { compare } from '../../../flow/comparison.js';

const SEEDS = 320;
/** A tenth of the workflows has more, and would take two thirds of the time. */
const BOUNDS = { statesMax: 250 };
/** A timer of a join may fire before or after each other move, so these have many more states. */
const TIMED_SEEDS = 20;

describe('soundness check against the reducer', () => {
  for (const scopes of [false, true])
    it(`agrees over ${SEEDS} random workflows${scopes ? ' with joins by fork' : ''}`, function () {
      this.timeout(120_000);
      const seen = new Map<string, number>();
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { verdict, backMoves } = compare(seed, scopes, BOUNDS);
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
        if (backMoves > 0) seen.set('back', (seen.get('back') ?? 0) + 1);
      }
      // The comparison means something only where every verdict comes up.
      for (const verdict of ['sound', 'dead', 'unsafe', 'deadlock', 'never ends', 'back'])
        expect(seen.get(verdict), verdict).to.be.greaterThan(5);
    });

  it(`agrees over ${2 * TIMED_SEEDS} random workflows with timers`, () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= TIMED_SEEDS; seed++)
      for (const scopes of [false, true]) seen.add(compare(seed, scopes, { ...BOUNDS, timers: true }).verdict);
    for (const verdict of ['sound', 'unsafe', 'deadlock']) expect([...seen]).to.include(verdict);
  });
});
