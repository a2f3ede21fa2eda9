// Figures of the validators of this node since it started (specification 4.3), of all registers or of one.
import type { TSchema } from 'typebox';
import { route } from '../../../define.js';
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

export const metricsRoutes = {
  getMetrics: figures('/api/metrics', 'Read all figures', MetricsView),
  getDocketMetrics: figures('/api/metrics/dockets', 'Read the figures of dockets', DocketFigures),
  getTransactionMetrics: figures('/api/metrics/transactions', 'Read the figures of transactions', TransactionFigures),
  getConsensusMetrics: figures('/api/metrics/consensus', 'Read the figures of consensus', ConsensusFigures),
  getMemPoolMetrics: figures('/api/metrics/mempool', 'Read the figures of pools', PoolTotals),
};
