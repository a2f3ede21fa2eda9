// Calls are made again only where that is safe, as long and as often as it may help.
import { expect } from 'chai';
import { createClient, requester, streamer } from '../../../../api/client/client.js';
import { ClientError } from '../../../../api/client/client-error.js';
import { pauseAfter, RETRIES } from '../../../../api/client/retrying.js';

const refused = (status: number, code = 'X', retryAfterSeconds?: number) =>
  new ClientError(code, status, 'no', { path: '', issues: [], problem: {}, retryAfterSeconds });

const pauseOf = (error: unknown, attempt = 1, random = 1) => pauseAfter(error, attempt, { policy: RETRIES, random });

const QUICK = { attemptsMax: 3, pauseMs: 1, pauseMsMax: 5 };

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A node that gives these answers in turn, and what it was asked. */
function node(...answers: readonly (Response | Error)[]) {
  const asked: Asked[] = [];
  const left = [...answers];
  const go = (async (url: string, init: RequestInit) => {
    asked.push({ url, headers: init.headers as Record<string, string> });
    const next = left.shift() ?? new Error('no more');
    if (next instanceof Error) throw next;
    return next;
  }) as unknown as typeof fetch;
  return { asked, go };
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const busy = () => json(503, { code: 'NODE_UNAVAILABLE', detail: 'Busy.' });

describe('api/client/retrying', () => {
  it('doubles its pauses, half of each at random, up to a number of attempts', () => {
    expect([1, 2, 3, 4].map((attempt) => pauseOf(refused(503), attempt))).to.deep.equal([250, 500, 1000, undefined]);
    expect(pauseOf(refused(503), 1, 0)).to.equal(125);
  });

  it('waits as long as the node says, or not at all where that is too long', () => {
    expect(pauseOf(refused(429, 'RATE_LIMITED', 3))).to.be.at.least(3000);
    expect(pauseOf(refused(429, 'RATE_LIMITED', 3600))).to.equal(undefined);
  });

  it('comes back for what passes by itself alone', () => {
    for (const status of [0, 429, 502, 503, 504]) expect(pauseOf(refused(status)), `${status}`).to.be.a('number');
    for (const status of [400, 401, 403, 404, 409, 422, 500])
      expect(pauseOf(refused(status)), `${status}`).to.equal(undefined);
    expect(pauseOf(refused(409, 'IDEMPOTENCY_IN_PROGRESS'))).to.be.a('number');
    for (const code of ['REDIRECTED', 'ANSWER_INVALID', 'ANSWER_TOO_LARGE'])
      expect(pauseOf(refused(0, code)), code).to.equal(undefined);
    expect(pauseOf(new TypeError('a mistake of ours'))).to.equal(undefined);
  });

  it('reads again, and makes nothing twice without a key', async () => {
    const reads = node(busy(), new Error('reset'), json(200, { status: 'healthy', service: 'quorate' }));
    const one = createClient('http://node', { fetch: reads.go, retry: QUICK });
    expect((await one.getHealth()) as unknown).to.deep.equal({ status: 'healthy', service: 'quorate' });
    expect(reads.asked).to.have.length(3);
    const changes = node(busy());
    const other = createClient('http://node', { fetch: changes.go, retry: QUICK, token: 't' });
    expect(await failure(other.logout())).to.include({ code: 'NODE_UNAVAILABLE', status: 503 });
    expect(changes.asked).to.have.length(1);
    const never = node(busy());
    expect(await failure(createClient('http://node', { fetch: never.go }).getHealth())).to.include({ status: 503 });
    expect(never.asked).to.have.length(1);
  });

  it('creates again under one key', async () => {
    const { asked, go } = node(busy(), json(201, { id: 'x', name: 'X' }));
    const send = requester('http://node', { fetch: go, retry: QUICK, token: 't' });
    expect((await send('createOrganization', { body: {} })).status).to.equal(201);
    const [first, second] = asked.map(({ headers }) => headers['idempotency-key']);
    expect(first).to.match(/^[0-9a-f]{32}$/);
    expect(second).to.equal(first);
  });

  it('ends at once where its caller ends it', async () => {
    const { asked, go } = node(json(503, { code: 'X' }, { 'retry-after': '5' }));
    const ended = new AbortController();
    const call = createClient('http://node', { fetch: go, retry: RETRIES }).getHealth({}, { signal: ended.signal });
    setImmediate(() => ended.abort(new Error('enough')));
    expect(await call.then(String, (error: Error) => error.message)).to.equal('enough');
    expect(asked).to.have.length(1);
  });

  it('begins a stream again, and goes on with none that broke', async () => {
    const cut = new ReadableStream({
      start: (controller) => controller.enqueue(Uint8Array.of(1)),
      pull: (controller) => controller.error(new Error('cut')),
    });
    const { asked, go } = node(busy(), new Response(cut));
    const found: number[] = [];
    const read = async () => {
      const bytes = streamer('http://node', { fetch: go, retry: QUICK })('downloadActionFile', {
        params: { wallet: 'w', register: 'r', tx: 't', fileId: 'f', address: 'a' },
      });
      for await (const part of bytes) found.push(...part);
    };
    expect(await failure(read())).to.include({ code: 'NODE_UNAVAILABLE', status: 0 });
    expect([found, asked.length]).to.deep.equal([[1], 2]);
  });

  it('measures a date against the clock that wrote it', async () => {
    const headers = { 'retry-after': 'Fri, 27 Nov 2026 10:00:05 GMT', date: 'Fri, 27 Nov 2026 10:00:00 GMT' };
    const { go } = node(json(503, { code: 'X' }, headers), json(503, {}, { 'retry-after': headers['retry-after'] }));
    const client = createClient('http://node', { fetch: go });
    expect((await failure(client.getHealth())).details.retryAfterSeconds).to.equal(5);
    expect((await failure(client.getHealth())).details.retryAfterSeconds).to.equal(undefined);
  });
});

async function failure(promise: Promise<unknown>): Promise<ClientError> {
  const error = await promise.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof ClientError) return error;
  throw new Error(`no ClientError came, but ${String(error)}`);
}
