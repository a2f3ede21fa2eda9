// Callers that get through the door, and that do not: certificates of strangers, expired ones, other peers than
// expected, and guests.
import { join } from 'node:path';
import { expect } from 'chai';
import { signDescriptor } from '../../../core/mesh/descriptor.js';
import { channelOf, NetworkWorld, until, vote } from '../../support/mesh/networks.js';
import { anAuthority, DAY_MS, enrolled, ORG_A, ORG_B } from '../../support/mesh/pki.js';

describe('node/network/transport/listener', () => {
  const world = new NetworkWorld();

  it('refuses a certificate of an organisation that is not trusted', async () => {
    const a = await world.started();
    const foreign = await anAuthority(join(world.root, 'foreign'), { orgId: ORG_B, nowMs: Date.now() - DAY_MS });
    const dir = world.folder();
    await enrolled(dir, foreign, { nowMs: Date.now() - DAY_MS });
    const b = await world.started({ identity: await world.trusting(dir, Date.now()), seeds: [a.network.address] });
    // It tries again for as long as it runs, and is told of once.
    await until(() => a.failures.filter((code) => code === 'PEER_CERTIFICATE_UNTRUSTED').length >= 3);
    expect([...a.linked, ...b.linked]).to.deep.equal([]);
    expect(a.warned).to.deep.equal([
      `A node that connected was refused. PEER_CERTIFICATE_UNTRUSTED No trusted CA issued the certificate, which names the organisation ${ORG_B}. If its organisation should be trusted, compare fingerprints and run "quorate node trust ca.crt" here.`,
    ]);
  });

  it('dials no peer whose organisation it does not trust', async () => {
    const foreign = await anAuthority(join(world.root, 'foreign'), { orgId: ORG_B, nowMs: Date.now() - DAY_MS });
    const a = await world.started();
    const b = await world.started({ identity: await world.identity(foreign), seeds: [a.network.address] });
    await until(() => b.failures.includes('connection') && b.warned.length > 0);
    expect([...a.linked, ...b.linked]).to.deep.equal([]);
    expect(b.warned).to.have.length(1);
    expect(b.warned[0])
      .to.match(/^The node at an address that is dialled is not linked\. PEER_CERTIFICATE_UNTRUSTED /)
      .and.to.include(ORG_A)
      .and.to.include('quorate node trust');
  });

  it('refuses an expired certificate, whichever side shows it', async () => {
    const old = await world.identity(undefined, { nowMs: Date.now() - 30 * 60_000, days: 1 / 96 });
    const a = await world.started();
    const b = await world.started({ identity: old, seeds: [a.network.address] });
    await until(() => a.failures.includes('PEER_CERTIFICATE_EXPIRED'));
    const c = await world.started({ seeds: [b.network.address] });
    await until(() => c.failures.includes('connection'));
    expect([...a.linked, ...b.linked, ...c.linked]).to.deep.equal([]);
    await until(() => c.warned.length > 0);
    for (const { warned } of [a, c])
      expect(warned.join('\n')).to.match(
        /PEER_CERTIFICATE_EXPIRED The certificate is valid from .* and the clock here says /,
      );
  });

  it('refuses a certificate that is not valid yet, and names the dates and the clock', async () => {
    const early = await world.identity(undefined, { nowMs: Date.now() + 2 * 3_600_000 });
    const a = await world.started();
    const b = await world.started({ identity: early, seeds: [a.network.address] });
    await until(() => a.failures.includes('PEER_CERTIFICATE_EXPIRED'));
    expect([...a.linked, ...b.linked]).to.deep.equal([]);
    expect(a.warned).to.have.length(1);
    expect(a.warned[0])
      .to.match(/valid from .* to .* only, and the clock here says .* GMT/)
      .and.to.include('the clock of this node is wrong');
  });

  it('closes a dial that reaches another peer than the one it was for', async () => {
    const a = await world.started();
    const b = await world.started();
    const absent = await world.identity();
    const { peerId, orgId, tls } = absent;
    const lie = signDescriptor(
      {
        ...{ peerId, orgId, tlsKeyHash: tls.keyHash, consensusKey: 'ab'.repeat(32), endpoints: [b.network.address] },
        ...{ multiaddrs: [], seq: Date.now(), notAfterMs: Date.now() + DAY_MS },
      },
      absent.sign,
    );
    expect(a.book.learn(lie, { isSeed: false })).to.equal('new');
    a.network.lookAgain();
    await until(() => a.failures.includes('PEER_NOT_FOUND'));
    expect([...a.linked, ...b.linked]).to.deep.equal([]);
    expect(a.network.link(peerId).state).to.equal('backing-off');
  });

  it('lets guests in where admission is open, and nowhere else', async () => {
    const guest = await world.guest();
    const strict = await world.started({ admission: 'org' });
    const open = await world.started({ admission: 'open' });
    const b = await world.started({ identity: guest, seeds: [strict.network.address, open.network.address] });
    await until(() => open.linked.length === 1 && b.linked.length === 1);
    expect(open.network.peer(b.peerId)?.standing).to.equal('guest');
    expect(b.network.peer(open.peerId)?.standing).to.equal('member');
    await until(() => strict.failures.includes('PEER_NOT_ADMITTED'));
    expect(strict.linked).to.deep.equal([]);
  });

  it('holds a guest to the budget of guests and tells it of no peer', async () => {
    const open = await world.started({ admission: 'open' });
    const member = await world.started({ seeds: [open.network.address] });
    await until(() => open.linked.length === 1);
    const b = await world.started({ identity: await world.guest(), seeds: [open.network.address] });
    await until(() => b.linked.length === 1);
    for (let n = 0; n < 1500; n++) b.network.send(open.peerId, vote(n));
    await until(() => open.dropped.length + open.frames.length === 1500);
    expect(open.dropped).to.include('in any');
    expect(open.frames.length).to.be.within(500, 1400);
    // The first exchange follows within two seconds of the link.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(b.book.has(member.peerId)).to.equal(false);
    expect(member.book.has(open.peerId)).to.equal(true);
  });

  it('answers no call of a connection that has not said hello', async () => {
    const a = await world.started();
    const channel = channelOf(await world.identity(), a.network.address);
    await channel.ready(5000);
    const failure = await channel
      .unary({ path: '/peer.v1.PeerMesh/ExchangePeers' }, Buffer.alloc(0), 5000)
      .catch((e) => e);
    expect(failure).to.include({ name: 'PeerFailure', reason: 'refused' });
    channel.close();
  });
});
