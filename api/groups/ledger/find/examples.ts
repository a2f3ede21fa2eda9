// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER, REGISTER } from '../../../examples/ledger.js';
import type { findRoutes } from './routes.js';

const { registerId, txId } = LEDGER;

export const findExamples: Examples<typeof findRoutes> = {
  findByName: {
    input: { query: { q: REGISTER.name.slice(0, 4) } },
    output: {
      found: [
        { kind: 'register', id: registerId, title: REGISTER.name, registerId, registerName: REGISTER.name },
        { kind: 'transaction', id: txId, txId, docketNumber: 1, registerId, registerName: REGISTER.name },
      ],
      isWhole: true,
    },
  },
};
