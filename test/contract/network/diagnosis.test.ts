// The words to an operator of an address that gives no link: from nothing there to a node that trusts no one of ours.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { secureContext } from '../../../node/network/transport/client.js';
import { diagnose } from '../../../node/network/transport/diagnosis.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { verifyPeer } from '../../../storage/pki/verify.js';
import { NetworkWorld } from '../../support/mesh/networks.js';
import { anAuthority, DAY_MS, enrolled, ORG_B } from '../../support/mesh/pki.js';

describe('node/network/transport/diagnosis', () => {
  const world = new NetworkWorld();
  let own: NodeIdentity;
  beforeEach(async () => {
    own = await world.identity();
  });

  const why = (endpoint: string, { tls, trusted, installation }: NodeIdentity = own) =>
    diagnose(endpoint, {
      context: secureContext(tls),
      verify: (raw) => verifyPeer(raw, { trusted, installation, nowMs: Date.now() }),
    });

  it('finds nothing wrong with a node that takes this one', async () => {
    const a = await world.started();
    expect(await why(a.network.address)).to.equal(undefined);
  });

  it('tells an address where nothing listens from one where no node does', async () => {
    const server = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    expect(await why(`127.0.0.1:${port}`)).to.include({ isPassing: true });
    await new Promise((resolve) => server.close(resolve));
    const gone = await why(`127.0.0.1:${port}`);
    expect(gone).to.include({ reason: 'ECONNREFUSED', isPassing: true });
    expect(gone?.detail).to.include('Nothing listens at this address');
  });

  it('tells a node that is not trusted here from one that does not trust this one', async () => {
    const foreign = await anAuthority(join(world.root, 'foreign'), { orgId: ORG_B, nowMs: Date.now() - DAY_MS });
    const theirs = await world.started({ identity: await world.identity(foreign) });
    expect(await why(theirs.network.address)).to.include({ reason: 'PEER_CERTIFICATE_UNTRUSTED', isPassing: false });
    const dir = world.folder();
    await enrolled(dir, foreign, { nowMs: Date.now() - DAY_MS });
    const a = await world.started();
    const found = await why(a.network.address, await world.trusting(dir, Date.now()));
    expect(found).to.include({ reason: 'closed', isPassing: false });
    expect(found?.detail).to.include('Does it trust the CA of this node');
  });
});
