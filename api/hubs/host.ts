// All live connections of all hubs: who listens to what, the fan-out of announced facts, bounds on their number, and
// the one timer that looks after them. A connection is told nothing any more once its token or its right to a topic is
// gone. It knows no HTTP.
import type { Announcement } from '../../actors/ports.js';
import { utf8 } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { HUB_CLOSE_MS, HUB_LOOK_MS, HUB_SUBSCRIPTIONS_MAX } from '../../core/base/limits/node/hubs.js';
import type { Timer } from '../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import type { Caller } from '../auth/caller.js';
import { type ApiCall, Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { LocalCall, NO_BYTES } from '../requests/incoming.js';
import type { Limiters } from '../requests/rate.js';
import { HubConnection, type MethodAnswer, type MethodCall } from './connection.js';
import type { Hub, HubSession, HubStreamSource, Telling } from './define.js';
import { type Methods, methodsOf, streamsOf } from './methods.js';
import type { Places } from './places.js';
import { invocation } from './protocol.js';
import { TopicWaits } from './streams.js';
import { traceIdOf } from './tickets.js';
import type { HubSocket, HubTransport } from './transports/socket.js';

interface Room {
  readonly hub: Hub;
  readonly methods: Methods;
  readonly streams: Methods;
  /** Streams of its connections that wait for a fact. */
  readonly waits: TopicWaits;
  readonly listeners: Map<string, Set<HubConnection>>;
}

type Tell = (fact: Announcement) => Telling | readonly Telling[];

/** By which methods come to the rules that all operations have. */
export interface HubDispatch {
  readonly dispatcher: Pick<Dispatcher, 'invoke' | 'call'>;
  readonly limiters: Pick<Limiters, 'get'>;
  /** Of live connections, which others that last have with hubs. */
  readonly places: Places;
  /** Runs it in a later turn of the loop. */
  readonly later: (run: () => void) => void;
}

/** Of one connection, from the request that opened it. */
interface Opening {
  readonly hub: Hub;
  readonly caller: Caller;
  readonly socket: HubSocket;
  readonly transport: HubTransport;
  readonly traceId: string;
  readonly address: string;
}

export class HubHost {
  private readonly rooms: ReadonlyMap<string, Room>;
  private readonly open = new Map<HubConnection, { readonly room: Room; readonly transport: HubTransport }>();
  private readonly places: Places;
  private readonly deaf: readonly (() => void)[];
  /** A caller lost a token, and connections are about to be asked for theirs. */
  private asking = false;
  private timer: Timer | undefined;
  private draining: { readonly finish: () => void; readonly timer: Timer } | undefined;

  constructor(
    private readonly deps: ApiDeps,
    hubs: readonly Hub[],
    private readonly dispatch: HubDispatch,
  ) {
    this.places = dispatch.places;
    const ports = {
      limiters: dispatch.limiters,
      session: (connection: HubConnection, call: ApiCall<ApiDeps>) => this.session(connection, call),
    };
    this.rooms = new Map(
      hubs.map((hub) => {
        const [methods, streams] = [methodsOf(hub, ports), streamsOf(hub, ports)];
        return [hub.name, { ...{ hub, methods, streams }, waits: new TopicWaits(), listeners: new Map() }];
      }),
    );
    this.deaf = [deps.announcements.listen(this.announce), deps.sessions.watch(() => this.recheck())];
  }

  /** Why the caller may open no further connection, if so: NODE_DRAINING, NODE_UNAVAILABLE, RATE_LIMITED. */
  problem(opening: Pick<Opening, 'caller' | 'address'>): Issue | undefined {
    if (this.draining) return issue('NODE_DRAINING', '', 'The node is shutting down.');
    return this.places.problem(opening);
  }

  /** A socket that was let in. Tell `receive` of its frames and `leave` of its end. */
  enter(opening: Opening): HubConnection {
    const { hub, caller, socket, transport } = opening;
    const room = this.rooms.get(hub.name) as Room;
    const connection: HubConnection = new HubConnection(
      {
        socket,
        caller,
        call: (method, answer) => this.call({ connection, room, opening }, method, answer),
        stream: (method, answer) => this.stream({ connection, room, opening }, method, answer),
        streaming: {
          later: this.dispatch.later,
          fault: (error) => this.fault(opening, error),
          woken: (topic, signal) => room.waits.wait(topic, signal),
        },
        onCut: (reason) => this.deps.counters.hubs?.cut(hub.name, reason),
      },
      this.deps.clock.steady(),
    );
    this.open.set(connection, { room, transport });
    this.places.take(connection, opening);
    this.deps.counters.hubs?.countConnection({ hub: hub.name, transport }, 1);
    this.timer ??= this.deps.clock.setTimer(() => this.look(), HUB_LOOK_MS);
    const joined = hub.joins?.(caller);
    if (joined) this.subscribe(connection, { kind: joined.kind, names: [joined.name] });
    return connection;
  }

  receive(connection: HubConnection, frame: string): void {
    if (this.admits(connection)) connection.receive(frame, this.deps.clock.steady());
  }

  /** The client asks for what there is, which is a sign of life. */
  noteSign(connection: HubConnection): void {
    if (this.admits(connection)) connection.noteSign(this.deps.clock.steady());
  }

  leave(connection: HubConnection): void {
    const open = this.open.get(connection);
    if (open === undefined) return;
    const { room, transport } = open;
    this.open.delete(connection);
    connection.loseSocket();
    for (const topic of connection.topics.keys()) leave(room, topic, connection);
    this.places.leave(connection);
    this.deps.counters.hubs?.countConnection({ hub: room.hub.name, transport }, -1);
    if (this.open.size > 0) return;
    this.timer?.cancel();
    this.timer = undefined;
    this.draining?.timer.cancel();
    this.draining?.finish();
  }

  /**
   * Sends every client away, to come back to another node or after the restart. Resolves when the last socket is
   * closed, after HUB_CLOSE_MS at most.
   */
  close(): Promise<void> {
    for (const end of this.deaf) end();
    return new Promise((done) => {
      const timer = this.deps.clock.setTimer(() => {
        for (const connection of this.open.keys()) connection.terminate();
      }, HUB_CLOSE_MS);
      this.draining = { finish: done, timer };
      for (const connection of this.open.keys())
        if (connection.ended) connection.terminate();
        else connection.drain();
      if (this.open.size > 0) return;
      timer.cancel();
      done();
    });
  }

  private look(): void {
    const nowMs = this.deps.clock.steady();
    for (const connection of this.open.keys()) if (connection.ended || this.admits(connection)) connection.look(nowMs);
    this.timer = this.open.size > 0 ? this.deps.clock.setTimer(() => this.look(), HUB_LOOK_MS) : undefined;
  }

  /** False for a connection whose token has expired or was revoked, which ends with that. */
  private admits(connection: HubConnection): boolean {
    const standing = this.deps.tokens.standing(connection.caller);
    if (standing === undefined) return true;
    connection.cut('token', standing);
    return false;
  }

  /** Connections end with their tokens, once for all that are revoked in one turn. */
  private recheck(): void {
    if (this.asking) return;
    this.asking = true;
    this.dispatch.later(() => {
      this.asking = false;
      for (const connection of this.open.keys()) if (!connection.ended) this.admits(connection);
    });
  }

  private readonly announce = (fact: Announcement): void => {
    for (const room of this.rooms.values()) {
      const tell = room.hub.tells[fact.type] as Tell | undefined;
      if (tell === undefined || (room.listeners.size === 0 && room.waits.isEmpty)) continue;
      for (const telling of [tell(fact)].flat()) {
        room.waits.wake(telling.topics);
        if (room.listeners.size > 0) this.tell(room, telling, fact);
      }
    }
  };

  private tell(room: Room, telling: Telling, fact: Announcement): void {
    const message = new Set<HubConnection>();
    for (const topic of telling.topics)
      for (const connection of room.listeners.get(topic) ?? [])
        if (
          !message.has(connection) &&
          (telling.parting === true || this.mayHear(room, connection, { ...telling, topic }))
        )
          message.add(connection);
    if (message.size === 0) return;
    const nowMs = this.deps.clock.steady();
    const traceId = this.traceOf(fact);
    const occurredAt = new Date(telling.atMs ?? this.deps.clock.now()).toISOString();
    const signals = telling.signals(this.deps.announcements.traces);
    // The same text for all: it is the same for everybody who may hear of it.
    const records = signals
      .map(({ target, content = [], ids, trace = traceId }) =>
        invocation(target, [...content, ...ids, occurredAt, trace]),
      )
      .join('');
    let connections = 0;
    for (const connection of message) if (connection.tell(records, nowMs)) connections++;
    const lost = message.size - connections;
    for (const { target } of signals)
      this.deps.counters.hubs?.countEvent({ hub: room.hub.name, target, connections, lost });
    this.deps.log.debug({ hub: room.hub.name, targets: signals.length, connections, traceId }, 'Clients were told.');
  }

  /** Of the request that caused it, else what follows from the id of its cause, else a fresh one. */
  private traceOf(fact: Announcement): string {
    const cause = fact.cause ?? ('txId' in fact ? fact.txId : undefined);
    return fact.trace ?? (cause === undefined ? traceIdOf(this.deps.random) : this.deps.announcements.traces.of(cause));
  }

  /**
   * Asks again whether the connection may know of the topic: a grant may have ended since, or the register left its
   * tenant.
   */
  private mayHear(
    room: Room,
    connection: HubConnection,
    { topic, last, asks, within }: Pick<Telling, 'last' | 'asks' | 'within'> & { readonly topic: string },
  ): boolean {
    const subscription = connection.topics.get(topic);
    if (subscription === undefined || !this.admits(connection)) return false;
    if (last) return true;
    const { kind, name } = subscription;
    const call = this.callOf(connection.caller, room.hub);
    // A kind that the hub does not have admits no caller.
    const isAdmitted = (of: string, what: string): boolean => {
      const topics = room.hub.topics[of];
      return topics !== undefined && !isFailure(topics.admit(what, call));
    };
    if (within !== undefined && !isAdmitted('register', within)) return false;
    if (isAdmitted(kind, name)) return asks === undefined || isAdmitted(asks, name);
    connection.topics.delete(topic);
    leave(room, topic, connection);
    return false;
  }

  private call(live: Live, method: MethodCall, answer: MethodAnswer): void {
    const { methods } = live.room;
    const unknown = `The hub has no method ${method.target}.`;
    this.invoke(live, { method, among: methods, unknown }, (result) => answer(result as Result<Json | undefined>));
  }

  private stream(live: Live, method: MethodCall, answer: (source: Result<HubStreamSource>) => void): void {
    const { streams } = live.room;
    const unknown = `The hub has no streaming method ${method.target}.`;
    this.invoke(live, { method, among: streams, unknown }, (result) => {
      const source = result as Result<HubStreamSource>;
      // A token that ended between two looks gets nothing more.
      const still = () => this.deps.tokens.standing(live.opening.caller) ?? (source as HubStreamSource).still();
      answer(isFailure(source) ? source : { still, items: (run) => source.items(run) });
    });
  }

  private invoke(
    { connection, room, opening }: Live,
    {
      method: { target, args },
      among,
      unknown,
    }: { readonly method: MethodCall; readonly among: Methods; readonly unknown: string },
    give: (result: unknown) => void,
  ): void {
    const operation = among.get(target.toLowerCase());
    if (operation === undefined) {
      give(fail(issue('HUB_METHOD_UNKNOWN', '', unknown)));
      return;
    }
    const { caller, traceId, address } = opening;
    const url = `${room.hub.paths[0]}/${target}`;
    const rawBody = utf8(JSON.stringify(args));
    const call = new LocalCall({ caller, traceId, address, url, rawBody }, connection);
    this.dispatch.dispatcher.invoke(operation, call, (result) => {
      call.end();
      give(result instanceof Refusal ? fail(result.issues) : result);
    });
  }

  /** A stream that failed by a fault of ours: the reason is in the log, under the trace of its connection. */
  private fault({ hub, traceId }: Opening, error: unknown): Issue {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.deps.log.error({ hub: hub.name, traceId, error: message, stack }, 'A stream failed.');
    return issue('INTERNAL', '', 'The node failed to go on; the trace id finds the reason in its log.');
  }

  private session(connection: HubConnection, call: ApiCall<ApiDeps>): HubSession {
    const room = this.open.get(connection)?.room;
    // Without the right to it, only what was subscribed can be left, by the name that it had.
    const names = (kind: string, name: string) =>
      room?.hub.topics[kind]?.admit(name, call) ??
      fail(issue('HUB_ARGUMENTS_INVALID', '', `The hub has no topic ${kind}.`));
    return {
      call,
      subscribe: (kind, name) => {
        const admitted = names(kind, name);
        return isFailure(admitted) ? admitted : this.subscribe(connection, { kind, names: admitted });
      },
      unsubscribe: (kind, name) => {
        const admitted = names(kind, name);
        for (const known of isFailure(admitted) ? [name] : admitted) {
          const topic = `${kind}:${known}`;
          if (room !== undefined && connection.topics.delete(topic)) leave(room, topic, connection);
        }
      },
      tell: ({ target, content = [], ids }) => {
        const occurredAt = new Date(this.deps.clock.now()).toISOString();
        connection.tell(invocation(target, [...content, ...ids, occurredAt, call.traceId]), this.deps.clock.steady());
      },
      ask: (id, input, headers = {}) => {
        const { caller, traceId, address } = call;
        return this.dispatch.dispatcher.call(id, input, { caller, traceId, address, headers });
      },
    };
  }

  private subscribe(
    connection: HubConnection,
    { kind, names }: { readonly kind: string; readonly names: readonly string[] },
  ): Failure | undefined {
    const room = this.open.get(connection)?.room;
    const fresh = names.filter((name) => !connection.topics.has(`${kind}:${name}`));
    if (connection.topics.size + fresh.length > HUB_SUBSCRIPTIONS_MAX)
      return fail(issue('HUB_LIMIT', '', `A connection has at most ${HUB_SUBSCRIPTIONS_MAX} subscriptions.`));
    // A method that took its time may come back after the client went away.
    if (room === undefined) return undefined;
    for (const name of fresh) {
      const topic = `${kind}:${name}`;
      connection.topics.set(topic, { kind, name });
      room.listeners.set(topic, (room.listeners.get(topic) ?? new Set()).add(connection));
    }
    return undefined;
  }

  /** Of a question that was not asked over the network. */
  private callOf(caller: Caller, hub: Hub): ApiCall<ApiDeps> {
    return {
      ...{ traceId: '', trace: '', address: '' },
      caller,
      deps: this.deps,
      operationId: `hub:${hub.name}`,
      waitMs: 0,
      durable: false,
      respondAsync: false,
      languages: [],
      certificate: undefined,
      idempotencyKey: '',
      rawBody: NO_BYTES,
    };
  }
}

interface Live {
  readonly connection: HubConnection;
  readonly room: Room;
  readonly opening: Opening;
}

function leave(room: Room, topic: string, connection: HubConnection): void {
  const listeners = room.listeners.get(topic);
  listeners?.delete(connection);
  if (listeners?.size === 0) room.listeners.delete(topic);
}
