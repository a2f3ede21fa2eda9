// When a request begins to be worked on: at once while the event loop has time, else by turns of organisations, a few
// milliseconds of work in one go, so that /alive and whatever else waits for the loop comes between. A call that finds
// no place is refused before its body is read, and its connection is not read while its client is to wait.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Issue, issue } from '../../core/base/issue.js';
import {
  OVERLOAD_RETRY_SECONDS_MAX,
  REQUEST_SLICE_MS,
  REQUESTS_WAITING,
} from '../../core/base/limits/node/overload.js';
import type { Clock } from '../../core/base/ports.js';
import { FairQueue } from '../../core/base/queues/fair-queue.js';
import { ReturnTimes } from '../../core/base/queues/return-times.js';
import { fairKey } from '../auth/fair-key.js';
import { Refusal } from '../define.js';
import type { IncomingCall } from './incoming.js';

export interface TurnPorts {
  readonly clock: Pick<Clock, 'steady' | 'setTimer'>;
  /** Runs it when the event loop has looked at all that came in. */
  readonly soon: (run: () => void) => void;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

type Turned = Pick<IncomingCall, 'caller' | 'address' | 'isGone' | 'rest'>;

interface Waiting {
  readonly call: Turned;
  readonly begin: (refused?: Refusal) => void;
}

const NO_BOUND = { all: Number.POSITIVE_INFINITY, key: Number.POSITIVE_INFINITY };

export class RequestTurns {
  private readonly waiting = new FairQueue<Waiting>(REQUESTS_WAITING);
  /** Each is of a request that was begun. They go first. */
  private readonly answers = new FairQueue<() => void>(NO_BOUND);
  private readonly returns: ReturnTimes;
  /** Since when requests are worked on without a look at anything else; undefined while none is. */
  private sliceFromMs: number | undefined;

  constructor(private readonly ports: TurnPorts) {
    this.returns = new ReturnTimes(OVERLOAD_RETRY_SECONDS_MAX, ports.clock.steady());
  }

  /**
   * Of an operation that does work: what tells whether the node lives does not wait. A call whose client went away
   * meanwhile does not begin.
   */
  wait(call: Turned, begin: (refused?: Refusal) => void): void {
    if (this.waiting.size === 0 && this.hasTime()) {
      this.returns.take(this.ports.clock.steady());
      begin();
      return;
    }
    const turned = this.waiting.push(fairKey(call), { call, begin });
    if (turned) this.refuse(turned.value);
  }

  /** Sends an answer that was waited for: a docket ends the wait of a thousand at once. */
  answer(send: () => void): void {
    if (this.answers.size === 0 && this.hasTime()) send();
    else this.answers.push('', send);
  }

  /** Begins a slice where none runs. */
  private hasTime(): boolean {
    const nowMs = this.ports.clock.steady();
    if (this.sliceFromMs === undefined) {
      this.sliceFromMs = nowMs;
      this.ports.soon(() => this.nextSlice());
      return true;
    }
    return nowMs - this.sliceFromMs < REQUEST_SLICE_MS;
  }

  private nextSlice(): void {
    this.sliceFromMs = undefined;
    if (this.isBehind()) this.step();
  }

  private isBehind(): boolean {
    return this.waiting.size + this.answers.size > 0;
  }

  /** One answer or request; the next one behind what this one set going, as far as that goes at once. */
  private step(): void {
    if (!this.hasTime()) return;
    const send = this.answers.shift();
    if (send === undefined) this.beginNext();
    else send();
    // Behind its ticks and promises, so that the slice counts them.
    if (this.isBehind()) queueMicrotask(() => process.nextTick(() => this.step()));
  }

  private beginNext(): void {
    const next = this.waiting.shift();
    // The client does not wait for the answer any more.
    if (next === undefined || next.call.isGone) return;
    this.returns.take(this.ports.clock.steady());
    next.begin();
  }

  /** Whether any request may be refused now. */
  get isCrowded(): boolean {
    return this.waiting.size >= REQUESTS_WAITING.key;
  }

  /** Whether a request of the key would be refused now. */
  isFullFor(key: string): boolean {
    return !this.waiting.takes(key);
  }

  /** The refusal of a call that finds no place; `retryAfterSeconds` is how long it is to wait. */
  refusal(): Issue & { readonly retryAfterSeconds: number } {
    const seconds = this.returns.refuse(this.ports.clock.steady());
    const message = `The node has more to do than it can; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    return { ...issue('NODE_UNAVAILABLE', '', message), retryAfterSeconds: seconds };
  }

  /** Reads nothing more of the connection for so long: who does not wait costs no more than who does. */
  rest({ socket, headers }: IncomingMessage, response: ServerResponse, seconds: number): void {
    if (isForwarded(headers)) return;
    // Not all at one moment again. When the answer is out the server goes on reading, in this turn of the loop.
    const ms = seconds * 1000 * (1 + this.ports.random() / 5);
    response.once('finish', () =>
      this.ports.soon(() => {
        if (socket.destroyed) return;
        socket.pause();
        this.ports.clock.setTimer(() => socket.resume(), ms);
      }),
    );
  }

  private refuse({ call, begin }: Waiting): void {
    const refusal = this.refusal();
    call.rest(refusal.retryAfterSeconds);
    begin(new Refusal([refusal]));
  }
}

/** Requests of several clients come over one connection of a proxy. */
function isForwarded(headers: IncomingMessage['headers']): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined;
}
