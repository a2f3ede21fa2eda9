// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { INSTANCE_ID } from '../../../examples/instance.js';
import { DOCKET, LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { provenanceRoutes } from './routes.js';

const { registerId, txId: transactionId, docketHash } = LEDGER;
const instanceId = INSTANCE_ID;
const { walletAddress: senderWallet, time: sealedAt } = EXAMPLE;
const evidence = `/api/registers/${registerId}/transactions/${transactionId}/evidence`;
const place = { transactionId, docketNumber: 1, index: 0, sealedAt, senderWallet, evidence };
const docket = { docketNumber: 1, docketHash };

export const provenanceExamples: Examples<typeof provenanceRoutes> = {
  listDocketProvenance: {
    input: { params: { registerId }, query: {} },
    output: {
      registerId,
      dockets: [
        {
          ...docket,
          ...{ sealedAt, transactionCount: 1, proposerValidatorId: DOCKET.validatorAddress, signerCount: 1 },
          rosterChanged: false,
        },
      ],
      hasMore: false,
      nextFromDocket: null,
    },
  },
  checkDocketProvenance: {
    input: { params: { registerId, docketNumber: 1 }, query: {} },
    output: {
      registerId,
      ...docket,
      checks: [
        {
          layer: 'seal',
          status: 'verified',
          headline: 'The header covers its 1 transactions in their order, byte by byte.',
          checkedAgainst: docketHash,
        },
      ],
    },
  },
  getInstanceProvenance: {
    input: { params: { instanceId }, query: {} },
    output: { instanceId, registerId, steps: [], page: 1, pageSize: 20, totalCount: 0 },
  },
  getFieldProvenance: {
    input: { params: { instanceId }, query: { member: '/amount' } },
    output: {
      ...{ instanceId, registerId, member: '/amount' },
      statements: [
        {
          ...place,
          ...{ actionId: '0', actionTitle: 'Order', value: 5, calculatedFrom: [] },
          opening: `/api/instances/${instanceId}/openings`,
        },
      ],
    },
  },
  verifyEvidence: {
    input: { body: { evidence: { version: 3 } } },
    output: {
      verdict: 'invalid',
      facts: [],
      issues: [{ code: 'EVIDENCE_INVALID', path: '', message: 'The document does not have the form of evidence.' }],
    },
  },
};
