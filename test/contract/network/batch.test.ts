// Round changes of many registers over real TLS: they arrive whether the other end says that it reads batches or says
// nothing of it.
import { expect } from 'chai';
import type { Frame } from '../../../core/mesh/frames.js';
import { decodeFrame } from '../../../proto/codec/frame.js';
import { NetworkWorld, until } from '../../support/mesh/networks.js';
import { helloOf, rawLink } from '../../support/mesh/raw-link.js';

const HASH = 'ab'.repeat(32);

const changes = Array.from({ length: 100 }, (_, n): Frame => {
  const registerId = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  const place = { registerId, genesisHash: HASH, height: 1, round: 1, rosterHash: HASH, voter: HASH };
  const change = { ...place, preparedRound: -1, preparedHash: null, signature: 'cd'.repeat(64) };
  return { type: 'consensus', registerId, message: { type: 'round-change', change, prepared: null, busy: true } };
});

describe('round changes of many registers over a link', () => {
  const world = new NetworkWorld();

  it('arrive at a node in their order', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => a.linked.length === 1 && b.linked.length === 1);
    for (const frame of changes) a.network.send(b.peerId, frame, true);
    await until(() => b.frames.length === changes.length);
    expect(b.frames.map(({ frame }) => frame)).to.deep.equal(changes);
    expect([b.dropped, b.errors]).to.deep.equal([[], []]);
  });

  it('leave together', async () => {
    const a = await world.started();
    const raw = await rawLink(await world.identity(), a.network.address, (own) => helloOf(own));
    await until(() => a.linked.length === 1 && raw.got.length === 1);
    for (const frame of changes) a.network.send(raw.identity.peerId, frame, true);
    await until(() => raw.got.length >= 3);
    const types = raw.got.slice(1).map((bytes) => (decodeFrame(bytes) as Frame).type as string);
    expect(types).to.deep.equal(['consensus', 'batch']);
    raw.channel.close();
  });
});
