// Views of seats and pools that the examples of the validator's groups share.

import { LEDGER } from './ledger.js';
import { EXAMPLE } from './values.js';

const { registerId } = LEDGER;

export const SEAT = {
  registerId,
  isActive: true,
  state: 'Running' as const,
  transactionsInMemPool: 0,
  docketsProposed: 1,
  docketsConfirmed: 1,
  docketsRejected: 0,
  startedAt: EXAMPLE.time,
};
export const POOL = {
  registerId,
  totalTransactions: 0,
  maxSize: 10_000,
  highPriorityCount: 0,
  normalPriorityCount: 0,
  lowPriorityCount: 0,
  fillPercentage: 0,
  totalEvictions: 0,
  totalExpired: 0,
};
export const NOTHING_TO_DO = {
  registerId,
  transactionCount: 0,
  consensusAchieved: false,
  writtenToRegister: false,
  message: 'There was nothing to do.',
};
