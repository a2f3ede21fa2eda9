// The design-level routes: each is another door to what the validator group does.
import { isFailure } from '../../../core/base/result.js';
import { visibleRegister } from '../../access/registers.js';
import { controlSeat, processNow, seatsOf } from '../../access/seats.js';
import type { Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { submitGenesis } from '../../submission/genesis.js';
import { transactionIn } from '../../submission/submit.js';
import { validateSubmission } from '../../submission/validate.js';
import { sealedDocketOf } from '../../views/dockets.js';
import { skipOf } from '../../views/page.js';
import { seatView } from '../../views/seats.js';
import { transactionView } from '../../views/transactions.js';
import type { validationRoutes } from './routes.js';

type Control = 'start' | 'stop' | 'pause' | 'resume';
type ControlHandler = Handlers<typeof validationRoutes, ApiDeps>['startValidation'];

const control =
  (act: Control): ControlHandler =>
  async ({ params }, call) => {
    const seat = await controlSeat(call, params.registerId, act);
    return isFailure(seat) ? seat : seatView(seat);
  };

export const validationHandlers: Handlers<typeof validationRoutes, ApiDeps> = {
  buildDocket: ({ body }, call) => processNow(call, body.registerId),

  async validateDocket({ body }, call) {
    const { registerId } = body.docket.header;
    const record = visibleRegister(call, registerId);
    if (isFailure(record)) return record;
    const sealed = sealedDocketOf(body, registerId);
    const issues = isFailure(sealed) ? sealed.issues : await call.deps.ledger.checkDocket(record.id, sealed);
    return {
      isValid: issues.length === 0,
      docketHash: body.docket.hash,
      errors: issues.map(({ code, message, path }) => ({ code, message, field: path })),
    };
  },

  addTransaction: ({ body }, call) => validateSubmission(body, call),

  submitGenesis({ body }, call) {
    const tx = transactionIn(body);
    return isFailure(tx) ? tx : submitGenesis(call, tx);
  },

  listPending({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const { total, items } = call.deps.ledger.pending(record.id, skipOf(query));
    const { page, pageSize } = query;
    return { registerId: record.id, page, pageSize, total, transactions: items.map((tx) => transactionView(tx)) };
  },

  startValidation: control('start'),
  stopValidation: control('stop'),
  pauseValidation: control('pause'),
  resumeValidation: control('resume'),

  getValidationStatus({ query }, call) {
    const seats = seatsOf(call);
    const { skip, top } = skipOf(query);
    return { validators: seats.slice(skip, skip + top).map(seatView), count: seats.length };
  },
};
