// Figures of a node over time, made up: each goes up and down, and one that is not read has none.
import type { ApiDeps } from '../../../api/deps/deps.js';
import { SERIES_NAMES, type SeriesName, type SeriesUnit } from '../../../api/deps/node.js';

const UNITS: Readonly<Partial<Record<SeriesName, SeriesUnit>>> = {
  'seal-time': 'seconds',
  'write-time': 'seconds',
  'disk-free': 'bytes',
  memory: 'bytes',
  busy: 'share',
  requests: 'perSecond',
};
const SCALES: Readonly<Record<SeriesUnit, number>> = { seconds: 0.2, bytes: 9e9, share: 0.4, perSecond: 12, count: 6 };

export function madeUpSeries(now: () => number): NonNullable<ApiDeps['series']> {
  return {
    page: ({ steps }) => ({
      untilMs: now(),
      series: SERIES_NAMES.map((name, row) => {
        const unit = UNITS[name] ?? 'count';
        const wave = (i: number) => Math.round(500 * SCALES[unit] * (1 + Math.sin((i + 7 * row) / 20))) / 1000;
        const values = Array.from({ length: Math.min(steps, 300) }, (_, i) =>
          name === 'dockets-behind' || i === 100 ? null : wave(i),
        );
        return { name, unit, values };
      }),
    }),
  };
}
