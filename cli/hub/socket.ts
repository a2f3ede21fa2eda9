// The little of a web socket (RFC 6455) that listening to a hub takes, on node:http, because Node.js 20 has none of its own. Texts only; what is longer than the
// node ever sends, or no frame at all, ends the connection.
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Bytes of one message: more than a node lets wait for a slow reader. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
/** A node that says nothing for so long is gone: hubs ping every ten seconds. */
const SILENCE_MS = 30_000;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
/** 0 goes on with a message. */
const OPCODES: ReadonlySet<number> = new Set([0, TEXT, CLOSE, PING, PONG]);

export interface Opening {
  readonly headers: Readonly<Record<string, string>>;
  /** Ends it, and the attempt to open it. */
  readonly signal: AbortSignal;
  /** Called for one text after the other: while it works, nothing more is read, so that the node waits. */
  readonly onText: (text: string) => Promise<void>;
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

export async function openSocket(url: string, opening: Opening): Promise<OpenSocket> {
  const target = new URL(url);
  const { request } = target.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const key = randomBytes(16).toString('base64');
  const headers = {
    ...opening.headers,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
  };
  const asked = request(target, { headers, signal: opening.signal, timeout: SILENCE_MS });
  return new Promise((resolve, reject) => {
    asked.on('upgrade', (answer, socket, head) => {
      if (answer.headers['sec-websocket-accept'] === acceptOf(key)) return resolve(serve(socket, head, opening));
      socket.destroy();
      reject(new Error('the node did not accept the web socket as RFC 6455 says'));
    });
    asked.on('response', (answer) => {
      refusedBy(answer).then(reject, reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('the node did not answer in time')));
    asked.on('error', reject);
    asked.end();
  });
}

function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}${GUID}`).digest('base64');
}

async function refusedBy(answer: IncomingMessage): Promise<HubRefused> {
  let text = '';
  for await (const chunk of answer) if (text.length < MESSAGE_BYTES_MAX) text += chunk;
  const problem = problemIn(text);
  const status = answer.statusCode ?? 0;
  return new HubRefused(status, problem.code, problem.detail ?? `the node answered ${status}`);
}

function problemIn(text: string): { readonly code?: string; readonly detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return {};
  }
}

function serve(socket: Duplex & { setTimeout?(ms: number): void }, head: Buffer, opening: Opening): OpenSocket {
  const frames = new Frames();
  const ended = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void => {
      reject(error);
      socket.destroy();
    };
    const take = async (bytes: Buffer): Promise<void> => {
      const taken = frames.push(bytes);
      if (taken === undefined) return void socket.destroy();
      for (const { opcode, payload } of taken) {
        if (opcode === TEXT) await opening.onText(payload.toString('utf8'));
        else if (opcode === PING) socket.write(frameOf(PONG, payload));
        else if (opcode === CLOSE) socket.end(frameOf(CLOSE, payload.subarray(0, 2)));
      }
    };
    socket.on('data', (bytes: Buffer) => {
      socket.pause();
      take(bytes).then(() => socket.resume(), fail);
    });
    socket.on('close', () => resolve());
    // Its end is told by `close`.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    opening.signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.setTimeout?.(SILENCE_MS);
    if (head.length > 0) socket.unshift(head);
  });
  ended.catch(() => undefined);
  return { send: (text) => void socket.write(frameOf(TEXT, Buffer.from(text, 'utf8'))), ended };
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Puts messages together from bytes. */
class Frames {
  private rest: Buffer = Buffer.alloc(0);
  private parts: Buffer[] = [];

  /** Whole messages in order; undefined for bytes that a server may not send, after which nothing else may be pushed. */
  push(bytes: Buffer): readonly Frame[] | undefined {
    this.rest = Buffer.concat([this.rest, bytes]);
    const found: Frame[] = [];
    for (let frame = this.next(); frame !== undefined; frame = this.next()) {
      if (frame === 'bad') return undefined;
      if (frame.opcode >= CLOSE) found.push(frame);
      else {
        this.parts.push(frame.payload);
        const size = this.parts.reduce((sum, { length }) => sum + length, 0);
        if (size > MESSAGE_BYTES_MAX) return undefined;
        if (!frame.isLast) continue;
        found.push({ opcode: TEXT, payload: Buffer.concat(this.parts) });
        this.parts = [];
      }
    }
    return found;
  }

  private next(): (Frame & { readonly isLast: boolean }) | 'bad' | undefined {
    const { rest } = this;
    if (rest.length < 2) return undefined;
    const [first, second] = [rest[0] as number, rest[1] as number];
    const opcode = first & 0x0f;
    // No extension was agreed on, servers do not mask, and these hubs send texts only.
    if ((first & 0x70) !== 0 || second > 0x7f || !OPCODES.has(opcode)) return 'bad';
    const at = second === 127 ? 10 : second === 126 ? 4 : 2;
    if (rest.length < at) return undefined;
    const length = at === 10 ? Number(rest.readBigUInt64BE(2)) : at === 4 ? rest.readUInt16BE(2) : second;
    if (length > MESSAGE_BYTES_MAX) return 'bad';
    if (rest.length < at + length) return undefined;
    this.rest = rest.subarray(at + length);
    return { opcode, payload: rest.subarray(at, at + length), isLast: (first & 0x80) !== 0 };
  }
}

/** A whole frame of a client, which has to be masked. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0xff, 0, 0, 0, 0, ...lengthBytes(length)];
  const mask = randomBytes(4);
  const masked = payload.map((byte, i) => byte ^ (mask[i % 4] as number));
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), mask, masked]);
}

function lengthBytes(length: number): readonly number[] {
  return [length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff];
}
