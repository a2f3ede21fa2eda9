// The answer of a node as a value: JSON, text or bytes, of a bounded size. The node is not trusted to end its answer.
import { clientFault, interruptedError, refusalIn } from './client-error.js';
import { PROXY_ANSWERED } from './passing.js';

/** More than any answer that is meant to be held has; what is larger is streamed. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or bytes or text of a raw operation, or undefined. */
  readonly body: unknown;
}

interface AnswerAsked {
  readonly isBytes: boolean;
  /** The operation answers with a page. */
  readonly isPage?: boolean;
  readonly bytesMax: number;
}

/** Throws ClientError for a refusal, and for an answer that is not whole or not what it says. */
export async function readAnswer(
  response: Response,
  { isBytes, isPage = false, bytesMax }: AnswerAsked,
): Promise<ClientResponse> {
  refuseRedirect(response);
  const { status, headers, ok } = response;
  // A file that turns out to be damaged ends before its length, which is an answer that broke off.
  const bytes = await wholeOf(response, bytesMax);
  // The type of a file was told by its sender, and may be JSON or text too: a caller that asks for a file gets its
  // bytes.
  if (isBytes && ok) return { status, headers, body: bytes };
  const type = headers.get('content-type') ?? '';
  // A network that asks for a sign-in first answers anything with 200 and a page of its own.
  if (ok && !isPage && type.startsWith('text/html'))
    throw clientFault(
      PROXY_ANSWERED,
      'A page came in place of the answer: a proxy or a network answered, and no node.',
    );
  const body = valueIn(bytes, type);
  // A caller that knows the tag of an answer gets no body (If-None-Match).
  if (ok || status === 304) return { status, headers, body };
  throw refusalIn(response, body);
}

/** A page sees nothing of where it would lead: its status is 0. */
export function refuseRedirect({ status, type, headers, url }: Response): void {
  if (type !== 'opaqueredirect' && !(status >= 300 && status < 400 && status !== 304)) return;
  const where = headers.get('location');
  const to = where === null ? 'another address' : where.slice(0, 200);
  throw clientFault('REDIRECTED', `${url || 'The node'} sends to ${to}, where the call was not sent.`);
}

function valueIn(bytes: Uint8Array, type: string): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text === '') return undefined;
  if (!/[/+]json/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw clientFault('ANSWER_INVALID', 'The answer says that it is JSON, and is not.', error);
  }
}

async function wholeOf(response: Response, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of chunksOf(response)) {
    length += part.length;
    if (length > bytesMax) throw clientFault('ANSWER_TOO_LARGE', `The answer is longer than ${bytesMax} bytes.`);
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The bytes as they come. Not every browser goes over a stream by itself. A reader that stops early ends the
 * connection.
 */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  if (!('getReader' in body)) {
    yield* whole(body as AsyncIterable<Uint8Array>);
    return;
  }
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwBroken);
      if (done) return;
      yield value;
    }
  } finally {
    // After an end or an error there is nothing to cancel.
    reader.cancel().catch(() => undefined);
  }
}

async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await parts.next().catch(throwBroken);
      if (done === true) return;
      yield value;
    }
  } finally {
    await parts.return?.();
  }
}

function throwBroken(error: unknown): never {
  throw interruptedError('The answer of the node broke off.', error);
}
