// Calls an operation of the table on a world's server, as a test wants it called.
import type { LightMyRequestResponse } from 'fastify';
import { type AnyRoute, bodyTypes, isAnsweredAt, LISTENERS, type ListenerName } from '../../../api/define.js';
import { groups } from '../../../api/groups/index.js';
import type { World } from './world.js';

export interface Operation {
  readonly id: string;
  readonly definition: AnyRoute;
  readonly example: { readonly input?: RequestParts; readonly output?: unknown };
}

export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export function operations(): readonly Operation[] {
  return Object.values(groups).flatMap((group) =>
    Object.entries(group.routes as Readonly<Record<string, AnyRoute>>).map(([id, definition]) => ({
      id,
      definition,
      example: (group.examples as unknown as Readonly<Record<string, Operation['example']>>)[id] ?? {},
    })),
  );
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
}

/** `rawBody` replaces the JSON of `parts.body`. */
export async function call(
  world: World,
  definition: AnyRoute,
  parts: RequestParts,
  how: {
    readonly token?: string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
    readonly rawBody?: string | Buffer;
  } = {},
): Promise<Answer> {
  const url = definition.url.replaceAll(/:([A-Za-z0-9]+)/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name] ?? '')),
  );
  const query = new URLSearchParams(
    // A list is a member that comes several times.
    Object.entries(parts.query ?? {}).flatMap(([k, v]) => [v].flat().map((one): [string, string] => [k, String(one)])),
  ).toString();
  const type = bodyTypes(definition)[0] ?? 'application/json';
  const payload = how.rawBody ?? (parts.body === undefined ? undefined : written(parts.body, type));
  const response = await serverOf(world, definition).inject({
    method: definition.method,
    url: query === '' ? url : `${url}?${query}`,
    headers: {
      ...bearer(how.token),
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...how.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return answerOf(response);
}

function answerOf({ statusCode, headers, body }: LightMyRequestResponse): Answer {
  const given = String(headers['content-type'] ?? '');
  const json = /[/+]json/.test(given) && body !== '' ? JSON.parse(body) : undefined;
  return { status: statusCode, headers, text: body, json };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Sent {
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** By its address, for tests of several operations in a row, and of requests that no operation of the table takes. */
export async function sendTo({ app }: World, method: Method, url: string, how: Sent = {}): Promise<Answer> {
  const { token, body, headers } = how;
  return answerOf(
    await app.inject({
      ...{ method, url, ...(body && { payload: body }) },
      headers: { ...bearer(token), ...headers },
    }),
  );
}

export type Posted = readonly [url: string, payload: object, token?: string];

/** As the server answers it, with its headers and its bytes. */
export function postTo({ app }: World, ...[url, payload, token]: Posted) {
  return app.inject({ method: 'POST', url, payload, headers: bearer(token) });
}

/** Status and code of an answer to `postTo`. */
export function code(response: {
  statusCode: number;
  json: () => { code?: string };
}): readonly (number | string | undefined)[] {
  return [response.statusCode, response.json().code];
}

function bearer(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/**
 * The public listener where it answers the operation, else the one that knows clients by their certificates, else the
 * last.
 */
function serverOf({ servers }: World, definition: AnyRoute) {
  const name = LISTENERS.filter((one) => isAnsweredAt(definition, one));
  return servers[(['public', 'workload'] as const).find((one) => name.includes(one)) ?? (name[0] as ListenerName)];
}

function written(body: unknown, type: string): string {
  if (type === 'application/json') return JSON.stringify(body);
  const fields = Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(fields).toString();
}

/** A standard adds members to its query. */
export function takesMore({ input }: AnyRoute): boolean {
  return input?.query !== undefined && 'additionalProperties' in input.query;
}

/** A query that no operation takes, of those that look at it: one with an unknown member, or with a known one twice. */
export function badQuery(definition: AnyRoute): Readonly<Record<string, unknown>> {
  const known = (definition.input?.query as { readonly properties?: object } | undefined)?.properties ?? {};
  const [name = 'nonsense'] = Object.keys(known);
  return takesMore(definition) ? { [name]: ['1', '2'] } : { nonsense: 1 };
}
