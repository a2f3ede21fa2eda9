// Networks on the loopback over real TLS: links, frames, bans, restarts, and what is left when it ends.
import { expect } from 'chai';
import { RULES_LATEST } from '../../../core/base/version.js';
import type { Frame } from '../../../core/mesh/frames.js';
import { freePort } from '../../support/mesh/free-port.js';
import { type Member, NetworkWorld, until, vote } from '../../support/mesh/networks.js';

const heights = (frames: readonly { readonly frame: Frame }[]) =>
  frames.map(({ frame }) =>
    frame.type === 'consensus' && frame.message.type === 'vote' ? frame.message.vote.height : 0,
  );
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const names = (member: Member) => member.network.peers().map(({ peerId }) => peerId);

describe('node/network/network', () => {
  const world = new NetworkWorld();

  it('links two nodes, told once each, and passes frames both ways in order', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => a.linked.length === 1 && b.linked.length === 1);
    expect(a.network.peers().map(({ peerId, standing }) => [peerId, standing])).to.deep.equal([[b.peerId, 'member']]);
    for (const n of upTo(500)) {
      expect(a.network.send(b.peerId, vote(n))).to.equal(true);
      expect(b.network.send(a.peerId, vote(n))).to.equal(true);
    }
    await until(() => a.frames.length === 500 && b.frames.length === 500);
    expect(heights(a.frames)).to.deep.equal(upTo(500));
    expect(heights(b.frames)).to.deep.equal(upTo(500));
    expect(a.frames[0]).to.deep.equal({ from: b.peerId, frame: vote(1) });
    expect([a.linked, b.linked]).to.deep.equal([[b.peerId], [a.peerId]]);
    expect(a.network.link(b.peerId)).to.deep.equal({ state: 'up', queued: 0, rules: RULES_LATEST });
  });

  it('sends to a node that cannot be dialled over the stream that it dialled', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address], advertise: ['127.0.0.1:1'] });
    await until(() => a.linked.length === 1);
    expect(a.network.send(b.peerId, vote(7))).to.equal(true);
    await until(() => b.frames.length === 1);
    expect(heights(b.frames)).to.deep.equal([7]);
    const failure = await a.network.adverts(b.peerId).catch((error) => error);
    expect(failure).to.include({ name: 'PeerFailure', reason: 'not-connected', peerId: b.peerId });
  });

  it('calls a peer that is reached by a seed alone, also when the seed did not answer before', async () => {
    const port = await freePort();
    const a = await world.started({ seeds: [`127.0.0.1:${port}`] });
    await until(() => a.failures.length > 0);
    await world.started({ seeds: [a.network.address], advertise: ['127.0.0.1:1'], port });
    await until(() => a.linked.length === 1);
    expect(await a.network.adverts(a.linked[0] as string)).to.deep.equal([]);
  });

  it('refuses a frame for a peer that is not linked', async () => {
    const a = await world.started();
    expect(a.network.send('12D3KooWnobody', vote(1))).to.equal(false);
    expect(a.dropped).to.deep.equal(['out vote']);
  });

  it('meets the others through one seed', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => b.linked.length === 1);
    const c = await world.started({ seeds: [a.network.address] });
    await until(() => c.linked.length === 2 && b.linked.length === 2);
    expect(names(c).sort()).to.deep.equal([a.peerId, b.peerId].sort());
  });

  it('links again after the peer was started anew', async () => {
    const identity = await world.identity();
    const first = await world.started({ identity });
    const port = Number(first.network.address.split(':')[1]);
    const b = await world.started({ seeds: [first.network.address] });
    await until(() => b.linked.length === 1);
    await first.stop();
    await until(() => b.unlinked.length === 1);
    expect(b.network.send(first.peerId, vote(1))).to.equal(false);
    const second = await world.started({ identity, port });
    await until(() => b.linked.length === 2);
    expect(b.network.peer(second.peerId)?.bootId).to.equal(second.network.self.bootId);
    expect(b.network.send(second.peerId, vote(2))).to.equal(true);
    await until(() => second.frames.length === 1);
  });

  it('closes the links of a banned peer, refuses it, and lets it in again when the ban is lifted', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => a.linked.length === 1 && b.linked.length === 1);
    await a.book.bans.ban(b.peerId, { reason: 'test', force: false });
    await until(() => a.unlinked.length > 0 && b.unlinked.length > 0);
    // Both may have dialled at once, so that one link took the place of another before.
    const [ofA, ofB] = [a.linked.length, b.linked.length];
    expect(a.network.link(b.peerId).state).to.equal('banned');
    await until(() => a.failures.includes('PEER_BANNED'));
    expect(a.linked).to.have.length(ofA);
    await a.book.bans.lift(b.peerId);
    a.network.lookAgain();
    await until(() => a.linked.length > ofA && b.linked.length > ofB);
  });

  it('keeps the first of two processes with one identity, and says so', async () => {
    const a = await world.started();
    const identity = await world.identity();
    const first = await world.started({ identity, seeds: [a.network.address] });
    await until(() => a.linked.length === 1);
    const second = await world.started({ identity, seeds: [a.network.address] });
    await until(() => a.errors.length > 0);
    expect(a.errors[0]).to.include('Two processes run with the keys of one node');
    expect(a.network.peer(first.peerId)?.bootId).to.equal(first.network.self.bootId);
    expect(second.linked).to.deep.equal([]);
    expect(a.linked).to.have.length(1);
  });

  it('says when another node shows the key of its own seats, and refuses nothing for what is only said', async () => {
    const consensusKey = 'cd'.repeat(32);
    const a = await world.started({ consensusKey });
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => a.linked.length === 1 && b.linked.length === 1);
    expect([a.network.keyTwins, a.warned]).to.deep.equal([0, []]);
    const copy = await world.started({ consensusKey, seeds: [a.network.address] });
    await until(() => a.network.keyTwins === 1 && copy.network.keyTwins === 1);
    for (const one of [a, copy]) {
      expect(one.warned).to.have.length(1);
      expect(one.warned[0])
        .to.match(/^Another node shows the consensus key of this one\. consensus-key /)
        .and.to.include('stop the copy');
    }
    expect(a.network.peers()).to.have.length(2);
    expect([b.network.keyTwins, b.warned]).to.deep.equal([0, []]);
    b.network.seatsWith(consensusKey);
    await until(() => a.network.keyTwins === 2);
    expect(a.warned).to.have.length(2);
  });

  it('tells linked peers the key that it makes for its seats, and who links later', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => a.linked.length === 1 && b.linked.length === 1);
    const [first, second] = ['cd'.repeat(32), 'ef'.repeat(32)] as const;
    b.network.seatsWith(first);
    b.network.seatsWith(second);
    await until(() => a.network.peer(b.peerId)?.consensusKey === second);
    expect(b.network.self.consensusKey).to.equal(second);
    expect(a.book.descriptor(b.peerId)?.consensusKey).to.equal(second);
    expect([a.unlinked, a.dropped, a.book.score(b.peerId)]).to.deep.equal([[], [], 0]);
    const c = await world.started({ seeds: [b.network.address] });
    await until(() => c.network.peer(b.peerId)?.consensusKey === second);
  });

  it('notices that it dialled itself, and stops trying', async () => {
    const port = await freePort();
    const a = await world.started({ port, seeds: [`127.0.0.1:${port}`] });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(a.linked).to.deep.equal([]);
    expect(a.errors).to.deep.equal([]);
    expect(a.failures).to.deep.equal([]);
  });

  it('notices another process with its own keys', async () => {
    const identity = await world.identity();
    const a = await world.started({ identity });
    const twin = await world.started({ identity, seeds: [a.network.address] });
    await until(() => a.errors.length > 0);
    expect(a.errors[0]).to.include('Another process runs with the keys of this node');
    expect([...a.linked, ...twin.linked]).to.deep.equal([]);
  });

  it('fails to start where the port is taken', async () => {
    const a = await world.started();
    const b = await world.member({ port: Number(a.network.address.split(':')[1]) });
    const error = await b.start().catch((thrown) => thrown);
    expect(error).to.have.property('code', 'EADDRINUSE');
  });

  it('leaves no socket and no timer after 20 starts and stops', async () => {
    const identities = [await world.identity(), await world.identity()];
    const cycle = async (): Promise<void> => {
      const a = await world.started({ identity: identities[0]! });
      const b = await world.started({ identity: identities[1]!, seeds: [a.network.address] });
      await until(() => a.linked.length === 1 && b.linked.length === 1);
      await b.stop();
      await a.stop();
    };
    await cycle();
    await settled();
    const before = resources();
    for (let n = 0; n < 20; n++) await cycle();
    await settled();
    expect(resources()).to.deep.equal(before);
  });
});

function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo())
    if (/TCP|TLS|HTTP2|Timeout/i.test(name)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 300));
