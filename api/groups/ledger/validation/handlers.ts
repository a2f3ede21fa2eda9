// The design-level routes: each is another door to what the validator group does.
import type { PendingTransaction, Seat } from '../../../../actors/ledger-port.js';
import { isFailure } from '../../../../core/base/result.js';
import { visibleRegister } from '../../../access/registers.js';
import { controlSeat, processNow, seatsOf } from '../../../access/seats.js';
import { type Handlers, reply } from '../../../define.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import { submitGenesis } from '../../../submission/genesis.js';
import { transactionIn } from '../../../submission/submit.js';
import { validateSubmission } from '../../../submission/validate.js';
import { sealedDocketOf } from '../../../views/dockets.js';
import { seatView } from '../../../views/seats.js';
import { transactionView } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import type { validationRoutes } from './routes.js';

type Control = 'start' | 'stop' | 'pause' | 'resume';
type ControlHandler = Handlers<typeof validationRoutes, LedgerDeps>['startValidation'];

const control =
  (act: Control): ControlHandler =>
  async ({ params }, call) => {
    const seat = await controlSeat(call, params.registerId, act);
    return isFailure(seat) ? seat : seatView(seat);
  };

export const validationHandlers: Handlers<typeof validationRoutes, LedgerDeps> = {
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
    const all = call.deps.ledger.pending(record.id);
    const keyOf = ({ acceptedAtMs, tx }: PendingTransaction) => [acceptedAtMs, tx.txId];
    const list = keyedPage(call, { params, query }, { items: all, keyOf });
    if (isFailure(list)) return list;
    const { page, pageSize } = query;
    const transactions = list.items.map(({ tx }) => transactionView(tx));
    const body = { registerId: record.id, page, pageSize, total: all.length, transactions, ...list.next.members };
    return reply(200, body, list.next.headers);
  },

  startValidation: control('start'),
  stopValidation: control('stop'),
  pauseValidation: control('pause'),
  resumeValidation: control('resume'),

  getValidationStatus({ query }, call) {
    const seats = seatsOf(call);
    const keyOf = ({ registerId }: Seat) => [call.deps.ledger.register(registerId)?.reg ?? 0, registerId];
    const page = keyedPage(call, { query }, { items: seats, keyOf });
    if (isFailure(page)) return page;
    const { items, next } = page;
    return reply(200, { validators: items.map(seatView), count: seats.length, ...next.members }, next.headers);
  },
};
