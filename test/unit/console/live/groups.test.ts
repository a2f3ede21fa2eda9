// Cards of a chain: every docket in one, in order; a second of many is one card.
import { expect } from 'chai';
import type { DocketCard } from '../../../../console/live/docket-ring.js';
import { chainCards, signersIn } from '../../../../console/live/groups.js';
import { Dice } from '../../../support/base/dice.js';

function chain(dice: Dice): readonly DocketCard[] {
  let ms = Date.parse('2026-11-30T10:00:00.000Z');
  return Array.from({ length: dice.integer(0, 60) }, (_, number) => {
    ms += Math.round(dice.skewed(1, 3000));
    return { number, transactionCount: dice.integer(0, 9), timestamp: new Date(ms).toISOString() } as DocketCard;
  }).reverse();
}

describe('console chain', () => {
  it('has each docket in one card, in order, with the sum of what is in them', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const dockets = chain(new Dice(`chain ${seed}`));
      const cards = chainCards(dockets);
      expect(cards.flatMap((card) => card.dockets)).to.eql(dockets);
      for (const card of cards)
        expect(card.transactions).to.equal(card.dockets.reduce((sum, one) => sum + one.transactionCount, 0));
    }
  });

  it('puts three of a second and more into one card, and never two seconds', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const dockets = chain(new Dice(`seconds ${seed}`));
      const secondOf = ({ timestamp }: DocketCard) => timestamp.slice(0, 19);
      for (const { dockets: its } of chainCards(dockets)) {
        const ofSecond = dockets.filter((one) => secondOf(one) === secondOf(its[0] as DocketCard));
        expect(its).to.eql(ofSecond.length > 2 ? ofSecond : [its[0]]);
      }
    }
  });

  it('reads the places that signed from their bits, of all 31', () => {
    for (let place = 0; place < 31; place++) expect(signersIn(2 ** place)).to.eql([place]);
    expect(signersIn(0)).to.eql([]);
    expect(signersIn(2 ** 31 - 1)).to.eql(Array.from({ length: 31 }, (_, place) => place));
  });
});
