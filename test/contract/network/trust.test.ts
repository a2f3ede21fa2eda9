// Trust that changes while nodes run: a new organisation is admitted; a removed one and a revoked certificate lose
// their links; a renewed certificate is shown; all without a restart.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { TrustWatch } from '../../../node/compose/trust.js';
import { type Authority, listIssued, revoke } from '../../../storage/pki/authority.js';
import { loadIdentity, TRUSTED_FOLDER } from '../../../storage/pki/identity.js';
import { distrust, trust, trustRevocations } from '../../../storage/pki/trusted.js';
import { good } from '../../support/base/good.js';
import { channelOf, type Member, NetworkWorld, until } from '../../support/mesh/networks.js';
import { aGuest, anAuthority, DAY_MS, enrolled, ORG_B } from '../../support/mesh/pki.js';
import { QUIET } from '../../support/node/ledger-world.js';

const HALF_HOUR_MS = 30 * 60 * 1000;

interface Watched {
  readonly dir: string;
  readonly member: Member;
  readonly watch: TrustWatch;
}

/** The organisation takes back what it issued to the node, and the node of the folder reads its list. */
async function revokeAt(authority: Authority, dir: string, peerId: string): Promise<void> {
  const serials = listIssued(authority).flatMap((one) => (one.peerId === peerId ? [one.serial] : []));
  const { file } = await revoke(authority, serials, Date.now());
  good(trustRevocations(join(dir, TRUSTED_FOLDER), readFileSync(file, 'latin1'), file));
}

describe('trust of running nodes', () => {
  const world = new NetworkWorld();
  let other: Authority;
  beforeEach(async () => {
    other = await anAuthority(join(world.root, 'other'), { orgId: ORG_B, nowMs: Date.now() - DAY_MS });
  });

  async function node(
    authority: Authority,
    trusts: readonly Authority[],
    seeds: readonly string[] = [],
  ): Promise<Watched> {
    const dir = world.folder();
    await enrolled(dir, authority, { nowMs: Date.now() - HALF_HOUR_MS });
    for (const { own } of trusts) trust(join(dir, TRUSTED_FOLDER), own);
    const identity = good(loadIdentity(dir, Date.now()));
    const member = await world.started({ identity, seeds });
    const renew = (renewed: typeof identity) => member.network.renew(renewed);
    return { dir, member, watch: new TrustWatch(dir, identity, { log: QUIET, now: () => Date.now(), renew }) };
  }

  it('admits an organisation that is added, and drops the links of one that is removed', async () => {
    const mine = await world.authority();
    const a = await node(mine, []);
    const b = await node(other, [mine], [a.member.network.address]);
    await until(() => b.member.failures.length > 0);
    expect(a.member.linked).to.deep.equal([]);
    a.watch.look();
    trust(join(a.dir, TRUSTED_FOLDER), other.own);
    a.watch.look();
    await until(() => a.member.linked.length === 1 && b.member.linked.length === 1);
    // Both directions: who is dialled and who dials.
    await until(() => a.member.network.link(b.member.peerId).state === 'up');
    expect(distrust(join(a.dir, TRUSTED_FOLDER), other.own)).to.equal(true);
    a.watch.look();
    await until(() => a.member.unlinked.length === 1 && b.member.unlinked.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(a.member.network.peers()).to.deep.equal([]);
    expect(a.watch.health()).to.deep.equal({ status: 'healthy' });
  });

  it('drops the links of a certificate that has ended, though no file changed', async () => {
    const mine = await world.authority();
    const untilMs = Date.now() + 4000;
    const nowMs = untilMs - HALF_HOUR_MS;
    const short = await world.identity(mine, { nowMs, days: HALF_HOUR_MS / DAY_MS });
    const b = await world.started({ identity: short });
    const { dir, member } = await node(mine, [], [b.network.address]);
    let lateMs = 0;
    const ports = {
      log: QUIET,
      now: () => Date.now() + lateMs,
      renew: (same: typeof short) => member.network.renew(same),
    };
    const watch = new TrustWatch(dir, member.identity, ports);
    await until(() => member.linked.length === 1);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, untilMs + 1100 - Date.now())));
    watch.look();
    expect(member.unlinked).to.deep.equal([]);
    lateMs = 60 * 60 * 1000;
    watch.look();
    await until(() => member.unlinked.length === 1);
  });

  it('drops the links of a certificate that is revoked, and keeps those of others', async () => {
    const mine = await world.authority();
    const a = await node(mine, []);
    const b = await node(mine, [], [a.member.network.address]);
    const c = await node(mine, [], [a.member.network.address]);
    await until(() => a.member.linked.length === 2);
    await revokeAt(mine, a.dir, b.member.peerId);
    a.watch.look();
    await until(() => a.member.unlinked.includes(b.member.peerId));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(a.member.network.peers().map(({ peerId }) => peerId)).to.deep.equal([c.member.peerId]);
    expect(a.member.unlinked).to.deep.equal([b.member.peerId]);
  });

  it('keeps out a node with a seat whose certificate was revoked and that makes its own, until it is enrolled', async () => {
    const mine = await world.authority();
    const b = await node(mine, []);
    const { peerId } = b.member;
    const isRosterMember = (id: string) => id === peerId;
    const dir = world.folder();
    await enrolled(dir, mine, { nowMs: Date.now() - HALF_HOUR_MS });
    const identity = good(loadIdentity(dir, Date.now()));
    const a = await world.started({ identity, isRosterMember, wanted: [peerId], seeds: [b.member.network.address] });
    const renew = (renewed: typeof identity) => a.network.renew(renewed);
    const watch = new TrustWatch(dir, identity, { log: QUIET, now: () => Date.now(), renew });
    await until(() => a.linked.length === 1);
    expect(a.network.isRevoked(peerId)).to.equal(false);
    await revokeAt(mine, dir, peerId);
    watch.look();
    await until(() => a.unlinked.length === 1);
    expect(a.network.isRevoked(peerId), 'gossip asks').to.equal(true);
    await b.member.stop();
    // The node key is the same: the sealed roster names it. Dials by the revoked certificate may have been refused too.
    const refused = () => a.failures.filter((code) => code === 'PEER_CERTIFICATE_REVOKED').length;
    const before = refused();
    await aGuest(b.dir);
    const guest = await world.started({ identity: good(loadIdentity(b.dir, Date.now())), seeds: [a.network.address] });
    expect(guest.peerId).to.equal(peerId);
    await until(() => refused() > before);
    expect(a.network.peers()).to.deep.equal([]);
    await guest.stop();
    await enrolled(b.dir, mine, { nowMs: Date.now() - HALF_HOUR_MS });
    await world.started({ identity: good(loadIdentity(b.dir, Date.now())), seeds: [a.network.address] });
    await until(() => a.network.peers().length === 1);
    expect(a.network.isRevoked(peerId)).to.equal(false);
  });

  it('shows a renewed certificate, and says when one is about to expire', async () => {
    const mine = await world.authority();
    const a = await node(mine, []);
    const b = await node(mine, [], [a.member.network.address]);
    await until(() => a.member.linked.length === 1);
    // A quarter of its life is left, of which fourteen days are told at the most.
    await enrolled(a.dir, mine, { nowMs: Date.now() - HALF_HOUR_MS, days: (1.1 * HALF_HOUR_MS) / DAY_MS });
    const renewed = good(loadIdentity(a.dir, Date.now()));
    a.watch.look();
    expect(a.watch.health()).to.deep.equal({
      status: 'degraded',
      reason: 'The certificate of this node expires within 1 day: enrol the node again, the node key stays.',
    });
    const channel = channelOf(good(loadIdentity(b.dir, Date.now())), a.member.network.address);
    await channel.ready(5000);
    expect(channel.certified).to.include({ peerId: a.member.peerId, keyHash: renewed.tls.keyHash });
    channel.close();
    expect(a.member.unlinked).to.deep.equal([]);
  });

  it('goes on as before with files that cannot be used, and says so', async () => {
    const mine = await world.authority();
    const a = await node(mine, []);
    const b = await node(mine, [], [a.member.network.address]);
    await until(() => a.member.linked.length === 1);
    appendFileSync(join(a.dir, TRUSTED_FOLDER, 'broken.pem'), 'no certificate');
    a.watch.look();
    expect(a.watch.health()).to.include({ status: 'degraded' });
    expect(a.member.network.peers().map(({ peerId }) => peerId)).to.deep.equal([b.member.peerId]);
  });
});
