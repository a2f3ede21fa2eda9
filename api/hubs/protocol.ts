// The JSON hub protocol of SignalR, version 1: records that end with 0x1e, the handshake, and messages of the types 1
// to 7; see the specification "SignalR Hub Protocol", sections Handshake, Message Headers and JSON Encoding. Text in,
// plain data out; it knows no socket and no hub.
import { isObject, type Json, type JsonObject, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';

const RECORD_END = '\x1e';
/** Ids of invocations are numbers in sequence from the official clients. */
const INVOCATION_ID_MAX = 128;
const TARGET_MAX = 128;

/** A message of a client. `other` is what a server of this protocol may overlook: results that it never asked for. */
export type ClientMessage =
  | {
      readonly type: 'invocation';
      readonly invocationId?: string;
      readonly target: string;
      readonly args: readonly Json[];
    }
  | {
      readonly type: 'stream';
      readonly invocationId: string;
      readonly target: string;
      readonly args: readonly Json[];
    }
  | { readonly type: 'cancel'; readonly invocationId: string }
  | { readonly type: 'ping' | 'close' | 'other' };

/** Puts records together from the frames of one connection. */
export class Records {
  private rest = '';

  /** `max` bounds one record in characters, whole or not. */
  constructor(private readonly max: number) {}

  /** The last one has begun and is not whole. */
  get isPartial(): boolean {
    return this.rest !== '';
  }

  /**
   * The records that are whole now, in order; undefined when one is longer than allowed, after which nothing else may
   * be pushed.
   */
  push(frame: string): string[] | undefined {
    const parts = (this.rest + frame).split(RECORD_END);
    this.rest = parts.pop() as string;
    if (this.rest.length > this.max || parts.some((part) => part.length > this.max)) return undefined;
    return parts;
  }
}

/** Undefined for a handshake that this server answers with `{}`; else the sentence for the client. */
export function handshakeProblem(record: string): string | undefined {
  const value = objectOf(record);
  if (value === undefined) return 'The first record is not a handshake.';
  if (value.protocol !== 'json') return 'This server speaks the protocol "json" only.';
  if (value.version !== 1) return 'This server speaks version 1 of the protocol "json" only.';
  return undefined;
}

/** The message of a record, or a sentence that says what is wrong with it. */
export function parseMessage(record: string): ClientMessage | string {
  const value = objectOf(record);
  if (value === undefined) return 'A record is not a JSON object.';
  switch (value.type) {
    case 1:
      return invocationOf(value);
    case 4:
      return streamOf(value);
    case 5: {
      const { invocationId } = value;
      return isShort(invocationId, INVOCATION_ID_MAX)
        ? { type: 'cancel', invocationId }
        : 'A cancellation names no invocationId.';
    }
    case 6:
      return { type: 'ping' };
    case 7:
      return { type: 'close' };
    default:
      // Later versions of the protocol add types; a receiver overlooks those that it does not know.
      return typeof value.type === 'number' ? { type: 'other' } : 'A record has no type.';
  }
}

function invocationOf({ invocationId, target, arguments: args }: JsonObject): ClientMessage | string {
  if (!isShort(target, TARGET_MAX)) return 'An invocation names no target.';
  if (!Array.isArray(args)) return 'An invocation has no arguments.';
  if (invocationId === undefined || invocationId === null) return { type: 'invocation', target, args };
  if (!isShort(invocationId, INVOCATION_ID_MAX)) return 'An invocationId is not a short text.';
  return { type: 'invocation', invocationId, target, args };
}

function streamOf({ invocationId, target, arguments: args }: JsonObject): ClientMessage | string {
  if (!isShort(invocationId, INVOCATION_ID_MAX) || !isShort(target, TARGET_MAX))
    return 'A stream invocation names no invocationId or no target.';
  if (!Array.isArray(args)) return 'A stream invocation has no arguments.';
  return { type: 'stream', invocationId, target, args };
}

export const HANDSHAKE_ACCEPTED = `{}${RECORD_END}`;
export const PING = record({ type: 6 });

export function handshakeRefused(error: string): string {
  return record({ error });
}

export function invocation(target: string, args: readonly Json[]): string {
  return record({ type: 1, target, arguments: args });
}

/** The next item of a stream to the client that invoked it. */
export function streamItem(invocationId: string, item: Json): string {
  return record({ type: 2, invocationId, item });
}

/** `result` is left out for a method that gives none. */
export function completion(invocationId: string, result: Json | undefined): string {
  return record({ type: 3, invocationId, ...(result !== undefined && { result }) });
}

export function failure(invocationId: string, error: string): string {
  return record({ type: 3, invocationId, error });
}

/**
 * The last message of a connection. Without `error` the server just goes; `allowReconnect` asks the client to come
 * back.
 */
export function closing(end: { readonly error?: string; readonly allowReconnect?: boolean }): string {
  return record({ type: 7, ...end });
}

function record(message: object): string {
  return JSON.stringify(message) + RECORD_END;
}

function objectOf(text: string): JsonObject | undefined {
  const parsed = parseJsonText(text);
  return !isFailure(parsed) && isObject(parsed) ? parsed : undefined;
}

function isShort(value: Json | undefined, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max;
}
