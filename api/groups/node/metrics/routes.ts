// Figures of the validators of this node since it started (specification 4.3), of all registers or of one.
import Type, { type TSchema } from 'typebox';
import { SERIES_STEPS_MAX } from '../../../../core/base/limits/node/overload.js';
import { route } from '../../../define.js';
import { SERIES_NAMES, SERIES_UNITS } from '../../../deps/node.js';
import { namedObject, Timestamp } from '../../../schemas/base/common.js';
import {
  ConsensusFigures,
  DocketFigures,
  FigureQuery,
  MetricsView,
  PoolTotals,
  TransactionFigures,
} from '../../../schemas/registers/validator.js';

const figures = <S extends TSchema>(url: string, summary: string, output: S) =>
  route({
    method: 'GET',
    url,
    reads: 'here',
    can: 'CanManageValidators',
    summary,
    description: `${summary}: of a register that the caller manages, or without one of the whole node, for the system administrator and services.`,
    input: { query: FigureQuery },
    output,
    errors: ['QUERY_INVALID', 'REGISTER_NOT_FOUND', 'FORBIDDEN'],
  });

export const MetricSeriesView = namedObject('MetricSeries', {
  stepSeconds: Type.Integer({ minimum: 1 }),
  until: Timestamp,
  series: Type.Array(
    Type.Object({
      name: Type.Enum([...SERIES_NAMES], { title: 'SeriesName' }),
      unit: Type.Enum([...SERIES_UNITS], { title: 'SeriesUnit' }),
      values: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
        description: 'Oldest first; the last one is of until. null where nothing was read.',
      }),
    }),
    { description: 'None where metrics.enabled is false.' },
  ),
});

export const metricsRoutes = {
  getMetrics: figures('/api/metrics', 'Read all figures', MetricsView),
  getDocketMetrics: figures('/api/metrics/dockets', 'Read the figures of dockets', DocketFigures),
  getTransactionMetrics: figures('/api/metrics/transactions', 'Read the figures of transactions', TransactionFigures),
  getConsensusMetrics: figures('/api/metrics/consensus', 'Read the figures of consensus', ConsensusFigures),
  getMetricSeries: route({
    method: 'GET',
    url: '/api/metrics/series',
    can: 'RequireSystemAdmin',
    summary: 'Read twelve figures of the node over the last six hours',
    description:
      'In steps of 10 seconds, of this run of the node. A rate and a mean are of the step, a level is of its end. A Prometheus server keeps them for longer.',
    input: {
      query: Type.Object({
        steps: Type.Integer({
          ...{ minimum: 1, maximum: SERIES_STEPS_MAX, default: SERIES_STEPS_MAX },
          description: 'The newest so many.',
        }),
      }),
    },
    output: MetricSeriesView,
    errors: ['QUERY_INVALID'],
  }),
  getMemPoolMetrics: figures('/api/metrics/mempool', 'Read the figures of pools', PoolTotals),
};
