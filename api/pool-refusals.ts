// When a client whose transaction found no room in a pool is to come back: so late that refusals stay a fraction of what is sealed, however many clients there are.
// A client that comes earlier has its connection read no sooner.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { POOL_RETRY_SECONDS_MAX, TAKEN_FOR_REFUSED } from '../core/base/overload-limits.js';
import type { Clock } from '../core/base/ports.js';

export interface PoolRefusalsPorts {
  readonly clock: Pick<Clock, 'steady'>;
  /** Reads nothing more of the connection for so many seconds. */
  readonly rest: (request: IncomingMessage, response: ServerResponse, seconds: number) => void;
}

export class PoolRefusals {
  private readonly toldUntil = new WeakMap<Socket, number>();
  private secondFromMs: number;
  private taken = 0;
  private refused = 0;
  /** A second, as they were of late. */
  private takenEach = 0;
  private refusedEach = 0;
  /** What clients are told, before it is spread and rounded. */
  private seconds = 1;

  constructor(private readonly ports: PoolRefusalsPorts) {
    this.secondFromMs = ports.clock.steady();
  }

  /** A submission was taken. */
  take(): void {
    this.roll();
    this.taken++;
  }

  /** The seconds that the client of a refused submission is told to wait. */
  refuse(request: IncomingMessage, response: ServerResponse): number {
    this.roll();
    this.refused++;
    // Not all at one moment again.
    const spread = this.seconds * (1 + (this.refused % SPREAD) / SPREAD / 2.5);
    const seconds = Math.min(POOL_RETRY_SECONDS_MAX, Math.round(spread));
    const nowMs = this.ports.clock.steady();
    const isEarly = (this.toldUntil.get(request.socket) ?? 0) > nowMs;
    this.toldUntil.set(request.socket, nowMs + seconds * 1000);
    if (isEarly) this.ports.rest(request, response, seconds);
    return seconds;
  }

  /** Each of those that wait comes once in `seconds`: their number follows from how many were refused. */
  private roll(): void {
    const passedMs = this.ports.clock.steady() - this.secondFromMs;
    if (passedMs < 1000) return;
    const weight = 1 - Math.exp(-passedMs / LATE_MS);
    this.takenEach += ((this.taken * 1000) / passedMs - this.takenEach) * weight;
    this.refusedEach += ((this.refused * 1000) / passedMs - this.refusedEach) * weight;
    const waiting = this.refusedEach * this.seconds;
    const wanted = (waiting * TAKEN_FOR_REFUSED) / Math.max(1, this.takenEach);
    // Some of the way, because those who were told before come by what they were told.
    this.seconds += (wanted - this.seconds) * weight;
    this.seconds = Math.min(POOL_RETRY_SECONDS_MAX, Math.max(1, this.seconds));
    this.secondFromMs += passedMs;
    this.taken = 0;
    this.refused = 0;
  }
}

/** How far back `of late` goes. */
const LATE_MS = 5000;
/** Parts over which a third more of the time is spread. */
const SPREAD = 8;
