// A trusted organisation whose authority writes the peer id of another organisation's node into certificates: over real
// TLS it takes nothing of that node's.

import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { newRecord, recordOf, rowOf } from '../../../actors/mesh/peers/peer-record.js';
import { type Authority, issueTo } from '../../../storage/pki/authority.js';
import { loadIdentity, type NodeIdentity, TRUSTED_FOLDER } from '../../../storage/pki/identity.js';
import { makeRequest, proveRequest } from '../../../storage/pki/request.js';
import { trust } from '../../../storage/pki/trusted.js';
import { good } from '../../support/base/good.js';
import { channelOf, type Member, NetworkWorld, until, vote } from '../../support/mesh/networks.js';
import { anAuthority, DAY_MS, enrolled, keysOf, ORG_B } from '../../support/mesh/pki.js';
import { helloOf, rawLink } from '../../support/mesh/raw-link.js';

const HOUR_MS = 3_600_000;

describe('a certificate of one organisation for the node of another', () => {
  const world = new NetworkWorld();
  let other: Authority;
  const sockets: TLSSocket[] = [];
  beforeEach(async () => {
    other = await anAuthority(join(world.root, 'other'), { orgId: ORG_B, nowMs: Date.now() - DAY_MS });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** A node of the organisation that trusts the other one as well. */
  async function trusting(authority: Authority, also: Authority): Promise<NodeIdentity> {
    const dir = world.folder();
    await enrolled(dir, authority, { nowMs: Date.now() - HOUR_MS });
    trust(join(dir, TRUSTED_FOLDER), also.own);
    return good(loadIdentity(dir, Date.now()));
  }

  /** A node of the world's organisation with a certificate of its authority that names another node. */
  async function impostorOf(peerId: string): Promise<NodeIdentity> {
    const authority = await world.authority();
    const dir = world.folder();
    await enrolled(dir, authority, { nowMs: Date.now() - HOUR_MS });
    const own = good(loadIdentity(dir, Date.now()));
    const request = good(await makeRequest(keysOf(dir), []));
    const proven = good(await proveRequest(JSON.stringify(request)));
    const { pem } = good(await issueTo(authority, { ...proven, peerId }, { nowMs: Date.now() - HOUR_MS, days: 30 }));
    return { ...own, peerId, tls: { ...own.tls, certificatePem: pem + authority.own.pem } };
  }

  /** `count` TLS connections, each past its handshake or closed. */
  async function connections(identity: NodeIdentity, to: Member, count: number): Promise<readonly TLSSocket[]> {
    const [host, port] = to.network.address.split(':');
    const { keyPem, certificatePem } = identity.tls;
    const opened = Array.from({ length: count }, () => {
      const socket = connect({
        ...{ host, port: Number(port), key: keyPem, cert: certificatePem },
        ...{ rejectUnauthorized: false, ALPNProtocols: ['h2'], minVersion: 'TLSv1.3' },
      });
      socket.on('error', () => undefined).resume();
      sockets.push(socket);
      return socket;
    });
    await until(() => opened.every((socket) => socket.destroyed || socket.getProtocol() !== null));
    return opened;
  }

  it('is refused with a reason once that node proved its key, and evicts, blames and unlinks no peer', async () => {
    const c = await world.started({ identity: await trusting(await world.authority(), other) });
    const b = await world.started({
      identity: await trusting(other, await world.authority()),
      seeds: [c.network.address],
      advertise: ['127.0.0.1:1'],
    });
    await until(() => c.linked.length === 1 && b.linked.length === 1);
    const bootId = c.network.peer(b.peerId)?.bootId;
    const evil = await impostorOf(b.peerId);
    const opened = await connections(evil, c, 8);
    await until(() => opened.every((socket) => socket.destroyed));
    expect(c.failures).to.include('PEER_ORGANISATION_MISMATCH');
    expect(c.warned).to.have.length(1);
    expect(c.warned[0]).to.include('PEER_ORGANISATION_MISMATCH').and.to.include(b.peerId).and.to.include(ORG_B);
    expect([c.unlinked, b.unlinked, c.network.peer(b.peerId)?.bootId]).to.deep.equal([[], [], bootId]);
    expect([c.book.score(b.peerId), c.network.peer(b.peerId)?.orgId]).to.deep.equal([0, ORG_B]);
    expect(b.network.send(c.peerId, vote(1))).to.equal(true);
    await until(() => c.frames.length === 1);
  });

  it('counts for nothing before that node was met, and does not keep it out', async () => {
    const c = await world.started({ identity: await trusting(await world.authority(), other) });
    const identity = await trusting(other, await world.authority());
    const evil = await impostorOf(identity.peerId);
    for (let i = 0; i < 3; i++) {
      const link = await rawLink(evil, c.network.address, (one) => helloOf(one));
      await until(() => link.ended() !== undefined);
      link.channel.close();
    }
    expect([c.linked, c.book.score(identity.peerId), c.book.isBanned(identity.peerId)]).to.deep.equal([[], 0, false]);
    await connections(evil, c, 6);
    const b = await world.started({ identity, seeds: [c.network.address] });
    await until(() => c.linked.length === 1 && b.linked.length === 1);
    expect(c.network.peer(b.peerId)?.orgId).to.equal(ORG_B);
    const channel = channelOf(evil, c.network.address);
    await channel.ready(2000).catch(() => undefined);
    channel.close();
    expect(c.unlinked).to.deep.equal([]);
  });

  it('binds a node to the organisation under which it proved its key first, also on disk', async () => {
    const c = await world.started({ identity: await trusting(await world.authority(), other) });
    const b = await world.started({
      identity: await trusting(other, await world.authority()),
      seeds: [c.network.address],
    });
    await until(() => c.linked.length === 1);
    const { peerId } = b;
    expect(c.book.whyForeign({ peerId, orgId: ORG_B, standing: 'member' })).to.equal(undefined);
    const evil = await impostorOf(peerId);
    expect(c.book.whyForeign({ peerId, orgId: evil.orgId, standing: 'member' })?.code).to.equal(
      'PEER_ORGANISATION_MISMATCH',
    );
    expect(recordOf(rowOf({ ...newRecord(peerId, 1), memberOf: ORG_B })).memberOf).to.equal(ORG_B);
  });
});
