// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { DOCKET, LEDGER, SEALED_DOCKET, TRANSACTION } from '../../../examples/ledger.js';
import type { docketRoutes } from './routes.js';

const { registerId } = LEDGER;

export const docketExamples: Examples<typeof docketRoutes> = {
  listDockets: { input: { params: { registerId }, query: {} }, output: [DOCKET] },
  getDocket: { input: { params: { registerId, docketId: '1' } }, output: DOCKET },
  listDocketTransactions: { input: { params: { registerId, docketId: '1' }, query: {} }, output: [TRANSACTION] },
  getConsensus: {
    input: { params: { registerId } },
    output: {
      registerId,
      height: 2,
      round: 0,
      leader: DOCKET.validatorAddress,
      isLeader: true,
      state: 'Init',
      docketHash: null,
      votes: [],
      busy: false,
      waitingFor: [],
    },
  },
  writeDocket: {
    input: { params: { registerId }, body: SEALED_DOCKET },
    output: { registerId, docketNumber: 1, docketHash: LEDGER.docketHash, status: 'already-sealed' },
  },
};
