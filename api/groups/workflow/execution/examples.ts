// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import type { executionRoutes } from './routes.js';

const input = { body: { blueprintId: LEDGER.blueprintId, actionId: '0', data: { amount: 5 } } };

export const executionExamples: Examples<typeof executionRoutes> = {
  executeValidate: { input, output: { isValid: true, errors: [] } },
  executeCalculate: { input, output: { processedData: { amount: 5 }, calculatedFields: [] } },
  executeRoute: {
    input,
    output: {
      nextActionId: '1',
      nextParticipantId: 'seller',
      isWorkflowComplete: false,
      rejectedToParticipantId: null,
      matchedCondition: null,
      nextActions: [{ actionId: 1, participantId: 'seller' }],
      routeId: 'confirm',
      reasonCode: 'Unconditional',
    },
  },
  executeDisclose: {
    input,
    output: {
      disclosures: [{ participantId: 'buyer', disclosedData: { amount: 5 }, disclosureId: '0:buyer', fieldCount: 1 }],
    },
  },
};
