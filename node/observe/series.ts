// Twelve figures of the node over the last hours, kept in memory: a chart that begins when it is opened is empty when
// trouble made somebody look. They end with the process; a Prometheus server has them for good.
import type { SeriesName, SeriesReads, SeriesUnit } from '../../api/deps/node.js';
import { SERIES_STEP_MS, SERIES_STEPS_MAX } from '../../core/base/limits/node/overload.js';
import type { Log, Timer } from '../../core/base/ports.js';
import type { Metrics } from './metrics.js';
import type { Sample } from './readings.js';

/** A figure of one moment: `level` is itself, `rate` a counter, `mean` a sum and how many it is of. */
type Reading =
  | { readonly as: 'level' | 'rate'; readonly value: number }
  | { readonly as: 'mean'; readonly sum: number; readonly count: number };

export interface SeriesRow {
  readonly name: SeriesName;
  readonly unit: SeriesUnit;
  /** Undefined where the node has no such figure. */
  read(): Promise<Reading | undefined>;
}

interface SeriesPorts {
  readonly log: Log;
  readonly clock: {
    now(): number;
    steady(): number;
    setTimer(run: () => void, delayMs: number): Pick<Timer, 'cancel'>;
  };
}

/** Digits that a chart can show. */
const DIGITS = 4;

/** The figures that tell an operator whether work goes on, whether others are there, and what the machine has left. */
export function seriesRows({ read }: Pick<Metrics, 'read'>, machine: MachineReads): readonly SeriesRow[] {
  const sumOf =
    (name: string, fits: (sample: Sample) => boolean = () => true) =>
    async () => {
      const samples = await read(name);
      return samples.length === 0 ? undefined : samples.filter(fits).reduce((sum, { value }) => sum + value, 0);
    };
  const level = (name: SeriesName, unit: SeriesUnit, value: () => Promise<number | undefined>): SeriesRow => ({
    ...{ name, unit },
    read: async () => readingOf('level', await value()),
  });
  const rate = (name: SeriesName, value: () => Promise<number | undefined>): SeriesRow => ({
    ...{ name, unit: 'perSecond' },
    // A counter that nothing has counted has no sample yet.
    read: async () => readingOf('rate', (await value()) ?? 0),
  });
  const mean = (name: SeriesName, metric: string): SeriesRow => ({
    ...{ name, unit: 'seconds' },
    read: async () => ({
      ...{ as: 'mean', sum: (await sumOf(`${metric}_sum`)()) ?? 0 },
      count: (await sumOf(`${metric}_count`)()) ?? 0,
    }),
  });
  return [
    rate('transactions-sealed', sumOf('ledger_register_sealed_total')),
    level('transactions-waiting', 'count', sumOf('ledger_pool_transactions')),
    rate('transactions-refused', sumOf('ledger_register_refused_total')),
    mean('seal-time', 'ledger_docket_seal_seconds'),
    level('peers-linked', 'count', sumOf('ledger_network_links')),
    level('dockets-behind', 'count', sumOf('ledger_replica_behind_dockets')),
    rate('requests', sumOf('ledger_http_requests_total')),
    rate(
      'requests-failed',
      sumOf('ledger_http_requests_total', ({ labels }) => Number(labels.status) >= 500),
    ),
    mean('write-time', 'ledger_journal_sync_seconds'),
    level('disk-free', 'bytes', sumOf('ledger_disk_free_bytes')),
    level('memory', 'bytes', async () => machine.memoryBytes()),
    // Milliseconds a second are thousandths.
    { name: 'busy', unit: 'share', read: async () => readingOf('rate', machine.busyMs() / 1000) },
  ];
}

export interface MachineReads {
  memoryBytes(): number;
  /** Milliseconds so far in which the event loop did something. */
  busyMs(): number;
}

function readingOf(as: 'level' | 'rate', value: number | undefined): Reading | undefined {
  return value === undefined ? undefined : { as, value };
}

export class MetricSeries implements SeriesReads {
  private readonly kept: readonly Float64Array[];
  private last: { readonly readings: readonly (Reading | undefined)[]; readonly steadyMs: number } | undefined;
  private readonly startedMs: number;
  /** How many steps there were; the newest stands at `steps - 1` of the ring. */
  private steps = 0;
  private untilMs: number;
  private timer: Pick<Timer, 'cancel'> | undefined;

  constructor(
    private readonly rows: readonly SeriesRow[],
    private readonly ports: SeriesPorts,
  ) {
    this.kept = rows.map(() => new Float64Array(SERIES_STEPS_MAX).fill(Number.NaN));
    this.startedMs = ports.clock.steady();
    this.untilMs = ports.clock.now();
  }

  start(): void {
    const { clock, log } = this.ports;
    const next = () => {
      const spentMs = (clock.steady() - this.startedMs) % SERIES_STEP_MS;
      this.timer = clock.setTimer(() => {
        this.take()
          .catch((error: unknown) => log.warn({ err: error }, 'A step of the figures of this node was not taken.'))
          .finally(() => this.timer && next());
      }, SERIES_STEP_MS - spentMs);
    };
    next();
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }

  page({ steps }: Parameters<SeriesReads['page']>[0]): ReturnType<SeriesReads['page']> {
    const count = Math.min(steps, this.steps, SERIES_STEPS_MAX);
    return {
      untilMs: this.untilMs,
      series: this.rows.map(({ name, unit }, row) => ({
        ...{ name, unit },
        values: Array.from({ length: count }, (_, i) => this.valueAt(row, this.steps - count + i)),
      })),
    };
  }

  /** Takes a step, at the moment that it is called. */
  async take(): Promise<void> {
    const { clock } = this.ports;
    const readings = await Promise.all(this.rows.map(({ read }) => read()));
    const steadyMs = clock.steady();
    const past = Math.max(1, Math.floor((steadyMs - this.startedMs) / SERIES_STEP_MS) - this.steps);
    // A machine that slept, or a step that came late: what was not read is empty.
    for (let i = Math.max(0, past - 1 - SERIES_STEPS_MAX); i < past - 1; i++)
      for (const values of this.kept) values[(this.steps + i) % SERIES_STEPS_MAX] = Number.NaN;
    this.steps += past;
    const before = this.last;
    readings.forEach((reading, row) => {
      const seconds = before === undefined ? 0 : (steadyMs - before.steadyMs) / 1000;
      const values = this.kept[row] as Float64Array;
      values[(this.steps - 1) % SERIES_STEPS_MAX] = figureOf(reading, before?.readings[row], seconds);
    });
    this.last = { readings, steadyMs };
    this.untilMs = clock.now();
  }

  private valueAt(row: number, step: number): number | null {
    const value = this.kept[row]?.[step % SERIES_STEPS_MAX] ?? Number.NaN;
    return Number.isNaN(value) ? null : Number(value.toPrecision(DIGITS));
  }
}

/** NaN where there is none: nothing before it to compare with, or nothing of which there could be a mean. */
function figureOf(now: Reading | undefined, before: Reading | undefined, seconds: number): number {
  if (now?.as === 'level') return now.value;
  if (now === undefined || before === undefined || seconds <= 0) return Number.NaN;
  if (now.as === 'mean')
    return before.as === 'mean' && now.count > before.count
      ? (now.sum - before.sum) / (now.count - before.count)
      : Number.NaN;
  return before.as === 'rate' ? (now.value - before.value) / seconds : Number.NaN;
}
