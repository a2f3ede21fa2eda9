// With whom a node gossips: whom each mode of admission lets in, whom it dials, and what a ban and lost trust end. The
// transport is a table.
import { expect } from 'chai';
import type { KnownPeer } from '../../../../../actors/mesh/peers/peer-book-ports.js';
import type { AdmissionMode } from '../../../../../core/mesh/admission.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import { GossipLinks } from '../../../../../node/network/gossip/gossip-links.js';
import type { GossipTransport } from '../../../../../node/network/gossip/gossip-transport.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { QUIET } from '../../../../support/node/ledger-world.js';

const ADDRESS = '/ip4/10.0.0.1/tcp/7444';

function scene(admission: AdmissionMode, selfPeerId = 'a') {
  const clock = new VirtualClock();
  const known = new Map<string, KnownPeer>();
  const linked = new Map<string, Peer>();
  const connected = new Set<string>();
  const banned = new Set<string>();
  const revoked = new Set<string>();
  const roster = new Set<string>();
  const dialled: string[] = [];
  let refuses = false;
  const transport = {
    linkedPeers: () => [...connected],
    trust: () => undefined,
    dial: async (peerId: string) => {
      dialled.push(peerId);
      if (refuses) throw new Error('refused');
      connected.add(peerId);
    },
    hangUp: async (peerId: string) => void connected.delete(peerId),
  } as unknown as GossipTransport;
  const links = new GossipLinks(
    { selfPeerId, orgId: 'own', admission, allowedPeers: ['listed'], trusted: ['own', 'friend'] },
    {
      ...{ clock, log: QUIET, random: { number: () => 0.5, bytes: (length) => new Uint8Array(length) } },
      book: { isBanned: (id) => banned.has(id), knownPeers: () => [...known.values()], score: () => 0 },
      peer: (id) => linked.get(id),
      peers: () => [...linked.values()],
      isRosterMember: (id) => roster.has(id),
      isRevoked: (id) => revoked.has(id),
      wantedPeers: () => [...roster],
    },
  );
  const meet = (peerId: string, orgId: string, multiaddrs: readonly string[] = [ADDRESS]) =>
    known.set(peerId, { peerId, orgId, descriptor: { peerId, orgId, multiaddrs } } as unknown as KnownPeer);
  const refuse = (on: boolean) => {
    refuses = on;
  };
  return { clock, links, transport, meet, linked, connected, banned, revoked, roster, dialled, refuse };
}

describe('node/network/gossip/gossip-links', () => {
  const admitted: Readonly<Record<AdmissionMode, readonly string[]>> = {
    closed: ['listed', 'seat', 'member'],
    org: ['colleague', 'friend', 'member', 'seat'],
    open: ['colleague', 'friend', 'listed', 'member', 'nobody', 'seat', 'stranger'],
  };
  for (const mode of ['closed', 'org', 'open'] as const)
    it(`lets in whom admission ${mode} names, and never who is banned or revoked`, () => {
      const { links, meet, linked, roster, banned, revoked } = scene(mode);
      for (const [peerId, orgId] of [
        ['colleague', 'own'],
        ['friend', 'friend'],
        ['stranger', 'foreign'],
        ['listed', 'foreign'],
        ['seat', 'foreign'],
      ] as const)
        meet(peerId, orgId);
      roster.add('seat');
      linked.set('member', { peerId: 'member', orgId: 'foreign', standing: 'member' } as Peer);
      const all = ['colleague', 'friend', 'listed', 'member', 'nobody', 'seat', 'stranger'];
      expect(all.filter((id) => links.mayLink(id))).to.have.members(admitted[mode] as string[]);
      for (const id of all) revoked.add(id);
      expect(all.filter((id) => links.mayLink(id))).to.deep.equal([]);
      revoked.clear();
      for (const id of all) banned.add(id);
      expect(all.filter((id) => links.mayLink(id))).to.deep.equal([]);
    });

  it('dials whom it needs and others up to a few, and nothing but plain addresses', async () => {
    const { clock, links, transport, meet, roster, connected, dialled } = scene('org');
    meet('seat', 'foreign');
    roster.add('seat');
    meet('odd', 'own', ['/unix/tmp/socket', '/ip4/10.0.0.1/tcp/1/ws']);
    meet('stranger', 'foreign');
    for (let i = 0; i < 20; i++) meet(`p${i}`, 'own');
    links.open(transport);
    expect(dialled[0], 'first whom it needs').to.equal('seat');
    await clock.advance(60_000);
    expect([...connected].length).to.equal(8);
    expect(dialled).to.not.include.members(['odd']).and.not.include('stranger');
    links.close();
    expect(clock.armed).to.equal(0);
  });

  it('rests ever longer after failures', async () => {
    const { clock, links, transport, meet, dialled, refuse } = scene('org');
    meet('p', 'own');
    refuse(true);
    links.open(transport);
    await clock.advance(60_000);
    const first = dialled.length;
    expect(first).to.be.within(2, 5);
    await clock.advance(10 * 60_000);
    expect(dialled.length - first).to.be.at.most(5);
    links.close();
  });

  it('dials again after the same rest where the clock was set back by a week', async () => {
    const { clock, links, transport, meet, dialled, refuse } = scene('open');
    clock.setMs = 7 * 24 * 3_600_000;
    refuse(true);
    meet('z', 'x');
    links.open(transport);
    await clock.advance(60_000);
    const before = dialled.length;
    clock.setMs = 0;
    await clock.advance(3_600_000);
    expect(dialled.length).to.be.above(before);
    links.close();
  });

  it('leaves who is banned at once, and who is trusted no more at the next look', async () => {
    const { clock, links, transport, meet, connected, banned } = scene('org');
    for (const id of ['p', 'q']) meet(id, 'friend');
    links.open(transport);
    await clock.advance(1000);
    expect([...connected]).to.have.members(['p', 'q']);
    banned.add('p');
    links.onBanned('p');
    await clock.settle();
    expect([...connected]).to.deep.equal(['q']);
    links.trust(['own']);
    await clock.advance(10_000);
    expect([...connected]).to.deep.equal([]);
    links.close();
  });
});
