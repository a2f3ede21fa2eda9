// The figures of the node over the last hours, where the metrics are on. Behind all parts that they are read from.
import { performance } from 'node:perf_hooks';
import { MetricSeries, seriesRows } from '../../observe/series.js';
import { systemClock } from '../../platform/clock.js';
import type { Part } from '../lifecycle.js';
import type { OpenParts } from '../open-parts.js';

export function seriesPart(open: OpenParts): Part {
  const { metrics, world } = open;
  return {
    name: 'series',
    start: async () => {
      if (metrics === null) return;
      const machine = {
        memoryBytes: () => process.memoryUsage.rss(),
        busyMs: () => performance.eventLoopUtilization().active,
      };
      open.series = new MetricSeries(seriesRows(metrics, machine), { log: world.log, clock: systemClock });
      open.series.start();
    },
    stop: async () => open.series?.stop(),
  };
}
