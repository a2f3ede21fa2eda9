// Closed-loop load: `concurrency` connections, each sends its next prebuilt request when the last one is answered as
// sealed. Counts what the node says is sealed, and nothing else. A request that is refused for want of room is sent
// again when its time has come, as the node asks.
import { setTimeout as pause } from 'node:timers/promises';
import { HttpPipe, type PipeResponse } from './http-pipe.js';

const POOL_FULL = '"POOL_FULL"';

/** The text in answers about signed transactions for each that is sealed. */
export const SEALED = '"status":"sealed"';

export interface LoadResult {
  /** Transactions that the node answered as sealed. */
  readonly sealed: number;
  readonly seconds: number;
  /** Requests that the node asked to send again later, each time. */
  readonly refused: number;
  /** Of what it took: submit to sealed, ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Load {
  readonly host: string;
  readonly port: number;
  readonly concurrency: number;
  /** Requests in order; each holds `perRequest` transactions. */
  readonly requests: readonly Uint8Array[];
  readonly perRequest: number;
  /** The text that an answer of status 200 holds once for each sealed transaction. */
  readonly sealed: string;
  /** Stops sending after this time even if requests are left. */
  readonly secondsMax: number;
}

/**
 * Rejects when an answer is neither the success that every request must have nor a refusal that names its end: a bench
 * that hides failures measures nothing.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const pipes = await Promise.all(Array.from({ length: load.concurrency }, () => HttpPipe.open(load.host, load.port)));
  const latencies = new Float64Array(load.requests.length);
  let next = 0;
  let answered = 0;
  let refused = 0;
  const started = performance.now();
  const until = started + load.secondsMax * 1000;
  await Promise.all(
    pipes.map(async (pipe) => {
      while (next < load.requests.length && performance.now() < until) {
        const request = load.requests[next++]!;
        while (performance.now() < until) {
          const sent = performance.now();
          const response = await pipe.send(request);
          const restMs = restOf(response);
          if (restMs === undefined) {
            latencies[answered++] = performance.now() - sent;
            assertSealed(response, load);
            break;
          }
          refused++;
          await pause(restMs);
        }
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const pipe of pipes) pipe.close();
  const sorted = latencies.subarray(0, answered).sort();
  return {
    sealed: answered * load.perRequest,
    seconds,
    refused,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
}

/**
 * How long the node asks to wait; undefined for every other answer. Submissions that were refused together come back
 * apart.
 */
function restOf({ status, body, retryAfter }: PipeResponse): number | undefined {
  // A batch is answered as a whole, and says of each transaction what became of it. Sealed ones are answered as such
  // again.
  const isPartly = status === 200 && body.includes(POOL_FULL);
  const seconds = isPartly ? 1 : status === 429 || status === 503 ? retryAfter : undefined;
  return seconds === undefined ? undefined : seconds * 1000 * (1 + Math.random() / 5);
}

function assertSealed({ status, body }: PipeResponse, { sealed, perRequest }: Load): void {
  let count = 0;
  for (let at = body.indexOf(sealed); at >= 0; at = body.indexOf(sealed, at + sealed.length)) count++;
  if (status !== 200 || count !== perRequest)
    throw new Error(
      `Expected ${perRequest} sealed, got ${count} with status ${status}: ${body.toString('utf8', 0, 400)}`,
    );
}

function percentile(sorted: Float64Array, p: number): number {
  if (sorted.length === 0) return 0;
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]! * 100) / 100;
}
