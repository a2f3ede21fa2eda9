// One liar, with as many nodes as it likes, neither makes a clock doubtful nor confirms one against the others.
import { expect } from 'chai';
import { isConfirmed, isOutvoted } from '../../../../core/mesh/clock-words.js';

const OFF_MS = 5000;
const says = (orgId: string, ...skews: number[]) => skews.map((skewMs) => ({ orgId, skewMs }));
const outvoted = (...words: ReturnType<typeof says>[]) => isOutvoted(words.flat(), 'own', OFF_MS);
const confirmed = (...words: ReturnType<typeof says>[]) => isConfirmed(words.flat(), OFF_MS);

describe('core/mesh/clock-words', () => {
  it('lets one organisation outvote nobody, however many nodes it has', () => {
    const crowd = says('liar', ...Array.from({ length: 50 }, (_, i) => 60_000 + i));
    expect(outvoted(crowd)).to.equal(false);
    expect(outvoted(crowd, says('b', 10))).to.equal(false);
    expect(confirmed(crowd, says('b', 10), says('c', -20))).to.equal(true);
    const friends = says('liar', ...Array.from({ length: 50 }, () => 0));
    expect(confirmed(friends, says('b', 60_000), says('c', 60_000))).to.equal(false);
    expect(confirmed(friends, says('b', 60_000)), 'one says so, one does not').to.equal(false);
  });

  it('believes most organisations against the own clock', () => {
    expect(outvoted(says('b', 60_000), says('c', 61_000))).to.equal(true);
    expect(outvoted(says('b', -60_000), says('c', 61_000), says('d', 0))).to.equal(false);
    expect(outvoted(says('own', 60_000, 60_000)), 'other nodes of the own organisation').to.equal(true);
    expect(outvoted(says('own', 60_000))).to.equal(false);
    expect(outvoted()).to.equal(false);
  });

  it('takes the word of most nodes of an organisation, and a difference within the bound for none', () => {
    expect(outvoted(says('b', 60_000, 0), says('c', 0, 0, 60_000))).to.equal(false);
    expect(outvoted(says('b', 60_000, 0, 60_000), says('c', 5001))).to.equal(true);
    expect(outvoted(says('b', 5000), says('c', -5000))).to.equal(false);
  });

  it('says nothing while nobody is linked', () => {
    expect(confirmed()).to.equal(undefined);
    expect(confirmed(says('b', 0))).to.equal(true);
    expect(confirmed(says('b', 60_000))).to.equal(false);
  });
});
