// Too much gossip a second, for a shard, a peer and this node.
import { expect } from 'chai';
import { FROM_PEER_MAX, GossipFlow, PUBLISHED_MAX, SHARD_HOT } from '../../../../../node/network/gossip/gossip-flow.js';
import { HEAD_SHARDS, headTopic, shardOf, TOPICS } from '../../../../../proto/topics.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { registerId } from '../../../../support/mesh/gossips.js';

describe('the flow of gossip', () => {
  it('calls a shard hot in the second of the storm and the one after', async () => {
    const clock = new VirtualClock();
    const flow = new GossipFlow(clock);
    for (let n = 0; n < SHARD_HOT; n++) flow.onPassed(5);
    expect([flow.isHot(5), flow.isHot(6)]).to.deep.equal([true, false]);
    await clock.advance(1100);
    expect(flow.isHot(5)).to.equal(true);
    await clock.advance(1100);
    expect(flow.isHot(5)).to.equal(false);
  });

  it('takes a bounded number from a peer and sends a bounded number', async () => {
    const clock = new VirtualClock();
    const flow = new GossipFlow(clock);
    const taken = Array.from({ length: FROM_PEER_MAX + 5 }, () => flow.takes('a')).filter(Boolean).length;
    const sent = Array.from({ length: PUBLISHED_MAX + 5 }, () => flow.mayPublish()).filter(Boolean).length;
    expect([taken, sent, flow.takes('b')]).to.deep.equal([FROM_PEER_MAX, PUBLISHED_MAX, true]);
    await clock.advance(1000);
    expect([flow.takes('a'), flow.mayPublish()]).to.deep.equal([true, true]);
  });
});

describe('the topics of gossip', () => {
  it('are 64 shards and a catalogue, and every register has one shard', () => {
    expect(TOPICS).to.have.length(HEAD_SHARDS + 1);
    expect([headTopic(0), headTopic(63)]).to.deep.equal(['/quorate/1/heads/00', '/quorate/1/heads/3f']);
    const shards = new Set(Array.from({ length: 2000 }, (_, n) => shardOf(registerId(n))));
    expect(shards.size).to.equal(HEAD_SHARDS);
    for (const shard of shards) expect(TOPICS).to.include(headTopic(shard));
  });
});
