// A good call of each operation of the group.

import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { registerTrustRoutes } from './trust-routes.js';

const { registerId } = LEDGER;
const listId = 'eu';
const hash = 'fd36c8e74907da36ba613c0af12a19591d7c1f97cf07ad3c3a43ffb202763be1';
const root = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const facts = { listId, kind: 'x509', sequence: 340 } as const;
const operation = {
  operationType: 'set-trust',
  ...{ listId, kind: 'x509', sequence: 340, entries: [hash] },
  proposerDid: `did:quorate:w:${EXAMPLE.walletAddress}`,
  proposedAt: EXAMPLE.time,
  justification: 'The list of July.',
};

export const registerTrustExamples: Examples<typeof registerTrustRoutes> = {
  getRegisterTrust: {
    input: { params: { registerId }, query: { listId } },
    output: { registerId, asOf: 12, root, lists: [{ ...facts, entryCount: 1, entries: [hash] }] },
  },
  provePin: {
    input: { params: { registerId }, query: { listId, hash } },
    output: {
      ...{ registerId, asOf: 12, root },
      proof: {
        ...{ list: facts, entry: hash },
        entryPath: { index: 0, size: 2, path: [root] },
        listPath: { index: 0, size: 1, path: [] },
      },
    },
  },
  comparePin: {
    input: { params: { registerId, proposalId: LEDGER.txId } },
    output: {
      ...facts,
      ...{ isImported: true, isEqual: true, importedSequence: 340, isSameSource: true },
      ...{ missing: [], strange: [], added: [hash], dropped: [] },
    },
  },
  pinTrustList: {
    input: { params: { trustListId: listId }, body: { registerId, wallet: EXAMPLE.walletAddress } },
    output: {
      ...{ state: 'Submitted', proposalId: LEDGER.txId, operation, statementVersion: 2 },
      transactionId: LEDGER.txId,
    },
  },
};
