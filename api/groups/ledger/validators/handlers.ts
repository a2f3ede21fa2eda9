// The validator service: rights over a register by tenant (api/access/registers.ts), then the ledger. Seats and pools
// have no rules here.

import { isFailure } from '../../../../core/base/result.js';
import { ownedRegister, visibleRegister } from '../../../access/registers.js';
import { controlSeat, processNow, seatsOf } from '../../../access/seats.js';
import type { Handlers } from '../../../define.js';
import { receiptOf } from '../../../submission/receipt.js';
import { validateSubmission } from '../../../submission/validate.js';
import { poolView, seatView } from '../../../views/seats.js';
import type { LedgerDeps } from '../deps.js';
import { acceptFork, misbehaviourOf } from './misbehaviour.js';
import type { validatorRoutes } from './routes.js';

/** Registers named in one answer about all of them. */
const LISTED_MAX = 1000;

export const validatorHandlers: Handlers<typeof validatorRoutes, LedgerDeps> = {
  validateTransaction: ({ body }, call) => validateSubmission(body, call),

  getMemPool({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const pool = call.deps.ledger.pool(record.id);
    return isFailure(pool) ? pool : poolView(record.id, pool);
  },

  getValidatorReceipt: ({ params }, call) => receiptOf(call, params),

  async startValidator({ body }, call) {
    const seat = await controlSeat(call, body.registerId, 'start');
    if (isFailure(seat)) return seat;
    return { registerId: body.registerId, status: 'Started', message: `The validator is ${seat.state.toLowerCase()}.` };
  },

  async stopValidator({ body }, call) {
    const seat = await controlSeat(call, body.registerId, 'stop');
    if (isFailure(seat)) return seat;
    return {
      registerId: body.registerId,
      status: 'Stopped',
      message: 'The validator votes on nothing until it is started again.',
      // A submission that this node accepted is a promise: it is kept whatever was asked (docs/specification.md C5).
      memPoolPersisted: true,
    };
  },

  getValidatorStatus({ params }, call) {
    const record = ownedRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const seat = call.deps.ledger.seat(record.id);
    return isFailure(seat) ? seat : seatView(seat);
  },

  processPool: ({ params }, call) => processNow(call, params.registerId),

  async acceptAmnesia({ params }, call) {
    const seat = await controlSeat(call, params.registerId, 'accept-amnesia');
    return isFailure(seat) ? seat : seatView(seat);
  },

  getClock: (_, { deps }) => deps.clockWatch.view(),

  confirmClock: (_, { deps }) => deps.clockWatch.confirm(),

  getMisbehaviour: ({ params }, call) => misbehaviourOf(call, params.registerId),

  acceptFork: ({ params, body }, call) =>
    acceptFork(call, { registerId: params.registerId, docketHash: body.docketHash }),

  getMonitoring(_, call) {
    const running = seatsOf(call).filter((seat) => seat.state === 'Running' || seat.state === 'Paused');
    return { registerIds: running.slice(0, LISTED_MAX).map((seat) => seat.registerId), count: running.length };
  },

  getValidatorConfig: (_, { deps }) => deps.validatorSettings.current(),

  async updateValidatorConfig({ body }, { deps }) {
    const { settings, op } = deps.validatorSettings.change(body);
    await deps.commit([op]);
    deps.validatorSettings.apply(settings);
    deps.applyValidatorSettings();
    return settings;
  },
};
