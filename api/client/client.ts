// The typed client, derived from the same definitions as the server: a method per operationId. A refusal becomes a
// ClientError with the stable code. It loads none of their schemas: what it needs to call an operation stands in
// api/client/calls.ts. Used by the CLI, by tests and by the package for other programs (api/client/published/); it has
// no state but its token.
import type { AnyOutput, InputOf } from '../define.js';
import type { AllRoutes } from '../groups/routes.js';
import { hasForm } from './answer-form.js';
import type { CallOptions } from './call-options.js';
import { CALLS, type ClientCall } from './calls.js';
import { ClientError, clientFault, interruptedError } from './client-error.js';
import { ANSWER_BYTES_MAX, type ClientResponse, chunksOf, readAnswer, refuseRedirect } from './reading.js';
import { type RetryPolicy, retrying } from './retrying.js';
import { freshKey, type LooseRequest, requestOf, urlOf } from './sending.js';

export { ClientError } from './client-error.js';

/** `refused` is the token that the node took no more; without it any good one will do. */
export type TokenSource = (refused?: string) => string | undefined | Promise<string | undefined>;

export interface ClientOptions {
  /** Access token, or a function that gives the present one. */
  readonly token?: string | TokenSource;
  /** Default 30 s, beyond `waitSeconds`. */
  readonly timeoutMs?: number;
  /**
   * Where an operation asks for a recent sign-in: has the person prove once more who it is. Gives the token for the
   * second call; undefined where no person is there.
   */
  readonly stepUp?: () => Promise<string | undefined>;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global fetch: tests, proxies. */
  readonly fetch?: typeof fetch;
  /** For calls that may be made again safely: reads, and what an Idempotency-Key makes one. Without it none is. */
  readonly retry?: RetryPolicy;
  /** Longest answer that is held, in bytes; streams have no bound. */
  readonly answerBytesMax?: number;
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
/** The input of an operation as a caller gives it. */
export type ArgumentOf<R> = R extends { readonly kind: 'raw' } ? RawInput : LooseInput<ClientInput<R>>;
/** Of a raw operation: bytes of one that answers with a file, else parsed JSON when the answer says so, else text. */
type Answer<R> = R extends { readonly kind: 'raw' } ? unknown : AnyOutput<R>;
type Arguments<R> = [RequiredParts<ClientInput<R>>] extends [never]
  ? [input?: ArgumentOf<R>, options?: CallOptions]
  : [input: ArgumentOf<R>, options?: CallOptions];

export type Client = {
  readonly [K in keyof AllRoutes]: (...args: Arguments<AllRoutes[K]>) => Promise<Answer<AllRoutes[K]>>;
};

/** A method per operation; each gives the body of a success and throws ClientError otherwise. */
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
  const { timeoutMs = 30_000, answerBytesMax = ANSWER_BYTES_MAX } = options;
  return async (id: keyof AllRoutes, input: LooseRequest = {}, call: CallOptions = {}): Promise<ClientResponse> => {
    const definition = CALLS[id];
    const { isBytes, url } = definition;
    // Pages stand beside the operations for programs.
    const isPage = !url.startsWith('/api/');
    const timeout = timeoutMs + (call.waitSeconds ?? 0) * 1000;
    return sendWithRetries({ baseUrl, options, definition, input, call }, async (sent) => {
      const signals = [AbortSignal.timeout(timeout), ...(call.signal ? [call.signal] : [])];
      const answer = await reach(sent, AbortSignal.any(signals));
      const read = await readAnswer(answer, { isBytes, isPage, bytesMax: answerBytesMax });
      refuseOtherForm(id, read, call);
      return read;
    });
  };
}

/** A caller that asks for another form of an answer reads it by itself. */
function refuseOtherForm(id: keyof AllRoutes, { status, body }: ClientResponse, { headers }: CallOptions): void {
  const isAsked = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'accept');
  if (isAsked || status === 304 || hasForm(body, CALLS[id].forms)) return;
  throw clientFault('ANSWER_INVALID', `The answer is not one of ${id}: another service may have answered.`);
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
    const response = await sendWithRetries({ baseUrl, options, definition, input, call }, async (sent) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), options.timeoutMs ?? 30_000);
      const signals = [late.signal, ...(call.signal ? [call.signal] : [])];
      const answer = await reach(sent, AbortSignal.any(signals)).finally(() => clearTimeout(timer));
      refuseRedirect(answer);
      if (!answer.ok) await readAnswer(answer, { isBytes: false, bytesMax: ANSWER_BYTES_MAX });
      return answer;
    });
    yield* chunksOf(response);
  };
}

interface Calling {
  readonly baseUrl: string;
  readonly options: ClientOptions;
  readonly definition: ClientCall;
  readonly input: LooseRequest;
  readonly call: CallOptions;
}

interface Sent {
  readonly go: typeof fetch;
  readonly url: string;
  readonly request: RequestInit;
}

/** Makes a call again where that is safe and asked for, and once with a fresh token where the old one ended. */
async function sendWithRetries<T>(calling: Calling, send: (sent: Sent) => Promise<T>): Promise<T> {
  const { baseUrl, options, definition, input } = calling;
  const { retry } = options;
  const isRepeatable = definition.method === 'GET' || definition.isIdempotent;
  // The same key for all attempts: the second one gets the answer of the first.
  const isKeyed = retry !== undefined && definition.isIdempotent && definition.method !== 'GET';
  const idempotencyKey = calling.call.idempotencyKey ?? (isKeyed ? true : undefined);
  const call = {
    ...calling.call,
    ...(idempotencyKey !== undefined && { idempotencyKey: idempotencyKey === true ? freshKey() : idempotencyKey }),
  };
  const url = urlOf(baseUrl, definition, input);
  const attempt = (token: string | undefined) =>
    send({ go: options.fetch ?? fetch, url, request: requestOf({ definition, input, call, token, ...of(options) }) });
  const once = async (): Promise<T> => {
    const token = definition.isPublic ? undefined : (call.token ?? (await tokenOf(options)));
    try {
      return await attempt(token);
    } catch (error) {
      const isOver = error instanceof ClientError && error.status === 401 && token !== undefined;
      if (!isOver || call.token !== undefined) throw error;
      const next = await nextToken(options, { code: error.code, token });
      if (next === undefined || next === token) throw error;
      return attempt(next);
    }
  };
  return retry !== undefined && isRepeatable ? retrying(once, { policy: retry, signal: call.signal }) : once();
}

/** Refusals of a proof that the call showed, and not of its token: made again it would count as a second wrong one. */
const PROOFS: ReadonlySet<string> = new Set(['LOGIN_FAILED', 'SECOND_FACTOR_FAILED', 'PASSKEY_FAILED']);

/** A fresh token in place of one that was refused. A refresh renews no time of a sign-in. */
async function nextToken(
  { token: source, stepUp }: ClientOptions,
  refused: { readonly code: string; readonly token: string },
): Promise<string | undefined> {
  if (refused.code === 'SIGN_IN_NOT_RECENT') return stepUp?.();
  return typeof source === 'function' && !PROOFS.has(refused.code) ? source(refused.token) : undefined;
}

function of({ headers }: ClientOptions): { readonly headers: ClientOptions['headers'] } {
  return { headers };
}

function tokenOf({ token }: ClientOptions): ReturnType<TokenSource> {
  return typeof token === 'function' ? token() : token;
}

async function reach({ go, url, request }: Sent, signal: AbortSignal): Promise<Response> {
  try {
    return await go(url, { ...request, signal });
  } catch (error) {
    throw interruptedError(`The node at ${new URL(url).origin} does not answer.`, error);
  }
}

type LoginAnswer = Awaited<ReturnType<Client['login']>>;

/**
 * The session in the answer to a login, for a client that has no second factor to show: throws where one is asked for.
 */
export function sessionIn(answer: LoginAnswer): Extract<LoginAnswer, { accessToken: string }> {
  if ('accessToken' in answer) return answer;
  throw new Error(`The account asks for a second factor: ${answer.availableMethods.join(' or ')}.`);
}
