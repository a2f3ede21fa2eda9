// The streams of one connection: items that a source makes as fast as the client reads them. At most one item of each
// is under way, and none is made while the socket holds more than it should. A stream ends with its client, its right
// or its source. It knows no hub, and a clock only for their rests.
import { type Issue, issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import {
  HUB_STREAM_AHEAD_BYTES,
  HUB_STREAM_ITEM_MAX,
  HUB_STREAM_SLICE,
  HUB_STREAMS_MAX,
} from '../../core/base/limits/node/hubs.js';
import type { Clock } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { HubStreamRun, HubStreamSource } from './define.js';
import { streamItem } from './protocol.js';

export interface StreamPorts {
  /** Sends a record; `onTaken` runs when the network has it. */
  readonly send: (record: string, onTaken: () => void) => void;
  /** Says that a stream has ended, and why if it failed. */
  readonly onEnded: (invocationId: string, error: Issue | undefined) => void;
  /** Bytes that the socket holds. */
  readonly waiting: () => number;
  /** Runs it in a later turn: a source that is always ready must not keep others from theirs. */
  readonly later: (run: () => void) => void;
  /** A fault of ours, which the client is told as INTERNAL. */
  readonly fault: (error: unknown) => Issue;
  readonly woken: (topic: string, signal: AbortSignal) => Promise<void>;
}

interface Stream {
  readonly id: string;
  readonly abort: AbortController;
  source: HubStreamSource | undefined;
}

export class ConnectionStreams {
  private readonly open = new Map<string, Stream>();

  constructor(private readonly ports: StreamPorts) {}

  has(invocationId: string): boolean {
    return this.open.has(invocationId);
  }

  /** Takes a place for a stream whose source is asked for. Gives what starts it, or why there is no place. */
  begin(invocationId: string): Result<(source: Result<HubStreamSource>) => void> {
    if (this.open.size >= HUB_STREAMS_MAX)
      return fail(issue('HUB_LIMIT', '', `A connection has at most ${HUB_STREAMS_MAX} streams at once.`));
    const stream: Stream = { id: invocationId, abort: new AbortController(), source: undefined };
    this.open.set(invocationId, stream);
    return (source) => {
      if (stream.abort.signal.aborted) return;
      if (isFailure(source)) this.finish(stream, source.issue);
      else {
        stream.source = source;
        this.run(stream, source);
      }
    };
  }

  /** The client wants no more of it. */
  cancel(invocationId: string): void {
    const stream = this.open.get(invocationId);
    if (stream !== undefined) this.finish(stream, undefined);
  }

  /** Ends those to which the caller has no right any more. */
  check(): void {
    for (const stream of [...this.open.values()]) {
      const problem = stream.source?.still();
      if (problem !== undefined) this.finish(stream, problem);
    }
  }

  /** The connection is gone: its caller is not told. */
  drop(): void {
    for (const { abort } of this.open.values()) abort.abort();
    this.open.clear();
  }

  private run(stream: Stream, source: HubStreamSource): void {
    this.pump(stream, source).then(
      (problem) => this.finish(stream, problem),
      (error: unknown) => this.finish(stream, this.ports.fault(error)),
    );
  }

  private async pump(stream: Stream, source: HubStreamSource): Promise<Issue | undefined> {
    const { signal } = stream.abort;
    const run: HubStreamRun = {
      signal,
      woken: async (topic) => {
        await this.ports.woken(topic, signal);
        // It wakes the streams of all connections at once.
        await new Promise<void>((resolve) => this.ports.later(resolve));
        // The fact may be the one that takes the right.
        const problem = source.still();
        if (problem !== undefined) this.finish(stream, problem);
      },
    };
    const items = source.items(run);
    try {
      while (!signal.aborted) {
        const next = await items.next();
        if (next.done) return next.value;
        const problem = source.still();
        if (problem !== undefined) return problem;
        if (!signal.aborted) await this.give(stream, next.value);
      }
      return undefined;
    } finally {
      // Lets a source that was left in the middle give back what it holds.
      items.return?.(undefined)?.catch(() => undefined);
    }
  }

  /** Resolves when the next item may be made. */
  private async give({ id, abort: { signal } }: Stream, item: Json): Promise<void> {
    const record = streamItem(id, item);
    if (record.length > HUB_STREAM_ITEM_MAX) throw new RangeError('an item of a stream is too long');
    const { waiting, later, send } = this.ports;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        signal.removeEventListener('abort', goOn);
        later(resolve);
      };
      let isFull = false;
      send(record, () => {
        if (isFull) goOn();
      });
      isFull = waiting() > HUB_STREAM_AHEAD_BYTES;
      // Sending may have ended the connection, which takes nothing any more.
      if (isFull && !signal.aborted) signal.addEventListener('abort', goOn, { once: true });
      else goOn();
    });
  }

  private finish(stream: Stream, error: Issue | undefined): void {
    if (this.open.get(stream.id) !== stream) return;
    this.open.delete(stream.id);
    stream.abort.abort();
    this.ports.onEnded(stream.id, error);
  }
}

/** Runs each a turn of the loop later, in order, and so many in one turn that others have theirs. */
export function inSlices(soon: (run: () => void) => void): (run: () => void) => void {
  let queue: (() => void)[] = [];
  const slice = (): void => {
    const runs = queue.slice(0, HUB_STREAM_SLICE);
    queue = queue.slice(HUB_STREAM_SLICE);
    if (queue.length > 0) soon(slice);
    for (const run of runs) run();
  };
  return (run) => {
    queue.push(run);
    if (queue.length === 1) soon(slice);
  };
}

/** Streams that wait for what is told of a topic. */
export class TopicWaits {
  private readonly waits = new Map<string, Set<() => void>>();

  get isEmpty(): boolean {
    return this.waits.size === 0;
  }

  wait(topic: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.waits.get(topic) ?? new Set();
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0 && this.waits.get(topic) === waiting) this.waits.delete(topic);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
      this.waits.set(topic, waiting.add(wake));
    });
  }

  wake(topics: readonly string[]): void {
    for (const topic of topics) for (const wake of [...(this.waits.get(topic) ?? [])]) wake();
  }
}

/** Resolves after so long, or when the stream ends. */
export function waitFor(clock: Pick<Clock, 'setTimer'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimer(end, ms);
    signal.addEventListener('abort', end);
  });
}
