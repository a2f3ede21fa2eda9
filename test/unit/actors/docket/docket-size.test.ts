// The size of a docket: all that the policy lets it, and less where several organisations share the register.
import { expect } from 'chai';
import { DocketSize } from '../../../../actors/docket/docket-size.js';
import { SHARED_DOCKET_MIN, SHARED_DOCKET_MS } from '../../../../core/base/limits/node/sharing.js';

describe('size of a docket', () => {
  it('is what the policy lets it until something was worked on, and for one organisation', () => {
    const size = new DocketSize();
    expect(size.max(1000, true)).to.equal(1000);
    size.onWorked(100, 100);
    expect(size.max(1000, false)).to.equal(1000);
  });

  it('is what takes a few milliseconds of work where several bring transactions', () => {
    const size = new DocketSize();
    size.onWorked(1000, 50);
    expect(size.max(1000, true)).to.equal(SHARED_DOCKET_MS / 0.05);
    expect(size.max(150, true)).to.equal(150);
  });

  it('follows what was worked on last, and is never so small that dockets cost more than what they hold', () => {
    const size = new DocketSize();
    size.onWorked(100, 5);
    const before = size.max(1000, true);
    for (let i = 0; i < 20; i++) size.onWorked(100, 10);
    expect(size.max(1000, true)).to.be.within(SHARED_DOCKET_MIN, before - 1);
    for (let i = 0; i < 20; i++) size.onWorked(1, 50);
    expect(size.max(1000, true)).to.equal(SHARED_DOCKET_MIN);
  });

  it('is not touched by a clock that stood still, or a docket without transactions', () => {
    const size = new DocketSize();
    size.onWorked(0, 10);
    size.onWorked(10, 0);
    expect(size.max(1000, true)).to.equal(1000);
  });
});
