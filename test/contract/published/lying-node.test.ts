// A node that lies to the client for other programs: tokens stay with the node that they are for, nothing is read
// without end, and every answer is either a value or a ClientError.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ClientError } from '../../../api/client/client-error.js';
import { QuorateClient, sessionRefresh } from '../../../api/client/published/client.js';
import { plainFetch } from '../../../cli/remote/plain-fetch.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, body: string, headers: object = {}) =>
  response.writeHead(status, { 'content-type': 'application/problem+json', ...headers }).end(body);

async function listening(answer: Answer): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    response.setHeader('x-correlation-id', 't');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a lying node', () => {
  const reached: string[] = [];
  const servers: Server[] = [];
  let elsewhere: string;
  let url: string;
  let answer: Answer;

  before(async () => {
    const other = await listening((request, response) => {
      reached.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      json(response, 200, '{}');
    });
    const node = await listening((request, response) => answer(request, response));
    servers.push(other.server, node.server);
    elsewhere = other.url.replace('127.0.0.1', 'localhost');
    url = node.url;
  });
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const client = (more: object = {}) =>
    new QuorateClient({ url, token: 'secret', retry: false, timeoutMs: 2000, ...more });
  async function failure(call: Promise<unknown>): Promise<ClientError> {
    const error = await call.then(
      () => 'nothing',
      (e: unknown) => e,
    );
    if (error instanceof ClientError) return error;
    throw new Error(`no ClientError came, but ${String(error)}`);
  }

  it('gets no token, password or refresh token sent elsewhere, by no status and by no client', async () => {
    const login = { body: { email: 'a@b.example', password: 'word' } };
    for (const fetch of [globalThis.fetch, plainFetch])
      for (const status of [301, 302, 303, 307, 308]) {
        answer = (_, response) => json(response, status, '', { location: `${elsewhere}/x` });
        const node = client({ fetch });
        const calls = [
          node.auth.getMe,
          () => node.auth.login(login),
          () => node.registers.createRegister({ body: {} as never }),
        ];
        for (const call of calls) expect((await failure(call())).code, `${status}`).to.equal('REDIRECTED');
        const refresh = sessionRefresh({ url, refreshToken: 'r', fetch });
        expect((await failure(client({ fetch, token: undefined, refresh }).auth.getMe())).code).to.equal('REDIRECTED');
        const file = { params: { wallet: 'w', register: 'r', tx: 't', fileId: 'f' } };
        expect((await failure(node.files.downloadActionFile.stream(file).next())).code).to.equal('REDIRECTED');
      }
    expect(reached).to.deep.equal([]);
  });

  it('is not a network that answers anything with a page: nothing was done there', async () => {
    const portal: Answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in to the hotel</html>');
    answer = portal;
    const params = { instanceId: 'i', actionId: '1' };
    const body = { senderWallet: 'w', payloadData: {} } as never;
    expect((await failure(client().instances.executeInstanceAction({ params, body }))).code).to.equal('PROXY_ANSWERED');
    let asked = 0;
    answer = (request, response) => {
      if (++asked === 1) portal(request, response);
      else json(response, 200, '{"instanceId":"i","status":"sealed"}');
    };
    const again = client({ retry: { attemptsMax: 2, pauseMs: 1, pauseMsMax: 1 } });
    const done = await again.instances.executeInstanceAction({ params, body }, { idempotencyKey: true });
    expect([done.status, asked]).to.eql(['sealed', 2]);
  });

  it('is no other service, whose answers have another form', async () => {
    const others: readonly (readonly [string, string])[] = [
      ['application/json', '{}'],
      ['application/json', '[]'],
      ['application/json', '{"status":"ok"}'],
      ['application/json', '{"success":true,"data":{"instanceId":"i","status":"sealed"}}'],
      ['application/json', '[{"instanceId":"i","status":"sealed"}]'],
      ['application/json', 'null'],
      ['application/json', '"sealed"'],
      ['application/json', ''],
      ['text/plain', '{"instanceId":"i","status":"sealed"}'],
    ];
    const params = { instanceId: 'i', actionId: '1' };
    const body = { senderWallet: 'w', payloadData: {} } as never;
    const calls = [
      () => client().instances.executeInstanceAction({ params, body }, { idempotencyKey: true }),
      () => client().transactions.getReceipt({ params: { registerId: 'r', txId: 't' } }),
      () => client().auth.getMe.answered(),
    ];
    for (const [type, text] of others)
      for (const call of calls) {
        answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(text);
        expect(await failure(call()), `${type} ${text}`).to.include({ code: 'ANSWER_INVALID', status: 0 });
      }
    // An act that answers with nothing, and a list.
    answer = (_, response) => json(response, 200, '{"ok":true}');
    expect((await failure(client().sessions.endAllSessions())).code).to.equal('ANSWER_INVALID');
    expect((await failure(client().registers.listRegisters())).code).to.equal('ANSWER_INVALID');
    answer = (_, response) => response.writeHead(204).end();
    expect(await client().sessions.endAllSessions()).to.equal(undefined);
    // A caller that asks for another form of an answer reads it by itself.
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('id\n');
    const headers = { Accept: 'text/csv' };
    expect((await client().registers.listRegisters.answered({}, { headers })).body).to.equal('id\n');
  });

  it('is not read without end, plain or compressed, as an answer or as a refusal', async () => {
    let isOpen = 0;
    const endless =
      (status: number): Answer =>
      (_, response) => {
        isOpen++;
        response.on('close', () => isOpen--);
        response.writeHead(status, { 'content-type': 'application/json' });
        const more = () => {
          while (!response.destroyed && response.write('['.repeat(65_536)));
          response.once('drain', more);
        };
        more();
      };
    for (const status of [200, 500]) {
      answer = endless(status);
      expect((await failure(client({ answerBytesMax: 1_000_000 }).auth.getMe())).code).to.equal('ANSWER_TOO_LARGE');
    }
    const bomb = gzipSync(Buffer.alloc(20_000_000, 32));
    answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    expect((await failure(client({ answerBytesMax: 1_000_000 }).auth.getMe())).code).to.equal('ANSWER_TOO_LARGE');
    // The connections were ended, not left to run.
    while (isOpen > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('is waited for no longer than the limit, before and in an answer', async () => {
    const slow: Answer[] = [
      () => undefined,
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const dripping = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(dripping));
      },
    ];
    for (const one of slow) {
      answer = one;
      const startedMs = performance.now();
      expect((await failure(client({ timeoutMs: 150 }).auth.getMe())).code).to.equal('NODE_UNAVAILABLE');
      expect(performance.now() - startedMs).to.be.lessThan(1500);
    }
  });

  it('gives a ClientError with texts, whatever its refusal holds', async () => {
    const bodies = [
      ...[
        '',
        'null',
        '[]',
        '7',
        '"text"',
        '{"code":{"toString":1},"detail":[],"path":{"a":1}}',
        `${'['.repeat(100_000)}`,
      ],
      '{"code":"X","errors":[null,7,{"code":1,"path":2,"message":3},{"code":"A","path":"","message":"m"}],"traceId":{}}',
      '{"__proto__":{"code":"INJECTED"},"constructor":1,"definitive":"yes"}',
    ];
    for (const body of bodies)
      for (const status of [400, 500]) {
        answer = (_, response) => json(response, status, body, { 'retry-after': '-5' });
        const { code, message, details } = await failure(client().auth.getMe());
        for (const text of [code, message, details.path]) expect(text, body.slice(0, 60)).to.be.a('string');
        expect(code).to.not.equal('INJECTED');
        expect(details.retryAfterSeconds).to.equal(undefined);
        for (const issue of details.issues) expect(issue.message).to.equal('m');
      }
    expect(({} as { code?: string }).code).to.equal(undefined);
  });

  it('says no JSON and half an answer, and is not believed', async () => {
    answer = (_, response) => json(response, 200, '{"half":');
    expect((await failure(client().auth.getMe())).code).to.equal('ANSWER_INVALID');
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{}');
      setImmediate(() => response.destroy());
    };
    expect((await failure(client().auth.getMe())).code).to.equal('NODE_UNAVAILABLE');
  });
});
