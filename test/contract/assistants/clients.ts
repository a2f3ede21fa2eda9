// Clients of the MCP server of a world: the official one, in the revision that it is to speak, and single messages.
import type { AddressInfo } from 'node:net';
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Persona } from '../world/personas.js';
import type { World } from '../world/world.js';

export const MODERN = '2026-07-28';

export async function listening({ app }: World): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

interface How {
  readonly as?: Persona;
  /** Of a program, in the place of a token of the persona. */
  readonly token?: string;
  /** A client of 2025 when true. */
  readonly isOlder?: boolean;
  /** The person at the client. */
  readonly answer?: (asked: { readonly message: string }) => ElicitResult;
}

/** A client that has connected. Its person says yes where the test does not say otherwise. */
export async function connected(
  world: World,
  { as = 'administrator', token, isOlder, answer }: How = {},
): Promise<Client> {
  const client = new Client(
    { name: 'contract', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: isOlder === true ? 'legacy' : { pin: MODERN } },
    },
  );
  const say = answer ?? (() => ({ action: 'accept' as const, content: { confirm: true } }));
  client.setRequestHandler('elicitation/create', ({ params }) => say(params));
  const headers = { authorization: `Bearer ${token ?? (await world.token(as))}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${await listening(world)}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** As a tool answers: the members of its envelope and some of the tools. */
export interface Envelope {
  readonly status: string;
  readonly message: string;
  readonly code?: string;
  readonly registerId?: string;
  readonly rehearsalId?: string;
  readonly instanceId?: string;
  readonly outcome?: string;
  readonly standingGrantId?: string;
  readonly actsLeftToday?: number;
  readonly version?: number;
  readonly blueprintId?: string;
  readonly isValid?: boolean;
  readonly isSameBehaviour?: boolean;
  readonly verdict?: string;
  readonly state?: string;
  readonly waitsForPerson?: boolean;
  readonly validationErrors: readonly { readonly code: string; readonly path: string }[];
  readonly data?: ReturnType<typeof JSON.parse>;
}

export async function use(
  client: Client,
  name: string,
  input: object,
): Promise<Envelope & { readonly isError: boolean }> {
  const { structuredContent, isError } = await client.callTool({ name, arguments: input as never });
  return { ...(structuredContent as unknown as Envelope), isError: isError === true };
}

export interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly token?: string | undefined;
  /** In place of the message. */
  readonly payload?: string;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'contract', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

/** One message of the newest revision, as bytes of its own. */
export async function post({ app }: World, { method, params = {}, headers = {}, token, payload }: Message) {
  const name = params.name ?? params.uri;
  const sent: Record<string, string | undefined> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  const stated = Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: Object.fromEntries(stated),
    payload: payload ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const json = isJson && answer.body !== '' ? (JSON.parse(answer.body) as ReturnType<typeof JSON.parse>) : undefined;
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json };
}
