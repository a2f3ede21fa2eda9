// The memory of what a link has carried: it forgets in time, is bounded, and hands out nothing twice.
import { expect } from 'chai';
import { ThinLink } from '../../../../../node/network/links/thin-link.js';
import { proposalOf } from '../../../../support/mesh/proposals.js';
import { aTransaction } from '../../../../support/register/a-chain.js';

const MIB = 1024 * 1024;

describe('node/network/links/thin-link', () => {
  it('knows what passed, and forgets it when it is told to doubt', () => {
    const link = new ThinLink();
    const [one, two] = [aTransaction({ n: 1 }), aTransaction({ n: 2 })];
    link.onPassed([one]);
    expect([link.has(one), link.has(two)]).to.deep.equal([true, false]);
    link.doubt();
    expect(link.has(one)).to.equal(false);
  });

  it('knows less than the cache at the other end keeps, by number', () => {
    const link = new ThinLink();
    const one = aTransaction({ n: 1 });
    const others = Array.from({ length: 8000 }, () => ({ ...one }));
    link.onPassed([one, ...others.slice(0, 7998)]);
    expect(link.has(one)).to.equal(true);
    link.onPassed(others.slice(7998));
    expect([link.has(one), link.has(others[7999]!)]).to.deep.equal([false, true]);
  });

  it('knows less than the cache at the other end keeps, by bytes', () => {
    const link = new ThinLink();
    const all = Array.from({ length: 9 }, (_, n) => aTransaction({ n, payloadBytes: 3 * MIB }));
    link.onPassed(all);
    const known = all.filter((tx) => link.has(tx));
    expect(known.length).to.be.at.least(4);
    expect(known.reduce((sum, { bytes }) => sum + bytes.length, 0)).to.be.at.most(24 * MIB);
    expect(known).to.include(all[8]);
  });

  it('hands a proposal out once', () => {
    const link = new ThinLink();
    const frame = proposalOf([aTransaction({ n: 1 })]);
    link.leaves(1, frame, 300);
    expect([link.hasLeft(frame), link.hasLeft(proposalOf([aTransaction({ n: 1 })])), link.take(2)]).to.deep.equal([
      true,
      true,
      undefined,
    ]);
    expect(link.hasLeft(proposalOf([aTransaction({ n: 1 })], 1))).to.equal(false);
    expect([link.take(1), link.take(1), link.hasLeft(frame)]).to.deep.equal([frame, undefined, false]);
  });

  it('holds a bounded number and size of proposals', () => {
    const link = new ThinLink();
    const frame = proposalOf([]);
    for (let id = 1; id <= 65; id++) link.leaves(id, frame, 10);
    expect([link.take(1), link.take(2)]).to.deep.equal([undefined, frame]);
    for (const id of [101, 102, 103]) link.leaves(id, frame, 8 * MIB);
    expect([link.take(64), link.take(101), link.take(102), link.take(103)]).to.deep.equal([
      undefined,
      undefined,
      frame,
      frame,
    ]);
  });
});
