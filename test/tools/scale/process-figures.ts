// Figures of a node about its own process at /metrics: memory, CPU, timers that wait.
import type { Client } from '../../../api/client/client.js';

export interface ProcessFigures {
  readonly rssMiB: number;
  readonly cpuSeconds: number;
  /** Timers of the process, those of the HTTP server included. */
  readonly timers: number;
}

export async function processFigures(client: Client): Promise<ProcessFigures> {
  const text = String(await client.getPrometheusMetrics());
  return {
    rssMiB: Math.round(readingOf(text, 'process_resident_memory_bytes') / 1024 / 1024),
    cpuSeconds: readingOf(text, 'process_cpu_seconds_total'),
    timers: readingOf(text, 'nodejs_active_resources{type="Timeout"}', 0),
  };
}

function readingOf(text: string, name: string, otherwise?: number): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  const value = line === undefined ? otherwise : Number(line.slice(name.length + 1));
  if (value === undefined || Number.isNaN(value)) throw new Error(`The node has no metric ${name}.`);
  return value;
}
