// When a request begins to be worked on: at once while the event loop has time, else by turns of organisations. A turn
// is a few milliseconds of work, so that /alive and other requests come between. A call that finds no place is refused
// before its body is read, and its connection is not read while its client is to wait.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Issue, issue } from '../../core/base/issue.js';
import {
  OVERLOAD_RETRY_SECONDS_MAX,
  REQUEST_SLICE_MS,
  REQUESTS_WAITING,
} from '../../core/base/limits/node/overload.js';
import type { Clock } from '../../core/base/ports.js';
import { LoopScheduler } from '../../core/base/queues/loop-scheduler.js';
import { ReturnTimes } from '../../core/base/queues/return-times.js';
import { Scheduler } from '../../core/base/queues/scheduler.js';
import { fairKey } from '../auth/fair-key.js';
import { Refusal } from '../define.js';
import type { IncomingCall } from './incoming.js';

export interface RequestPorts {
  readonly clock: Pick<Clock, 'steady' | 'setTimer'>;
  /** Runs it when the event loop has looked at all that came in. */
  readonly soon: (run: () => void) => void;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

type Scheduled = Pick<IncomingCall, 'caller' | 'address' | 'isGone' | 'rest'>;

interface Waiting {
  readonly call: Scheduled;
  readonly begin: (refused?: Refusal) => void;
}

export class RequestScheduler {
  private readonly loop: LoopScheduler<Waiting>;
  private readonly returns: ReturnTimes;

  constructor(private readonly ports: RequestPorts) {
    const { clock, soon } = ports;
    this.returns = new ReturnTimes(OVERLOAD_RETRY_SECONDS_MAX, clock.steady());
    const slice = { ms: REQUEST_SLICE_MS, clock, runLater: runAfterPending };
    const options = { slice, soon, begin: (waiting: Waiting) => this.begin(waiting) };
    this.loop = new LoopScheduler(options, new Scheduler({ waiting: REQUESTS_WAITING }));
  }

  /**
   * Of an operation that does work: what tells whether the node lives does not wait. A call whose client went away
   * meanwhile does not begin.
   */
  wait(call: Scheduled, begin: (refused?: Refusal) => void): void {
    if (this.loop.begins()) {
      this.returns.take(this.ports.clock.steady());
      begin();
      return;
    }
    const turned = this.loop.waiting.push(fairKey(call), { call, begin });
    if (turned) this.refuse(turned.value);
  }

  /** Sends an answer that was waited for, before other requests begin: a docket ends the wait of a thousand at once. */
  answer(send: () => void): void {
    this.loop.first(send);
  }

  private begin({ call, begin }: Waiting): void {
    // The client does not wait for the answer any more.
    if (call.isGone) return;
    this.returns.take(this.ports.clock.steady());
    begin();
  }

  /** Whether any request may be refused now. */
  get isCrowded(): boolean {
    return this.loop.waiting.size >= REQUESTS_WAITING.key;
  }

  /** Whether a request of the key would be refused now. */
  isFullFor(key: string): boolean {
    return !this.loop.waiting.takes(key);
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

/** Behind the ticks and promises of what runs now. */
function runAfterPending(run: () => void): void {
  queueMicrotask(() => process.nextTick(run));
}

/** Requests of several clients come over one connection of a proxy. */
function isForwarded(headers: IncomingMessage['headers']): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined;
}
