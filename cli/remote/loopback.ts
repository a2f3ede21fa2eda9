// Waits at the loopback address of this computer for the browser to come back with a code (RFC 8252 section 7.3). Any
// page and any program can call it: only a navigation with the right state is an answer, and the code in it is worth
// nothing without the verifier of this program.
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { servedPage } from '../../api/pages/page.js';

const HOST = '127.0.0.1';
/** A browser needs two or three. */
const CONNECTIONS_MAX = 16;
/** Wrong calls before it gives up: a guess finds no state of 256 bits, and a stranger keeps no program busy. */
const WRONG_MAX = 100;
const HEADER_BYTES_MAX = 8192;
const REQUEST_MS = 5000;

/** `issuer` is who gave the code (RFC 9207), '' where it is not said. */
export type LoopbackAnswer = { readonly code: string; readonly issuer: string } | { readonly error: string };

export interface Loopback {
  readonly port: number;
  /** The answer; undefined when it waited too long, was stopped, or was called too often with something else. */
  readonly answer: Promise<LoopbackAnswer | undefined>;
  readonly close: () => void;
}

export async function listenAtLoopback(
  state: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Loopback> {
  let settle: (answer: LoopbackAnswer | undefined) => void = () => undefined;
  const answer = new Promise<LoopbackAnswer | undefined>((resolve) => {
    settle = resolve;
  });
  let wrong = 0;
  let isAnswered = false;
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX, requestTimeout: REQUEST_MS }, (request, response) => {
    const value = isAnswered ? undefined : answerIn(request, `${HOST}:${port}`, state);
    say(response, value === undefined ? 400 : 200);
    if (value === undefined) {
      if (++wrong >= WRONG_MAX) settle(undefined);
      return;
    }
    isAnswered = true;
    response.once('close', () => settle(value));
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = () => settle(undefined);
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener('abort', stop);
  const close = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    server.close();
    server.closeAllConnections();
  };
  return { port, answer, close };
}

/** The answer that a request brings; undefined for whatever else knocks. */
function answerIn(request: IncomingMessage, host: string, state: string): LoopbackAnswer | undefined {
  const { method, url = '', headers } = request;
  // A name that leads here is not this address (DNS rebinding), and a picture or a script of a page is not a
  // navigation.
  if (method !== 'GET' || headers.host !== host) return undefined;
  if (headers['sec-fetch-mode'] !== undefined && headers['sec-fetch-mode'] !== 'navigate') return undefined;
  if (!url.startsWith('/?')) return undefined;
  const query = new URLSearchParams(url.slice(2));
  if (!isSame(query.get('state') ?? '', state)) return undefined;
  const [code, error] = [query.get('code'), query.get('error')];
  if (code !== null && code !== '') return { code, issuer: query.get('iss') ?? '' };
  return error === null ? undefined : { error };
}

function isSame(sent: string, state: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(state)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const TEXTS = {
  200: ['Go back to the terminal', 'The program has its answer. You can close this page.'],
  400: ['This is not an answer', 'A program waits here for the answer of one page, and this is something else.'],
} as const;

function say(response: ServerResponse, status: 200 | 400): void {
  const [title, text] = TEXTS[status];
  const body = `<main><h1>${title}</h1><p>${text}</p></main>`;
  const page = servedPage({ title: `${title} · Quorate`, body });
  response.writeHead(status, {
    ...page.headers,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    connection: 'close',
  });
  response.end(page.body);
}
