// A direction-neutral stream of frames over a gRPC duplex call: what is sent waits in a bounded queue while the other
// end is slow, and what arrives is handed on as bytes. It knows neither who is at the other end nor what a frame means.
import type { EventEmitter } from 'node:events';

/** The members that the client's and the server's duplex calls of grpc-js have in common. */
export interface DuplexCall extends EventEmitter {
  write(bytes: Buffer): boolean;
  end(): void;
  pause(): unknown;
  resume(): unknown;
  /** The client's side only: ends both directions at once. */
  cancel?(): void;
}

export interface FrameStreamPorts {
  /** Until the stream is handed to another taker. */
  readonly onReceived: (bytes: Buffer) => void;
  /** Once, however it ended. */
  onClosed(error: unknown): void;
}

/** Waiting for one peer: some proposals of the largest size, or a burst of votes over many registers. */
export const QUEUE_BYTES_MAX = 16 * 1024 * 1024;
export const QUEUE_FRAMES_MAX = 10_000;

export class FrameStream {
  readonly #call: DuplexCall;
  readonly #ports: FrameStreamPorts;
  #received: (bytes: Buffer) => void;
  #queue: Buffer[] = [];
  /** First frame of the queue that was not written yet: cheaper than shifting an array of thousands. */
  #next = 0;
  #bytes = 0;
  #blocked = false;
  #closed = false;

  constructor(call: DuplexCall, ports: FrameStreamPorts) {
    this.#call = call;
    this.#ports = ports;
    this.#received = ports.onReceived;
    call.on('data', (bytes: Buffer) => {
      if (!this.#closed) this.#received(bytes);
    });
    call.on('drain', () => this.#flush());
    for (const end of ['end', 'close', 'cancelled', 'error', 'status', 'finish'] as const)
      call.on(end, (error?: unknown) => this.#end(end === 'error' ? error : undefined));
  }

  /** False when the queue is full or the stream is gone: the frame is lost. Frames leave in the order of the calls. */
  send(bytes: Buffer): boolean {
    if (this.#closed) return false;
    if (!this.#blocked) {
      this.#blocked = !this.#call.write(bytes);
      return true;
    }
    if (this.queued >= QUEUE_FRAMES_MAX || this.#bytes + bytes.length > QUEUE_BYTES_MAX) return false;
    this.#queue.push(bytes);
    this.#bytes += bytes.length;
    return true;
  }

  /** From now on this takes what the stream brings. */
  hand(onReceived: (bytes: Buffer) => void): void {
    this.#received = onReceived;
  }

  /** Nothing more is received until `resume`: the other end waits. */
  pause(): void {
    this.#call.pause();
  }

  resume(): void {
    this.#call.resume();
  }

  get queued(): number {
    return this.#queue.length - this.#next;
  }

  get queuedBytes(): number {
    return this.#bytes;
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  /** Ends the stream from this side; `onClosed` is told. */
  close(error?: unknown): void {
    this.#end(error);
  }

  #flush(): void {
    this.#blocked = false;
    while (!this.#blocked && !this.#closed && this.#next < this.#queue.length) {
      const bytes = this.#queue[this.#next] as Buffer;
      this.#next += 1;
      this.#bytes -= bytes.length;
      this.#blocked = !this.#call.write(bytes);
    }
    if (this.#next === this.#queue.length) this.#queue = [];
    else if (this.#next > QUEUE_FRAMES_MAX) this.#queue = this.#queue.slice(this.#next);
    else return;
    this.#next = 0;
  }

  #end(error: unknown): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue = [];
    this.#next = 0;
    this.#bytes = 0;
    // Cancelled whichever side ended it: a call that is half open would hold the connection.
    if (this.#call.cancel) this.#call.cancel();
    else this.#call.end();
    this.#ports.onClosed(error);
  }
}
