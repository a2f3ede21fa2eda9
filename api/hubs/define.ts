// Definition of a hub: a path, who may connect, methods, topics to listen to, and what is told of which announced fact.
// Rows of types and plain data; a new hub is a file `<name>.hub.ts` and a line in table.ts. A message is a thin signal
// by its form: ids, a time and a trace; that of a conversation has the words of it too, which are kept nowhere else.
import type { TSchema } from 'typebox';
import type { Announcement } from '../../actors/ports.js';
import type { Traces } from '../../actors/traces.js';
import type { Issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import type { BodySize } from '../../core/base/limits/node/bodies.js';
import type { Failure, Result } from '../../core/base/result.js';
import type { Caller } from '../auth/caller.js';
import type { Capability } from '../auth/policy.js';
import type { ProgramRight } from '../auth/program-rights.js';
import type { OperationAnswer, OperationId, OperationInput } from '../client/published/operation-calls.js';
import type { ApiCall, RateName } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

/** A kind of thing that a connection can listen to. Its names make topics: `wallet:<address>`. */
export interface TopicKind {
  /**
   * All names under which facts speak of it, if the caller may listen; else why not. Asked when it is subscribed, and
   * again while it lasts.
   */
  readonly admit: (name: string, call: ApiCall<ApiDeps>) => Result<readonly string[]>;
}

/** The connection that calls a method. */
export interface HubSession {
  readonly call: ApiCall<ApiDeps>;
  /** Listens to a topic; twice is once. The issues are those of the topic's `admit`, and HUB_LIMIT. */
  subscribe(kind: string, name: string): Failure | undefined;
  unsubscribe(kind: string, name: string): undefined;
  /** Tells this connection alone. */
  tell(signal: Signal): void;
  /** Runs an operation of the table for the caller, by all of its rules. */
  ask<K extends OperationId>(
    id: K,
    input: OperationInput<K>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Result<OperationAnswer<K>>>;
}

export interface HubMethod {
  readonly summary: string;
  /**
   * A schema for each argument. All are needed but optional ones, which are the last. An argument that does not fit is
   * HUB_ARGUMENTS_INVALID.
   */
  readonly args: readonly TSchema[];
  /** Of the arguments as JSON; `small` when absent. */
  readonly bodySize?: BodySize;
  readonly writes?: true;
  /** Which limit of requests it counts for; `none` when absent, because the pace of a connection is bounded. */
  readonly rate?: RateName;
  /** An issue becomes the error of the completion; anything else its result. */
  readonly run: (
    args: readonly Json[],
    session: HubSession,
  ) => Result<Json | undefined | Promise<Result<Json | undefined>>>;
}

/** A stream that runs, as its source sees it. */
export interface HubStreamRun {
  /** Aborted when the client cancels, goes away or loses its right, and when the node stops. */
  readonly signal: AbortSignal;
  /** Resolves at the next fact that is told of the topic, and at the end of the stream. */
  woken(topic: string): Promise<void>;
}

export interface HubStreamSource {
  /** Why the caller may not have the stream any more. Asked before each item, and at each look at the connection. */
  readonly still: () => Issue | undefined;
  /**
   * Makes the items, one after the other: the next one only when the socket has room for it. An issue that it ends with
   * is the error of the stream.
   */
  readonly items: (run: HubStreamRun) => AsyncIterator<Json, Issue | undefined>;
}

/** A method that answers with many items, for as long as the client likes. */
export interface HubStream extends Omit<HubMethod, 'run'> {
  /** Judges the arguments and the right, and makes no item yet. */
  readonly source: (args: readonly Json[], call: ApiCall<ApiDeps>) => Result<HubStreamSource>;
}

/** A call of a client's method. The time and the trace are added to `ids` when it is sent. */
export interface Signal {
  readonly target: string;
  /** Before the ids. Of a conversation of the listener alone (docs/decisions/0245): all other events have none. */
  readonly content?: readonly Json[];
  /** Opaque ids and numbers that any listener may know. */
  readonly ids: readonly (string | number)[];
  /** Where it has another cause than the fact as a whole. */
  readonly trace?: string;
}

/** The message about one fact. */
export interface Telling {
  /** The topics that are told: a connection that listens to several of them is told once. */
  readonly topics: readonly string[];
  /** When it happened, if the fact says so; else it is the time of the telling. */
  readonly atMs?: number;
  /** The topic ends with this fact, so that it is not asked whether it may still be seen. */
  readonly last?: true;
  /**
   * It may be about the end of the listener's own right: a connection whose token was just ended hears it, and is cut
   * after that.
   */
  readonly parting?: true;
  /** A register to which a listener has to be admitted too, by the kind `register` of the hub. */
  readonly within?: string;
  /** A kind of topic to which a listener has to be admitted too, by the name of the topic that it listens to. */
  readonly asks?: string;
  /** In the order in which they are told. Made only when a client listens. */
  readonly signals: (traces: Pick<Traces, 'of' | 'ofAll'>) => readonly Signal[];
}

type FactOf<T, A = Announcement> = A extends { readonly type: infer U }
  ? T extends U
    ? A & { readonly type: T }
    : never
  : never;

export type Tells = {
  readonly [T in Announcement['type']]?: (fact: FactOf<T>) => Telling | readonly Telling[];
};

export interface Hub {
  readonly name: string;
  /** The first is its path; the others are older ones of the same hub. */
  readonly paths: readonly [`/${string}`, ...`/${string}`[]];
  readonly can: Capability;
  /** The scope that a program has to have, where it is another one than that of reads by this right. */
  readonly program?: ProgramRight;
  readonly methods: Readonly<Record<string, HubMethod>>;
  readonly streams?: Readonly<Record<string, HubStream>>;
  readonly topics: Readonly<Record<string, TopicKind>>;
  /** A topic that a connection listens to from its start, without asking: its kind and name. */
  readonly joins?: (caller: Caller) => { readonly kind: string; readonly name: string } | undefined;
  readonly tells: Tells;
}
