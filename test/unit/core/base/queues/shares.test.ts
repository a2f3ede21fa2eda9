// Shares of a room: no share takes more than is free, so the next one finds a place, and members of one share leave
// room for each other.
import { expect } from 'chai';
import fc from 'fast-check';
import { Shares } from '../../../../../core/base/queues/shares.js';
import { memberKey, shareOf } from '../../../../../core/base/queues/turn-key.js';

const ROOM = 100;

/** Each in its turn takes one as long as it may. */
function filled(keys: readonly string[], amount = 1): { readonly shares: Shares; readonly free: number } {
  const shares = new Shares();
  let free = ROOM;
  for (let isTaken = true; isTaken; ) {
    isTaken = false;
    for (const key of keys) {
      if (!shares.fits(key, amount, free)) continue;
      shares.count(key, amount);
      free -= amount;
      isTaken = true;
    }
  }
  return { shares, free };
}

describe('core/base/queues/shares', () => {
  it('gives one alone half of the room, and of several to each as much as it leaves free', () => {
    expect(filled(['a']).free).to.equal(50);
    const { shares, free } = filled(['a', 'b', 'c']);
    expect([shares.of('a'), shares.of('b'), shares.of('c'), free]).to.deep.equal([25, 25, 25, 25]);
  });

  it('bounds who is not known by the room alone', () => {
    const shares = new Shares();
    expect([shares.fits(undefined, ROOM, ROOM), shares.fits(undefined, ROOM + 1, ROOM)]).to.deep.equal([true, false]);
    shares.count(undefined, ROOM);
    expect(shares.size).to.equal(0);
  });

  it('bounds members together, and leaves each other member a place', () => {
    const [one, other] = ['one', 'other'].map((name) => memberKey('all', name)) as [string, string];
    const { shares, free } = filled([one]);
    expect([shares.of(one), shareOf(one)]).to.deep.equal([34, 'all']);
    expect(shares.fits(other, 1, free)).to.equal(true);
    const crowd = Array.from({ length: 400 }, (_, i) => memberKey('all', `${i}`));
    const crowded = filled(crowd);
    expect(crowded.shares.of('all')).to.equal(50);
    expect(crowded.shares.fits('organisation', 1, crowded.free)).to.equal(true);
  });

  it('leaves a place to each key that holds nothing, whatever the others did, and forgets a key that gave all back', () => {
    const step = fc.record({ key: fc.nat({ max: 5 }), amount: fc.integer({ min: 1, max: 9 }), back: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const shares = new Shares();
        const held: { key: string; amount: number }[] = [];
        let free = ROOM;
        for (const { key, amount, back } of steps) {
          const gone = back ? held.shift() : undefined;
          if (gone) {
            shares.count(gone.key, -gone.amount);
            free += gone.amount;
          }
          const own = `${key}`;
          const before = shares.of(own);
          if (!shares.fits(own, amount, free)) {
            expect(before + amount, 'refused only who would hold more than is free').to.be.above(free);
            continue;
          }
          shares.count(own, amount);
          held.push({ key: own, amount });
          free -= amount;
          expect(shares.of(own) - amount, 'what it held before is free still').to.be.at.most(free);
          expect(shares.fits('stranger', free, free)).to.equal(true);
        }
        for (const one of held) shares.count(one.key, -one.amount);
        expect(shares.size).to.equal(0);
      }),
    );
  });
});
