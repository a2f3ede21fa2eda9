// The first for which something holds, found in few questions.
import { expect } from 'chai';
import { firstHolding } from '../../../../core/base/bisect.js';

describe('firstHolding', () => {
  it('finds the first in as many questions as the count has binary digits', () => {
    for (const count of [1, 2, 3, 7, 8, 100, 1000])
      for (const first of new Set([0, 1, 2, 6, 50, count - 2, count - 1].filter((at) => at >= 0 && at < count))) {
        const asked: number[] = [];
        const holds = (at: number) => {
          asked.push(at);
          return at >= first;
        };
        expect(firstHolding(count, holds), `${first} of ${count}`).to.equal(first);
        expect(asked.length).to.be.at.most(Math.ceil(Math.log2(count)));
      }
  });

  it('gives the last where nothing before it holds', () => {
    expect(firstHolding(5, () => false)).to.equal(4);
  });
});
