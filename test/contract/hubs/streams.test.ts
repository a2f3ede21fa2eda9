// Streams of hubs with the official SignalR client over real sockets: the dockets of a register from a height on and as
// they are sealed, and every way in which it ends.
import type { HubConnection, ISubscription } from '@microsoft/signalr';
import { expect } from 'chai';
import type { AnnouncementHub } from '../../../actors/announcements.js';
import { HUB_STREAMS_MAX } from '../../../core/base/limits/node/hubs.js';
import { until } from '../fairness/crowd.js';
import { anOrder, ask, exampleOrders, type Orders, WAIT } from '../ledger/fixtures.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';

interface Docket {
  readonly number: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly transactionCount: number;
}

interface Followed {
  readonly dockets: Docket[];
  readonly ends: string[];
  readonly subscription: ISubscription<Docket>;
}

describe('streams of hubs', () => {
  const world = worldOfAll();
  let at: Orders;
  const hubs = hubClientsOf(world);
  before(async () => {
    at = await exampleOrders(world);
  });

  async function connected(token: string): Promise<HubConnection> {
    const made = hubs.make('/hubs/register', token);
    await made.start();
    return made;
  }
  const as = async (persona: Persona) => connected(await world.token(persona));

  function follow(connection: HubConnection, ...args: unknown[]): Followed {
    const dockets: Docket[] = [];
    const ends: string[] = [];
    const subscription = connection.stream<Docket>('FollowDockets', ...args).subscribe({
      next: (docket) => void dockets.push(docket),
      complete: () => void ends.push('complete'),
      error: (error: Error) => void ends.push(error.message),
    });
    return { dockets, ends, subscription };
  }

  /** A connection answers in the order of its calls: when this one is answered, the streams before it have begun. */
  const begun = (connection: HubConnection) => connection.invoke('UnsubscribeFromRegister', at.registerId);

  const height = () => world.deps.chain.head(world.deps.ledger.register(at.registerId)!.reg)!.height;
  async function sealOne(): Promise<void> {
    const params = { registerId: at.registerId };
    const answer = await ask(world, 'submitTransaction', { params, body: anOrder(world, at) }, { headers: WAIT });
    expect(answer.status, answer.text).to.equal(200);
  }

  it('give what was sealed from a height on, then each docket as it is sealed, once and in order', async () => {
    const { dockets, ends } = follow(await as('user'), at.registerId, 1);
    await until(() => dockets.length === height());
    await sealOne();
    await sealOne();
    await until(() => dockets.length === height());
    expect(dockets.map(({ number }) => number)).to.deep.equal(dockets.map((_, i) => i + 1));
    for (const [i, docket] of dockets.entries()) {
      const params = { registerId: at.registerId, docketId: String(docket.number) };
      const { hash, previousHash, transactionCount } = (await ask(world, 'getDocket', { params })).json;
      expect(docket).to.include({ hash, previousHash, transactionCount });
      if (i > 0) expect(docket.previousHash).to.equal(dockets[i - 1]?.hash);
    }
    expect(ends).to.deep.equal([]);
  });

  it('begin with the next docket where no height is named', async () => {
    const connection = await as('user');
    const { dockets } = follow(connection, at.registerId, null);
    const next = height() + 1;
    await begun(connection);
    await sealOne();
    await until(() => dockets.length === 1);
    expect(dockets[0]?.number).to.equal(next);
  });

  it('tell the docket that is being decided, as the operation does, to who sees the register', async () => {
    const connection = await as('user');
    const first = (id: string): Promise<object> =>
      new Promise((next, error) =>
        connection.stream('FollowConsensus', id).subscribe({ next, error, complete: () => undefined }),
      );
    const params = { registerId: at.registerId };
    const { height: decided, leader, state } = (await ask(world, 'getConsensus', { params })).json;
    const told = { height: decided, proposer: leader, state, prepared: 0, committed: 0 };
    expect(await first(at.registerId)).to.deep.include(told);
    const refused = await first('00000000-0000-4000-8000-00000000000f').catch((error: Error) => error.message);
    expect(refused).to.contain('REGISTER_NOT_FOUND');
  });

  it('end when the client says so, and leave the connection as it is', async () => {
    const connection = await as('user');
    const one = follow(connection, at.registerId, 0);
    await until(() => one.dockets.length === height() + 1);
    one.subscription.dispose();
    const two = follow(connection, at.registerId, height() + 1);
    const before = one.dockets.length;
    await sealOne();
    await until(() => two.dockets.length === 1);
    expect([one.dockets.length, two.ends]).to.deep.equal([before, []]);
    // Places come back with the cancellation.
    for (let i = 0; i < 2 * HUB_STREAMS_MAX; i++) {
      follow(connection, at.registerId, null).subscription.dispose();
      // The client sends the cancellation in a later turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const last = follow(connection, at.registerId, 0);
    await until(() => last.dockets.length > 0);
    expect(last.ends).to.deep.equal([]);
  });

  it('are refused without the right, with arguments that are none, and beyond their number', async () => {
    const connection = await as('user');
    for (const [args, code] of [
      [['00000000-0000-4000-8000-00000000000f', 0], 'REGISTER_NOT_FOUND'],
      [[at.registerId], 'HUB_ARGUMENTS_INVALID'],
      [[at.registerId, -1], 'HUB_ARGUMENTS_INVALID'],
      [[at.registerId, '0'], 'HUB_ARGUMENTS_INVALID'],
      [[at.registerId, 0, -1], 'HUB_ARGUMENTS_INVALID'],
      [[at.registerId, 0, 0, 0], 'HUB_ARGUMENTS_INVALID'],
    ] as const) {
      const { ends } = follow(connection, ...args);
      await until(() => ends.length === 1);
      expect(ends[0], JSON.stringify(args)).to.contain(code);
    }
    // A stream is no call, and a call is no stream.
    const called = await connection.invoke('FollowDockets', at.registerId, 0).catch((error: Error) => error.message);
    expect(called).to.contain('HUB_METHOD_UNKNOWN');
    const many = Array.from({ length: HUB_STREAMS_MAX + 1 }, () => follow(connection, at.registerId, null));
    await until(() => many.some(({ ends }) => ends.length > 0));
    expect(many.map(({ ends }) => ends[0] ?? 'goes on').filter((end) => end.includes('HUB_LIMIT'))).to.have.length(1);
  });

  it('end with the right to the register, at the fact that takes it', async () => {
    const connection = await as('user');
    const { dockets, ends } = follow(connection, at.registerId, null);
    const { ledger } = world.deps;
    const own = ledger.register;
    await begun(connection);
    // The tenant of the register is another one from now on.
    const record = ledger.register(at.registerId);
    if (record === undefined) throw new Error('there is no register');
    ledger.register = (id) => (id === at.registerId ? { ...record, tenantId: 'another' } : own.call(ledger, id));
    try {
      const status = { type: 'register-status', registerId: at.registerId, status: 'OFFLINE' } as const;
      (world.deps.announcements as AnnouncementHub).announce(status);
      await until(() => ends.length === 1 || dockets.length > 0);
    } finally {
      ledger.register = own;
    }
    expect([dockets, ends[0]?.includes('REGISTER_NOT_FOUND')]).to.deep.equal([[], true]);
  });

  it('end with the token, and with the node', async () => {
    const { accessToken } = await world.session('user');
    const connection = await connected(accessToken);
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    const { dockets, ends } = follow(connection, at.registerId, null);
    await begun(connection);
    await fetch(`${hubs.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });
    await sealOne();
    await until(() => ends.length === 1);
    // The socket is cut at the logout; the stream ends with its own error or with that of the socket, whichever comes
    // first.
    expect(dockets).to.deep.equal([]);
    expect(ends[0]).to.contain('The token was revoked.');
    connection.invoke('SubscribeToRegister', at.registerId).catch(() => undefined);
    expect((await closed)?.message).to.contain('The token was revoked');
  });
});
