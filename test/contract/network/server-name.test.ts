// The name that a node tells when it dials, as a TCP server reads it; and that this name lets in nobody: the
// certificate has to be of the peer, and of an authority that is trusted.
import { join } from 'node:path';
import { expect } from 'chai';
import { PeerChannel, secureContext } from '../../../node/network/transport/client.js';
import { diagnose } from '../../../node/network/transport/diagnosis.js';
import { systemClock } from '../../../node/platform/clock.js';
import { loadIdentity, type NodeIdentity } from '../../../storage/pki/identity.js';
import { verifyPeer } from '../../../storage/pki/verify.js';
import { good } from '../../support/base/good.js';
import { helloServer } from '../../support/mesh/client-hello.js';
import { channelOf, NetworkWorld } from '../../support/mesh/networks.js';
import { anAuthority, DAY_MS, enrolled, ORG_B } from '../../support/mesh/pki.js';

const READY_MS = 10_000;

describe('the name that a dialling node tells', () => {
  const world = new NetworkWorld();
  let own: NodeIdentity;
  const channels: PeerChannel[] = [];
  beforeEach(async () => {
    own = await world.identity();
  });
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
  });

  const judging =
    ({ trusted, installation }: NodeIdentity) =>
    (raw: Uint8Array) =>
      verifyPeer(raw, { trusted, installation, nowMs: Date.now() });

  /** Whether the channel connects; the code of the refused certificate where that is why it does not. */
  async function outcome(channel: PeerChannel): Promise<string> {
    channels.push(channel);
    return channel.ready(READY_MS).then(
      () => 'connected',
      () => channel.refused?.code ?? 'not connected',
    );
  }

  it('is that of the endpoint, of links and of the probe behind them; an address is told nowhere', async () => {
    const server = await helloServer();
    const asked = { context: secureContext(own.tls), verify: judging(own) };
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await outcome(channelOf(own, `${host}:${server.port}`))).to.equal('not connected');
      await diagnose(`${host}:${server.port}`, asked);
    }
    await server.close();
    expect(server.names).to.deep.equal(['localhost', 'localhost', 'peer.quorate', 'peer.quorate']);
  });

  it('makes no certificate good: neither another peer, nor one of that name whose authority is not trusted', async () => {
    const a = await world.started();
    const named = (address: string) => address.replace('127.0.0.1', 'localhost');
    const expecting = (endpoint: string, expected: string) =>
      new PeerChannel(
        { endpoint, context: secureContext(own.tls), expected, messageBytesMax: 1 << 20 },
        { clock: systemClock, verify: judging(own) },
      );
    expect(await outcome(expecting(named(a.network.address), a.peerId))).to.equal('connected');
    const other = await world.identity();
    expect(await outcome(expecting(named(a.network.address), other.peerId))).to.equal('PEER_NOT_FOUND');
    const foreign = await anAuthority(join(world.root, 'foreign'), { orgId: ORG_B, nowMs: Date.now() - DAY_MS });
    const dir = world.folder();
    await enrolled(dir, foreign, { nowMs: Date.now() - DAY_MS, hosts: ['localhost'] });
    const stranger = await world.started({ identity: good(loadIdentity(dir, Date.now())) });
    const found = await outcome(expecting(named(stranger.network.address), stranger.peerId));
    expect(found).to.not.equal('connected');
  });
});
