// The typed client, derived from the same definitions as the server: a method per operationId. A refusal becomes a
// ClientError with the stable code. It loads none of their schemas: what it needs to call an operation stands in
// api/client/calls.ts. Used by the CLI, by tests and by other programs; it has no state but its token.
import { randomUUID } from 'node:crypto';
import { type Issue, type IssueCode, isIssue } from '../../core/base/issue.js';
import type { AnyOutput, InputOf } from '../define.js';
import type { AllRoutes } from '../groups/routes.js';
import { CALLS, type ClientCall } from './calls.js';

export interface ClientOptions {
  /** Access token, or a function that gives the present one. */
  readonly token?: string | (() => string | undefined);
  /** Default 30 s, beyond `waitSeconds`. */
  readonly timeoutMs?: number;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global fetch: tests, proxies. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly token?: string;
  /** `Prefer: wait=<seconds>`. */
  readonly waitSeconds?: number;
  /** true makes a fresh key, so that a retry by the caller needs a text of its own. */
  readonly idempotencyKey?: string | true;
  readonly headers?: Readonly<Record<string, string>>;
  /** `If-Register-Height`: a read is answered from this height of the register or above, or with REGISTER_BEHIND. */
  readonly atLeastHeight?: number;
  readonly signal?: AbortSignal;
}

/** The refusal of the server, or INTERNAL with status 0 when it could not be reached. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  constructor(
    readonly code: IssueCode | string,
    readonly status: number,
    message: string,
    readonly details: {
      readonly path: string;
      readonly issues: readonly Issue[];
      readonly problem: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds: number | undefined;
      /**
       * Of a refused submission: false where another node may have accepted it in time, so that a receipt says how it
       * ends.
       */
      readonly definitive?: boolean;
    },
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/**
 * Parts of the input without their query defaults: every query member may be left out. Headers are options of the call.
 */
type ClientInput<R> = {
  [K in Exclude<keyof InputOf<R>, 'headers'>]: K extends 'query' ? Partial<InputOf<R>[K]> : InputOf<R>[K];
};
type RequiredParts<I> = { [K in keyof I]: K extends 'query' ? never : K }[keyof I];
type LooseInput<I> = [RequiredParts<I>] extends [never]
  ? Partial<I>
  : Omit<I, 'query'> & Partial<Pick<I, Extract<keyof I, 'query'>>>;
type RawInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};
type Argument<R> = R extends { readonly kind: 'raw' } ? RawInput : LooseInput<ClientInput<R>>;
/** Of a raw operation: bytes of one that answers with a file, else parsed JSON when the answer says so, else text. */
type Answer<R> = R extends { readonly kind: 'raw' } ? unknown : AnyOutput<R>;
type Arguments<R> = [RequiredParts<ClientInput<R>>] extends [never]
  ? [input?: Argument<R>, options?: CallOptions]
  : [input: Argument<R>, options?: CallOptions];

export type Client = {
  readonly [K in keyof AllRoutes]: (...args: Arguments<AllRoutes[K]>) => Promise<Answer<AllRoutes[K]>>;
};

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or bytes or text of a raw operation, or undefined. */
  readonly body: unknown;
}

type LooseRequest = {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
};

/** One method per operation; each gives the body of a success and throws ClientError otherwise. */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const send = requester(baseUrl, options);
  const methods = Object.keys(CALLS).map((id) => [
    id,
    async (input?: LooseRequest, call?: CallOptions) => (await send(id as keyof AllRoutes, input, call)).body,
  ]);
  return Object.fromEntries(methods) as Client;
}

/** Like the client, by name, and with status and headers of the answer. */
export function requester(baseUrl: string, options: ClientOptions = {}) {
  return async (id: keyof AllRoutes, input: LooseRequest = {}, call: CallOptions = {}): Promise<ClientResponse> => {
    const definition = CALLS[id];
    const timeout = (options.timeoutMs ?? 30_000) + (call.waitSeconds ?? 0) * 1000;
    const signals = [AbortSignal.timeout(timeout), ...(call.signal ? [call.signal] : [])];
    const request = requestOf({ definition, input, call, options });
    const response = await reach(options.fetch ?? fetch, urlOf(baseUrl, definition, input), {
      ...request,
      signal: AbortSignal.any(signals),
    });
    // The type of a file was told by its sender, and may be JSON or text too: a caller that asks for a file gets its
    // bytes.
    if (definition.isBytes && response.ok) {
      // A file that turns out to be damaged ends before its length, which is an answer that broke off.
      const bytes = await response.arrayBuffer().catch((error: unknown) => {
        throw brokenOff('The answer of the node broke off.', error);
      });
      return { status: response.status, headers: response.headers, body: new Uint8Array(bytes) };
    }
    return read(response);
  };
}

/**
 * Asks for an answer that is too large to be held: its bytes as they come. The time limit ends with the headers;
 * `call.signal` ends what follows.
 */
export function streamer(baseUrl: string, options: ClientOptions = {}) {
  return async function* bytesOf(
    id: keyof AllRoutes,
    input: LooseRequest = {},
    call: CallOptions = {},
  ): AsyncGenerator<Uint8Array> {
    const definition = CALLS[id];
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), options.timeoutMs ?? 30_000);
    const response = await reach(options.fetch ?? fetch, urlOf(baseUrl, definition, input), {
      ...requestOf({ definition, input, call, options }),
      signal: AbortSignal.any([late.signal, ...(call.signal ? [call.signal] : [])]),
    }).finally(() => clearTimeout(timer));
    if (!response.ok) await read(response);
    try {
      for await (const bytes of response.body ?? []) yield bytes as Uint8Array;
    } catch (error) {
      throw brokenOff('The answer of the node broke off.', error);
    }
  };
}

interface Asked {
  readonly definition: ClientCall;
  readonly input: LooseRequest;
  readonly call: CallOptions;
  readonly options: ClientOptions;
}

function requestOf({ definition, input, call, options }: Asked): RequestInit {
  const token = call.token ?? (typeof options.token === 'function' ? options.token() : options.token);
  const { body, type } = bodyOf(definition, input);
  return {
    method: definition.method,
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(token === undefined || definition.isPublic ? {} : { authorization: `Bearer ${token}` }),
      ...(call.waitSeconds === undefined ? {} : { prefer: `wait=${call.waitSeconds}` }),
      ...(call.idempotencyKey === undefined
        ? {}
        : { 'idempotency-key': call.idempotencyKey === true ? randomUUID() : call.idempotencyKey }),
      ...(call.atLeastHeight === undefined ? {} : { 'if-register-height': String(call.atLeastHeight) }),
      ...options.headers,
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

function urlOf(baseUrl: string, definition: ClientCall, input: LooseRequest): string {
  return baseUrl.replace(/\/+$/, '') + pathOf(definition, input);
}

function bodyOf({ isForm }: ClientCall, input: LooseRequest): { body?: string; type?: string } {
  if (input.body === undefined) return {};
  if (!isForm) return { body: JSON.stringify(input.body), type: 'application/json' };
  const fields = Object.entries(input.body as Readonly<Record<string, string | undefined>>);
  const sent = fields.filter((field): field is [string, string] => field[1] !== undefined);
  return { body: new URLSearchParams(sent).toString(), type: 'application/x-www-form-urlencoded' };
}

function pathOf(definition: ClientCall, input: LooseRequest): string {
  const params = (input.params ?? {}) as Readonly<Record<string, string | number>>;
  const path = definition.url.replaceAll(/:([A-Za-z0-9]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.append(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

async function reach(go: typeof fetch, url: string, request: RequestInit): Promise<Response> {
  try {
    return await go(url, request);
  } catch (error) {
    throw brokenOff(`The node at ${new URL(url).origin} does not answer.`, error);
  }
}

function brokenOff(message: string, cause: unknown): ClientError {
  const nothing = { path: '', issues: [], problem: {}, retryAfterSeconds: undefined };
  return new ClientError('NODE_UNAVAILABLE', 0, message, nothing, cause);
}

async function read(response: Response): Promise<ClientResponse> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const body: unknown = /[/+]json/.test(type) && text !== '' ? JSON.parse(text) : text === '' ? undefined : text;
  if (response.ok) return { status: response.status, headers: response.headers, body };
  throw refusal(response, body);
}

function refusal(response: Response, body: unknown): ClientError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const issues = Array.isArray(problem.errors) ? problem.errors.filter(isIssue) : [];
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  // `code` and `detail` of problem+json, `error` and `error_description` of the OAuth form.
  const code = String(problem.code ?? problem.error ?? 'INTERNAL');
  const message = String(problem.detail ?? problem.error_description ?? `The node answered ${response.status}.`);
  return new ClientError(code, response.status, message, {
    path: String(problem.path ?? ''),
    issues,
    problem,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    ...(typeof problem.definitive === 'boolean' && { definitive: problem.definitive }),
  });
}

type LoginAnswer = Awaited<ReturnType<Client['login']>>;

/**
 * The session in the answer to a login, for a client that has no second factor to show: throws where one is asked for.
 */
export function sessionIn(answer: LoginAnswer): Extract<LoginAnswer, { accessToken: string }> {
  if ('accessToken' in answer) return answer;
  throw new Error(`The account asks for a second factor: ${answer.availableMethods.join(' or ')}.`);
}
