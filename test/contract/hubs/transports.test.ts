// Server-Sent Events and long polling as the official client uses them, unchanged, against the real server; and
// requests by hand for what it would never send: stolen tokens, second streams, bodies and floods beyond the bounds,
// readers that do not read.
import { HttpTransportType, type HubConnection } from '@microsoft/signalr';
import { expect } from 'chai';
import type { AnnouncementHub } from '../../../actors/announcements.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import {
  HUB_CONNECTIONS_SUBJECT_MAX,
  HUB_FRAME_BYTES_MAX,
  HUB_MESSAGES_MAX,
} from '../../../core/base/limits/node/hubs.js';
import { aRegister } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { aWorld, NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';

const INSTANCE = '0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f001';
const UNKNOWN = { status: 404, code: 'HUB_CONNECTION_UNKNOWN' };
const SHAKE = '{"protocol":"json","version":1}\x1e';

describe('hubs without web sockets', () => {
  const world = worldOfAll({ rates: { ...NO_LIMITS, api: 100_000 } });
  const hubs = hubClientsOf(world);

  before(() => seedExampleWallet(world.deps));

  const client = (transport: HttpTransportType, token: string, path = '/hubs/blueprint'): HubConnection =>
    hubs.make(path, token, { transport });

  const completed = (): void =>
    (world.deps.announcements as AnnouncementHub).announce({
      ...{ type: 'workflow-completed', registerId: 'r', instanceId: INSTANCE },
      ...{ wallets: [EXAMPLE.walletAddress], atMs: 0 },
    });

  async function negotiated(token: string): Promise<string> {
    const answer = await fetch(`${hubs.url}/hubs/blueprint/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { connectionToken: string }).connectionToken;
  }

  /** A request about a connection, and what came back. */
  async function asked(
    id: string,
    token: string,
    init: { readonly method?: string; readonly body?: string; readonly accept?: string } = {},
  ): Promise<{ readonly status: number; readonly text: string; readonly code: unknown; readonly isCounted: boolean }> {
    const { accept = '*/*', ...rest } = init;
    const headers = { authorization: `Bearer ${token}`, accept, 'content-type': 'text/plain;charset=UTF-8' };
    const answer = await fetch(`${hubs.url}/hubs/blueprint?id=${id}`, { ...rest, headers });
    const text = await answer.text();
    return {
      status: answer.status,
      isCounted: answer.headers.has('ratelimit-limit'),
      text,
      code: text.startsWith('{"') && !text.includes('\x1e') ? JSON.parse(text).code : '',
    };
  }

  /** A polling connection after its handshake. */
  async function polling(token: string): Promise<string> {
    const id = await negotiated(token);
    expect(await asked(id, token)).to.deep.include({ status: 200, text: '' });
    expect((await asked(id, token, { method: 'POST', body: SHAKE })).status).to.equal(200);
    expect((await asked(id, token)).text).to.equal('{}\x1e');
    return id;
  }

  for (const [name, transport] of [
    ['Server-Sent Events', HttpTransportType.ServerSentEvents],
    ['long polling', HttpTransportType.LongPolling],
  ] as const)
    describe(name, () => {
      it('carries calls, refusals, events in order, streams, and the end that the client wants', async () => {
        const token = await world.token('administrator');
        const hub = client(transport, token);
        const heard: unknown[] = [];
        const all = new Promise<void>((resolve) =>
          hub.on('WorkflowCompleted', (instance) => {
            if (heard.push(instance) === 3) resolve();
          }),
        );
        await hub.start();
        const refused = await hub.invoke('SubscribeToWallet', 'qr1nobody').catch((error: Error) => error.message);
        expect(refused).to.contain('WALLET_NOT_FOUND');
        expect(await hub.invoke('Nothing').catch((error: Error) => error.message)).to.contain('HUB_METHOD_UNKNOWN');
        await hub.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
        completed();
        completed();
        await new Promise((resolve) => setImmediate(resolve));
        completed();
        await all;
        expect(heard).to.deep.equal([INSTANCE, INSTANCE, INSTANCE]);
        const registers = client(transport, token, '/hubs/register');
        const registerId = await aRegister(world, `Streamed over ${name}`);
        await registers.start();
        const first = await new Promise((next, error) =>
          registers.stream('FollowDockets', registerId, 0).subscribe({ next, error, complete: () => undefined }),
        );
        expect(first).to.have.property('number', 0);
        await hub.stop();
        completed();
        expect(heard).to.have.length(3);
      });

      it('ends with a revoked token, and says so', async () => {
        const { accessToken } = await world.session('user');
        const hub = client(transport, accessToken);
        await hub.start();
        const closed = new Promise<Error | undefined>((resolve) => hub.onclose(resolve));
        const headers = { authorization: `Bearer ${accessToken}` };
        await fetch(`${hubs.url}/api/auth/logout`, { method: 'POST', headers });
        expect((await closed)?.message).to.contain('TOKEN_REVOKED');
      });
    });

  it('is an invitation to come back when the node stops, over each transport', async () => {
    const other = await aWorld();
    const at = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const token = await other.token('administrator');
    const back = [HttpTransportType.ServerSentEvents, HttpTransportType.LongPolling].map(async (transport) => {
      const hub = hubs.make(`${at}/hubs/blueprint`, token, { transport, retries: [60_000] });
      const again = new Promise<string>((resolve) => hub.onreconnecting(() => resolve('reconnecting')));
      await hub.start();
      return { again };
    });
    const started = await Promise.all(back);
    await other.close();
    expect(await Promise.all(started.map(({ again }) => again))).to.deep.equal(['reconnecting', 'reconnecting']);
  });

  it('takes a connection token from its session only, and no second stream', async () => {
    const { accessToken: token } = await world.session('user');
    const { accessToken: second } = await world.session('user');
    const thief = await world.token('administrator');
    const id = await polling(token);
    for (const other of [thief, second])
      for (const init of [{}, { method: 'POST', body: SHAKE }, { method: 'DELETE' }])
        expect(await asked(id, other, init)).to.deep.include(UNKNOWN);
    expect(await asked(id, '', {})).to.deep.include({ status: 401 });
    const fresh = await negotiated(token);
    expect(await asked(fresh, thief)).to.deep.include(UNKNOWN);
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const stream = await fetch(`${hubs.url}/hubs/blueprint?id=${fresh}`, { headers, signal: stop.signal });
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).to.deep.equal([
      ...[200, 'text/event-stream', 'no-cache, no-store'],
    ]);
    expect(stream.headers.get('x-correlation-id')).to.be.a('string');
    expect(await asked(fresh, token, { accept: 'text/event-stream' })).to.deep.include({
      status: 409,
      code: 'HUB_TRANSPORT',
    });
    expect((await asked(fresh, token, { method: 'DELETE' })).status).to.equal(202);
    expect((await asked(fresh, token, { method: 'POST', body: SHAKE })).status).to.equal(404);
    stop.abort();
    expect((await asked(id, token, { method: 'DELETE' })).status).to.equal(202);
    expect((await asked(id, token)).status).to.equal(404);
  });

  it('counts what does not count for the pace of a connection: of other sessions, and of one that was ended', async () => {
    const { accessToken: token } = await world.session('user');
    const { accessToken: other } = await world.session('user');
    const id = await polling(token);
    const ping = { method: 'POST', body: '{"type":6}\x1e' };
    expect(await asked(id, token, ping)).to.deep.include({ status: 200, isCounted: false });
    for (const init of [{}, ping, { method: 'DELETE' }])
      expect(await asked(id, other, init)).to.deep.include({ ...UNKNOWN, isCounted: true });
    expect(await asked(id, token, { ...ping, body: 'x\x1e' })).to.deep.include({ status: 200, isCounted: false });
    expect(await asked(id, token, ping)).to.deep.include({ status: 200, isCounted: true });
    expect((await asked(id, token)).text).to.contain('HUB_PROTOCOL');
  });

  it('counts polls at a stream of events for its pace', async () => {
    const { accessToken: token } = await world.session('user');
    const id = await negotiated(token);
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const stream = await fetch(`${hubs.url}/hubs/blueprint?id=${id}`, { headers });
    await asked(id, token, { method: 'POST', body: SHAKE });
    let isOpen = true;
    for (let polls = 0; isOpen && polls <= 2 * HUB_MESSAGES_MAX; polls++)
      isOpen = (await asked(id, token)).code === 'HUB_TRANSPORT';
    expect(isOpen).to.equal(false);
    expect(await stream.text()).to.match(/"error":"HUB_LIMIT: More than \d+ messages/);
  });

  it('keeps no place for a client that goes away while its token is verified', async () => {
    const { accessToken: token } = await world.session('user');
    const tokens = world.deps.tokens as { recall: unknown; verify: (token: string) => Promise<unknown> };
    const ids: string[] = [];
    while (ids.length < HUB_CONNECTIONS_SUBJECT_MAX) ids.push(await negotiated(token));
    const { recall, verify } = tokens;
    let asking = 0;
    let goOn = (): void => undefined;
    const noticed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    tokens.recall = () => undefined;
    tokens.verify = async (text) => {
      asking++;
      await noticed;
      return verify.call(tokens, text);
    };
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    for (const id of ids) {
      const opened = fetch(`${hubs.url}/hubs/blueprint?id=${id}`, { headers, signal: stop.signal });
      opened.catch(() => undefined);
    }
    while (asking < ids.length) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 50));
    goOn();
    await new Promise((resolve) => setTimeout(resolve, 50));
    Object.assign(tokens, { recall, verify });
    expect(await negotiated(token)).to.be.a('string');
  });

  it('answers requests about no connection by name', async () => {
    const token = await world.token('user');
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await asked('x'.repeat(43), token, { method })).to.deep.include(UNKNOWN);
  });

  it('refuses bodies, records and floods beyond the bounds, and ends the connection with the reason', async () => {
    const token = await world.token('user');
    const last = async (id: string): Promise<string> => {
      const { text } = await asked(id, token);
      expect((await asked(id, token)).status).to.equal(204);
      return text;
    };
    const large = await polling(token);
    const body = 'x'.repeat(HUB_FRAME_BYTES_MAX);
    expect(await asked(large, token, { method: 'POST', body: `${body}x` })).to.deep.include({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    await asked(large, token, { method: 'POST', body });
    await asked(large, token, { method: 'POST', body: 'x' });
    expect(await last(large)).to.match(/"type":7,"error":"HUB_LIMIT: A record has more than/);
    expect(await asked(large, token)).to.deep.include(UNKNOWN);
    const garbage = await polling(token);
    await asked(garbage, token, { method: 'POST', body: 'GET / HTTP/1.1\x1e' });
    expect(await last(garbage)).to.match(/"error":"HUB_PROTOCOL: A record is not a JSON object/);
    const flood = await polling(token);
    await asked(flood, token, { method: 'POST', body: '{"type":6}\x1e'.repeat(HUB_MESSAGES_MAX + 1) });
    expect(await last(flood)).to.match(/"error":"HUB_LIMIT: More than \d+ messages/);
    expect(world.errors).to.deep.equal([]);
  });
});
