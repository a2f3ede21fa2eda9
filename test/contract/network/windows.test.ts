// HTTP/2 flow control between nodes, as its other end sees it: windows of a link in both directions, and what becomes
// of a peer that fills them where nobody reads.
import { type ClientHttp2Session, connect, createSecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { expect } from 'chai';
import { LINK_WINDOW_BYTES } from '../../../core/base/limits/node/replication.js';
import { PeerServer } from '../../../node/network/transport/server.js';
import { systemClock } from '../../../node/platform/clock.js';
import { PeerMeshService } from '../../../proto/gen/peer/v1/peer.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { verifyPeer } from '../../../storage/pki/verify.js';
import { channelOf, NetworkWorld, until } from '../../support/mesh/networks.js';
import { QUIET } from '../../support/node/ledger-world.js';
import { FaultProxy } from '../../tools/fault-proxy.js';

/** What HTTP/2 has where nothing is said. */
const USUAL_BYTES = 65_535;
/** A message without content, as gRPC frames it: it is whole, and all that follows is behind it. */
const EMPTY_MESSAGE = Buffer.alloc(5);
const PART_BYTES = 1024 * 1024;
const DELAY_MS = 20;

describe('node/network/transport/windows', () => {
  const world = new NetworkWorld();
  const sessions: ClientHttp2Session[] = [];
  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy();
  });

  /** A connection without gRPC, so that nothing stands between the test and the windows. */
  async function raw({ tls }: NodeIdentity, address: string): Promise<ClientHttp2Session> {
    const [host, port] = address.split(':') as [string, string];
    const { keyPem: key, certificatePem: cert } = tls;
    const socket = await new Promise<TLSSocket>((resolve, reject) => {
      const options = { host, port: Number(port), key, cert, rejectUnauthorized: false, ALPNProtocols: ['h2'] };
      const made: TLSSocket = tlsConnect(options, () => resolve(made));
      made.once('error', reject);
    });
    const session = connect('http://node', { createConnection: () => socket });
    session.on('error', () => undefined);
    sessions.push(session);
    return session;
  }

  /** A node that does with links what the test says, and nothing else. */
  async function serving(
    handle: (call: ServerDuplexStream<Buffer, Buffer>) => void,
    refused: string[] = [],
  ): Promise<{ readonly server: PeerServer; readonly address: string }> {
    const { trusted, installation, tls } = await world.identity();
    const server = new PeerServer(
      { host: '127.0.0.1', port: 0, tls, messageBytesMax: LINK_WINDOW_BYTES },
      {
        ...{ clock: systemClock, log: QUIET, complaints: { say: () => undefined } as never },
        verify: (bytes) => verifyPeer(bytes, { trusted, installation, nowMs: Date.now() }),
        ...{ admit: () => undefined, isProven: () => true, onRefused: (code) => void refused.push(code) },
      },
      [{ definition: PeerMeshService, handlers: { link: { type: 'duplex', handle: (_, call) => handle(call) } } }],
    );
    return { server, address: `127.0.0.1:${await server.start()}` };
  }

  it('gives a member a window of 16 MiB for each stream and for the connection', async () => {
    const a = await world.started();
    const session = await raw(await world.identity(), a.network.address);
    await until(() => session.remoteSettings?.initialWindowSize === LINK_WINDOW_BYTES);
    await until(() => session.state.remoteWindowSize === LINK_WINDOW_BYTES);
  });

  it('gives a guest those of HTTP/2 alone', async () => {
    const open = await world.started({ admission: 'open' });
    const session = await raw(await world.guest(), open.network.address);
    await until(() => session.remoteSettings?.maxConcurrentStreams !== undefined);
    await new Promise((resolve) => session.ping(resolve));
    expect(session.remoteSettings.initialWindowSize).to.equal(USUAL_BYTES);
    expect(session.state.remoteWindowSize).to.equal(USUAL_BYTES);
  });

  it('gives the same to a node that it dials', async () => {
    const [dialled, dialler] = [await world.identity(), await world.identity()];
    const { keyPem: key, certificatePem: cert } = dialled.tls;
    const server = createSecureServer({ key, cert, requestCert: true, rejectUnauthorized: false });
    const session = new Promise<ServerHttp2Session>((resolve) => server.once('session', resolve));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const channel = channelOf(dialler, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      await channel.ready(5000);
      const met = await session;
      await until(() => met.remoteSettings?.initialWindowSize === LINK_WINDOW_BYTES);
      await until(() => met.state.remoteWindowSize === LINK_WINDOW_BYTES);
    } finally {
      channel.close();
      server.close();
    }
  });

  for (const towards of ['listener', 'dialler'] as const)
    it(`brings 16 MiB to the ${towards} over 20 ms each way in less time than windows of 64 KiB need at least`, async () => {
      let received = 0;
      const count = (bytes: Buffer) => {
        received += bytes.length;
      };
      const bring = (call: { write(bytes: Buffer): unknown }) => {
        for (let left = LINK_WINDOW_BYTES; left > 0; left -= PART_BYTES) call.write(Buffer.alloc(PART_BYTES));
      };
      const { server, address } = await serving((call) => {
        call.on('data', towards === 'listener' ? count : () => bring(call));
      });
      const [host, port] = address.split(':') as [string, string];
      const proxy = await FaultProxy.open({ host, port: Number(port) });
      const channel = channelOf(await world.identity(), `127.0.0.1:${proxy.port}`);
      try {
        await channel.ready(5000);
        proxy.set({ delayMs: DELAY_MS });
        const call = channel.duplex(PeerMeshService.link).on('data', count);
        call.on('error', () => undefined);
        const started = performance.now();
        if (towards === 'listener') bring(call);
        else call.write(Buffer.alloc(1));
        await until(() => received >= LINK_WINDOW_BYTES);
        const leastMs = (LINK_WINDOW_BYTES / USUAL_BYTES) * 2 * DELAY_MS;
        expect(performance.now() - started).to.be.lessThan(leastMs);
      } finally {
        channel.close();
        await server.stop();
        await proxy.close();
      }
    });

  describe('a server whose links nobody reads', () => {
    const refused: string[] = [];
    let server: PeerServer;
    let session: ClientHttp2Session;
    let other: ClientHttp2Session;
    beforeEach(async () => {
      refused.length = 0;
      const served = await serving(() => undefined, refused);
      server = served.server;
      const { address } = served;
      session = await raw(await world.identity(), address);
      other = await raw(await world.identity(), address);
      await until(() => session.remoteSettings?.initialWindowSize === LINK_WINDOW_BYTES);
    });
    afterEach(() => server.stop());

    it('closes a connection that holds more than one window, and no other', async () => {
      flood(session, 2);
      await until(() => session.destroyed);
      expect([refused, other.destroyed]).to.deep.equal([['unread'], false]);
    });

    it('leaves one that fills a single window', async () => {
      flood(session, 1);
      // By now the window is full, and was looked at.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect([refused, session.destroyed]).to.deep.equal([[], false]);
    });
  });

  it('ends a call whose answer has something behind it', async () => {
    const [dialled, dialler] = [await world.identity(), await world.identity()];
    const { keyPem: key, certificatePem: cert } = dialled.tls;
    const server = createSecureServer({ key, cert, requestCert: true, rejectUnauthorized: false });
    let isReset = false;
    server.on('stream', (stream) => {
      stream
        .on('error', () => undefined)
        .once('close', () => {
          isReset = true;
        });
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
      stream.write(EMPTY_MESSAGE);
      stream.write(EMPTY_MESSAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const channel = channelOf(dialler, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      await channel.ready(5000);
      const told = await channel
        .unary(PeerMeshService.submitTransactions, Buffer.alloc(0), 60_000)
        .catch((error) => error);
      expect(told).to.include({ reason: 'malformed', name: 'PeerFailure' });
      await until(() => isReset);
    } finally {
      channel.close();
      server.close();
    }
  });
});

/** Each stream is a link with a whole message, and two windows of bytes behind it. */
function flood(session: ClientHttp2Session, streams: number): void {
  for (let n = 0; n < streams; n++) {
    const stream = session.request({
      ':method': 'POST',
      ':path': PeerMeshService.link.path,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.on('error', () => undefined);
    stream.write(EMPTY_MESSAGE);
    stream.write(Buffer.alloc(2 * LINK_WINDOW_BYTES));
  }
}
