// A call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import type { identifierRoutes } from './routes.js';

const did = `did:quorate:register:${LEDGER.registerId}`;

export const identifierExamples: Examples<typeof identifierRoutes> = {
  resolveDid: { input: { params: { did } } },
  dereferenceDid: { input: { params: { did, kind: 'tx', key: LEDGER.txId } } },
  getContext: {},
  getDidContext: {},
};
