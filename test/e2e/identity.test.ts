// Node identities where others judge them: the TLS of the platform in both directions, and openssl as an independent
// verifier where it is installed.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { isFailure } from '../../core/base/result.js';
import { revoke } from '../../storage/pki/authority.js';
import type { NodeIdentity } from '../../storage/pki/identity.js';
import { loadIdentity } from '../../storage/pki/identity.js';
import { authorityIn, trust } from '../../storage/pki/trusted.js';
import { type VerifiedPeer, verifyPeer } from '../../storage/pki/verify.js';
import { folderOfAll } from '../support/base/folders.js';
import { good } from '../support/base/good.js';
import { anAuthority, enrolled, ORG_A, ORG_B } from '../support/mesh/pki.js';

const nowMs = Date.now();

describe('node identities', () => {
  const root = folderOfAll();

  /** Two nodes of two organisations that trust each other's CA, or not. */
  async function pair(name: string, mutual: boolean): Promise<readonly [NodeIdentity, NodeIdentity]> {
    const dir = (part: string) => join(root, name, part);
    const [ann, bob] = [
      await anAuthority(dir('ca-a'), { orgId: ORG_A, nowMs }),
      await anAuthority(dir('ca-b'), { orgId: ORG_B, nowMs }),
    ];
    await enrolled(dir('a'), ann, { nowMs });
    await enrolled(dir('b'), bob, { nowMs });
    trust(join(dir('a'), 'trusted'), good(authorityIn(bob.own.pem, 'b')));
    if (mutual) trust(join(dir('b'), 'trusted'), good(authorityIn(ann.own.pem, 'a')));
    return [good(loadIdentity(dir('a'), nowMs)), good(loadIdentity(dir('b'), nowMs))];
  }

  it('link over TLS 1.3, and each end learns who the other is', async () => {
    const [one, two] = await pair('good', true);
    for (const [server, client] of [
      [one, two],
      [two, one],
    ] as const) {
      const [seenByServer, seenByClient] = await handshake(server, client);
      expect(seenByServer).to.include({ peerId: client.peerId, orgId: client.orgId, keyHash: client.tls.keyHash });
      expect(seenByClient).to.include({ peerId: server.peerId, orgId: server.orgId, keyHash: server.tls.keyHash });
    }
  });

  it('do not link where one end does not trust the CA of the other', async () => {
    const [one, two] = await pair('foreign', false);
    for (const [server, client] of [
      [one, two],
      [two, one],
    ] as const) {
      const failure = await handshake(server, client).then(
        () => 'linked',
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect(failure).to.be.a('string').and.not.equal('linked');
    }
  });

  it('are good in the eyes of openssl, and revoked ones are not', async function () {
    if (spawnSync('openssl', ['version']).status !== 0) this.skip();
    const ca = await anAuthority(join(root, 'strict', 'ca'), { nowMs });
    const { pem, serial } = await enrolled(join(root, 'strict', 'node'), ca, {
      nowMs,
      hosts: ['one.example', '10.0.0.1'],
    });
    const leaf = join(root, 'strict', 'leaf.pem');
    writeFileSync(leaf, pem);
    const caFile = join(ca.dir, 'ca.crt');
    const verify = (...more: string[]) => {
      const found = spawnSync('openssl', ['verify', '-x509_strict', '-CAfile', caFile, ...more, leaf], {
        encoding: 'utf8',
      });
      return { status: found.status, said: found.stdout + found.stderr };
    };
    for (const purpose of ['sslserver', 'sslclient']) expect(verify('-purpose', purpose).said).to.contain(': OK');
    expect(verify('-verify_hostname', 'one.example').status).to.equal(0);
    expect(verify('-verify_ip', '10.0.0.1').status).to.equal(0);
    expect(verify('-verify_hostname', 'two.example').status).to.not.equal(0);
    await revoke(ca, ['01'], nowMs);
    const list = ['-crl_check', '-CRLfile', join(ca.dir, 'crl.pem')];
    expect(verify(...list).said).to.contain(': OK');
    await revoke(ca, [serial], nowMs);
    expect(verify(...list).said).to.contain('revoked');
  });
});

/** Both ends as verifyPeer sees them, after a byte went each way; rejects when either refuses. */
function handshake(server: NodeIdentity, client: NodeIdentity): Promise<readonly [VerifiedPeer, VerifiedPeer]> {
  const options = (own: NodeIdentity) => ({
    ...{ key: own.tls.keyPem, cert: own.tls.certificatePem, ca: own.tls.trustedPem, minVersion: 'TLSv1.3' as const },
  });
  return new Promise((resolve, reject) => {
    let dialled: TLSSocket | undefined;
    let seenByServer: VerifiedPeer | undefined;
    const listener = createServer({ ...options(server), requestCert: true, rejectUnauthorized: true }, (socket) => {
      socket.on('error', () => undefined);
      seenByServer = seen(socket, server);
      socket.end('.');
    });
    const end = (settle: () => void) => {
      dialled?.destroy();
      listener.close();
      settle();
    };
    // Either end may be the one that refuses.
    listener.on('tlsClientError', (error, socket) => {
      socket.destroy();
      end(() => reject(error));
    });
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo;
      dialled = connect({ ...options(client), host: '127.0.0.1', port, servername: 'localhost' });
      dialled.on('error', (error) => end(() => reject(error)));
      // A server that refuses says so after the client believes that it is linked (TLS 1.3), so the byte counts.
      dialled.once('data', () => {
        const seenByClient = seen(dialled as TLSSocket, client);
        end(() => resolve([seenByServer as VerifiedPeer, seenByClient]));
      });
    });
  });
}

function seen(socket: TLSSocket, own: NodeIdentity): VerifiedPeer {
  const raw = socket.getPeerX509Certificate()?.raw ?? Buffer.alloc(0);
  const found = verifyPeer(raw, { trusted: own.trusted, installation: own.installation, nowMs });
  if (isFailure(found)) throw new Error(found.issue.message);
  return found;
}
