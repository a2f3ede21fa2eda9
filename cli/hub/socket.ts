// The web socket under a hub. It takes texts only, one after the other; what is longer than the node ever sends, no
// text, or silence ends the connection.
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { describeProxyAnswer, PROXY_ANSWERED } from '../../api/client/passing.js';

/** Bytes of one message: more than a node lets wait for a slow reader. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
/** A node that says nothing for so long is gone: hubs ping every ten seconds. */
export const SILENCE_MS = 30_000;

export interface SocketOpening {
  readonly headers: Readonly<Record<string, string>>;
  /** Ends it, and the attempt to open it. */
  readonly signal: AbortSignal;
  /** Called for one text after the other: while it works, nothing more is read, so that the node waits. */
  readonly onText: (text: string) => Promise<void>;
  /** 30 seconds unless said otherwise. */
  readonly silenceMs?: number;
}

export interface OpenSocket {
  send(text: string): void;
  /** Resolves when it is closed, by whomever; rejects with what `onText` throws. */
  readonly ended: Promise<void>;
}

/** A node that answers otherwise than with a web socket. */
export class HubRefused extends Error {
  override readonly name = 'HubRefused';
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

export async function openSocket(url: string, opening: SocketOpening): Promise<OpenSocket> {
  const { signal, headers, silenceMs = SILENCE_MS } = opening;
  // Loaded here, because every other command goes without it.
  const { WebSocket } = await import('ws');
  signal.throwIfAborted();
  const socket = new WebSocket(url, {
    headers,
    handshakeTimeout: silenceMs,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  signal.addEventListener('abort', () => socket.terminate(), { once: true });
  const ended = endOf(socket, opening);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('unexpected-response', (_, answer) => {
      refusalOf(answer).then(reject, reject);
    });
    // It stays: after the opening the end is told by `close`, which follows every error.
    socket.on('error', reject);
  });
  return { send: (text) => socket.send(text), ended };
}

async function refusalOf(answer: IncomingMessage): Promise<HubRefused> {
  let text = '';
  for await (const chunk of answer) if (text.length < MESSAGE_BYTES_MAX) text += chunk;
  const problem = problemIn(text);
  const status = answer.statusCode ?? 0;
  const ofProxy = describeProxyAnswer(status, problem);
  if (ofProxy !== undefined) return new HubRefused(status, PROXY_ANSWERED, ofProxy);
  return new HubRefused(status, problem?.code, problem?.detail ?? `the node answered ${status}`);
}

function problemIn(text: string): { readonly code?: string; readonly detail?: string } | null {
  try {
    return JSON.parse(text) as { code?: string; detail?: string } | null;
  } catch {
    return null;
  }
}

/** Hears the socket from its first byte on: texts may come with the answer that opens it. */
function endOf(socket: WebSocket, { onText, silenceMs = SILENCE_MS }: SocketOpening): Promise<void> {
  let waiting = 0;
  const silence = setTimeout(() => {
    // A message that waits for us is not a silence of the node.
    if (waiting > 0) silence.refresh();
    else socket.terminate();
  }, silenceMs);
  let turn = Promise.resolve();
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('ping', () => silence.refresh());
    // A pause lets through what was read already, at most one piece of the network: those texts wait in `turn`.
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.terminate();
      waiting += 1;
      socket.pause();
      turn = turn.then(() => onText(String(data)));
      turn.then(
        () => {
          waiting -= 1;
          silence.refresh();
          if (waiting === 0) socket.resume();
        },
        (error: unknown) => {
          reject(error);
          socket.terminate();
        },
      );
    });
    socket.on('close', () => {
      clearTimeout(silence);
      resolve();
    });
  });
  ended.catch(() => undefined);
  return ended;
}
