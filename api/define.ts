// Definition of an operation: validation, types, OpenAPI, rights, metrics label and contract test follow from it. Types
// and plain data only; nothing here knows Fastify.
import type { Static, TSchema } from 'typebox';
import type { Issue, IssueCode } from '../core/base/issue.js';
import { BODY_LIMITS, type BodyLimit, type BodySize } from '../core/base/limits/node/bodies.js';
import { Failure } from '../core/base/result.js';
import type { CompactJwe } from '../core/credentials/jose/compact-jwe.js';
import type { LinkedNode, NamedNode } from '../core/linked/document.js';
import type { ClientCertificate } from '../core/tenant/workload.js';
import type { Caller, Tier, UnaskedActs } from './auth/caller.js';
import type { NeededRight } from './auth/policy.js';
import type { ForPrograms } from './auth/program-rights.js';
import type { ErrorFamilyName } from './errors/families/families.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Named rate limits; the figures are options of the server. */
export type RateName = 'strict' | 'platformAuth' | 'auth' | 'api' | 'heavy' | 'download' | 'none';

/** Media types of bodies that are read before a handler sees them; those of `application/jwt` (CompactJwe) it opens. */
export type BodyType =
  | 'application/json'
  | 'application/x-www-form-urlencoded'
  | 'multipart/form-data'
  | 'application/jwt';

/**
 * Where operations are answered, each at a port of its own: to everybody; to the services behind the gateway; to
 * services that show a certificate (specification section 5.7); to those who measure the node.
 */
export const LISTENERS = ['public', 'internal', 'workload', 'metrics'] as const;
export type ListenerName = (typeof LISTENERS)[number];

export interface RouteInput {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly headers?: TSchema;
}

/** An operation that will be taken away in a later major version (specification 9.3). */
export interface Deprecated {
  /** Day since when, `2026-11-27`. */
  readonly since: string;
  /** Day when it ends, half a year later or more. */
  readonly sunset: string;
  /** Path of the operation that takes its place. */
  readonly successor: string;
}

/**
 * The changes that calls of an operation make, beside entries of the audit trail. `nothing`, also of a GET that says
 * none: they ask, calculate or try, and cannot commit (dispatch/effects.ts). `account`: an account, its sessions
 * and its ways in, which is little, and an operator has to get in while the disk is nearly full. `node`: rows of this
 * node. `register`: they send a transaction to the pool of a register.
 */
export type WriteKind = 'nothing' | 'account' | 'node' | 'register';

/**
 * The subject of a read of a register: `sealed` dockets, under the rules of such reads (dispatch/reads.ts), or what this
 * node has `here`: its seat, its pool and its counts.
 */
export type ReadKind = 'sealed' | 'here';

/** An operation with another method than GET says what it writes, and a GET that names a register what it reads. */
type Effects =
  | { readonly method: 'GET'; readonly writes?: Extract<WriteKind, 'account'>; readonly reads?: ReadKind }
  | { readonly method: Exclude<Method, 'GET'>; readonly writes: WriteKind; readonly reads?: never };

interface Rules extends ForPrograms, NeededRight {
  /** Fastify spelling, `/api/registers/:registerId`. */
  readonly url: string;
  /** Fewer tiers of tokens than its right takes, where the specification names them. */
  readonly tiers?: readonly Tier[];
  /** The listeners that answer it; `public` alone when absent. On all others there is nothing at its path. */
  readonly listeners?: readonly ListenerName[];
  readonly summary: string;
  readonly description?: string;
  readonly errors: readonly IssueCode[];
  /** Default: `auth` where an account is written, else `api`. */
  readonly rate?: RateName;
  /** Calls that may come at once after a pause, where the limit allows fewer; its rate stays. */
  readonly burst?: number;
  /** Counted apart from the other routes of its rate, so that neither uses up the other. */
  readonly bucket?: string;
  /** The caller is charged for the signatures of the body too, by what they cost to verify. */
  readonly chargesSignatures?: boolean;
  /** How much its request body may hold; `small` when absent. */
  readonly bodySize?: BodySize;
  /** The form of its refusals, those of the rules of all operations among them; `problem` when absent. */
  readonly family?: ErrorFamilyName;
  /** Documented tag; the group's name when absent. */
  readonly tags?: readonly string[];
  /** Its clients are told when it ends; the document marks it. */
  readonly deprecated?: Deprecated;
  /**
   * For a session whose person proved of late who it is: it writes rights, secrets, keys or ways in. Each operation that
   * writes has it, or test/tidy/recent-sign-in.test.ts says why not. With the other where its organisation asks for it.
   */
  readonly takesRecentSignIn?: boolean;
  readonly recentSignInFor?: 'signing' | 'showing';
  /** Also for a session whose password has to be changed first. */
  readonly takesFirstPassword?: boolean;
  /** Ignores what it does not know in the query: load balancers and monitors add members of their own. */
  readonly anyQuery?: boolean;
  /** Bytes that its query may have; QUERY_BYTES_MAX when absent. */
  readonly queryBytesMax?: number;
  /** No cache keeps its answers, as none keeps those of an operation that writes an account. */
  readonly uncached?: true;
  /** A page for people, which `http.pages` switches off. */
  readonly isPage?: boolean;
  /** Answers no HEAD, because its answer would have to be made in full for one. */
  readonly noHead?: boolean;
}

/** Status to body schema; `null` for an answer without a body. */
export type StatusMap = { readonly [status: number]: TSchema | null };

/**
 * A form of an answer besides JSON, as data; api/dispatch/representations.ts writes it. The value is what the handler
 * gave.
 */
export type Representation =
  /** JSON-LD: the nodes of the value, with the context of this node. */
  | { readonly kind: 'linked'; readonly nodes: (value: never) => LinkedNode | readonly LinkedNode[] }
  /** Canonical N-Quads of the one node of the value. */
  | { readonly kind: 'quads'; readonly node: (value: never) => NamedNode }
  /** One line of JSON for each item, by the schema of one. */
  | { readonly kind: 'lines'; readonly items: (value: never) => readonly unknown[]; readonly schema: TSchema }
  /** A table with a line of names: a row for each item. */
  | {
      readonly kind: 'table';
      readonly items: (value: never) => readonly unknown[];
      readonly columns: Readonly<Record<string, (item: never) => RowValue>>;
    };
export type RowValue = string | number | undefined;

type Definition = Rules & Effects;

interface RouteParts {
  readonly input?: RouteInput;
  /** A schema means status 200; otherwise a map. The lowest status of a map is what a plain returned value gets. */
  readonly output: TSchema | StatusMap;
  /** Forms that the answer has besides JSON, by media type, chosen by Accept. */
  readonly representations?: Readonly<Record<string, Representation>>;
  /** Media types that the body may have; JSON when absent. A form is an object of texts. */
  readonly takes?: readonly BodyType[];
  /** Honours Idempotency-Key. Default: a POST that answers 201 or 202. */
  readonly idempotent?: boolean;
  /** The answer shows a secret once: it is never kept for a repeated Idempotency-Key, and never cached. */
  readonly secretAnswer?: boolean;
}

export type RouteDefinition = Definition & RouteParts;

export type ApiRoute<R extends RouteDefinition = RouteDefinition> = R & { readonly kind: 'route' };

export function route<R extends RouteDefinition>(definition: R): ApiRoute<R> {
  return { ...definition, kind: 'route' };
}

interface RawParts {
  /** Params and query are validated; the body arrives as bytes. */
  readonly input?: Pick<RouteInput, 'params' | 'query'>;
  /** For the documentation: media type and schema of the answer. */
  readonly answers: {
    readonly status: number;
    readonly type: string;
    /** Of successes without a body. */
    readonly otherStatuses?: Readonly<Record<number, string>>;
    /** Of answers that have the same forms. */
    readonly sameStatuses?: Readonly<Record<number, string>>;
    readonly schema?: TSchema;
    readonly description: string;
    /** Other media types that Accept may choose, and what comes then. */
    readonly forms?: Readonly<Record<string, string>>;
    /** A client may ask for a part of its bytes, which never change: its answers state their length and a tag. */
    readonly takesRanges?: boolean;
  };
}

export type RawDefinition = Definition & RawParts;

export type RawRoute<R extends RawDefinition = RawDefinition> = R & { readonly kind: 'raw' };

/** For streams and redirects only. Keep the list short. */
export function rawRoute<R extends RawDefinition>(definition: R): RawRoute<R> {
  return { ...definition, kind: 'raw' };
}

export type AnyRoute = ApiRoute | RawRoute;
export type Routes = { readonly [operationId: string]: AnyRoute };

// ---- What a handler gets.

export type InputOf<R> = R extends { readonly input: infer I }
  ? { readonly [K in keyof I]: I[K] extends TSchema ? Static<I[K]> : never }
  : Record<never, never>;

/** A request, without any transport in it. */
export interface ApiCall<Deps> {
  readonly caller: Caller;
  readonly deps: Deps;
  readonly operationId: string;
  /** 32 hex digits or the client's correlation id. */
  readonly traceId: string;
  /** Its trace-id in the form of W3C, which events carry. */
  readonly trace: string;
  /** Milliseconds of `Prefer: wait=<seconds>`, 0 without. Bounded by the setting http.waitSecondsMax. */
  readonly waitMs: number;
  /** True for `Prefer: durability=quorum`: what is accepted should survive the loss of this node. */
  readonly durable: boolean;
  /** True for `Prefer: respond-async` (RFC 7240 section 4.1): the caller does not wait for long work. */
  readonly respondAsync: boolean;
  /** Empty without the header. The framework has handled repeats already. */
  readonly idempotencyKey: string;
  /** The certificate of the connection, of a trusted authority; undefined where the listener asks for none. */
  readonly certificate: ClientCertificate | undefined;
  /** Remote address, for the audit log. */
  readonly address: string;
  /** Languages of Accept-Language, the wanted ones first. */
  readonly languages: readonly string[];
  /** The JSON body as it came, so that it need not be written again. Empty without a body. */
  readonly rawBody: Uint8Array;
  /** A tool acts, and no person is asked. Absent over HTTP and hubs, where the scope of a token is enough. */
  readonly unasked?: UnaskedActs;
}

// ---- What a handler gives.
export class Reply<S extends number = number, B = unknown> {
  constructor(
    readonly status: S,
    readonly body: B,
    readonly headers?: Readonly<Record<string, string>>,
  ) {}
}

/** A status other than the default one, or extra headers. */
export function reply<S extends number, B>(
  status: S,
  body: B,
  headers?: Readonly<Record<string, string>>,
): Reply<S, B> {
  return new Reply(status, body, headers);
}

export class Refusal {
  constructor(
    readonly issues: readonly Issue[],
    readonly members?: Readonly<Record<string, unknown>>,
    readonly headers?: Readonly<Record<string, string>>,
  ) {}
}

/** An Issue whose problem body carries extra members (for example execDefHash) or headers (Retry-After). */
export function refuse(
  issues: Issue | readonly Issue[],
  members?: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Refusal {
  return new Refusal(Array.isArray(issues) ? issues : [issues as Issue], members, headers);
}

/** True for what a handler gives in place of its answer. */
export function isRefusal(given: unknown): given is Refusal | Failure {
  return given instanceof Refusal || given instanceof Failure;
}

/** Readonly all the way down, and optional members may be spelled `undefined`: what JSON makes of them is the same. */
export type Readable<T> = T extends readonly (infer U)[]
  ? readonly Readable<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Readable<T[K]> | (Record<never, never> extends Pick<T, K> ? undefined : never) }
    : T;

export type OutputMap<R> = R extends { readonly output: infer O } ? ('~kind' extends keyof O ? { 200: O } : O) : never;
type BodyOf<S> = S extends null ? undefined : S extends TSchema ? Readable<Static<S>> : never;
type DefaultStatus<M> = 200 extends keyof M
  ? 200
  : 201 extends keyof M
    ? 201
    : 202 extends keyof M
      ? 202
      : 303 extends keyof M
        ? 303
        : 204;
type Statuses<M> = keyof M & number;

/** The body of the default status. */
export type Output<R> =
  DefaultStatus<OutputMap<R>> extends keyof OutputMap<R> ? BodyOf<OutputMap<R>[DefaultStatus<OutputMap<R>>]> : never;
/** The body of any documented status. */
export type AnyOutput<R> = { [S in Statuses<OutputMap<R>>]: BodyOf<OutputMap<R>[S]> }[Statuses<OutputMap<R>>];
type Replies<R> = { [S in Statuses<OutputMap<R>>]: Reply<S, BodyOf<OutputMap<R>[S]>> }[Statuses<OutputMap<R>>];

/** An operation that takes encrypted bodies may answer with one. */
type Encrypted<R> = R extends { readonly takes: readonly (infer T)[] }
  ? 'application/jwt' extends T
    ? Reply<Statuses<OutputMap<R>>, CompactJwe>
    : never
  : never;

type Answer<R> = Output<R> | Replies<R> | Encrypted<R> | Refusal | Failure;

export type Handler<R, Deps> = (input: InputOf<R>, call: ApiCall<Deps>) => Answer<R> | Promise<Answer<R>>;

/** A raw handler sees the request's parts and gives bytes, text or a stream. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | NodeJS.ReadableStream | undefined;
}

export interface RawRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export type RawHandler<R, Deps> = (
  input: InputOf<R>,
  call: ApiCall<Deps>,
  request: RawRequest,
) => RawReply | Refusal | Failure | Promise<RawReply | Refusal | Failure>;

export type Handlers<T extends Routes, Deps> = {
  readonly [K in keyof T]: T[K] extends { readonly kind: 'raw' } ? RawHandler<T[K], Deps> : Handler<T[K], Deps>;
};

/** A good call of each operation, typed: feeds the contract test and the documentation. */
export type Example<R> = R extends { readonly kind: 'raw' }
  ? { readonly input?: RawExampleInput; readonly output?: string }
  : { readonly input: ExampleInput<InputOf<R>>; readonly output: Output<R> };

export interface RawExampleInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type ExampleInput<I> = { readonly [K in keyof I]: K extends 'query' ? Partial<Readable<I[K]>> : Readable<I[K]> };

export type Examples<T extends Routes> = { readonly [K in keyof T]: Example<T[K]> };

/** A group with its types forgotten: what mounting and documenting need. */
export interface AnyGroup {
  readonly tag: string;
  readonly description: string;
  readonly routes: Routes;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Status to schema of a route, the short form spelled out. */
export function statusMap(definition: RouteDefinition): StatusMap {
  return '~kind' in definition.output ? { 200: definition.output as TSchema } : (definition.output as StatusMap);
}

/** The status of a plain returned value: the lowest one documented. */
export function defaultStatus(definition: RouteDefinition): number {
  return Math.min(...Object.keys(statusMap(definition)).map(Number));
}

export function isAnsweredAt({ listeners = ['public'] }: Pick<Definition, 'listeners'>, name: ListenerName): boolean {
  return listeners.includes(name);
}

export function bodyLimit({ bodySize = 'small' }: Pick<Definition, 'bodySize'>): BodyLimit {
  return BODY_LIMITS[bodySize];
}

/** Media types that the body of an operation may have; none where it has no body. */
export function bodyTypes(definition: AnyRoute): readonly BodyType[] {
  if (definition.kind === 'raw' || definition.input?.body === undefined) return [];
  return definition.takes ?? ['application/json'];
}

/** No cache keeps its answers: they show secrets, or are about signing in. */
export function isUncached(definition: AnyRoute): boolean {
  const { writes, uncached } = definition;
  return definition.kind === 'route' && (definition.secretAnswer === true || writes === 'account' || uncached === true);
}

/** Refused while the disk is nearly full. */
export function needsRoom({ writes }: { readonly writes?: WriteKind | undefined }): boolean {
  return writes === 'node' || writes === 'register';
}

/** Which limit its calls count for. */
export function rateOf({ rate, writes }: { rate?: RateName | undefined; writes?: WriteKind | undefined }): RateName {
  return rate ?? (writes === 'account' ? 'auth' : 'api');
}

export function takesRanges(definition: AnyRoute): boolean {
  return definition.kind === 'raw' && definition.answers.takesRanges === true;
}

export function isIdempotent(definition: RouteDefinition): boolean {
  const map = statusMap(definition);
  return definition.idempotent ?? (definition.method === 'POST' && (201 in map || 202 in map));
}
