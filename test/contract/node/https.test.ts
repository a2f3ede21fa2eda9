// The HTTP listener with a certificate of its own making: it speaks TLS and nothing else, and does not start with files
// that do not fit.
import { generateKeyPairSync } from 'node:crypto';
import dns from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { createServer, request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { isFailure } from '../../../core/base/result.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { TlsRenewal } from '../../../node/platform/http-tls.js';
import { makeCertificate } from '../../../storage/pki/x509.js';
import { folderOfEach } from '../../support/base/folders.js';
import { SILENT } from '../world/world.js';

describe('the HTTP listener with TLS', () => {
  const folder = folderOfEach();
  let issuerPem: string;
  const at = (name: string) => join(folder, name);

  function aKey(name: string) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(at(name), pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    return pair;
  }

  let nextCertificate: Uint8Array;

  beforeEach(async () => {
    const [issuer, own] = [aKey('issuer.key'), aKey('node.key')];
    aKey('other.key');
    const spkiOf = (pair: typeof own) => pair.publicKey.export({ type: 'spki', format: 'der' });
    const nowMs = Date.now();
    const form = { uris: [], signingKey: issuer.privateKey, nowMs, notAfterMs: nowMs + 3_600_000 };
    const authority = { ...form, commonName: 'An issuer', hosts: [], role: 'authority', spki: spkiOf(issuer) } as const;
    const der = await makeCertificate(authority);
    issuerPem = pemOf('CERTIFICATE', der);
    const leaf = { ...form, commonName: 'node', hosts: ['localhost', '127.0.0.1'], role: 'node' } as const;
    const cert = await makeCertificate({ ...leaf, spki: spkiOf(own), issuer: der });
    writeFileSync(at('node.crt'), pemOf('CERTIFICATE', cert));
    const next = aKey('next.key');
    nextCertificate = await makeCertificate({ ...leaf, spki: spkiOf(next), issuer: der });
  });

  function nodeWith(key: string, certificate = 'node.crt', more: Record<string, string> = {}): ComposedNode {
    const tls = { 'http.tlsCertFile': at(certificate), 'http.tlsKeyFile': at(key) };
    const config = loadConfig({ env: {}, flags: { 'node.dataDir': at('data'), 'http.port': '0', ...tls, ...more } });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    return composeNode(config, { log: SILENT, onFatal: () => undefined });
  }

  it('answers clients that trust the certificate, and none without TLS', async () => {
    const node = nodeWith('node.key');
    await node.lifecycle.start();
    try {
      const url = new URL('/alive', node.address().replace('[::1]', '127.0.0.1'));
      expect(url.protocol).to.equal('https:');
      const [status, strict] = await new Promise<unknown[]>((resolve, reject) => {
        request(url, { ca: issuerPem, agent: false }, (answer) =>
          resolve([answer.resume().statusCode, answer.headers['strict-transport-security']]),
        )
          .on('error', reject)
          .end();
      });
      expect([status, strict]).to.deep.equal([200, 'max-age=31536000']);
      const offered = await new Promise((resolve, reject) => {
        const headers = { connection: 'Upgrade', upgrade: 'h2c' };
        request(url, { ca: issuerPem, agent: false, headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(offered, 'with an offer of another protocol').to.equal(200);
      const refused = await new Promise<string>((resolve) => {
        plain({ host: url.hostname, port: url.port, path: '/alive', agent: false }, () => resolve('answered'))
          .on('error', () => resolve('refused'))
          .end();
      });
      expect(refused).to.equal('refused');
    } finally {
      await node.lifecycle.stop();
    }
  });

  /** Certificate that the listener shows, and the status of /alive. */
  const shown = (url: URL) =>
    new Promise<string>((resolve, reject) => {
      request(url, { ca: issuerPem, agent: false, servername: 'localhost' }, (answer) => {
        const { raw } = (answer.socket as TLSSocket).getPeerCertificate();
        answer.resume();
        resolve(`${answer.statusCode} ${raw.equals(nextCertificate) ? 'next' : 'first'}`);
      })
        .on('error', reject)
        .end();
    });

  it('takes up a renewed certificate on SIGHUP, and keeps the one it has where the new pair does not fit', async () => {
    const node = nodeWith('node.key');
    await node.lifecycle.start();
    try {
      const url = new URL('/alive', node.address().replace('[::1]', '127.0.0.1'));
      expect(await shown(url)).to.equal('200 first');
      writeFileSync(at('node.crt'), pemOf('CERTIFICATE', nextCertificate));
      node.reload();
      expect(await shown(url)).to.equal('200 first');
      writeFileSync(at('node.key'), readFileSync(at('next.key')));
      node.reload();
      expect(await shown(url)).to.equal('200 next');
    } finally {
      await node.lifecycle.stop();
    }
  });

  it('gives a renewed certificate to every address of the name localhost', async () => {
    const hosts = ['127.0.0.1', '127.0.0.2'];
    const { lookup } = dns;
    const names = hosts.map((address) => ({ address, family: 4 }));
    dns.lookup = ((...given: unknown[]) =>
      given[0] === 'localhost' && (given[1] as { all?: boolean }).all === true
        ? (given[2] as (error: null, found: typeof names) => void)(null, names)
        : (lookup as (...all: unknown[]) => void)(...given)) as typeof lookup;
    const node = nodeWith('node.key', 'node.crt', { 'http.host': 'localhost' });
    await node.lifecycle.start();
    try {
      const { port } = new URL(node.address());
      const all = () => Promise.all(hosts.map((host) => shown(new URL(`https://${host}:${port}/alive`))));
      expect(await all()).to.deep.equal(hosts.map(() => '200 first'));
      writeFileSync(at('node.crt'), pemOf('CERTIFICATE', nextCertificate));
      writeFileSync(at('node.key'), readFileSync(at('next.key')));
      node.reload();
      expect(await all()).to.deep.equal(hosts.map(() => '200 next'));
    } finally {
      dns.lookup = lookup;
      await node.lifecycle.stop();
    }
  });

  it('looks at the files by itself', () => {
    const looks: (() => void)[] = [];
    const clock = {
      now: () => Date.now(),
      setTimer: (run: () => void) => ({ cancel: () => void looks.splice(looks.indexOf(run), 1), n: looks.push(run) }),
    };
    const http = { section: 'http', tlsCertFile: at('node.crt'), tlsKeyFile: at('node.key') } as const;
    const server = createServer({ cert: readFileSync(http.tlsCertFile), key: readFileSync(http.tlsKeyFile) });
    let renewed = 0;
    server.setSecureContext = () => void renewed++;
    const renewal = new TlsRenewal(() => [server], http, { clock, log: SILENT });
    looks.shift()?.();
    expect([renewed, looks.length]).to.deep.equal([0, 1]);
    writeFileSync(at('node.key'), readFileSync(at('next.key')));
    looks.shift()?.();
    expect(renewed).to.equal(0);
    writeFileSync(at('node.crt'), pemOf('CERTIFICATE', nextCertificate));
    looks.shift()?.();
    expect(renewed).to.equal(1);
    looks.shift()?.();
    expect(renewed).to.equal(1);
    renewal.stop();
    expect(looks).to.deep.equal([]);
  });

  it('says in the log and in the health that its certificate ends, and that the files do not fit', () => {
    const looks: (() => void)[] = [];
    let nowMs = Date.now() - 30 * 86_400_000;
    const told: unknown[] = [];
    const tell = (level: string) => (fields: object, text: string) => void told.push([level, fields, text]);
    const clock = {
      now: () => nowMs,
      setTimer: (run: () => void) => ({ cancel: () => undefined, n: looks.push(run) }),
    };
    const files = { section: 'internal', tlsCertFile: at('node.crt'), tlsKeyFile: at('node.key') } as const;
    const server = createServer({ cert: readFileSync(files.tlsCertFile), key: readFileSync(files.tlsKeyFile) });
    const log = { ...SILENT, warn: tell('warn'), error: tell('error') };
    const renewal = new TlsRenewal(() => [server], files, { clock, log });
    const { use, validity } = renewal.inUse!;
    expect([use, validity.notAfterMs > Date.now()]).to.deep.equal(['internal', true]);
    // Issued for the time around now: it is not valid thirty days before, and ends within the hour.
    expect(renewal.health().status).to.equal('unhealthy');
    nowMs = validity.notAfterMs - 1000;
    looks.shift()?.();
    looks.shift()?.();
    expect(renewal.health()).to.include({ status: 'degraded' });
    expect(
      told.map((one) => (one as unknown[])[0]),
      'each is told once',
    ).to.deep.equal(['error', 'warn']);
    expect(renewal.health().reason).to.contain('internal.tlsCertFile expires within 1 day:');
    writeFileSync(at('node.key'), readFileSync(at('next.key')));
    looks.shift()?.();
    expect(renewal.health().reason).to.contain('internal.tlsCertFile and internal.tlsKeyFile cannot be used');
    writeFileSync(at('node.crt'), pemOf('CERTIFICATE', nextCertificate));
    looks.shift()?.();
    expect(renewal.health().reason).to.not.contain('cannot be used');
    renewal.stop();
  });

  it('does not start with a key of another certificate, or without the files', async () => {
    const why = async (node: ComposedNode) => {
      const error = await node.lifecycle.start().catch((thrown: Error) => thrown);
      await node.lifecycle.stop();
      return (error as Error).message;
    };
    expect(await why(nodeWith('other.key')))
      .to.contain('cannot be used together')
      .and.contain('http.tlsKeyFile');
    expect(await why(nodeWith('node.key', 'none.crt'))).to.equal(
      `http.tlsCertFile: the file ${at('none.crt')} cannot be read: ENOENT.`,
    );
  });
});
