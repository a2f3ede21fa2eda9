// The thresholds for every roster size, and what a roster hash covers.
import { expect } from 'chai';
import fc from 'fast-check';
import { InvariantError } from '../../../../core/base/assert.js';
import type { Roster } from '../../../../core/model/register.js';
import { quorum, rosterHashOf, seatOf, validatorIdOf } from '../../../../core/register/roster.js';

function rosterOf(...keys: readonly string[]): Roster {
  return {
    validators: keys.map((consensusKey) => ({
      validatorId: validatorIdOf(consensusKey),
      orgId: 'o',
      consensusKey,
      peerId: '',
    })),
  };
}

const KEYS = ['11', '22', '33'].map((pair) => pair.repeat(32));

describe('quorum', () => {
  it('of any size intersects in more than the liars, is reachable without them, and is more than half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.constantFrom('majority' as const, 'bft' as const), (n, mode) => {
        const { commit, prepare, liars, join } = quorum(mode, n);
        expect(2 * commit - n).to.be.greaterThan(liars);
        expect(n - liars).to.be.at.least(commit);
        expect(2 * commit).to.be.greaterThan(n);
        expect(join).to.equal(n - commit + 1);
        expect(join).to.be.greaterThan(liars);
        if (mode === 'bft') {
          expect(prepare).to.equal(commit);
          expect(3 * commit).to.be.greaterThan(2 * n);
        } else expect(prepare).to.equal(1);
      }),
      { numRuns: 500 },
    );
  });

  it('has the figures of the design', () => {
    expect([1, 2, 3, 4, 5].map((n) => quorum('majority', n).commit)).to.deep.equal([1, 2, 2, 3, 3]);
    expect([4, 7, 10, 31].map((n) => quorum('bft', n))).to.deep.equal([
      { commit: 3, prepare: 3, liars: 1, join: 2 },
      { commit: 5, prepare: 5, liars: 2, join: 3 },
      { commit: 7, prepare: 7, liars: 3, join: 4 },
      { commit: 21, prepare: 21, liars: 10, join: 11 },
    ]);
  });

  it('of no one, of too many and of a fraction does not exist', () => {
    for (const n of [0, 32, 1.5]) expect(() => quorum('majority', n)).to.throw(InvariantError);
  });
});

describe('roster hash', () => {
  it('covers order and every field', () => {
    const roster = rosterOf(...KEYS);
    const [first, ...rest] = roster.validators;
    const variants: Roster[] = [
      rosterOf(...[...KEYS].reverse()),
      rosterOf(...KEYS.slice(0, 2)),
      { validators: [{ ...first!, orgId: 'p' }, ...rest] },
      { validators: [{ ...first!, peerId: 'x' }, ...rest] },
      { validators: [{ ...first!, orgId: 'ox', peerId: '' }, ...rest] },
      { validators: [{ ...first!, validatorId: KEYS[2]! }, ...rest] },
    ];
    expect(new Set([roster, ...variants].map(rosterHashOf)).size).to.equal(variants.length + 1);
    expect(rosterHashOf(rosterOf(...KEYS))).to.equal(rosterHashOf(roster));
  });

  it('has its seats found by validator id, not by key', () => {
    expect(seatOf(rosterOf(...KEYS), validatorIdOf(KEYS[1]!))).to.equal(1);
    expect(seatOf(rosterOf(...KEYS), KEYS[1]!)).to.equal(-1);
  });
});
