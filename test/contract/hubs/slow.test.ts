// Clients that do not read, over each transport: they are ended with the reason, and no other client is slowed.

import { get, type IncomingMessage } from 'node:http';
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { aRegister } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';

const SHAKE = '{"protocol":"json","version":1}\x1e';
const TRANSACTIONS = 2000;
/** More than the buffers of the system and the bound of a connection hold together. */
const DOCKETS_MAX = 100;
const WHY = /"type":7,"error":"HUB_LIMIT: More than 1048576 bytes wait for the client\."/;

describe('clients of hubs that do not read', () => {
  const world = worldOfAll({ mayFail: true });
  let url: string;
  let token: string;
  let registerId: string;
  let fast: HubConnection;
  let sealed = 0;
  let wake: () => void = () => undefined;

  before(async () => {
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    registerId = await aRegister(world);
    token = await world.token('administrator');
    fast = new HubConnectionBuilder()
      .withUrl(`${url}/hubs/register`, { accessTokenFactory: () => token })
      .configureLogging(LogLevel.None)
      .build();
    fast.on('DocketSealed', () => {
      sealed++;
      wake();
    });
    await fast.start();
    await fast.invoke('SubscribeToRegister', registerId);
  });
  after(async () => {
    await fast.stop();
  });

  const listen = (): string =>
    `${JSON.stringify({ type: 1, invocationId: 's', target: 'SubscribeToRegister', arguments: [registerId] })}\x1e`;
  const at = (id: string): string => `${url}/hubs/register?id=${id}&access_token=${token}`;

  async function negotiated(): Promise<string> {
    const answer = await fetch(`${url}/hubs/register/negotiate?negotiateVersion=1&access_token=${token}`, {
      method: 'POST',
    });
    return ((await answer.json()) as { connectionToken: string }).connectionToken;
  }
  const send = (id: string): Promise<unknown> => fetch(at(id), { method: 'POST', body: SHAKE + listen() });

  /** One docket after the other, each heard by the client that reads before the next, until it is so. */
  async function dockets(until: () => boolean): Promise<void> {
    const transactions = Array.from({ length: TRANSACTIONS }, (_, i) => ({ txId: i.toString(16).padStart(64, '0') }));
    for (let height = 1; !until(); height++) {
      if (height > DOCKETS_MAX) throw new Error('no connection was ended');
      const heard = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const fact = { type: 'docket-sealed', registerId, height, hash: 'd'.repeat(64), timestampMs: 0 } as const;
      world.deps.announcements.announce({ ...fact, transactions: transactions as never });
      await heard;
    }
  }

  /** Whether the node ended a connection since. */
  function lostOne(): () => boolean {
    let lost = false;
    const cut = (): void => {
      lost = true;
      Object.assign(world.deps.counters, { hubs: null });
    };
    Object.assign(world.deps.counters, {
      hubs: { countConnection: () => undefined, countEvent: () => undefined, cut },
    });
    return () => lost;
  }

  it('a web socket is ended with the reason behind all that waits', async () => {
    const socket = new WebSocket(at(await negotiated()));
    await new Promise((resolve) => socket.once('open', resolve));
    const first = new Promise((resolve) => socket.once('message', resolve));
    socket.send(SHAKE + listen());
    await first;
    socket.pause();
    await dockets(lostOne());
    let last = '';
    socket.on('message', (data) => {
      last = String(data);
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
    expect(last).to.match(WHY);
  });

  it('a stream of events is ended with the reason behind all that waits', async () => {
    const id = await negotiated();
    const stream = await new Promise<IncomingMessage>((resolve, reject) =>
      get(at(id), { headers: { accept: 'text/event-stream' } }, resolve).on('error', reject),
    );
    await send(id);
    await dockets(lostOne());
    let last = '';
    for await (const chunk of stream) last = (last + String(chunk)).slice(-200);
    expect(last).to.match(WHY);
  });

  it('a client that does not poll is ended, and told why when it does', async () => {
    const id = await negotiated();
    await fetch(at(id));
    await send(id);
    await dockets(lostOne());
    const answer = await fetch(at(id));
    expect((await answer.text()).slice(-200)).to.match(WHY);
    expect((await fetch(at(id))).status).to.equal(204);
    expect((await fetch(at(id))).status).to.equal(404);
  });

  it('and the one that reads heard every docket', () => {
    expect(fast.state).to.equal('Connected');
    expect(sealed).to.be.greaterThan(3);
  });
});
