// The effect of heights that peers tell, against fakes: nothing is asked of a peer of another branch, and nothing it
// proved counts.
import { expect } from 'chai';
import { ToldHeights } from '../../../../../actors/mesh/gossip/told-heights.js';

function bench(isFollowed: boolean) {
  const calls: string[] = [];
  const told = new ToldHeights({
    divergence: {
      isFollowed: () => isFollowed,
      onParted: (_, peerId, height) => void calls.push(`parted ${peerId} ${height}`),
    },
    replication: () => ({
      hint: (_, peerId, height) => void calls.push(`hint ${peerId} ${height}`),
      suspect: (_, peerId) => void calls.push(`suspect ${peerId}`),
    }),
    proven: () => ({ onParted: (_, peerId) => void calls.push(`unproven ${peerId}`) }),
  });
  return { calls, told };
}

describe('actors/mesh/gossip/told-heights', () => {
  it('asks a peer that is followed for what it has', () => {
    const { calls, told } = bench(true);
    expect(told.behind('r', 'two', 9)).to.equal(true);
    told.onSuspected('r', 'two');
    expect(calls).to.deep.equal(['hint two 9', 'suspect two']);
  });

  it('asks nothing of a peer whose chain parted from this one', () => {
    const { calls, told } = bench(false);
    expect(told.behind('r', 'two', 9)).to.equal(false);
    told.onSuspected('r', 'two');
    expect(calls).to.be.empty;
  });

  it('takes back what a peer had proven before it looks where the chains part', () => {
    const { calls, told } = bench(true);
    told.onParted('r', 'two', 8);
    expect(calls).to.deep.equal(['unproven two', 'parted two 8']);
  });
});
