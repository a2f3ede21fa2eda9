// A live connection: handshake, calls of methods, pings, and the bounds on what a client may send and how slowly it may
// read. It knows no Fastify, no facts and no clock; host.ts tells it the time and what to send.

import { type Issue, issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import {
  HUB_CALLS_MAX,
  HUB_FRAME_BYTES_MAX,
  HUB_HANDSHAKE_MS,
  HUB_MESSAGES_MAX,
  HUB_PING_MS,
  HUB_QUEUE_BYTES_MAX,
  HUB_RECORD_MS,
  HUB_SILENCE_MS,
} from '../../core/base/limits/node/hubs.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Caller } from '../auth/caller.js';
import type { Cut } from '../deps/hub-counters.js';
import type { HubStreamSource } from './define.js';
import {
  type ClientMessage,
  closing,
  completion,
  failure,
  HANDSHAKE_ACCEPTED,
  handshakeProblem,
  handshakeRefused,
  PING,
  parseMessage,
  Records,
} from './protocol.js';
import { ConnectionStreams, type StreamPorts } from './streams.js';
import { GOING_AWAY, type HubSocket, NORMAL } from './transports/socket.js';

export interface MethodCall {
  readonly target: string;
  readonly args: readonly Json[];
}

export type MethodAnswer = (result: Result<Json | undefined>) => void;

export interface ConnectionWorld {
  readonly socket: HubSocket;
  readonly caller: Caller;
  /** Runs a method, and answers once; never throws. */
  readonly call: (method: MethodCall, answer: MethodAnswer) => void;
  /** Finds the source of a stream, and answers once; never throws. */
  readonly stream: (method: MethodCall, answer: (source: Result<HubStreamSource>) => void) => void;
  readonly streaming: Pick<StreamPorts, 'later' | 'fault' | 'woken'>;
  /** Called once, when the server ends it. The end of the socket is the host's to see. */
  readonly onCut: (reason: Cut) => void;
}

export class HubConnection {
  /** The topics that it listens to, with the kind and name that were admitted: `wallet:<address>`. Kept by the host. */
  readonly topics = new Map<string, { readonly kind: string; readonly name: string }>();
  private state: 'handshake' | 'open' | 'ended' = 'handshake';
  private readonly records = new Records(HUB_FRAME_BYTES_MAX);
  private heardMs: number;
  /** Since when a record is not whole. */
  private partialSinceMs: number | undefined;
  private sentMs: number;
  private messages = 0;
  private calls = 0;
  private isLeaving = false;
  /** Made when the client first asks for one: most never do. */
  private streams: ConnectionStreams | undefined;

  constructor(
    private readonly world: ConnectionWorld,
    private readonly sinceMs: number,
  ) {
    this.heardMs = sinceMs;
    this.sentMs = sinceMs;
  }

  get caller(): Caller {
    return this.world.caller;
  }

  get ended(): boolean {
    return this.state === 'ended';
  }

  /** A frame of the client. */
  receive(frame: string, nowMs: number): void {
    if (this.ended) return;
    this.heardMs = nowMs;
    this.messages++;
    const records = this.records.push(frame);
    if (records === undefined)
      this.cut('protocol', issue('HUB_LIMIT', '', `A record has more than ${HUB_FRAME_BYTES_MAX} characters.`));
    else for (const record of records) this.take(record, nowMs);
    if (!this.records.isPartial) this.partialSinceMs = undefined;
    else if (records?.length) this.partialSinceMs = nowMs;
    else this.partialSinceMs ??= nowMs;
    this.pace();
  }

  /** The client asked for what there is to tell. */
  noteSign(nowMs: number): void {
    this.heardMs = nowMs;
    this.messages++;
    this.pace();
  }

  /** Whole records, sent as one frame. Before the handshake there is no listener. False if they were not sent. */
  tell(records: string, nowMs: number): boolean {
    return this.state === 'open' && this.send(records, nowMs);
  }

  /**
   * To be called every HUB_LOOK_MS: pings a quiet client, cuts one that is gone, and takes the socket from one that was
   * told to go and did not.
   */
  look(nowMs: number): void {
    this.messages = 0;
    this.world.socket.look?.(nowMs);
    if (!this.ended) this.streams?.check();
    if (this.ended) this.letGo();
    else if (this.state === 'handshake' && nowMs - this.sinceMs >= HUB_HANDSHAKE_MS) {
      this.send(handshakeRefused('The handshake took too long.'), nowMs);
      this.finish('handshake', NORMAL);
    } else if (nowMs - (this.partialSinceMs ?? nowMs) >= HUB_RECORD_MS)
      this.cut('protocol', issue('HUB_LIMIT', '', 'A record was begun and not ended in time.'));
    else if (nowMs - this.heardMs >= HUB_SILENCE_MS)
      this.cut('silent', issue('HUB_LIMIT', '', 'The client was silent for too long.'));
    else if (this.world.socket.isPolled === undefined && this.state === 'open' && nowMs - this.sentMs >= HUB_PING_MS)
      this.send(PING, nowMs);
  }

  /** Ends it with a last message that says why. The client is not to come back by itself. */
  cut(reason: Cut, why: Issue): void {
    if (this.state === 'open') this.world.socket.send(closing({ error: sentence(why) }));
    this.finish(reason, NORMAL);
  }

  /** The node stops: the client is to come back, here or to another node. */
  drain(): void {
    if (this.state === 'open') this.world.socket.send(closing({ allowReconnect: true }));
    this.finish('draining', GOING_AWAY);
  }

  /** The socket is gone. */
  loseSocket(): void {
    this.state = 'ended';
    this.streams?.drop();
  }

  terminate(): void {
    this.world.socket.terminate();
  }

  private take(record: string, nowMs: number): void {
    this.messages++;
    if (this.ended || this.messages > HUB_MESSAGES_MAX) return;
    if (this.state === 'handshake') this.greet(record, nowMs);
    else this.answer(parseMessage(record), nowMs);
  }

  private answer(message: ClientMessage | string, nowMs: number): void {
    if (typeof message === 'string') this.cut('protocol', formatIssue(message));
    else if (message.type === 'invocation') this.invoke(message, nowMs);
    else if (message.type === 'stream') this.stream(message, nowMs);
    else if (message.type === 'cancel') this.streams?.cancel(message.invocationId);
    else if (message.type === 'close') {
      this.loseSocket();
      this.world.socket.close(NORMAL);
    }
  }

  private greet(record: string, nowMs: number): void {
    const problem = handshakeProblem(record);
    if (problem === undefined) {
      this.state = 'open';
      this.send(HANDSHAKE_ACCEPTED, nowMs);
    } else {
      this.send(handshakeRefused(problem), nowMs);
      this.finish('protocol', NORMAL);
    }
  }

  private invoke(message: ClientMessage & { readonly type: 'invocation' }, nowMs: number): void {
    const { invocationId, target, args } = message;
    const answer = (result: Result<Json | undefined>): void => {
      // Without an id the client wants no answer.
      if (invocationId === undefined || this.ended) return;
      this.send(
        isFailure(result) ? failure(invocationId, sentence(result.issue)) : completion(invocationId, result),
        nowMs,
      );
    };
    if (this.calls >= HUB_CALLS_MAX) {
      answer(fail(busy()));
      return;
    }
    this.calls++;
    this.world.call({ target, args }, (result) => {
      this.calls--;
      answer(result);
    });
  }

  private stream({ invocationId, target, args }: ClientMessage & { readonly type: 'stream' }, nowMs: number): void {
    this.streams ??= this.newStreams();
    if (this.streams.has(invocationId)) {
      this.cut('protocol', formatIssue('Two streams have one invocationId.'));
      return;
    }
    const start = this.streams.begin(invocationId);
    if (isFailure(start)) this.send(failure(invocationId, sentence(start.issue)), nowMs);
    else this.world.stream({ target, args }, start);
  }

  private newStreams(): ConnectionStreams {
    return new ConnectionStreams({
      ...this.world.streaming,
      send: (record, taken) => void this.send(record, this.sentMs, taken),
      onEnded: (id, error) => {
        if (!this.ended)
          this.send(error === undefined ? completion(id, undefined) : failure(id, sentence(error)), this.sentMs);
      },
      waiting: () => this.world.socket.bufferedAmount,
    });
  }

  /** It has the time between two looks at least to take its last message. */
  private letGo(): void {
    if (this.isLeaving) this.terminate();
    this.isLeaving = true;
  }

  private pace(): void {
    if (!this.ended && this.messages > HUB_MESSAGES_MAX)
      this.cut('pace', issue('HUB_LIMIT', '', `More than ${HUB_MESSAGES_MAX} messages came in a short time.`));
  }

  private send(text: string, nowMs: number, onTaken?: () => void): boolean {
    if (this.world.socket.bufferedAmount + text.length > HUB_QUEUE_BYTES_MAX) {
      // The reason waits behind all the others: a client that reads it before the next look hears it, and they are
      // kept no longer.
      this.cut('slow', issue('HUB_LIMIT', '', `More than ${HUB_QUEUE_BYTES_MAX} bytes wait for the client.`));
      return false;
    }
    this.sentMs = nowMs;
    this.world.socket.send(text, onTaken);
    return true;
  }

  private finish(reason: Cut, code: number): void {
    if (this.ended) return;
    this.loseSocket();
    this.world.onCut(reason);
    this.world.socket.close(code);
  }
}

/** The text of an issue for a client: the code for programs, the sentence for people. */
function sentence({ code, message }: Issue): string {
  return `${code}: ${message}`;
}

function formatIssue(message: string): Issue {
  return issue('HUB_PROTOCOL', '', message);
}

function busy(): Issue {
  return issue('HUB_LIMIT', '', `A connection may wait for ${HUB_CALLS_MAX} calls.`);
}
