// A command says why it does not reach a node: real servers of other kinds, and none.
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net';
import { expect } from 'chai';
import { EXIT } from '../../../../cli/command/command.js';
import { plainFetch } from '../../../../cli/remote/plain-fetch.js';
import { sendThrough, waitForAnswers } from '../../../../cli/remote/remote.js';
import { pemOf } from '../../../../core/crypto/keys/pem.js';
import { makeCertificate } from '../../../../storage/pki/x509.js';
import { called } from '../../../support/program/command.js';

describe('the command line and the way to a node', () => {
  const servers: (Server | TcpServer)[] = [];

  async function listening<T extends Server | TcpServer>(server: T): Promise<string> {
    servers.push(server);
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const status = (url: string, ...more: string[]) => called(['status', ...more], {}, { env: { QUORATE_URL: url } });

  before(() => sendThrough(plainFetch));
  after(() => {
    sendThrough(undefined);
    waitForAnswers();
    for (const server of servers) server.close();
  });

  it('says that nothing listens', async () => {
    const { exit, err } = await status('http://127.0.0.1:1');
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.include('http://127.0.0.1:1 does not answer: nothing listens there').and.include('quorate start');
  });

  it('says that a name is unknown', async () => {
    const { exit, err } = await status('http://no-such-host.invalid');
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.match(/no such name is known|cannot be looked up/);
  });

  it('says that http stands there in place of TLS, and that a connection ended', async () => {
    const plain = await listening(createServer((_, response) => response.end('{}')));
    expect((await status(`https://${plain}`)).err)
      .to.include('does not speak TLS')
      .and.include('http://');
    const ends = await listening(createTcp((socket) => socket.destroy()));
    expect((await status(ends)).err)
      .to.include('ended the connection')
      .and.include('https://');
    const other = await listening(createTcp((socket) => socket.end('SSH-2.0-x\r\n')));
    expect((await status(other)).err).to.include('does not speak HTTP');
  });

  it('shows the certificate that it does not take, and says how an authority is stated', async () => {
    const form = { uris: [], nowMs: Date.now(), notAfterMs: Date.now() + 3_600_000 };
    const [issuer, own] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    const spkiOf = (pair: typeof own) => pair!.publicKey.export({ type: 'spki', format: 'der' });
    const signingKey = issuer!.privateKey;
    const its = { ...form, signingKey, commonName: 'Ours \u202e', hosts: [], spki: spkiOf(issuer) };
    const authority = await makeCertificate({ ...its, role: 'authority' });
    const leaf = { ...form, signingKey, commonName: 'ledger', hosts: ['localhost'], spki: spkiOf(own) };
    const certificate = await makeCertificate({ ...leaf, role: 'node', issuer: authority });
    const key = own!.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const secure = createHttps({ key, cert: pemOf('CERTIFICATE', certificate) }, (_, response) => response.end('{}'));
    const address = await listening(secure);
    const { exit, err } = await status(`https://${address}`);
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.include('of an authority that this computer does not know').and.include('NODE_EXTRA_CA_CERTS=FILE');
    expect(err).to.include('"ledger" (DNS:localhost), issued by "Ours ').and.not.include('\u202e');
    expect(err).to.include(`SHA-256 ${new X509Certificate(certificate).fingerprint256}`);
  });

  it('waits as long as it is told, and says so', async () => {
    const silent = await listening(createTcp(() => undefined));
    const { exit, err } = await status(silent, '--timeout', '1');
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.include('no answer came within 1 second').and.include('--timeout');
    expect((await status(silent, '--timeout', '0')).exit).to.equal(EXIT.usage);
  });

  it('says that a server is not a Quorate node', async () => {
    const other = await listening(
      createServer((_, response) => {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<html>no</html>');
      }),
    );
    const { exit, err } = await status(other);
    expect([exit, err.includes('answered 404, and not as a Quorate node does')]).to.deep.equal([EXIT.failed, true]);
    for (const [type, body] of [
      ['text/html; charset=utf-8', '<html>yes</html>'],
      ['application/json', '{"a":1}'],
    ] as const) {
      const strange = await listening(
        createServer((_, response) => {
          response.writeHead(200, { 'content-type': type }).end(body);
        }),
      );
      expect((await status(strange)).err).to.include('another program answers there, which is not a Quorate node');
    }
  });
});
