// A node with more requests than it can work on: the rest is refused before its body is read, with the time after which
// to come again, and /alive is answered between.
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect } from 'chai';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { refuseEarly } from '../../../api/requests/refuse-early.js';
import { RequestScheduler } from '../../../api/requests/request-scheduler.js';
import { issue } from '../../../core/base/issue.js';
import { REQUEST_SLICE_MS, REQUESTS_WAITING } from '../../../core/base/limits/node/overload.js';
import { fail } from '../../../core/base/result.js';
import { worldOfAll } from '../world/world-of.js';

describe('a node under more load than it can take', () => {
  const world = worldOfAll();
  let token: string;

  before(async () => {
    token = await world.token('administrator');
  });

  it('refuses what has no place before it reads the body, answers the rest, and /alive in the midst', async () => {
    // Each look at the clock is a slice later: one request a round of the loop.
    const { clock } = world.deps;
    const steady = clock.steady.bind(clock);
    let looks = 0;
    Object.assign(clock, { steady: () => steady() + REQUEST_SLICE_MS * looks++ });
    const counts = new Map<number, number>();
    const more = 20;
    const calls = Array.from({ length: REQUESTS_WAITING.key + 1 + more }, async (_, n) => {
      const { statusCode, headers, json } = await world.app.inject({
        method: 'POST',
        url: '/api/v1/transactions/validate',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', via: 'a proxy' },
        payload: 'this is no JSON',
      });
      counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
      return { n, statusCode, retryAfter: headers['retry-after'], code: json().code };
    });
    const alive = await world.app.inject({ url: '/alive' });
    expect(alive.statusCode).to.equal(200);
    // The queue had hardly moved by then.
    expect(counts.get(400) ?? 0).to.be.at.most(10);
    const answers = await Promise.all(calls);
    Object.assign(clock, { steady });
    // Calls that came in later turns of the loop found the places of those that had begun.
    expect(counts.get(503)).to.be.within(1, more);
    expect(counts.get(400)).to.equal(answers.length - (counts.get(503) ?? 0));
    for (const { statusCode, retryAfter, code } of answers)
      if (statusCode === 503) {
        expect(code).to.equal('NODE_UNAVAILABLE');
        expect(Number(retryAfter)).to.be.at.least(1);
      }
  });
});

describe('the door of a crowded node', () => {
  const setUp = async (isCrowded: boolean) => {
    const handled: string[] = [];
    const timers: (() => void)[] = [];
    const turns = new RequestScheduler({
      clock: {
        steady: () => 0,
        setTimer: (run) => {
          timers.push(run);
          return { cancel: () => undefined };
        },
      },
      soon: (run) => void setImmediate(run),
      random: () => 0,
    });
    const server = createServer((request, response) => {
      handled.push(request.url as string);
      response.end('handled');
    });
    let refused = 0;
    refuseEarly(server, {
      turns: {
        isCrowded,
        isFullFor: (key) => key === 'organisation crowd',
        refusal: () => turns.refusal(),
        rest: (request, response, seconds) => turns.rest(request, response, seconds),
      },
      tokens: {
        recall: (given) => {
          if (given === 'revoked') return fail(issue('TOKEN_REVOKED', '', 'It was revoked.'));
          return { ...ANONYMOUS, subject: given, organisationId: given };
        },
      },
      familyAt: (method, url) => (method === 'GET' && url.startsWith('/token') ? 'oauth' : 'problem'),
      refusesUnread: () => false,
      onRefused: () => refused++,
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const get = (headers: Record<string, string>, path = '/api/x?secret=1') =>
      new Promise<{ status: number; response: IncomingMessage; text: string }>((resolve, reject) => {
        ask({ port, path, headers, agent: false }, (response) => {
          let text = '';
          response.on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode as number, response, text }));
        })
          .on('error', reject)
          .end();
      });
    const close = () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
    return { get, handled, port, timers, close, refusals: () => refused };
  };

  it('refuses only calls without a place, as a problem without the query', async () => {
    const { get, handled, close, refusals } = await setUp(true);
    const { status, response, text } = await get({ authorization: 'Bearer crowd', 'x-correlation-id': 'mine' });
    expect([status, response.headers['retry-after'], response.headers['content-type']]).to.deep.equal([
      503,
      '1',
      'application/problem+json; charset=utf-8',
    ]);
    expect(JSON.parse(text)).to.include({ code: 'NODE_UNAVAILABLE', instance: '/api/x', traceId: 'mine' });
    expect([handled.length, refusals()]).to.deep.equal([0, 1]);
    for (const headers of [
      {},
      { authorization: 'Bearer other' },
      { authorization: 'Bearer revoked' },
      { authorization: 'Basic crowd' },
      { authorization: 'Bearer crowd', origin: 'https://somewhere.example' },
    ])
      expect((await get(headers)).text).to.equal('handled');
    await close();
  });

  it('refuses in the form of the operation', async () => {
    const { get, close } = await setUp(true);
    const { status, response, text } = await get({ authorization: 'Bearer crowd' }, '/token?secret=1');
    const { 'content-type': type, pragma, 'retry-after': after } = response.headers;
    expect([status, type, pragma, after]).to.deep.equal([503, 'application/json; charset=utf-8', 'no-cache', '1']);
    expect(Object.keys(JSON.parse(text))).to.deep.equal(['error', 'error_description']);
    expect(JSON.parse(text).error).to.equal('temporarily_unavailable');
    await close();
  });

  it('lets every call through while none waits', async () => {
    const { get, close } = await setUp(false);
    expect((await get({ authorization: 'Bearer crowd' })).text).to.equal('handled');
    await close();
  });

  it('reads nothing more of a refused connection until its time has come', async () => {
    const { get, port, timers, close, refusals } = await setUp(true);
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (part) => {
      heard += part;
    });
    const send = () => socket.write('GET /api/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer crowd\r\n\r\n');
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((done) => setTimeout(done, 1));
    };
    send();
    await until(() => timers.length === 1 && heard.includes('NODE_UNAVAILABLE'));
    send();
    // Others come and go meanwhile.
    for (let n = 0; n < 3; n++) await get({ authorization: 'Bearer other' });
    expect(refusals()).to.equal(1);
    timers[0]?.();
    await until(() => refusals() === 2);
    socket.destroy();
    await close();
  });
});
