// A crowd of clients, each on a connection of its own that sends its next request when the last one is answered. The
// patient wait as the node asks when it refuses, the others come again at once. It counts what was taken and what was
// refused, and hides no other answer.
import { setTimeout as pause } from 'node:timers/promises';
import { HttpPipe } from '../../../cli/bench/http-pipe.js';

export interface Crowd {
  readonly host: string;
  readonly port: number;
  readonly clients: number;
  /** Every so-manieth client comes again at once when it is refused. */
  readonly impatientEach: number;
  readonly requests: readonly Uint8Array[];
  /** The text in the answer to a request that was taken. */
  readonly sealed: string;
  readonly seconds: number;
  /** Called when all have come, and when the time is over. */
  readonly look: () => void;
}

export interface CrowdFigures {
  /** Taken while the time ran, and the time. */
  readonly accepted: number;
  readonly refused: number;
  readonly seconds: number;
  /** Milliseconds from a request of a patient client to its success. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Milliseconds from a request of a patient client to its refusal: no client reads at once what the others send. */
  readonly refusedP99Ms: number;
  /** Patient clients without an answer TAIL_MS after the end. */
  readonly unanswered: number;
  /** There were not requests enough: the figures are of a shorter time. */
  readonly isShort: boolean;
}

/** Connections that are opened at once: a listener has a queue of 511. */
const OPENING = 128;
/**
 * For so long answers are waited for at the end: connections of those who did not wait may not be read for half a
 * minute.
 */
const TAIL_MS = 10_000;
/** In which the clients come, one after the other: no crowd comes within a millisecond. */
const COMING_MS = 1000;

/** Rejects when an answer is neither the success of a request nor a refusal that names its end. */
export async function runCrowd(crowd: Crowd): Promise<CrowdFigures> {
  const pipes: HttpPipe[] = [];
  while (pipes.length < crowd.clients) {
    const count = Math.min(OPENING, crowd.clients - pipes.length);
    pipes.push(...(await Promise.all(Array.from({ length: count }, () => HttpPipe.open(crowd.host, crowd.port)))));
  }
  const counts = new Counts(performance.now() + COMING_MS);
  const queue = { next: 0 };
  const came = performance.now();
  const started = came + COMING_MS;
  const until = started + crowd.seconds * 1000;
  const looks = [started, until].map((at) => pause(at - performance.now()).then(crowd.look));
  const one = (pipe: HttpPipe, index: number) =>
    client({ crowd, pipe, counts, queue, until, isPatient: index % crowd.impatientEach !== 0 });
  const all = Promise.all(
    pipes.map(async (pipe, index) => {
      await pause((COMING_MS * index) / pipes.length);
      await one(pipe, index);
    }),
  );
  await Promise.race([all, pause(until + TAIL_MS - performance.now())]);
  await Promise.all(looks);
  for (const pipe of pipes) pipe.close();
  const isShort = queue.next >= crowd.requests.length;
  return counts.figures(isShort ? (counts.lastMs - started) / 1000 : crowd.seconds, isShort);
}

interface ClientOptions {
  readonly crowd: Crowd;
  readonly pipe: HttpPipe;
  readonly counts: Counts;
  readonly queue: { next: number };
  readonly until: number;
  readonly isPatient: boolean;
}

async function client({ crowd, pipe, counts, queue, until, isPatient }: ClientOptions): Promise<void> {
  const { requests, sealed } = crowd;
  let request = requests[queue.next++];
  while (request !== undefined && performance.now() < until) {
    const sent = performance.now();
    counts.ask(isPatient, 1);
    const { status, body, retryAfter } = await pipe.send(request);
    counts.ask(isPatient, -1);
    const now = performance.now();
    if (status === 200 && body.includes(sealed)) {
      counts.accept(now < until ? now : undefined, isPatient ? now - sent : undefined);
      request = requests[queue.next++];
    } else if ((status === 429 || status === 503) && retryAfter !== undefined) {
      counts.refuse(now - sent, isPatient);
      if (isPatient) await pause(retryAfter * 1000 * (1 + Math.random() / 5), undefined, { ref: false });
    } else
      throw new Error(
        `Expected a seal, or a refusal that names its end; got ${status}: ${body.toString('utf8', 0, 400)}`,
      );
  }
}

class Counts {
  readonly #taken: number[] = [];
  readonly #refused: number[] = [];
  #inTime = 0;
  #refusals = 0;

  constructor(private readonly fromMs: number) {}

  lastMs = 0;
  private open = 0;

  /** A request is under way, or answered. */
  ask(isPatient: boolean, change: 1 | -1): void {
    if (isPatient) this.open += change;
  }

  /** `atMs`: when, if the time still ran. */
  accept(atMs: number | undefined, tookMs: number | undefined): void {
    if (tookMs !== undefined) this.#taken.push(tookMs);
    if (atMs === undefined || atMs < this.fromMs) return;
    this.#inTime++;
    this.lastMs = atMs;
  }

  refuse(tookMs: number, isPatient: boolean): void {
    this.#refusals++;
    if (isPatient) this.#refused.push(tookMs);
  }

  figures(seconds: number, isShort: boolean): CrowdFigures {
    return {
      accepted: this.#inTime,
      refused: this.#refusals,
      seconds,
      p50Ms: quantile(this.#taken, 0.5),
      p99Ms: quantile(this.#taken, 0.99),
      maxMs: quantile(this.#taken, 1),
      refusedP99Ms: quantile(this.#refused, 0.99),
      unanswered: this.open,
      isShort,
    };
  }
}

/** Rounded to a tenth; 0 where there are none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0) * 10) / 10;
}
