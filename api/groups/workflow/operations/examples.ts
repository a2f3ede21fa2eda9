// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { MOVED } from '../../../examples/instance.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { operationRoutes } from './routes.js';

const operationId = '0d0a4f1e-9d6b-4e0c-8a3f-5b7c9e1d2f30';
const operation = {
  operationId,
  status: 'Running',
  registerId: LEDGER.registerId,
  blueprintId: LEDGER.blueprintId,
  actionId: '0',
  instanceId: MOVED.instanceId,
  submittingWalletAddress: EXAMPLE.walletAddress,
  totalRecipients: 2,
  totalGroups: 1,
  currentStep: 2,
  totalSteps: 4,
  stepName: 'Encrypting',
  percentComplete: 30,
  createdAt: EXAMPLE.time,
} as const;

export const operationExamples: Examples<typeof operationRoutes> = {
  getOperation: { input: { params: { operationId } }, output: operation },
  listOperations: {
    input: { query: { wallet: EXAMPLE.walletAddress } },
    output: { items: [operation], page: 1, pageSize: 20, totalCount: 1, hasMore: false },
  },
};
