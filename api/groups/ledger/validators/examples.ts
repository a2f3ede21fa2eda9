// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER, RECEIPT, SUBMISSION, VALIDATED } from '../../../examples/ledger.js';
import { NOTHING_TO_DO, POOL, SEAT } from '../../../examples/seat.js';
import type { validatorRoutes } from './routes.js';

const { registerId, txId } = LEDGER;
const config = {
  memPool: { maxSize: 10_000, defaultTtlMinutes: 60 },
  docketBuild: { maxTransactionsPerDocket: 1000, buildWindowMs: 10 },
};

const CLOCK = { time: '2026-01-01T00:00:00.000Z', believed: true, headsAhead: 0 };

export const validatorExamples: Examples<typeof validatorRoutes> = {
  validateTransaction: { input: { body: SUBMISSION }, output: VALIDATED },
  getMemPool: { input: { params: { registerId } }, output: POOL },
  getValidatorReceipt: { input: { params: { registerId, txId } }, output: RECEIPT },
  startValidator: {
    input: { body: { registerId } },
    output: { registerId, status: 'Started', message: 'The validator is running.' },
  },
  stopValidator: {
    input: { body: { registerId } },
    output: {
      registerId,
      status: 'Stopped',
      message: 'The validator votes on nothing until it is started again.',
      memPoolPersisted: true,
    },
  },
  getValidatorStatus: { input: { params: { registerId } }, output: SEAT },
  processPool: { input: { params: { registerId } }, output: NOTHING_TO_DO },
  getClock: { input: {}, output: CLOCK },
  confirmClock: { input: {}, output: CLOCK },
  acceptAmnesia: { input: { params: { registerId } }, output: SEAT },
  getMisbehaviour: { input: { params: { registerId } }, output: { registerId, sealed: [], pending: [] } },
  acceptFork: {
    input: { params: { registerId }, body: { docketHash: txId } },
    output: { registerId, sealed: [], pending: [] },
  },
  getMonitoring: { input: {}, output: { registerIds: [registerId], count: 1 } },
  getValidatorConfig: { input: {}, output: config },
  updateValidatorConfig: { input: { body: { memPool: { maxSize: 10_000 } } }, output: config },
};
