// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { CREATED, LEDGER, SEALED_DOCKET, SUBMISSION, TRANSACTION, VALIDATED } from '../../../examples/ledger.js';
import { NOTHING_TO_DO, SEAT } from '../../../examples/seat.js';
import type { validationRoutes } from './routes.js';

const { registerId } = LEDGER;
const { docketNumber: _n, docketHash: _h, index: _i, ...waiting } = TRANSACTION;

export const validationExamples: Examples<typeof validationRoutes> = {
  buildDocket: { input: { body: { registerId } }, output: NOTHING_TO_DO },
  validateDocket: {
    input: { body: SEALED_DOCKET },
    output: { isValid: true, docketHash: LEDGER.docketHash, errors: [] },
  },
  addTransaction: { input: { body: SUBMISSION }, output: VALIDATED },
  submitGenesis: {
    input: { body: { ...SUBMISSION, blueprintId: 'genesis', actionId: 'register-creation' } },
    output: CREATED,
  },
  listPending: {
    input: { params: { registerId }, query: {} },
    output: { registerId, page: 1, pageSize: 20, total: 1, transactions: [waiting] },
  },
  startValidation: { input: { params: { registerId } }, output: SEAT },
  stopValidation: { input: { params: { registerId } }, output: { ...SEAT, state: 'Stopped', isActive: false } },
  pauseValidation: { input: { params: { registerId } }, output: { ...SEAT, state: 'Paused' } },
  resumeValidation: { input: { params: { registerId } }, output: SEAT },
  getValidationStatus: { input: { query: {} }, output: { validators: [SEAT], count: 1 } },
};
