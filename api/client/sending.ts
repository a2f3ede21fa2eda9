// A call of an operation as a request: address, headers and body, by its row in calls.ts. Nothing is sent here. A node
// makes the calls of its own process by it too.
import type { CallOptions } from './call-options.js';
import type { ClientCall } from './calls.js';

export type LooseRequest = {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
};

/** The facts of an operation that make a request of a call. */
export type SentCall = Pick<ClientCall, 'method' | 'url' | 'isPublic' | 'isForm'>;

/** As `fetch` takes it. */
export interface SentRequest {
  readonly method: string;
  /** Names in small letters, but for those that the caller gave. */
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual';
}

interface Asked {
  readonly definition: SentCall;
  readonly input: LooseRequest;
  readonly call: CallOptions;
  readonly token: string | undefined;
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

export function requestOf({ definition, input, call, token, headers }: Asked): SentRequest {
  const { body, type } = bodyOf(definition, input);
  return {
    method: definition.method,
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(token === undefined || definition.isPublic ? {} : { authorization: `Bearer ${token}` }),
      ...(call.waitSeconds === undefined ? {} : { prefer: `wait=${call.waitSeconds}` }),
      ...(call.idempotencyKey === undefined
        ? {}
        : { 'idempotency-key': call.idempotencyKey === true ? freshKey() : call.idempotencyKey }),
      ...(call.atLeastHeight === undefined ? {} : { 'if-register-height': String(call.atLeastHeight) }),
      ...headers,
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
    // A token or a password that was meant for this node is for no other place that an answer names.
    redirect: 'manual',
  };
}

/** 128 random bits. `randomUUID` is not there on pages of plain http. */
export function freshKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function urlOf(baseUrl: string, definition: SentCall, input: LooseRequest): string {
  return baseUrl.replace(/\/+$/, '') + pathOf(definition, input);
}

function bodyOf({ isForm }: SentCall, input: LooseRequest): { body?: string; type?: string } {
  if (input.body === undefined) return {};
  if (!isForm) return { body: JSON.stringify(input.body), type: 'application/json' };
  const fields = Object.entries(input.body as Readonly<Record<string, string | undefined>>);
  const sent = fields.filter((field): field is [string, string] => field[1] !== undefined);
  return { body: new URLSearchParams(sent).toString(), type: 'application/x-www-form-urlencoded' };
}

/** Path and query. */
export function pathOf(definition: SentCall, input: LooseRequest): string {
  const params = (input.params ?? {}) as Readonly<Record<string, string | number>>;
  const path = definition.url.replaceAll(/:([A-Za-z0-9]+)/g, (_, name: string) =>
    segment(name, String(params[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.append(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Dots alone would lead to another operation: addresses are cut short before they are sent. */
function segment(name: string, value: string): string {
  if (value === '.' || value === '..') throw new TypeError(`The parameter ${name} is not a name.`);
  return encodeURIComponent(value);
}
