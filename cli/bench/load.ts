// Closed-loop load: `concurrency` connections, each sends its next prebuilt request when the last one is answered as sealed. Counts what the node
// says is sealed, and nothing else.
import { HttpPipe, type PipeResponse } from './http-pipe.js';

/** What the answers about signed transactions say of each that is sealed. */
export const SEALED = '"status":"sealed"';

export interface LoadResult {
  /** Transactions that the node answered as sealed. */
  readonly sealed: number;
  readonly seconds: number;
  /** Submit to sealed, ms. */
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
  /** What an answer of status 200 holds once for each sealed transaction. */
  readonly sealed: string;
  /** Stops sending after this time even if requests are left. */
  readonly secondsMax: number;
}

/** Rejects when an answer is not the success that every request must have: a bench that hides refusals measures nothing. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const pipes = await Promise.all(Array.from({ length: load.concurrency }, () => HttpPipe.open(load.host, load.port)));
  const latencies = new Float64Array(load.requests.length);
  let next = 0;
  let answered = 0;
  const started = performance.now();
  const until = started + load.secondsMax * 1000;
  await Promise.all(
    pipes.map(async (pipe) => {
      while (next < load.requests.length && performance.now() < until) {
        const request = load.requests[next++]!;
        const sent = performance.now();
        const response = await pipe.send(request);
        latencies[answered++] = performance.now() - sent;
        assertSealed(response, load);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const pipe of pipes) pipe.close();
  const sorted = latencies.subarray(0, answered).sort();
  return {
    sealed: answered * load.perRequest,
    seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
}

function assertSealed({ status, body }: PipeResponse, { sealed, perRequest }: Load): void {
  let found = 0;
  for (let at = body.indexOf(sealed); at >= 0; at = body.indexOf(sealed, at + sealed.length)) found++;
  if (status !== 200 || found !== perRequest)
    throw new Error(
      `Expected ${perRequest} sealed, got ${found} with status ${status}: ${body.toString('utf8', 0, 400)}`,
    );
}

function percentile(sorted: Float64Array, p: number): number {
  if (sorted.length === 0) return 0;
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]! * 100) / 100;
}
