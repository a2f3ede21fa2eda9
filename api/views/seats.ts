// Pools, seats and process outcomes as clients see them.
import type { Static } from 'typebox';
import type { ProcessOutcome, Seat } from '../../actors/ledger-port.js';
import type { PoolFigures } from '../../core/pool/pool.js';
import type { PoolView, ProcessView, SeatView } from '../schemas/registers/validator.js';
import { isoTime } from './transactions.js';

export function poolView(registerId: string, pool: PoolFigures): Static<typeof PoolView> {
  const { oldestTransactionMs: oldest, bytes: _bytes, orphans: _orphans, ...figures } = pool;
  return { registerId, ...figures, ...(oldest === undefined ? {} : { oldestTransactionTime: isoTime(oldest) }) };
}

export function seatView(seat: Seat): Static<typeof SeatView> {
  const { startedAtMs, lastDocketBuildAtMs, reason, ...rest } = seat;
  return {
    ...rest,
    isActive: seat.state === 'Running' || seat.state === 'Paused',
    ...(reason === undefined ? {} : { reason }),
    ...(startedAtMs === undefined ? {} : { startedAt: isoTime(startedAtMs) }),
    ...(lastDocketBuildAtMs === undefined ? {} : { lastDocketBuildAt: isoTime(lastDocketBuildAtMs) }),
  };
}

export function processView(registerId: string, outcome: ProcessOutcome): Static<typeof ProcessView> {
  const { transactionCount, docketNumber, consensusAchieved, writtenToRegister, durationMs } = outcome;
  return {
    registerId,
    transactionCount,
    consensusAchieved,
    writtenToRegister,
    ...(docketNumber === undefined ? {} : { docketNumber, duration: durationMs }),
    ...(transactionCount === 0 && outcome.issue === undefined ? { message: 'There was nothing to do.' } : {}),
    ...(outcome.issue === undefined ? {} : { errorMessage: outcome.issue.message }),
  };
}
