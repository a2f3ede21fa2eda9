// Rows of peers: what is put is read again, by id and all together, and deleted rows are gone.
import { expect } from 'chai';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { type PeerRow, PeerStore } from '../../../../../storage/tables/node/peers.js';
import { DESCRIPTOR_NOW, descriptorOf } from '../../../../support/mesh/descriptor.js';

function row(name: string, members: Partial<PeerRow> = {}): PeerRow {
  const descriptor = descriptorOf(name);
  return {
    ...{ peerId: descriptor.peerId, orgId: 'northwind', version: '0.1.0', descriptor },
    ...{ firstSeenMs: DESCRIPTOR_NOW, lastSeenMs: DESCRIPTOR_NOW + 1, failures: 2 },
    ...{ score: { points: -12.5, atMs: DESCRIPTOR_NOW }, bans: 1 },
    ...members,
  };
}

describe('storage/tables/node/peers', () => {
  it('keeps rows until they are deleted, descriptor and ban included', async () => {
    const kv = memoryKv();
    const store = new PeerStore(kv);
    const banned = row('b', { ban: { atMs: 1, untilMs: null, reason: 'r' } });
    await kv.write([store.put(row('a')), store.put(banned)]);
    expect(new PeerStore(kv).get(banned.peerId)).to.deep.equal(banned);
    const all: PeerRow[] = [];
    for await (const one of store.all()) all.push(one);
    expect(all).to.have.deep.members([row('a'), banned]);
    await kv.write([store.put({ ...row('a'), failures: 3 }), store.del(banned.peerId)]);
    expect([store.get(row('a').peerId)?.failures, store.get(banned.peerId)]).to.deep.equal([3, undefined]);
  });
});
