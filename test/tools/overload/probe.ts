// Asks a node whether it is alive, in a process of its own: every 20 ms by the clock, on one connection, however late
// the last answer was. Told to stop, it says how long the answers took, and how late this process itself was, which is
// what the machine adds.
import { HttpPipe } from '../../../cli/bench/http-pipe.js';
import { quantile } from './crowd.js';

export interface ProbeFigures {
  readonly asked: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the timers of the probe: what it measured with. */
  readonly ownP99Ms: number;
}

const EACH_MS = 20;

async function probe(host: string, port: number): Promise<void> {
  const request = Buffer.from(`GET /alive HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`, 'latin1');
  const pipe = await HttpPipe.open(host, port);
  let took: number[] = [];
  let late: number[] = [];
  let due = performance.now() + EACH_MS;
  process.on('message', () => {
    const figures: ProbeFigures = {
      asked: took.length,
      p50Ms: quantile(took, 0.5),
      p99Ms: quantile(took, 0.99),
      maxMs: quantile(took, 1),
      ownP99Ms: quantile(late, 0.99),
    };
    took = [];
    late = [];
    process.send?.(figures);
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.('ready');
  for (;;) {
    const rest = due - performance.now();
    if (rest > 0) {
      await new Promise((resolve) => setTimeout(resolve, rest));
      late.push(performance.now() - due);
    }
    const { status } = await pipe.send(request);
    if (status !== 200) throw new Error(`/alive answered ${status}.`);
    // An answer that keeps later questions waiting counts for each of them, from the time at which it was due.
    const now = performance.now();
    for (; due <= now; due += EACH_MS) took.push(now - due);
  }
}

const [host = '', port = ''] = process.argv.slice(2);
await probe(host, Number(port));
