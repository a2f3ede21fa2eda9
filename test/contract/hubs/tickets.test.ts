// A connection token opens a connection by itself, once: a browser sends no header with a web socket or a stream of
// events, and no other token belongs into an address. Against the real server, with the official client and by hand.
import * as signalR from '@microsoft/signalr';
import { HttpTransportType, type HubConnection } from '@microsoft/signalr';
import { expect } from 'chai';
import { QuorateClient } from '../../../api/client/published/client.js';
import { openHub } from '../../../api/client/published/hubs.js';
import { HUB_TICKET_MS } from '../../../core/base/limits/node/hubs.js';
import { exampleOrders, type Orders } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';
import { statusOf } from './sockets.js';

describe('connection tokens of hubs', () => {
  const world = worldOfAll();
  const hubs = hubClientsOf(world);
  let orders: Orders;
  before(async () => {
    orders = await exampleOrders(world);
  });

  async function ticketOf(token: string, hub = 'register'): Promise<string> {
    const answer = await fetch(`${hubs.url}/hubs/${hub}/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { readonly connectionToken: string }).connectionToken;
  }
  const at = (ticket: string, hub = 'register') => `${hubs.url}/hubs/${hub}?id=${ticket}`;
  const ended = (accessToken: string) =>
    fetch(`${hubs.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });

  it('open a socket without a further token, once, at their hub', async () => {
    const ticket = await ticketOf(await world.token('user'));
    expect(await statusOf(at(ticket, 'blueprint')), 'another hub').to.equal(401);
    expect(await statusOf(at(`${ticket.slice(0, -1)}~`)), 'another token').to.equal(401);
    expect(await statusOf(`${at(ticket)}&access_token=${await world.token('administrator')}`), 'of another').to.equal(
      404,
    );
    expect(await statusOf(`${at(ticket)}&access_token=nonsense`), 'beside a bad token').to.equal(401);
    expect(await statusOf(at(ticket))).to.equal(101);
    expect(await statusOf(at(ticket)), 'again').to.equal(401);
  });

  it('open one of two sockets at once', async () => {
    const ticket = await ticketOf(await world.token('user'));
    expect((await Promise.all([statusOf(at(ticket)), statusOf(at(ticket))])).sort()).to.deep.equal([101, 401]);
  });

  it('open nothing when they are old, and nothing after the session has ended', async () => {
    const old = await ticketOf(await world.token('user'));
    world.advance(HUB_TICKET_MS);
    expect(await statusOf(at(old))).to.equal(401);
    const { accessToken } = await world.session('user');
    const ticket = await ticketOf(accessToken);
    await ended(accessToken);
    expect(await statusOf(at(ticket))).to.equal(401);
  });

  it('open a stream of events, and no poll, record or end', async () => {
    const token = await world.token('user');
    const ticket = await ticketOf(token);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await fetch(at(ticket), { method })).status, method).to.equal(401);
    const stop = new AbortController();
    const events = { headers: { accept: 'text/event-stream' }, signal: stop.signal };
    expect((await fetch(at(ticket), events)).status).to.equal(200);
    expect((await fetch(at(ticket), { method: 'POST', body: '{"type":6}\x1e' })).status, 'of the stream').to.equal(401);
    expect((await fetch(at(ticket), events)).status, 'again').to.equal(401);
    stop.abort();
  });

  for (const [name, transport] of [
    ['a web socket', HttpTransportType.WebSockets],
    ['Server-Sent Events', HttpTransportType.ServerSentEvents],
  ] as const)
    it(`let the official client hear by ${name} until the session ends, with no token in an address`, async () => {
      const { accessToken } = await world.session('user');
      const asked: string[] = [];
      const note = ({ url = '' }: { readonly url?: string }) => void asked.push(url);
      world.app.server.on('request', note).on('upgrade', note);
      const http = new signalR.DefaultHttpClient(signalR.NullLogger.instance);
      const send = http.send.bind(http);
      http.send = (request) =>
        send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${accessToken}` } });
      const hub: HubConnection = hubs.make('/hubs/register', undefined, { transport, httpClient: http });
      await hub.start();
      const first = await new Promise((next, error) =>
        hub.stream('FollowDockets', orders.registerId, 0).subscribe({ next, error, complete: () => undefined }),
      );
      expect(first).to.have.property('number', 0);
      const closed = new Promise<Error | undefined>((resolve) => hub.onclose(resolve));
      await ended(accessToken);
      expect((await closed)?.message).to.contain('TOKEN_REVOKED');
      world.app.server.off('request', note).off('upgrade', note);
      expect(asked.length).to.be.greaterThan(2);
      expect(asked.filter((url) => url.includes('access_token') || url.includes(accessToken))).to.deep.equal([]);
    });

  it('are what the published client opens a hub by', async () => {
    const client = new QuorateClient({ url: hubs.url, token: await world.token('user') });
    const hub = await openHub(signalR, { client, hub: 'register' });
    await hub.subscribe('SubscribeToRegister', orders.registerId);
    await hub.close();
  });
});
