// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { POOL } from '../../../examples/seat.js';
import type { metricsRoutes } from './routes.js';

const dockets = { proposed: 1, sealed: 1, rejected: 0 };
const transactions = {
  submitted: 2,
  accepted: 1,
  refused: 1,
  sealed: 1,
  pending: 0,
  successRate: 0.5,
  refusedByCode: { VAL_SIG_002: 1 },
};
const consensus = {
  activeRegisters: 1,
  restarts: 0,
  halted: 0,
  docketsProposed: 1,
  docketsSealed: 1,
  docketsRejected: 0,
};
const mempool = { pendingTransactions: 0, pools: [POOL] };
const input = { query: {} };

export const metricsExamples: Examples<typeof metricsRoutes> = {
  getMetrics: { input, output: { dockets, transactions, consensus, mempool } },
  getDocketMetrics: { input, output: dockets },
  getTransactionMetrics: { input, output: transactions },
  getConsensusMetrics: { input, output: consensus },
  getMetricSeries: {
    input: { query: { steps: 360 } },
    output: {
      stepSeconds: 10,
      until: '2026-01-05T12:00:00.000Z',
      series: [{ name: 'transactions-sealed', unit: 'perSecond', values: [null, 0, 1.5] }],
    },
  },
  getMemPoolMetrics: { input, output: mempool },
};
