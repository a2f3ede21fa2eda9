// Messages of a program on this computer to the MCP server of a node and back, a line each (MCP, stdio). Nothing is
// judged or kept here but the revision that a client of 2025 agreed on: tools, rights and questions are the node's.
import { isObject } from '../../core/base/json.js';

/** As fetch answers. */
type Answer = Pick<Response, 'status' | 'headers' | 'text' | 'body'>;

export interface BridgePorts {
  readonly lines: AsyncIterable<string>;
  readonly write: (line: string) => void;
  /** Sends one message; it ends early by the signal. */
  readonly post: (body: string, how: { readonly headers: Headings; readonly signal: AbortSignal }) => Promise<Answer>;
}

type Headings = Readonly<Record<string, string>>;

/** Calls under way; the program waits with the next one. */
const CALLS_MAX = 16;
const LISTEN = 'subscriptions/listen';
const REVISION = 'io.modelcontextprotocol/protocolVersion';
/** JSON-RPC 2.0: the text is not JSON; what went wrong is not about the message. */
const PARSE_ERROR = -32_700;
const SERVER_ERROR = -32_000;

interface Message {
  readonly id?: string | number;
  readonly method?: unknown;
  readonly params?: unknown;
}

/** Ends when the lines end and all of them are answered. */
export async function bridge({ lines, write, post }: BridgePorts): Promise<void> {
  const state: BridgeState = { revision: undefined, underWay: new Map() };
  const calls = new Set<Promise<void>>();
  // A subscription lasts until it is cancelled, and holds up no other message.
  const subscriptions = new Set<Promise<void>>();
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const method = methodIn(line);
    const alike = method === LISTEN ? subscriptions : calls;
    const call = forward(line, { state, write, post }).finally(() => alike.delete(call));
    alike.add(call);
    // The answer says by which revision the next message goes.
    if (method === 'initialize' || calls.size >= CALLS_MAX) await Promise.race(calls);
  }
  await Promise.all(calls);
  for (const ending of state.underWay.values()) ending.abort();
  await Promise.all(subscriptions);
}

interface BridgeState {
  revision: string | undefined;
  readonly underWay: Map<string | number, AbortController>;
}

type Forwarding = Pick<BridgePorts, 'write' | 'post'> & { readonly state: BridgeState };

async function forward(line: string, { state, write, post }: Forwarding): Promise<void> {
  const message = messageIn(line);
  if (message === undefined)
    return write(errorLine(null, { code: PARSE_ERROR, message: 'The line is not a message of JSON-RPC.' }));
  const { id } = message;
  const ending = new AbortController();
  if (id !== undefined) state.underWay.set(id, ending);
  endCancelled(message, state);
  try {
    const answer = await post(line, { headers: headersOf(message, state), signal: ending.signal });
    for await (const text of messagesIn(answer, id)) {
      noteRevision(text, state);
      write(text);
    }
  } catch (error) {
    // A call that was cancelled gets no answer (MCP, cancellation).
    if (id !== undefined && !ending.signal.aborted)
      write(errorLine(id, { code: SERVER_ERROR, message: reasonOf(error) }));
  } finally {
    if (id !== undefined) state.underWay.delete(id);
  }
}

function messageIn(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function methodIn(line: string): unknown {
  return messageIn(line)?.method;
}

function endCancelled({ method, params }: Message, { underWay }: BridgeState): void {
  if (method !== 'notifications/cancelled' || !isObject(params)) return;
  underWay.get(params.requestId as string)?.abort();
}

/** The headers that the newest revision asks for; of an older one the revision alone. */
function headersOf({ method, params }: Message, { revision }: BridgeState): Headings {
  const stated = isObject(params) ? params : {};
  const own = isObject(stated._meta) ? stated._meta[REVISION] : undefined;
  if (typeof own !== 'string') return revision === undefined ? {} : { 'mcp-protocol-version': revision };
  const name = typeof stated.name === 'string' ? stated.name : stated.uri;
  return {
    'mcp-protocol-version': own,
    'mcp-method': String(method),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** The messages of an answer: one of JSON, or those of a stream of events, each when it comes. */
async function* messagesIn(answer: Answer, id: Message['id']): AsyncGenerator<string> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && answer.body !== null) yield* eventsIn(answer.body);
  else yield* wholeMessage(answer, await answer.text(), id);
}

/** Bytes of one event: a result of a tool, and what is around it. */
const EVENT_LENGTH_MAX = 4 * 1024 * 1024;

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let pending = '';
  for await (const part of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    const events = (pending + part).split(/\r?\n\r?\n/);
    pending = events.pop() ?? '';
    if (pending.length > EVENT_LENGTH_MAX) throw new Error('The node sent an event that is too long.');
    yield* events.map(dataOf).filter((data) => data !== '');
  }
}

function dataOf(event: string): string {
  return event.match(/^data: ?(.*)$/m)?.[1] ?? '';
}

function wholeMessage({ status }: Answer, text: string, id: Message['id']): readonly string[] {
  const value = messageIn(text);
  if (value !== undefined && 'jsonrpc' in value) return [JSON.stringify(value)];
  if (id === undefined) return [];
  const problem = (value ?? {}) as { readonly error?: unknown; readonly code?: unknown };
  const reason = typeof problem.error === 'string' ? problem.error : `The node answered ${status}.`;
  const hint = status === 401 ? ' Run: quorate login' : '';
  return [errorLine(id, { code: SERVER_ERROR, message: `${reason}${hint}`, refusal: problem.code })];
}

function noteRevision(text: string, state: BridgeState): void {
  const { result } = (messageIn(text) ?? {}) as { readonly result?: unknown };
  if (isObject(result) && typeof result.protocolVersion === 'string') state.revision = result.protocolVersion;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface LineFault {
  readonly code: number;
  readonly message: string;
  /** The code of the node. */
  readonly refusal?: unknown;
}

function errorLine(id: string | number | null, { code, message, refusal }: LineFault): string {
  const data = typeof refusal === 'string' ? { data: { code: refusal } } : {};
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...data } });
}
