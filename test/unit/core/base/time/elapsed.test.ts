// Instants that were stored outlive the clock that they were made by.
import { expect } from 'chai';
import { isFar, nextSeq } from '../../../../../core/base/time/elapsed.js';

describe('core/base/time/elapsed', () => {
  it('holds an instant for far on either side of now', () => {
    expect([1000, 1001, 2000, 2999, 3000].map((at) => isFar(at, 2000, 1000))).to.deep.equal([
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it('goes on from the last number, and not from one of a clock that was ahead', () => {
    expect(nextSeq(0, 5000, 600)).to.equal(5000);
    expect(nextSeq(5000, 5000, 600)).to.equal(5001);
    expect(nextSeq(5600, 5000, 600)).to.equal(5601);
    expect(nextSeq(5601, 5000, 600)).to.equal(5000);
  });
});
