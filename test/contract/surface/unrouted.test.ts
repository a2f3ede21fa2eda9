// Requests that reach no operation, as bytes on a connection: each is refused with a code, in the form of its path,
// counts against its address, and leaves no line in the log. At every listener.
import { METHODS } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { LISTENERS, type ListenerName } from '../../../api/define.js';
import { HEADER_BYTES_MAX, QUERY_BYTES_MAX } from '../../../core/base/limits/node/requests.js';
import { aWorld, NO_LIMITS, type World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

interface Heard {
  readonly status: number;
  readonly type: string;
  readonly headers: string;
  readonly code: string | undefined;
  readonly error: unknown;
}

describe('requests that reach no operation', () => {
  const world = worldOfAll();
  const ports = new Map<ListenerName, number>();

  async function listening(at: World): Promise<void> {
    for (const name of LISTENERS) {
      await at.servers[name].listen({ port: 0, host: '127.0.0.1' });
      ports.set(name, (at.servers[name].server.address() as AddressInfo).port);
    }
  }

  before(async () => {
    await listening(world);
  });
  afterEach(() => expect(world.errors).to.deep.equal([]));

  /** All that comes back; the connection is ours to end where `isCut`. */
  function sent(name: ListenerName, bytes: string, isCut = false): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(ports.get(name) as number, '127.0.0.1');
      let text = '';
      socket.on('data', (some) => {
        text += some.toString('latin1');
        if (/\r\n\r\n[\s\S]*}$/.test(text)) socket.destroy();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.write(bytes, () => {
        if (isCut) setTimeout(() => socket.destroy(), 20);
      });
    });
  }

  async function heard(name: ListenerName, bytes: string): Promise<Heard> {
    const text = await sent(name, bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const problem = body === '' ? {} : JSON.parse(body);
    return {
      status: Number(head.split(' ')[1]),
      type: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
      headers: head,
      code: problem.code,
      error: problem.error,
    };
  }

  const request = (line: string, ...headers: readonly string[]) =>
    `${[line, 'Host: node', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  const long = 'x'.repeat(HEADER_BYTES_MAX + QUERY_BYTES_MAX);
  const LONG = `The query string has more than ${QUERY_BYTES_MAX} bytes.`;
  const UNREAD: readonly (readonly [what: string, bytes: string, code: string, status: number])[] = [
    ['an unknown method', request('FOO / HTTP/1.1'), 'REQUEST_INVALID', 400],
    ['another version', request('GET / HTTP/9.9'), 'REQUEST_INVALID', 400],
    ['a version of two', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'REQUEST_INVALID', 400],
    [
      'two lengths',
      request('POST / HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked'),
      'REQUEST_INVALID',
      400,
    ],
    [
      'two content lengths',
      request('POST / HTTP/1.1', 'Content-Length: 4', 'Content-Length: 5'),
      'REQUEST_INVALID',
      400,
    ],
    ['no header form', request('GET / HTTP/1.1', 'no colon'), 'REQUEST_INVALID', 400],
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000', 'REQUEST_INVALID', 400],
    ['long headers', request('GET /alive HTTP/1.1', `X-Long: ${long}`), 'HEADERS_TOO_LARGE', 431],
    ['a long path', request(`GET /${long} HTTP/1.1`), 'HEADERS_TOO_LARGE', 431],
    ['no host', 'GET /alive HTTP/1.1\r\nConnection: close\r\n\r\n', 'HEADER_INVALID', 400],
    ['two hosts', request('GET /alive HTTP/1.1', 'host: other'), 'HEADER_INVALID', 400],
    ['an expectation', request('GET /alive HTTP/1.1', 'Expect: more'), 'HEADER_INVALID', 400],
    ['a tunnel', request('CONNECT other:443 HTTP/1.1'), 'ROUTE_NOT_FOUND', 404],
    ['a path of no text', request('GET /api/%zz HTTP/1.1'), 'PATH_INVALID', 400],
  ];

  it('are refused with a long query, behind whichever sign the router ends a path at', async () => {
    for (const sign of ['?', '#']) {
      const ask = (length: number) =>
        heard('public', request(`GET /api/registers/available${sign}${'x'.repeat(length)} HTTP/1.1`));
      expect(await ask(QUERY_BYTES_MAX + 1), sign).to.include({ status: 400, code: 'QUERY_INVALID', error: LONG });
      expect((await ask(QUERY_BYTES_MAX)).error, sign).to.not.equal(LONG);
    }
  });

  for (const name of LISTENERS)
    it(`are refused as problems at the listener ${name}`, async () => {
      for (const [what, bytes, code, status] of UNREAD) {
        const found = await heard(name, bytes);
        expect([found.status, found.code, found.type], what).to.deep.equal([
          status,
          code,
          'application/problem+json; charset=utf-8',
        ]);
        expect(found.headers.toLowerCase(), what)
          .to.include('x-correlation-id: ')
          .and.include('cache-control: no-store');
      }
    });

  it('are ended when they do not arrive whole in their time', async () => {
    const slow = await aWorld({ rates: NO_LIMITS, requestTimeoutMs: 1000 });
    await slow.app.listen({ port: 0, host: '127.0.0.1' });
    const port = (slow.app.server.address() as AddressInfo).port;
    const began = performance.now();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (some) => {
        text += some.toString('latin1');
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.write(
        'POST /api/auth/login HTTP/1.1\r\nHost: node\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      );
    });
    expect(answer)
      .to.match(/^HTTP\/1\.1 408 /)
      .and.contain('REQUEST_TIMEOUT');
    expect(performance.now() - began, 'Node looks each 30 s by itself').to.be.lessThan(15_000);
    await slow.close();
  });

  it('may be of HTTP/1.0, which names no host', async () => {
    expect(await sent('public', 'GET /alive HTTP/1.0\r\n\r\n')).to.match(/^HTTP\/1\.1 200 /);
  });

  it('are refused by the router for every method that Node knows, before their body is looked at', async () => {
    const ours = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT']);
    for (const method of METHODS.filter((one) => !ours.has(one)))
      for (const name of LISTENERS)
        for (const type of [[], ['Content-Type: application/x-unknown', 'Content-Length: 2']]) {
          const [path, expected] =
            name === 'public' ? ['/alive', 'METHOD_NOT_ALLOWED'] : ['/nothing', 'ROUTE_NOT_FOUND'];
          const found = await heard(
            name,
            request(`${method} ${path} HTTP/1.1`, ...type) + (type.length > 0 ? '{}' : ''),
          );
          expect(found.code, `${method} at ${name} ${type}`).to.equal(expected);
        }
    const found = await heard('public', request('QUERY /api/registers HTTP/1.1'));
    expect([found.status, found.headers.toLowerCase()]).to.satisfy(
      ([status, headers]: [number, string]) => status === 405 && /^allow: .*get/m.test(headers),
    );
    for (const line of ['POST /api/nothing HTTP/1.1', 'PUT /alive HTTP/1.1'])
      expect(
        (await heard('public', request(line, 'Content-Type: text/odd', 'Content-Length: 1') + 'x')).code,
      ).to.be.oneOf(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);
  });

  it('have the form of their path', async () => {
    for (const line of ['GET /odata/%zz', 'GET /odata/a/b/c/d', 'POST /odata/Registers', 'QUERY /odata/Registers']) {
      const { error, type, code } = await heard('public', request(`${line} HTTP/1.1`));
      expect(error, line).to.be.an('object').that.includes.keys('code', 'message');
      expect(type, line).to.include('json');
      expect((error as { code: string }).code, line).to.equal(code);
    }
    const { error } = await heard('public', request('GET /api/%zz HTTP/1.1'));
    expect(error).to.be.a('string');
  });

  it('take parameters of a path as long as their operation says', async () => {
    const token = await world.token('user');
    const asked = async (length: number, url = '/api/passkey/credentials/') =>
      world.app.inject({
        method: url.includes('passkey') ? 'DELETE' : 'GET',
        url: `${url}${'0'.repeat(length)}`,
        headers: { authorization: `Bearer ${token}` },
      });
    for (const length of [512, 513, 1400])
      expect((await asked(length)).statusCode, `${length}`).to.be.oneOf([401, 404]);
    const over = await asked(1401);
    expect([over.statusCode, over.json().code, over.json().path]).to.deep.equal([400, 'PATH_INVALID', '/id']);
    const odata = await asked(600, '/odata/Transactions/');
    expect([odata.statusCode, typeof odata.json().error.message]).to.deep.equal([400, 'string']);
  });

  it('are no fault of the node where a body breaks off', async () => {
    for (const body of ['{"a"', ''])
      await sent(
        'public',
        request('POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 50') + body,
        true,
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(world.errors).to.deep.equal([]);
  });

  it('end while the node stops with a code of their own', async () => {
    const other = await aWorld();
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = other.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (some) => {
      text += some;
    });
    socket.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    // A connection without a request under way ends when the server closes: half a body keeps it open.
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: node', 'Content-Type: application/json', 'Content-Length: 2'];
    const begun = new Promise<void>((resolve) => other.app.server.once('request', () => resolve()));
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await begun;
    const closed = other.app.close();
    while (other.app.server.listening) await new Promise((resolve) => setImmediate(resolve));
    socket.write('}GET /alive HTTP/1.1\r\nHost: node\r\n\r\n');
    await Promise.all([ended, closed]);
    await other.close();
    const [first, second] = text.split('HTTP/1.1 ').filter(Boolean);
    expect(first, 'what was under way is answered').to.match(/^400 /);
    expect(second).to.match(/^503 /).and.include('"code":"NODE_DRAINING"');
    expect(second)
      .to.match(/^connection: close\r$/im)
      .and.match(/^retry-after: 5\r$/im);
  });

  describe('too often', () => {
    const limited = worldOfAll({ rates: { ...NO_LIMITS, api: 3 } });
    before(async () => {
      await listening(limited);
    });
    after(() => {
      for (const name of LISTENERS) ports.set(name, (world.servers[name].server.address() as AddressInfo).port);
    });

    it('are refused for that, whatever they are', async () => {
      const kinds = [
        ...UNREAD.map(([what, bytes]) => [what, bytes] as const),
        ['an unknown path', request('GET /api/nothing HTTP/1.1')],
        ['a method', request('QUERY /api/registers HTTP/1.1')],
      ] as const;
      for (const [what, bytes] of kinds) {
        const codes: unknown[] = [];
        for (let i = 0; i < 4; i++) codes.push((await heard('public', bytes)).code);
        expect(codes[3], what).to.equal('RATE_LIMITED');
        expect(codes[0], what).to.not.equal('RATE_LIMITED');
        limited.advance(60_000);
      }
      expect(limited.errors).to.deep.equal([]);
    });
  });
});
