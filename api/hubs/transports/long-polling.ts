// A connection over long polling: a request waits until there is something to tell, and the next one follows it. Texts
// of the time between wait here. As in ASP.NET Core: the first poll is answered at once; a poll that comes takes the
// place of one that waits; 200 goes on, and 204 is the end.
import { HUB_POLL_MS } from '../../../core/base/limits/node/hubs.js';
import { GOING_AWAY, type HubSocket } from './socket.js';

/** A request of a client that asks what there is. */
export interface Poll {
  /** Answers it. `out` runs when the network has the answer, or it is not taken any more. */
  answer(status: 200 | 204, text: string, out?: () => void): void;
}

export interface LongPollingPorts {
  /** Runs it in a later turn: what is told in one turn goes out in one answer. */
  readonly later: (run: () => void) => void;
  /** Called once, at its end. */
  readonly onGone: () => void;
}

interface Text {
  readonly text: string;
  readonly taken: (() => void) | undefined;
}

export class LongPolling implements HubSocket {
  readonly isPolled = true;
  private state: 'new' | 'open' | 'closing' | 'gone' = 'new';
  private waiting: { readonly poll: Poll; readonly sinceMs: number } | undefined;
  private queue: Text[] = [];
  private queued = 0;
  /** Of answers that the network does not have yet. */
  private answered = 0;
  private isFlushing = false;

  constructor(private readonly ports: LongPollingPorts) {}

  get bufferedAmount(): number {
    return this.queued + this.answered;
  }

  /** A request of the client. */
  poll(poll: Poll, nowMs: number): void {
    const earlier = this.waiting;
    this.waiting = undefined;
    // A client that asks twice does not wait for the first answer: it gave that up.
    earlier?.poll.answer(204, '');
    if (this.state === 'new') {
      this.state = 'open';
      poll.answer(200, '');
    } else if (this.queue.length > 0) this.give(poll);
    else if (this.state === 'open') this.waiting = { poll, sinceMs: nowMs };
    else {
      poll.answer(204, '');
      this.end();
    }
  }

  /** The client gave up the request. */
  leave(poll: Poll): void {
    if (this.waiting?.poll === poll) this.waiting = undefined;
  }

  /** Answers a poll that waits so long that a proxy might give it up. */
  look(nowMs: number): void {
    if (this.waiting === undefined || nowMs - this.waiting.sinceMs < HUB_POLL_MS) return;
    const { poll } = this.waiting;
    this.waiting = undefined;
    poll.answer(200, '');
  }

  send(text: string, onTaken?: () => void): void {
    if (this.state === 'gone' || this.state === 'closing') return;
    this.queue.push({ text, taken: onTaken });
    this.queued += text.length;
    if (this.waiting === undefined || this.isFlushing) return;
    this.isFlushing = true;
    this.ports.later(() => {
      this.isFlushing = false;
      this.flush();
    });
  }

  /** Gives the texts that wait; a poll after that is told the end, unless the node goes away. */
  close(code: number): void {
    if (this.state === 'gone') return;
    this.state = 'closing';
    this.flush();
    if (code === GOING_AWAY || this.waiting !== undefined) this.terminate();
  }

  terminate(): void {
    this.waiting?.poll.answer(204, '');
    this.waiting = undefined;
    this.end();
  }

  private flush(): void {
    if (this.waiting === undefined || this.queue.length === 0) return;
    const { poll } = this.waiting;
    this.waiting = undefined;
    this.give(poll);
  }

  private give(poll: Poll): void {
    const texts = this.queue;
    const length = this.queued;
    this.queue = [];
    this.queued = 0;
    this.answered += length;
    poll.answer(200, texts.map(({ text }) => text).join(''), () => {
      this.answered -= length;
      for (const { taken } of texts) taken?.();
    });
  }

  private end(): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    this.queue = [];
    this.queued = 0;
    this.ports.onGone();
  }
}
