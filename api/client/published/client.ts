// The client of a node for other programs, in Node and in browsers: `@quorate/client`.
import { type ClientOptions, createClient, requester } from '../client.js';
import { RETRIES, type RetryPolicy } from '../retrying.js';
import { operationCalls } from './call-results.js';
import { groupedCalls } from './grouped.js';
import type { NodeOperations } from './node-operations.js';
import type { OperationCalls } from './operation-calls.js';
import { freshTokens } from './tokens.js';

export { Failure, isFailure, type Result } from '../../../core/base/result.js';
export type { CallOptions } from '../call-options.js';
export { ClientError } from '../client-error.js';
export type { RetryPolicy } from '../retrying.js';
export type { NodeAnswer, NodeCall, NodeFile, NodeList } from './node-call.js';
export type { NodeOperations } from './node-operations.js';
export type { OperationAnswer, OperationCalls, OperationId, OperationInput } from './operation-calls.js';

export interface QuorateOptions {
  /** Where the node answers, such as https://node.example. */
  readonly url: string;
  /** Access token of `auth.login` or `serviceAuth.createToken`. */
  readonly token?: string;
  /** Gives a fresh access token where there is none, or the node takes the present one no more. */
  readonly refresh?: () => Promise<string>;
  /**
   * Has the person prove once more who it is, where an operation asks for a recent sign-in. Gives the token of that,
   * and the call is made again; undefined where the person does not.
   */
  readonly stepUp?: () => Promise<string | undefined>;
  /** Of one call; default 30 s. */
  readonly timeoutMs?: number;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
  /** How reads, and calls that a key makes safe, are made again; false for never. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** Longest answer that is held, in bytes; default 64 MiB. */
  readonly answerBytesMax?: number;
}

/** NodeOperations by group, all of them by their ids, and where they are sent. */
export type QuorateClient = NodeOperations &
  OperationCalls & {
    readonly url: string;
    /** The present token, or a fresh one in place of one that was refused. */
    readonly tokenNow: (refused?: string) => Promise<string | undefined>;
  };

class CallingClient {
  readonly url: string;
  readonly tokenNow: (refused?: string) => Promise<string | undefined>;

  constructor({ url, token, refresh, stepUp, retry, ...others }: QuorateOptions) {
    const { protocol, origin, pathname, username } = new URL(url);
    if (!/^https?:$/.test(protocol) || username !== '') throw new TypeError('The url of a node is http or https.');
    this.url = origin + pathname.replace(/\/+$/, '');
    const tokens = freshTokens({ token, refresh });
    this.tokenNow = tokens.now;
    const options: ClientOptions = {
      ...others,
      token: tokens.now,
      ...(stepUp && { stepUp: async () => tokens.replace(await stepUp()) }),
      ...(retry !== false && { retry: { ...RETRIES, ...retry } }),
    };
    Object.assign(this, groupedCalls(this.url, options), operationCalls(requester(this.url, options)));
  }
}

/** A method for each operation, by group: `new QuorateClient({ url }).health.getHealth()`. */
export const QuorateClient: new (options: QuorateOptions) => QuorateClient = CallingClient as never;

export interface SessionOptions {
  readonly url: string;
  readonly refreshToken: string;
  /** A refresh token is good once: the next one is to be kept before it is used. */
  readonly keep?: (session: { readonly accessToken: string; readonly refreshToken: string }) => void | Promise<void>;
  readonly fetch?: typeof fetch;
}

/** A `refresh` for QuorateClient that goes on with the session of a sign-in. */
export function sessionRefresh({ url, refreshToken, keep, fetch: go }: SessionOptions): () => Promise<string> {
  const client = createClient(url, go === undefined ? {} : { fetch: go });
  let next = refreshToken;
  return async () => {
    const session = await client.refreshToken({ body: { refreshToken: next } });
    next = session.refreshToken;
    await keep?.(session);
    return session.accessToken;
  };
}
