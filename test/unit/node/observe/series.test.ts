// Figures over time: levels, rates and means of a step, what was not read, the bound, and the rows of a real registry.
import { expect } from 'chai';
import { SERIES_NAMES } from '../../../../api/deps/node.js';
import { SERIES_STEP_MS, SERIES_STEPS_MAX } from '../../../../core/base/limits/node/overload.js';
import { createMetrics } from '../../../../node/observe/metrics.js';
import { MetricSeries, type SeriesRow, seriesRows } from '../../../../node/observe/series.js';

const machine = { memoryBytes: () => 1_234_567, busyMs: () => 0 };
const silent = { warn: () => undefined } as never;

interface Due {
  readonly run: () => void;
  readonly delayMs: number;
}

/** A series whose time is moved by its test. */
function moved(rows: readonly SeriesRow[]) {
  let steadyMs = 500;
  const due: Due[] = [];
  const clock = {
    now: () => 1_000_000 + steadyMs,
    steady: () => steadyMs,
    setTimer: (run: () => void, delayMs: number) => {
      due.push({ run, delayMs });
      return { cancel: () => void due.splice(0) };
    },
  };
  const series = new MetricSeries(rows, { log: silent, clock });
  const step = async (ms = SERIES_STEP_MS) => {
    steadyMs += ms;
    await series.take();
  };
  const values = (steps = SERIES_STEPS_MAX) => series.page({ steps }).series.map(({ values: each }) => each);
  return { series, step, values, due, pass: (ms: number) => (steadyMs += ms) };
}

function row(reading: () => Awaited<ReturnType<SeriesRow['read']>>): SeriesRow {
  return { name: 'requests', unit: 'count', read: async () => reading() };
}

describe('node/observe/series', () => {
  it('has twelve rows, each of another figure', () => {
    const rows = seriesRows(createMetrics({ enabled: true }) as never, machine);
    expect(rows.map(({ name }) => name)).to.eql([...SERIES_NAMES]);
    expect(rows.length).to.equal(12);
  });

  it('keeps a level as it is, with the digits that a chart can show', async () => {
    let value = 0;
    const { step, values } = moved([row(() => ({ as: 'level', value }))]);
    expect(values()).to.eql([[]]);
    await step();
    value = 1_234_567;
    await step();
    expect(values()).to.eql([[0, 1_235_000]]);
    expect(values(1)).to.eql([[1_235_000]]);
  });

  it('gives a counter as a rate of the step, and none for the first', async () => {
    let value = 100;
    const { step, values } = moved([row(() => ({ as: 'rate', value }))]);
    await step();
    value = 150;
    await step();
    value = 190;
    await step(2 * SERIES_STEP_MS);
    expect(values()).to.eql([[null, 5, null, 2]]);
  });

  it('gives the mean of what was measured in the step, and none where nothing was', async () => {
    let now = { sum: 10, count: 4 };
    const { step, values } = moved([row(() => ({ as: 'mean', ...now }))]);
    await step();
    now = { sum: 13, count: 6 };
    await step();
    await step();
    expect(values()).to.eql([[null, 1.5, null]]);
  });

  it('leaves empty what a machine that slept did not read', async () => {
    const { step, values, series } = moved([row(() => ({ as: 'level', value: 7 }))]);
    await step();
    await step(3 * SERIES_STEP_MS);
    expect(values()).to.eql([[7, null, null, 7]]);
    expect(series.page({ steps: 1 }).untilMs).to.equal(1_000_500 + 4 * SERIES_STEP_MS);
    await step(10 * SERIES_STEPS_MAX * SERIES_STEP_MS);
    const [kept] = values();
    expect(kept?.length).to.equal(SERIES_STEPS_MAX);
    expect(kept?.filter((value) => value !== null)).to.eql([7]);
  });

  it('keeps six hours and no more', async () => {
    let value = 0;
    const { step, values } = moved([row(() => ({ as: 'level', value: value++ }))]);
    for (let i = 0; i < SERIES_STEPS_MAX + 5; i++) await step();
    const [kept] = values(10 * SERIES_STEPS_MAX);
    expect(kept?.length).to.equal(SERIES_STEPS_MAX);
    expect([kept?.[0], kept?.at(-1)]).to.eql([5, SERIES_STEPS_MAX + 4]);
  });

  it('takes its steps at even times, goes on after one that failed, and ends when it is stopped', async () => {
    let fails = true;
    const { series, due, pass } = moved([
      row(() => {
        if (fails) throw new Error('no figure');
        return { as: 'level', value: 3 };
      }),
    ]);
    series.start();
    for (const late of [40, 0]) {
      const { run, delayMs } = due.shift() as Due;
      pass(delayMs + late);
      run();
      await new Promise((resolve) => setImmediate(resolve));
      fails = false;
    }
    expect(due.map(({ delayMs }) => delayMs)).to.eql([SERIES_STEP_MS]);
    expect(series.page({ steps: 9 }).series[0]?.values).to.eql([null, 3]);
    series.stop();
    expect(due).to.eql([]);
  });

  it('reads the metrics of a node: sums of labels, failures by their status, and means of histograms', async () => {
    const metrics = createMetrics({ enabled: true });
    if (metrics === null) throw new Error('metrics are on');
    const { step, series } = moved(seriesRows(metrics, { memoryBytes: () => 42, busyMs: () => 0 }));
    metrics.gauge({ name: 'ledger_network_links', help: 'Links.', read: () => 3 });
    await step();
    for (const status of [200, 404, 500, 503]) metrics.http.onAnswered({ operationId: 'getMe', status, seconds: 1 });
    metrics.journal.onCommitted({ ops: 1, bytes: 1, seconds: 0.02 });
    metrics.register.onSealed(30, 1000, 0.5);
    metrics.register.onRefused('VAL_SIG_002');
    metrics.register.poolSize(4);
    await step();
    const newest = Object.fromEntries(series.page({ steps: 1 }).series.map(({ name, values }) => [name, values[0]]));
    expect(newest).to.eql({
      ...{ 'transactions-sealed': 3, 'transactions-waiting': 4, 'transactions-refused': 0.1, 'seal-time': 0.5 },
      ...{ 'peers-linked': 3, 'dockets-behind': null, requests: 0.4, 'requests-failed': 0.2 },
      ...{ 'write-time': 0.02, 'disk-free': null, memory: 42, busy: 0 },
    });
  });
});
