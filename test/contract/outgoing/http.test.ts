// The guard of outgoing requests against a real server with a certificate: where it goes, and where it does not however
// it is led there.
import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createPlain } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { isFailure, type Result } from '../../../core/base/result.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import type { OutgoingAnswer, OutgoingCall } from '../../../core/outgoing/ports.js';
import { OutgoingHttp, type OutgoingOptions } from '../../../node/outgoing/http.js';
import { makeCertificate } from '../../../storage/pki/x509.js';
import { SILENT } from '../world/world.js';

const LOOPBACK = async () => [{ address: '127.0.0.1', family: 4 }];

describe('node/outgoing: http', () => {
  let server: Server;
  let ca: string;
  let port: number;
  let asked: IncomingMessage[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  before(async () => {
    const [issuer, own] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    if (issuer === undefined || own === undefined) throw new Error('no keys');
    const form = { uris: [], signingKey: issuer.privateKey, nowMs: Date.now(), notAfterMs: Date.now() + 3_600_000 };
    const spki = (pair: typeof own) => pair.publicKey.export({ type: 'spki', format: 'der' });
    const der = await makeCertificate({ ...form, commonName: 'CA', hosts: [], role: 'authority', spki: spki(issuer) });
    const hosts = ['idp.example', 'other.example'];
    const leaf = await makeCertificate({
      ...form,
      commonName: 'idp',
      hosts,
      role: 'node',
      spki: spki(own),
      issuer: der,
    });
    ca = pemOf('CERTIFICATE', der);
    const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
    server = createServer({ key, cert: pemOf('CERTIFICATE', leaf) }, (request, response) => {
      asked.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    asked = [];
    answer = (_, response) => response.end('hello');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const outgoing = (more: Partial<OutgoingOptions> = {}) =>
    new OutgoingHttp({
      allowedHosts: ['idp.example', 'other.example'],
      log: SILENT,
      steady: () => performance.now(),
      resolve: LOOPBACK,
      ca,
      ...more,
    });
  const call = (path = '/', more: Partial<OutgoingCall> = {}): OutgoingCall => ({
    purpose: 'check',
    from: 'a tenant',
    url: `https://idp.example:${port}${path}`,
    ...more,
  });
  const good = (result: Result<OutgoingAnswer>): OutgoingAnswer => {
    if (isFailure(result)) throw new Error(`${result.issue.code} ${result.issue.message}`);
    return result;
  };
  const code = (result: Result<OutgoingAnswer>) => (isFailure(result) ? result.issue.code : result.status);

  it('brings an answer whole, with the address that gave it', async () => {
    const found = good(await outgoing().request(call('/a?b=c', { headers: { 'x-a': 'b' } })));
    expect(Buffer.from(found.body).toString()).to.equal('hello');
    expect([found.status, found.address, found.url]).to.deep.equal([
      200,
      '127.0.0.1',
      `https://idp.example:${port}/a?b=c`,
    ]);
    expect(asked[0]?.url).to.equal('/a?b=c');
    expect(asked[0]?.headers['x-a']).to.equal('b');
  });

  it('sends a body', async () => {
    let text = '';
    answer = (request, response) => {
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => response.writeHead(201).end());
    };
    expect(code(await outgoing().request(call('/', { method: 'POST', body: 'to be taken' })))).to.equal(201);
    expect(text).to.equal('to be taken');
  });

  it('connects to no address that is not public, whatever the name says', async () => {
    const guard = outgoing({ allowedHosts: [] });
    expect(code(await guard.request(call()))).to.equal('OUTGOING_REFUSED');
    const mixed = async () => [{ address: '93.184.216.34', family: 4 }, ...(await LOOPBACK())];
    expect(code(await outgoing({ allowedHosts: [], resolve: mixed }).request(call()))).to.equal('OUTGOING_REFUSED');
    for (const host of ['127.0.0.1', '[::1]', '2130706433', '169.254.169.254'])
      expect(code(await guard.request(call('/', { url: `https://${host}:${port}/` }))), host).to.equal(
        'OUTGOING_REFUSED',
      );
    expect(asked).to.have.length(0);
  });

  it('connects to no private place by any spelling of its address', async () => {
    const guard = outgoing({ allowedHosts: [], resolve: LOOPBACK });
    const spelled = [
      ...['169.254.169.254', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[::1]', '127.1', '2130706433'],
      ...['0x7f000001', '0177.0.0.1', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[::7f00:1]'],
      ...['[fec0::1]', '[fd00::1]', '0.0.0.0', '0', 'localhost', 'localhost.', '127.0.0.1', '127.0.0.1.'],
      ...['[2002:7f00:1::]', '[100::1]', '[100:0:0:1::1]', '[5f00::1]', '[3fff::1]', '192.88.99.1', '198.18.0.1'],
      ...[
        '100.64.0.1',
        '[2001:db8::1]',
        '[::ffff:0:127.0.0.1]',
        'ip6-localhost',
        'LOCALHOST',
        '１２７.0.0.1',
        '①②⑦.0.0.1',
      ],
    ];
    for (const host of spelled)
      for (const url of [`https://${host}:${port}/`, `http://${host}:${port}/`, `https://user@${host}:${port}/`])
        expect(code(await guard.request(call('/', { url }))), url).to.equal('OUTGOING_REFUSED');
    for (const url of ['ftp://idp.example/', 'file:///etc/passwd', 'https:/\\127.0.0.1/', 'https://%31%32%37.0.0.1/'])
      expect(code(await guard.request(call('/', { url }))), url).to.equal('OUTGOING_REFUSED');
    expect(asked).to.have.length(0);
  });

  it('judges the address that the socket takes, not one that was asked for before', async () => {
    let times = 0;
    const resolve = async () => [{ address: times++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const found = good(await outgoing({ resolve }).request(call()));
    expect(found.address).to.equal('127.0.0.1');
    expect(times).to.equal(1);
  });

  it('follows redirects only where it was told to, and judges each target', async () => {
    answer = (request, response) =>
      request.url === '/end'
        ? response.end('end')
        : response.writeHead(302, { location: request.url === '/in' ? 'https://127.0.0.1/' : '/end' }).end();
    expect(code(await outgoing().request(call('/')))).to.equal(302);
    expect(good(await outgoing().request(call('/', { redirectsMax: 1 }))).url).to.match(/\/end$/);
    expect(code(await outgoing().request(call('/in', { redirectsMax: 1 })))).to.equal('OUTGOING_REFUSED');
    answer = (_, response) => response.writeHead(302, { location: '/' }).end();
    expect(code(await outgoing().request(call('/', { redirectsMax: 3 })))).to.equal('OUTGOING_ANSWER_REFUSED');
    answer = (_, response) => response.writeHead(302, { location: `http://third.example:${port}/` }).end();
    expect(code(await outgoing().request(call('/', { redirectsMax: 1 })))).to.equal('OUTGOING_REFUSED');
  });

  it('tells another origin no secrets, and POST becomes GET but for 307', async () => {
    for (const [status, method, length] of [
      [303, 'GET', undefined],
      [307, 'POST', '4'],
    ] as const) {
      asked = [];
      answer = (request, response) =>
        request.headers.host?.startsWith('other')
          ? response.end('end')
          : response.writeHead(status, { location: `https://other.example:${port}/` }).end();
      const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-kept': 'yes', 'content-type': 'text/plain' };
      good(await outgoing().request(call('/', { method: 'POST', body: 'body', headers, redirectsMax: 1 })));
      const [, last] = asked;
      expect([last?.method, last?.headers['content-length'], last?.headers['x-kept']]).to.deep.equal([
        method,
        length,
        'yes',
      ]);
      expect([last?.headers.authorization, last?.headers.cookie]).to.deep.equal([undefined, undefined]);
    }
  });

  it('takes no more bytes and no more time than the call has', async () => {
    answer = (_, response) => response.end('a'.repeat(101));
    expect(code(await outgoing().request(call('/', { bytesMax: 100 })))).to.equal('OUTGOING_ANSWER_REFUSED');
    expect(code(await outgoing().request(call('/', { bytesMax: 101 })))).to.equal(200);
    answer = (_, response) => void response.writeHead(200).write('and then nothing');
    expect(code(await outgoing().request(call('/', { timeoutMs: 100 })))).to.equal('OUTGOING_FAILED');
    answer = () => undefined;
    expect(code(await outgoing().request(call('/', { timeoutMs: 100 })))).to.equal('OUTGOING_FAILED');
    answer = (_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(20_000) }).end();
    expect(code(await outgoing().request(call()))).to.be.oneOf(['OUTGOING_ANSWER_REFUSED', 'OUTGOING_FAILED']);
  });

  it('takes no compressed answer, and asks for none', async () => {
    answer = (request, response) => {
      expect(request.headers['accept-encoding']).to.equal('identity');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('anything');
    };
    expect(code(await outgoing().request(call()))).to.equal('OUTGOING_ANSWER_REFUSED');
  });

  it('verifies certificates and their names', async () => {
    expect(code(await outgoing({ ca: '' }).request(call()))).to.equal('OUTGOING_FAILED');
    const elsewhere = { url: `https://third.example:${port}/` };
    expect(code(await outgoing({ allowedHosts: ['third.example'] }).request(call('/', elsewhere)))).to.equal(
      'OUTGOING_FAILED',
    );
    expect(asked).to.have.length(0);
  });

  it('refuses more requests to a host than it makes at once, and more of one tenant than it leaves to others, and makes room again', async () => {
    const waiting: ServerResponse[] = [];
    answer = (_, response) => void waiting.push(response);
    const guard = outgoing();
    const first = Array.from({ length: 4 }, () => guard.request(call()));
    expect(code(await guard.request(call()))).to.equal('OUTGOING_BUSY');
    first.push(...Array.from({ length: 4 }, (_, n) => guard.request(call('/', { from: `tenant ${n}` }))));
    expect(code(await guard.request(call('/', { from: 'the last' })))).to.equal('OUTGOING_BUSY');
    while (waiting.length < 8) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const response of waiting) response.end();
    expect((await Promise.all(first)).map(code)).to.deep.equal(Array(8).fill(200));
    answer = (_, response) => response.end();
    expect(code(await guard.request(call()))).to.equal(200);
  });

  it('calls this machine without TLS where the operator named it', async () => {
    const plain = createPlain((_, response) => response.end('plain'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
    try {
      expect(code(await outgoing({ allowedHosts: ['127.0.0.1'] }).request(call('/', { url })))).to.equal(200);
      expect(code(await outgoing().request(call('/', { url })))).to.equal('OUTGOING_REFUSED');
    } finally {
      plain.close();
    }
  });

  it('tells what came of a request, and never its path', async () => {
    const lines: string[] = [];
    const told: unknown[] = [];
    const log = { ...SILENT, info: (fields: object) => void lines.push(JSON.stringify(fields)) };
    const guard = outgoing({ log, allowedHosts: [], onAnswered: (one) => void told.push(one.outcome) });
    await guard.request(call('/callback?code=secret'));
    expect(told).to.deep.equal(['OUTGOING_REFUSED']);
    expect(lines.join()).to.contain('idp.example').and.not.contain('secret');
  });
});
