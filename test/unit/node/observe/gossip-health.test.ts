// The row of gossip in /health: truthful while it is off, while it is alone, and when no peer hears it.
import { expect } from 'chai';
import { type GossipFigures, gossipPart } from '../../../../node/observe/gossip-health.js';

const rowOf = (figures: GossipFigures | undefined) => {
  const part = gossipPart(() => figures);
  return { ...part.check(), ...part.counts?.() };
};

describe('node/observe/gossip-health', () => {
  it('is well and counts nothing while gossip is off', () => {
    expect(rowOf(undefined)).to.deep.equal({ status: 'healthy', listening: 0, peers: 0, listeners: 0 });
  });

  it('is well while it listens, alone or heard by others', () => {
    const alone = { isListening: true, peers: 0, listeners: 0 };
    expect(rowOf(alone)).to.deep.equal({ status: 'healthy', listening: 1, peers: 0, listeners: 0 });
    expect(rowOf({ isListening: true, peers: 3, listeners: 2 })).to.include({ status: 'healthy', peers: 3 });
  });

  it('is degraded when it does not listen although it is on, and when no peer hears it', () => {
    expect(rowOf({ isListening: false, peers: 0, listeners: 0 })).to.include({ status: 'degraded', listening: 0 });
    const unheard = rowOf({ isListening: true, peers: 2, listeners: 0 });
    expect(unheard).to.include({ status: 'degraded' });
    expect(unheard.reason).to.contain('listens to this one');
    expect(gossipPart(() => undefined).needed, 'no node is useless without it').to.equal(false);
  });
});
