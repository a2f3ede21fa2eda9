// The patience of a link with a peer that does not play by the rules: garbage, frames too large, silence, and a reader
// that stalls.
import { expect } from 'chai';
import type { PeerChannel } from '../../../node/network/transport/client.js';
import { issueCodeOf } from '../../../node/network/transport/failure.js';
import { QUEUE_BYTES_MAX } from '../../../node/network/transport/stream.js';
import { decodeFrame, encodeFrame } from '../../../proto/codec/frame.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { type Member, NetworkWorld, until, vote } from '../../support/mesh/networks.js';
import { helloOf, type RawLink, rawLink } from '../../support/mesh/raw-link.js';

describe('node/network/links/link', () => {
  const world = new NetworkWorld();
  let a: Member;
  const channels: PeerChannel[] = [];
  beforeEach(async () => {
    a = await world.started();
  });
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
  });

  async function raw(first?: (identity: NodeIdentity) => Buffer): Promise<RawLink> {
    const peer = await rawLink(await world.identity(), a.network.address, first);
    channels.push(peer.channel);
    return peer;
  }

  const score = (peer: RawLink) => Math.round(a.book.score(peer.identity.peerId));

  it('answers a hello with its own, and takes frames after it', async () => {
    const peer = await raw((identity) => helloOf(identity));
    await until(() => peer.got.length === 1 && a.linked.length === 1);
    expect(decodeFrame(peer.got[0]!)).to.have.nested.property('hello.descriptor.peerId', a.peerId);
    peer.call.write(Buffer.from(encodeFrame(vote(3))));
    await until(() => a.frames.length === 1);
    expect(a.frames[0]).to.deep.equal({ from: peer.identity.peerId, frame: vote(3) });
    peer.call.cancel();
    await until(() => a.unlinked.length === 1);
  });

  const bad: readonly (readonly [string, (identity: NodeIdentity) => Buffer, string])[] = [
    ['garbage', () => Buffer.from('not a frame at all'), 'FRAME_INVALID'],
    ['another frame than a hello', () => Buffer.from(encodeFrame(vote(1))), 'FRAME_INVALID'],
    [
      'a descriptor for another TLS key',
      (id) => helloOf(id, { tlsKeyHash: 'cd'.repeat(32) }),
      'PEER_DESCRIPTOR_INVALID',
    ],
    ['another version', (id) => helloOf(id, { protocol: 99 }), 'HEADER_INVALID'],
  ];
  for (const [what, first, code] of bad)
    it(`refuses a link that begins with ${what}`, async () => {
      const peer = await raw(first);
      await until(() => peer.ended() !== undefined);
      expect(issueCodeOf(peer.ended()?.error)).to.equal(code);
      expect(a.linked).to.deep.equal([]);
    });

  it('refuses a descriptor of another node', async () => {
    const other = await world.identity();
    const peer = await raw(() => helloOf(other));
    await until(() => peer.ended() !== undefined);
    expect(issueCodeOf(peer.ended()?.error)).to.equal('PEER_DESCRIPTOR_INVALID');
  });

  it('drops garbage on a link, and bans who sends no end of it', async () => {
    const peer = await raw((identity) => helloOf(identity));
    await until(() => a.linked.length === 1);
    peer.call.write(Buffer.from([0xff, 0xff, 0xff]));
    await until(() => a.dropped.length === 1);
    expect(score(peer)).to.equal(-20);
    expect(a.unlinked).to.deep.equal([]);
    for (let n = 0; n < 3; n++) peer.call.write(Buffer.from([0xff, n]));
    await until(() => a.unlinked.length === 1);
    expect(a.book.isBanned(peer.identity.peerId)).to.equal(true);
    expect(a.frames).to.deep.equal([]);
  });

  it('counts a field beyond its bound as oversize, and ends a link for a message beyond all of them', async () => {
    const peer = await raw((identity) => helloOf(identity));
    await until(() => a.linked.length === 1);
    const wantBody = Buffer.concat([Buffer.from([0x22, 0x80, 0x80, 0x04]), Buffer.alloc(65_536)]);
    peer.call.write(wantBody);
    await until(() => a.dropped.length === 1);
    expect(score(peer)).to.equal(-20);
    peer.call.write(Buffer.alloc(24 << 20));
    await until(() => a.unlinked.length === 1);
    expect(a.frames).to.deep.equal([]);
  });

  it('links with a program that knows other rules, and tells which it knows', async () => {
    for (const [said, known] of [
      [1, 1],
      [7, 7],
      [0, 1],
    ] as const) {
      const peer = await raw((identity) => helloOf(identity, { rules: said }));
      await until(() => a.network.peer(peer.identity.peerId) !== undefined);
      expect(a.network.peer(peer.identity.peerId)?.rules).to.equal(known);
    }
  });

  it('links with a node whose clock is ten minutes off, says so, and doubts its own by the word of most only', async () => {
    for (const minutes of [-10, 10]) {
      const peer = await raw((identity) => helloOf(identity, { timeMs: Date.now() + minutes * 60_000 }));
      await until(() => a.network.peer(peer.identity.peerId) !== undefined);
      expect([a.network.isClockOff, a.network.clockAgreed]).to.deep.equal([minutes > 0, false]);
      const behindMs = Date.now() - (a.network.agreedMs as number);
      expect(Math.round(behindMs / 60_000)).to.equal(minutes < 0 ? 10 : 0);
    }
    const text = 'The clock of a peer differs from the one here: check the time service of both nodes.';
    expect(a.warned).to.deep.equal([text, text]);
  });

  it('says on which machine it stands, and takes no confirmation of its clock by its own organisation', async () => {
    const node = await world.started({ machine: 'ab'.repeat(32) });
    const peer = await rawLink(await world.identity(), node.network.address, (identity) => helloOf(identity));
    channels.push(peer.channel);
    await until(() => peer.got.length === 1 && node.linked.length === 1);
    const hello = decodeFrame(peer.got[0]!);
    expect(hello).to.have.nested.property('hello.machine', 'ab'.repeat(32));
    expect([node.network.isClockOff, node.network.clockAgreed]).to.deep.equal([false, undefined]);
  });

  it('queues up to its bound for a reader that stalls, drops the rest, and delivers what it took', async () => {
    const peer = await raw((identity) => helloOf(identity));
    await until(() => a.linked.length === 1 && peer.got.length === 1);
    peer.call.pause();
    const frame = { type: 'digest', buckets: new Uint8Array(8192) } as const;
    let taken = 0;
    for (let n = 0; n < 4000; n++) if (a.network.send(peer.identity.peerId, { ...frame })) taken += 1;
    expect(taken).to.be.within(QUEUE_BYTES_MAX / 8200 - 1, QUEUE_BYTES_MAX / 8200 + 40);
    expect(a.dropped).to.have.length(4000 - taken);
    expect(a.network.link(peer.identity.peerId).queued).to.be.greaterThan(1900);
    peer.call.resume();
    await until(() => peer.got.length === 1 + taken);
    expect(a.network.link(peer.identity.peerId).queued).to.equal(0);
  });
});
