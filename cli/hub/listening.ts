// Listens to one hub of a node by the JSON protocol of SignalR: handshake, calls of its methods, and what it tells. A
// single connection; who wants another after its end opens it.
import { HubRefused, openSocket } from './socket.js';

/** A message of a hub: the name of the event and its ids, with the time and the trace at their end. */
export interface Told {
  readonly target: string;
  readonly ids: readonly (string | number)[];
}

export interface Listening {
  /** Calls a method of the hub; rejects with the sentence of a refusal, and at the end of the connection. */
  call(method: string, id: string): Promise<void>;
  /** Resolves when the connection is gone; rejects with what `onTold` throws. */
  readonly ended: Promise<void>;
}

export interface Hearing {
  readonly url: string;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly onTold: (tell: Told) => Promise<void> | void;
}

const RECORD_END = '\x1e';
/** Characters of one record: more than a node lets wait for a slow reader. */
const RECORD_MAX = 4 * 1024 * 1024;
/** A quiet client is gone for the node after a minute. */
const PING_MS = 15_000;
const INVOCATION = 1;
const COMPLETION = 3;
const PING = 6;

interface Message {
  readonly type?: number;
  readonly target?: string;
  readonly arguments?: readonly (string | number)[];
  readonly invocationId?: string;
  readonly error?: string;
}

/** Resolves when the hub took the handshake. */
export async function listen(path: string, hearing: Hearing): Promise<Listening> {
  let rest = '';
  const waiting = new Map<string, (error?: Error) => void>();
  let greeted: (() => void) | undefined;
  const take = async (record: string): Promise<void> => {
    const message = JSON.parse(record) as Message;
    if (greeted !== undefined) {
      if (message.error !== undefined) throw refusal(message.error);
      greeted();
      greeted = undefined;
    } else if (message.type === INVOCATION && message.target !== undefined)
      await hearing.onTold({ target: message.target, ids: message.arguments ?? [] });
    else if (message.type === COMPLETION && message.invocationId !== undefined)
      waiting.get(message.invocationId)?.(message.error === undefined ? undefined : refusal(message.error));
  };
  const headers = hearing.token === undefined ? {} : { authorization: `Bearer ${hearing.token}` };
  const socket = await openSocket(`${hearing.url}${path}`, {
    headers,
    signal: hearing.signal,
    onText: async (text) => {
      const records = (rest + text).split(RECORD_END);
      rest = records.pop() as string;
      if (rest.length > RECORD_MAX) throw new Error('the node sent a record that is too long');
      for (const record of records) await take(record);
    },
  });
  const send = (message: object): void => socket.send(`${JSON.stringify(message)}${RECORD_END}`);
  let isOver = false;
  const gone = socket.ended.finally(() => {
    isOver = true;
    for (const answer of waiting.values()) answer(over());
  });
  gone.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    greeted = resolve;
  });
  send({ protocol: 'json', version: 1 });
  await Promise.race([ready, gone]);
  const pings = setInterval(() => send({ type: PING }), PING_MS);
  const ended = gone.finally(() => clearInterval(pings));
  ended.catch(() => undefined);
  let calls = 0;
  return {
    ended,
    call: (target, id) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(over());
        const invocationId = String(calls++);
        waiting.set(invocationId, (error) => {
          waiting.delete(invocationId);
          if (error === undefined) resolve();
          else reject(error);
        });
        send({ type: INVOCATION, invocationId, target, arguments: [id] });
      }),
  };
}

function refusal(message: string): HubRefused {
  return new HubRefused(0, undefined, message);
}

/** Of the network, and not of the hub: the next connection may be better. */
function over(): Error {
  return Object.assign(new Error('the connection ended'), { code: 'ECONNRESET' });
}
