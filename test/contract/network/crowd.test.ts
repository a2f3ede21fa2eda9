// Many connections, calls and bytes of peers that have proven nothing: they are bounded, and keep no other peer out.
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { RANGES_MAX } from '../../../core/base/limits/node/replication.js';
import { RANGE_STREAMS_MAX } from '../../../core/mesh/budget.js';
import { guestCertificate } from '../../../storage/pki/authority.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { channelOf, type Member, NetworkWorld, until } from '../../support/mesh/networks.js';
import { keysOf, ORG_B } from '../../support/mesh/pki.js';
import { aChain } from '../../support/register/a-chain.js';

const LINK = { path: '/peer.v1.PeerMesh/Link' };

describe('node/network under a crowd', () => {
  const world = new NetworkWorld();
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** A certificate of its own making that names another node. */
  async function liar(peerId: string): Promise<NodeIdentity> {
    const guest = await world.guest();
    const keys = keysOf(world.folder());
    const certificatePem = await guestCertificate(
      { nodeKey: { ...keys.nodeKey, peerId }, tlsKey: keys.tlsKey },
      { orgId: ORG_B, installation: 'local', hosts: [], nowMs: Date.now() - 1000, days: 1 },
    );
    return { ...guest, tls: { ...guest.tls, keyPem: keys.tlsKey.pem, certificatePem } };
  }

  async function linkedPair(): Promise<{ readonly a: Member; readonly b: Member }> {
    const bIdentity = await world.identity();
    const a = await world.started({ wanted: [bIdentity.peerId] });
    // It cannot be dialled: its link is the one that it dialled.
    const b = await world.started({ identity: bIdentity, seeds: [a.network.address], advertise: ['127.0.0.1:1'] });
    await until(() => a.linked.length === 1);
    return { a, b };
  }

  it('closes no connection of a node for a stranger that uses its name', async () => {
    const { a, b } = await linkedPair();
    const forged = await liar(b.peerId);
    const channels = Array.from({ length: 6 }, () => channelOf(forged, a.network.address));
    await Promise.all(channels.map((channel) => channel.ready(5000)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(a.unlinked).to.deep.equal([]);
    for (const channel of channels) channel.close();
  });

  it('keeps no stranger whose name somebody else has proven', async () => {
    const { a, b } = await linkedPair();
    const channel = channelOf(await liar(b.peerId), a.network.address);
    await channel.ready(5000);
    const failure = await channel.unary({ path: '/peer.v1.PeerMesh/GetHeads' }, Buffer.alloc(0), 5000).catch((e) => e);
    expect(failure).to.include({ name: 'PeerFailure', reason: 'refused' });
    // A member is answered by the handler, which finds the request empty.
    const member = channelOf(b.identity, a.network.address);
    await member.ready(5000);
    const answer = await member.unary({ path: '/peer.v1.PeerMesh/GetHeads' }, Buffer.alloc(0), 5000).catch((e) => e);
    expect(answer).to.not.include({ reason: 'refused' });
    for (const one of [channel, member]) one.close();
  });

  it('lets who has proven nothing begin two calls, and a member as many as it needs', async () => {
    const open = await world.started({ admission: 'open' });
    for (const [identity, calls, refused] of [
      [await world.guest(), 6, 4],
      [await world.identity(), 45, 5],
    ] as const) {
      const channel = channelOf(identity, open.network.address);
      await channel.ready(5000);
      let ended = 0;
      for (let i = 0; i < calls; i++) channel.duplex(LINK).on('error', () => void ended++);
      await until(() => ended === refused);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(ended).to.equal(refused);
      channel.close();
    }
  });

  it('gives a call its place back when it is over', async () => {
    const open = await world.started({ admission: 'open' });
    const channel = channelOf(await world.guest(), open.network.address);
    await channel.ready(5000);
    for (let i = 0; i < 5; i++) {
      const call = channel.duplex(LINK).on('error', () => undefined);
      await new Promise((resolve) => setTimeout(resolve, 30));
      call.cancel();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    let ended = 0;
    const last = channel.duplex(LINK).on('error', () => void ended++);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(ended).to.equal(0);
    last.cancel();
    channel.close();
  });

  it('closes a guest that sends more than a hello before it proved its name', async () => {
    const open = await world.started({ admission: 'open' });
    const { keyPem: key, certificatePem: cert } = (await world.guest()).tls;
    const session = connectHttp2(`https://${open.network.address}`, { key, cert, rejectUnauthorized: false });
    session.on('error', () => undefined);
    const call = session.request({
      ...{ ':method': 'POST', ':path': LINK.path, 'content-type': 'application/grpc', te: 'trailers' },
    });
    call.on('error', () => undefined);
    // The beginning of a message of 10 MiB, which does not go on.
    const begun = Buffer.alloc(2 * 1024 * 1024);
    begun.writeUInt32BE(10 * 1024 * 1024, 1);
    call.write(begun);
    await until(() => session.destroyed, 5000);
  });

  it('lets a member in beside hundreds of connections that never finish a handshake', async () => {
    const a = await world.started();
    const [host, port] = a.network.address.split(':') as [string, string];
    for (let i = 0; i < 600; i++) {
      const socket = connect(Number(port), host);
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => b.linked.length === 1, 5000);
  });

  it('drops what is large for a guest before it is decoded', async () => {
    const open = await world.started({ admission: 'open' });
    const b = await world.started({ identity: await world.guest(), seeds: [open.network.address] });
    await until(() => b.linked.length === 1);
    const { sealed } = aChain(1, 1)[0]!;
    const body = { ...sealed.docket, annex: [{ filler: '0'.repeat(60_000) }] };
    expect(
      b.network.send(open.peerId, { type: 'body', registerId: sealed.docket.header.registerId, docket: body }),
    ).to.equal(true);
    await until(() => open.dropped.includes('in piece'));
    expect(open.frames).to.deep.equal([]);
  });

  it('charges for heads by their number', async () => {
    const asked = await world.started();
    const b = await world.started({ seeds: [asked.network.address] });
    await until(() => b.linked.length === 1 && asked.linked.length === 1);
    const registerIds = Array.from({ length: 256 }, (_, n) => `01234567-89ab-4def-8123-${String(n).padStart(12, '0')}`);
    const ask = () =>
      b.network.heads(asked.peerId, { registerIds }).then(
        () => 'answered',
        ({ reason }) => reason,
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, ask));
    expect(outcomes.filter((one) => one === 'answered')).to.have.length.within(1, 4);
    expect(outcomes).to.include('refused');
  });

  it('serves a bounded number of ranges at a time, and takes back those that are given up', async () => {
    const { sealed } = aChain(1, 1)[0]!;
    const asked = await world.started({
      service: {
        dockets: () =>
          (async function* () {
            for (let i = 0; i < 300; i++) {
              yield sealed;
              await new Promise((resolve) => setTimeout(resolve, 20));
            }
          })(),
      },
    });
    const range = { registerId: sealed.docket.header.registerId, fromHeight: 0, toHeight: 255, bytesMax: 1 << 20 };
    const readers = await Promise.all(
      Array.from({ length: 9 }, () => world.started({ seeds: [asked.network.address] })),
    );
    await until(() => readers.every(({ linked }) => linked.includes(asked.peerId)));
    const begin = (reader: Member) =>
      Array.from({ length: 4 }, () => reader.network.dockets(asked.peerId, range)[Symbol.asyncIterator]());
    const running = readers.slice(0, 8).flatMap(begin);
    const first = await Promise.allSettled(running.map((one) => one.next()));
    expect(first.every(({ status }) => status === 'fulfilled')).to.equal(true);
    const late = begin(readers[8]!);
    expect(
      (await Promise.allSettled(late.map((one) => one.next()))).every(({ status }) => status === 'rejected'),
    ).to.equal(true);
    await Promise.all(running.map((one) => one.return?.()));
    await until(() => asked.network.peers().length > 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const again = begin(readers[8]!)[0]!;
    expect((await again.next()).done).to.equal(false);
    await again.return?.();
  });

  it('reads a bounded number of ranges at a time, of all peers together', async () => {
    const { sealed } = aChain(1, 1)[0]!;
    const dockets = () =>
      (async function* () {
        for (;;) {
          yield sealed;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
    const peers = await Promise.all(
      Array.from({ length: Math.ceil(RANGES_MAX / RANGE_STREAMS_MAX) + 1 }, () =>
        world.started({ service: { dockets } }),
      ),
    );
    const reader = await world.started({ seeds: peers.map(({ network }) => network.address) });
    await until(() => reader.linked.length === peers.length);
    const range = { registerId: sealed.docket.header.registerId, fromHeight: 0, toHeight: 255, bytesMax: 4 << 20 };
    const begin = ({ peerId }: Member) => reader.network.dockets(peerId, range)[Symbol.asyncIterator]();
    const last = peers.pop()!;
    const running = peers
      .flatMap((peer) => Array.from({ length: RANGE_STREAMS_MAX }, () => peer))
      .slice(0, RANGES_MAX)
      .map(begin);
    await Promise.all(running.map((one) => one.next()));
    const refused = await begin(last)
      .next()
      .catch((error) => error);
    expect(refused).to.include({ reason: 'refused', message: 'refused: enough ranges are under way' });
    await running[0]!.return?.();
    const again = begin(last);
    expect((await again.next()).done).to.equal(false);
    await Promise.all([again, ...running].map((one) => one.return?.()));
  });
});
