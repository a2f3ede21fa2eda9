// Listeners of their own, with certificates of two authorities: which operations each answers, and whom a handshake
// lets in.
import { execFile } from 'node:child_process';
import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Agent, request } from 'node:https';
import { join } from 'node:path';
import { type ConnectionOptions, connect, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { isFailure } from '../../../core/base/result.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { workloadOf } from '../../../core/tenant/workload.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { certificatesOf } from '../../../node/platform/client-certificates.js';
import { makeCertificate } from '../../../storage/pki/x509.js';
import { folderOfAll } from '../../support/base/folders.js';
import { freePort } from '../../support/mesh/free-port.js';
import { SILENT } from '../world/world.js';

const WORKLOAD = '/api/internal/service-auth/workload';
const uriOf = (service: string) => `spiffe://local/service/${service}`;
const HOUR = 3_600_000;

interface Identity {
  readonly cert: string;
  readonly key: string;
}

describe('listeners of their own', () => {
  const folder = folderOfAll();
  let node: ComposedNode;
  const authorities: Record<string, { readonly pair: KeyPairKeyObjectResult; readonly der: Uint8Array }> = {};
  const at = (name: string) => join(folder, name);
  const aKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spkiOf = ({ publicKey }: KeyPairKeyObjectResult) => publicKey.export({ type: 'spki', format: 'der' });
  const pemOfKey = ({ privateKey }: KeyPairKeyObjectResult) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

  async function anAuthority(name: string): Promise<void> {
    const pair = aKey();
    const form = { uris: [], hosts: [], signingKey: pair.privateKey, nowMs: Date.now(), notAfterMs: Date.now() + HOUR };
    const der = await makeCertificate({ ...form, commonName: name, role: 'authority', spki: spkiOf(pair) });
    authorities[name] = { pair, der };
    writeFileSync(at(`${name}.crt`), pemOf('CERTIFICATE', der));
  }

  async function anIdentity(uris: readonly string[], by = 'ours', nowMs = Date.now()): Promise<Identity> {
    const pair = aKey();
    const { pair: issuer, der } = authorities[by]!;
    const cert = await makeCertificate({
      ...{ commonName: 'a client', uris, hosts: ['127.0.0.1'], role: 'node', spki: spkiOf(pair) },
      ...{ issuer: der, signingKey: issuer.privateKey, nowMs, notAfterMs: nowMs + HOUR },
    });
    return { cert: pemOf('CERTIFICATE', cert), key: pemOfKey(pair) };
  }

  before(async () => {
    await anAuthority('ours');
    await anAuthority('theirs');
    const own = await anIdentity([]);
    const aPort = async () => String(await freePort());
    writeFileSync(at('node.crt'), own.cert);
    writeFileSync(at('node.key'), own.key, { mode: 0o600 });
    const config = loadConfig({
      env: {},
      flags: {
        ...{ 'node.dataDir': at('data'), 'http.port': '0', 'internal.port': await aPort() },
        ...{ 'metrics.port': await aPort(), 'workload.port': await aPort() },
        ...{ 'workload.tlsCertFile': at('node.crt'), 'workload.tlsKeyFile': at('node.key') },
        'workload.clientCaFile': at('ours.crt'),
      },
    });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    node = composeNode(config, { log: SILENT, onFatal: () => undefined });
    await node.lifecycle.start();
  });
  after(async () => {
    await node.lifecycle.stop();
  });

  const ca = () => pemOf('CERTIFICATE', authorities.ours!.der);

  /** Status and body, or the reason why there is none. */
  const ask = (path: string, who: Partial<Identity> = {}, agent: Agent | false = false) =>
    new Promise<{ readonly status: number; readonly json: Record<string, unknown> }>((resolve, reject) => {
      request(new URL(path, node.address('workload')), { ca: ca(), agent, ...who }, (answer) => {
        let text = '';
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, json: JSON.parse(text) }));
      })
        .on('error', reject)
        .end();
    });
  const refused = (who: Partial<Identity>) =>
    ask(WORKLOAD, who).then(
      ({ status }) => `answered ${status}`,
      ({ code }: NodeJS.ErrnoException) => code,
    );

  it('tell a service who it is by its certificate', async () => {
    const { status, json } = await ask(WORKLOAD, await anIdentity([uriOf('inbox')]));
    expect([status, json.clientId, json.uri]).to.deep.equal([200, 'inbox', uriOf('inbox')]);
    expect(Object.keys(json)).to.have.members(['clientId', 'uri', 'validUntil', 'fingerprint']);
  });

  it('end the handshake of a client without a certificate, with one of another authority, and with an old one', async () => {
    expect(await refused({})).to.equal('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
    const theirs = await refused(await anIdentity([uriOf('inbox')], 'theirs'));
    expect(theirs).to.match(/^(ECONNRESET|ERR_SSL_.*)$/);
    const old = await refused(await anIdentity([uriOf('inbox')], 'ours', Date.now() - 2 * HOUR));
    expect(old).to.match(/^(ECONNRESET|ERR_SSL_.*)$/);
    const self = aKey();
    const form = { uris: [uriOf('inbox')], hosts: [], signingKey: self.privateKey, nowMs: Date.now() };
    const made = await makeCertificate({
      ...{ ...form, commonName: 'itself', role: 'node', spki: spkiOf(self), notAfterMs: Date.now() + HOUR },
    });
    const alone = await refused({ cert: pemOf('CERTIFICATE', made), key: pemOfKey(self) });
    expect(alone).to.match(/^(ECONNRESET|ERR_SSL_.*)$/);
  });

  it('know no service by a certificate with two URIs, with none, of another installation, or of no service', async () => {
    const uris = [
      [uriOf('inbox'), uriOf('admin')],
      [uriOf('inbox'), uriOf('inbox')],
      [],
      [`${uriOf('inbox')}, URI:${uriOf('admin')}`],
      ['spiffe://other/service/inbox'],
      ['spiffe://local/node/inbox'],
      ['spiffe://local/service/'],
      ['spiffe://local/service/in/box'],
      ['spiffe://local/service/..'],
      ['spiffe://local/service/inbox?x=1'],
      ['SPIFFE://local/service/inbox'],
      ['https://local/service/inbox'],
    ];
    for (const names of uris) {
      const { status, json } = await ask(WORKLOAD, await anIdentity(names));
      expect([status, json.code], names.join(' ')).to.deep.equal([401, 'WORKLOAD_IDENTITY_INVALID']);
    }
  });

  it('answer their own operations, and nothing of another listener', async () => {
    const inbox = await anIdentity([uriOf('inbox')]);
    for (const path of [
      '/api/organizations',
      '/api/v1/wallets',
      '/metrics',
      '/docs',
      '/.well-known/openapi.yaml',
      '/',
      '/hubs/register',
    ])
      expect((await ask(path, inbox)).status, path).to.equal(404);
    expect((await ask('/health', inbox)).status).to.equal(200);
    const document = (await ask('/.well-known/openapi.json', inbox)).json;
    expect(document.paths).to.include.keys(WORKLOAD).and.not.include.keys('/api/organizations');
    const at = async (name: 'public' | 'internal' | 'metrics', path: string) =>
      (await fetch(new URL(path, node.address(name)))).status;
    for (const path of [WORKLOAD, `/api/tenant${WORKLOAD}`]) expect(await at('public', path), path).to.equal(404);
    expect(await at('public', '/metrics')).to.equal(401);
    expect(await at('metrics', '/metrics')).to.equal(200);
    for (const path of ['/health', WORKLOAD, '/api/organizations', '/', '/.well-known/openapi.json'])
      expect(await at('metrics', path)).to.equal(404);
    expect(await at('internal', '/health')).to.equal(200);
    expect(await at('internal', WORKLOAD), 'without certificates').to.equal(401);
    expect(await at('internal', '/metrics')).to.equal(404);
    expect(await at('internal', '/api/organizations')).to.equal(404);
  });

  it('take up no session again, which would bring back a certificate of before', async () => {
    const { hostname, port } = new URL(node.address('workload'));
    const options: ConnectionOptions = {
      host: hostname,
      port: Number(port),
      ca: ca(),
      ...(await anIdentity([uriOf('a')])),
    };
    const once = (more: ConnectionOptions) =>
      new Promise<{ readonly session: Buffer | undefined; readonly isReused: boolean }>((resolve, reject) => {
        let session: Buffer | undefined;
        let isReused = false;
        const socket: TLSSocket = connect({ ...options, ...more }, () => {
          isReused = socket.isSessionReused();
          socket.write(`GET /alive HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
        });
        socket.on('session', (kept) => {
          session = kept;
        });
        socket.on('data', () => undefined);
        socket.on('error', reject);
        socket.on('close', () => resolve({ session, isReused }));
      });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const { session } = await once({ maxVersion: version });
      const again = await once({ maxVersion: version, ...(session && { session }) });
      expect(again.isReused, version).to.equal(false);
    }
  });

  it('agree with curl', async function () {
    const curl = promisify(execFile);
    await curl('curl', ['--version']).catch(() => this.skip());
    const { cert, key } = await anIdentity([uriOf('curl')]);
    writeFileSync(at('curl.crt'), cert);
    writeFileSync(at('curl.key'), key);
    const asked = ['-s', '-m', '5', '--cacert', at('ours.crt'), new URL(WORKLOAD, node.address('workload')).href];
    const shown = await curl('curl', ['--cert', at('curl.crt'), '--key', at('curl.key'), ...asked]);
    expect(JSON.parse(shown.stdout).clientId).to.equal('curl');
    const ended = await curl('curl', asked).catch((error: { readonly code: number }) => error.code);
    // CURLE_RECV_ERROR: the server ended it after its own half of the handshake.
    expect(ended).to.equal(56);
  });

  it('do not start without what makes them safe', async () => {
    const wrong = (flags: Record<string, string>) => {
      const config = loadConfig({ env: {}, flags: { 'node.dataDir': at('other'), ...flags } });
      return isFailure(config) ? config.issues.map(({ path }) => path) : [];
    };
    const tls = { 'workload.tlsCertFile': at('node.crt'), 'workload.tlsKeyFile': at('node.key') };
    expect(wrong({ 'workload.port': '8443', ...tls })).to.deep.equal(['/workload/clientCaFile']);
    expect(wrong({ 'workload.port': '8443', 'workload.clientCaFile': at('ours.crt') })).to.include(
      '/workload/clientCaFile',
    );
    expect(wrong({ 'internal.port': '8081', 'internal.host': '0.0.0.0' })).to.deep.equal(['/internal/host']);
    expect(wrong({ 'internal.port': '8080' })).to.deep.equal(['/internal/port']);
    writeFileSync(at('none.crt'), 'no certificate');
    for (const file of ['none.crt', 'node.crt', 'missing.crt']) {
      const flags = { 'node.dataDir': at('other'), 'http.port': '0', 'workload.port': '1', ...tls };
      const config = loadConfig({ env: {}, flags: { ...flags, 'workload.clientCaFile': at(file) } });
      if (isFailure(config)) throw new Error(JSON.stringify(config));
      const other = composeNode(config, { log: SILENT, onFatal: () => undefined });
      const error = await other.lifecycle.start().catch((thrown: Error) => thrown);
      await other.lifecycle.stop();
      expect((error as Error).message, file).to.include('workload.clientCaFile');
    }
  });
});

function showing(raw: Buffer, authorized = true) {
  return Object.assign(Object.create(TLSSocket.prototype), { authorized, getPeerX509Certificate: () => ({ raw }) });
}

describe('certificates of clients', () => {
  it('that TLS believes and the reader cannot read name no caller', async () => {
    const certificateOf = await certificatesOf();
    const socket = showing(Buffer.from('3000', 'hex'));
    const certificate = certificateOf(socket)!;
    expect(certificate.fingerprint).to.match(/^[0-9a-f]{64}$/);
    expect(certificateOf(socket), 'read once a connection').to.equal(certificate);
    const named = workloadOf(certificate, { installation: 'local', nowMs: 0 });
    expect(isFailure(named) && named.issues[0]?.code).to.equal('WORKLOAD_IDENTITY_INVALID');
    expect(certificateOf(showing(Buffer.from('3000', 'hex'), false))).to.equal(undefined);
  });
});
