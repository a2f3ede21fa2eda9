// Hubs by a SignalR client that the caller brings: its token, its events by name, and subscriptions that come back.
import { expect } from 'chai';
import { QuorateClient } from '../../../../../api/client/published/client.js';
import { openHub, type SignalRConnection } from '../../../../../api/client/published/hubs.js';

interface Policy {
  nextRetryDelayInMilliseconds(context: { previousRetryCount: number; retryReason: Error }): number | null;
}

/** The requests of a connection: it gives their headers. */
class Http {
  async send({ headers = {} }: { readonly headers?: Readonly<Record<string, string>> }): Promise<unknown> {
    return headers;
  }
}

class FakeConnection implements SignalRConnection {
  readonly handlers = new Map<string, (...args: unknown[]) => void>();
  readonly invoked: string[] = [];
  readonly tokens: string[] = [];
  readonly refused = new Set<string>();
  /** Why no call comes through. */
  broken: Error | undefined;
  url = '';
  policy: Policy | undefined;
  failures: Error[] = [];
  http: Http | undefined;
  #again: () => void = () => undefined;
  #closed: (error?: Error) => void = () => undefined;

  on(event: string, handler: (...args: unknown[]) => void): void {
    this.handlers.set(event, handler);
  }
  async invoke(method: string, ...args: unknown[]): Promise<unknown> {
    this.invoked.push([method, ...args].join(' '));
    if (this.broken) throw this.broken;
    if (this.refused.has(String(args[0]))) throw new Error('REGISTER_NOT_FOUND');
    return undefined;
  }
  async start(): Promise<void> {
    this.tokens.push(await this.sent());
    const failure = this.failures.shift();
    if (failure) throw failure;
  }
  async stop(): Promise<void> {
    this.#closed();
  }
  onreconnected(handler: () => void): void {
    this.#again = handler;
  }
  onclose(handler: (error?: Error) => void): void {
    this.#closed = handler;
  }
  async sent(): Promise<string> {
    const headers = (await this.http?.send({ headers: { accept: '*/*' } })) as Record<string, string>;
    return [headers['accept'], headers['Authorization']].filter((value) => value !== undefined).join(' ');
  }
  async breaks(reason: Error): Promise<number | null> {
    const pause = this.policy?.nextRetryDelayInMilliseconds({ previousRetryCount: 0, retryReason: reason }) ?? null;
    this.tokens.push(await this.sent());
    this.#again();
    await new Promise(setImmediate);
    return pause;
  }
}

function signalR(connection: FakeConnection) {
  class HubConnectionBuilder {
    withUrl(url: string, { httpClient }: { httpClient?: Http }) {
      connection.url = url;
      connection.http = httpClient;
      return this;
    }
    withAutomaticReconnect(policy: Policy) {
      connection.policy = policy;
      return this;
    }
    build() {
      return connection;
    }
  }
  return { HubConnectionBuilder, DefaultHttpClient: Http, NullLogger: { instance: undefined } };
}

describe('api/client/published/hubs', () => {
  let refreshed: number;
  let client: QuorateClient;
  let connection: FakeConnection;
  beforeEach(() => {
    refreshed = 0;
    connection = new FakeConnection();
    client = new QuorateClient({ url: 'http://node', token: 'old', refresh: async () => `new${++refreshed}` });
  });
  const open = () => openHub(signalR(connection), { client, hub: 'register' });

  it('tells events with names, and drops what has not their form', async () => {
    const hub = await open();
    expect(connection.url).to.equal('http://node/hubs/register');
    const heard: unknown[] = [];
    hub.on('DocketSealed', (event) => heard.push(event));
    const tell = connection.handlers.get('DocketSealed')!;
    tell('r', 4, 'hash', 'time', 'trace');
    for (const bad of [['r', '4', 'hash', 'time', 'trace'], ['r', 4, 'hash', 'time'], [{}, 4, 'h', 't', 't'], []])
      tell(...bad);
    expect(heard).to.deep.equal([
      { registerId: 'r', docketNumber: 4, docketHash: 'hash', time: 'time', traceId: 'trace' },
    ]);
  });

  it('subscribes again after a break, says so, and forgets what is refused then', async () => {
    const hub = await open();
    let resumed = 0;
    hub.onResumed(() => resumed++);
    for (const id of ['a', 'b', 'c']) await hub.subscribe('SubscribeToRegister', id);
    await hub.subscribe('UnsubscribeFromRegister', 'b');
    connection.refused.add('c');
    connection.invoked.length = 0;
    const pause = await connection.breaks(new Error('gone'));
    expect(connection.invoked).to.deep.equal(['SubscribeToRegister a', 'SubscribeToRegister c']);
    expect([resumed, pause]).to.deep.equal([1, 0]);
    connection.invoked.length = 0;
    await connection.breaks(new Error('gone'));
    expect(connection.invoked).to.deep.equal(['SubscribeToRegister a']);
    expect(await hub.subscribe('SubscribeToRegister', 'c').catch((error: Error) => error.message)).to.contain(
      'NOT_FOUND',
    );
  });

  it('keeps its subscriptions where the connection breaks while they come back, and says so once they are', async () => {
    const hub = await open();
    let resumed = 0;
    hub.onResumed(() => resumed++);
    for (const id of ['a', 'b']) await hub.subscribe('SubscribeToRegister', id);
    for (const message of [
      'Invocation canceled due to the underlying connection being closed.',
      "Cannot send data if the connection is not in the 'Connected' State.",
      'WebSocket closed with status code: 1006 ().',
    ]) {
      connection.broken = new Error(message);
      await connection.breaks(new Error('gone'));
    }
    expect(resumed).to.equal(0);
    connection.broken = undefined;
    connection.invoked.length = 0;
    await connection.breaks(new Error('gone'));
    expect(connection.invoked).to.deep.equal(['SubscribeToRegister a', 'SubscribeToRegister b']);
    expect(resumed).to.equal(1);
  });

  it('shows a fresh token where the node took the old one no more, at the start and after a break', async () => {
    connection.failures = [new Error('Failed to complete negotiation: Status code 401')];
    await open();
    expect(connection.tokens).to.deep.equal(['*/* Bearer old', '*/* Bearer new1']);
    await connection.breaks(new Error('Unauthorized: Status code 401'));
    await connection.breaks(new Error('gone'));
    expect(connection.tokens.slice(2)).to.deep.equal(['*/* Bearer new2', '*/* Bearer new2']);
  });

  it('gives up where a fresh token does not help either, and where something else is wrong', async () => {
    connection.failures = [new Error('401'), new Error('401')];
    expect(await open().catch((error: Error) => error.message)).to.equal('401');
    connection.failures = [new Error('403')];
    expect(await open().catch((error: Error) => error.message)).to.equal('403');
    const unknown = openHub(signalR(connection), { client, hub: '../x' as 'register' });
    expect(await unknown.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });

  it('settles when it is over', async () => {
    const hub = await open();
    await hub.close();
    expect(await hub.closed).to.equal(undefined);
  });
});
