// The facts that a node tells its clients without being asked, by the official SignalR client, which the caller brings:
// it knows the transports that work behind proxies, in every browser and in Node. This adds the token of the client,
// events with names and types, and subscriptions that outlast a break of the connection. `@quorate/client/hubs`.
import {
  COUNTED_IDS,
  type CountedId,
  HUB_EVENTS,
  type HubName,
  OBJECT_MEMBERS,
  type ObjectMember,
} from '../hub-events.js';
import type { QuorateClient } from './client.js';

/** The part of a HubConnection of @microsoft/signalr that is used here. */
export interface SignalRConnection {
  on(event: string, handler: (...args: unknown[]) => void): void;
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
  start(): Promise<void>;
  stop(): Promise<void>;
  onreconnected(handler: () => void): void;
  onclose(handler: (error?: Error) => void): void;
}

/** The part of its requests that is used here. */
interface SignalRHttp {
  send(request: { readonly headers?: Readonly<Record<string, string>> }): Promise<unknown>;
}

interface Builder<C> {
  withUrl(url: string, options: { readonly httpClient?: SignalRHttp }): Builder<C>;
  withAutomaticReconnect(policy: {
    nextRetryDelayInMilliseconds(context: {
      readonly previousRetryCount: number;
      readonly retryReason: Error;
    }): number | null;
  }): Builder<C>;
  build(): C;
}

/** The module: `import * as signalR from '@microsoft/signalr'`. */
export interface SignalR<C extends SignalRConnection> {
  readonly HubConnectionBuilder: new () => Builder<C>;
  readonly DefaultHttpClient: new (logger: never) => SignalRHttp;
  readonly NullLogger: { readonly instance: unknown };
}

type Events<H extends HubName> = (typeof HUB_EVENTS)[H];
type IdsOf<H extends HubName, E extends keyof Events<H>> = Events<H>[E] extends readonly (infer N)[]
  ? N & string
  : never;

/** The ids of an event by name, the time of the fact and the trace of the request that caused it. */
export type HubEvent<H extends HubName, E extends keyof Events<H>> = {
  readonly [N in IdsOf<H, E>]: N extends CountedId
    ? number
    : N extends ObjectMember
      ? Readonly<Record<string, unknown>>
      : string;
} & { readonly time: string; readonly traceId: string };

export interface OpenHub<H extends HubName, C extends SignalRConnection> {
  /** The connection itself, for its streams and states. */
  readonly connection: C;
  readonly on: <E extends keyof Events<H> & string>(event: E, handler: (event: HubEvent<H, E>) => void) => void;
  /** Such as `subscribe('SubscribeToRegister', id)`: asked again after each break. Rejects where it is refused. */
  readonly subscribe: (method: string, id: string) => Promise<void>;
  /** After a break the subscriptions are back: what happened meanwhile is read over REST. */
  readonly onResumed: (handler: () => void) => void;
  /** Settles when the connection is over for good. */
  readonly closed: Promise<Error | undefined>;
  readonly close: () => Promise<void>;
}

export interface OpenHubOptions {
  /** Pauses between attempts to connect again; the last one is repeated. Half of each is random. */
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS = [0, 1000, 2000, 5000, 10_000, 30_000];
const NAMES = Object.keys(HUB_EVENTS);

/** Connects to a hub of the node of `client`, with its token. */
export async function openHub<H extends HubName, C extends SignalRConnection>(
  signalR: SignalR<C>,
  { client, hub, pausesMs = PAUSES_MS }: { readonly client: QuorateClient; readonly hub: H } & OpenHubOptions,
): Promise<OpenHub<H, C>> {
  if (!NAMES.includes(hub)) throw new TypeError(`The hubs are ${NAMES.join(', ')}.`);
  const token = tokenFor(client);
  const pauses = pausesMs.length === 0 ? PAUSES_MS : pausesMs;
  const connection = new signalR.HubConnectionBuilder()
    .withUrl(`${client.url}/hubs/${hub}`, { httpClient: requestsWith(signalR, token.next) })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount, retryReason }) => {
        token.look(retryReason);
        const pause = pauses[Math.min(previousRetryCount, pauses.length - 1)] as number;
        return pause * (0.5 + Math.random() / 2);
      },
    })
    .build();
  const subscriptions = new Subscriptions(connection);
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
  connection.onreconnected(() => void subscriptions.again());
  await connection.start().catch(async (error: unknown) => {
    if (!token.look(error)) throw error;
    await connection.start();
  });
  const events: Readonly<Record<string, readonly string[]>> = HUB_EVENTS[hub];
  return {
    connection,
    on: (event, handler) =>
      connection.on(event, (...args) => {
        const said = eventIn(events[event] ?? [], args);
        if (said !== undefined) handler(said as never);
      }),
    subscribe: (method, id) => subscriptions.ask(method, id),
    onResumed: (handler) => subscriptions.onResumed(handler),
    closed,
    close: () => connection.stop(),
  };
}

/**
 * Requests that have the token in their header. The factory of SignalR would have a browser put it into the address of
 * a socket, which its connection token opens too.
 */
function requestsWith(
  signalR: Pick<SignalR<SignalRConnection>, 'DefaultHttpClient' | 'NullLogger'>,
  next: () => Promise<string>,
): SignalRHttp {
  const http = new signalR.DefaultHttpClient(signalR.NullLogger.instance as never);
  const send = http.send.bind(http);
  http.send = async (request) => {
    const token = await next();
    return send(
      token === '' ? request : { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } },
    );
  };
  return http;
}

/** The token of the client, and a fresh one after the node refused one. */
function tokenFor(client: QuorateClient) {
  let given: string | undefined;
  let refused: string | undefined;
  return {
    next: async (): Promise<string> => {
      given = await client.tokenNow(refused);
      return given ?? '';
    },
    /** True where a fresh token may help. */
    look: (error: unknown): boolean => {
      const isOver = error instanceof Error && /\b401\b|Unauthorized/i.test(error.message) && given !== refused;
      if (isOver) refused = given;
      return isOver;
    },
  };
}

/** Subscriptions in order; unsubscribing takes one away. */
class Subscriptions {
  private readonly asked = new Map<string, readonly [method: string, id: string]>();
  private readonly handlers: (() => void)[] = [];
  constructor(private readonly connection: SignalRConnection) {}

  async ask(method: string, id: string): Promise<void> {
    await this.connection.invoke(method, id);
    const key = (name: string) => `${name} ${id}`;
    if (method.startsWith('UnsubscribeFrom')) this.asked.delete(key(method.replace('UnsubscribeFrom', 'SubscribeTo')));
    else this.asked.set(key(method), [method, id]);
  }

  onResumed(handler: () => void): void {
    this.handlers.push(handler);
  }

  /**
   * A subscription that is refused now, such as of a register that is gone, is forgotten. Where the connection breaks
   * meanwhile, all are asked again after the next one.
   */
  async again(): Promise<void> {
    for (const [key, [method, id]] of [...this.asked]) {
      try {
        await this.connection.invoke(method, id);
      } catch (error) {
        if (!isRefusal(error)) return;
        this.asked.delete(key);
      }
    }
    for (const handler of this.handlers) handler();
  }
}

/** A hub begins its reason with a code; all other errors are of the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^[A-Z][A-Z0-9_]+(:|$)/.test(error.message);
}

/** Undefined for what does not have the form of the event: the node is not trusted. */
function eventIn(names: readonly string[], args: readonly unknown[]): object | undefined {
  if (args.length !== names.length + 2) return undefined;
  const all = [...names, 'time', 'traceId'];
  if (!all.every((name, i) => args[i] !== null && typeof args[i] === typeOf(name))) return undefined;
  return Object.fromEntries(all.map((name, i) => [name, args[i]]));
}

function typeOf(name: string): 'number' | 'object' | 'string' {
  if (OBJECT_MEMBERS.has(name)) return 'object';
  return COUNTED_IDS.has(name) ? 'number' : 'string';
}
