// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { DEFINITION, DRAFT_ID, LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { rehearsalRoutes } from './routes.js';

const REHEARSAL_ID = '7f0c2a4e-6a1b-4d3f-8e5c-1b9d0f6a2c37';
const params = { id: DRAFT_ID, rehearsalId: REHEARSAL_ID };
const of = { params: { id: DRAFT_ID } };
const [order, confirm] = DEFINITION.actions as [
  (typeof DEFINITION.actions)[number],
  (typeof DEFINITION.actions)[number],
];
const time = EXAMPLE.time;

const summary = {
  rehearsalId: REHEARSAL_ID,
  blueprintId: DRAFT_ID,
  execDefHash: LEDGER.payloadHash,
  mode: 'Full' as const,
  sandboxRegisterId: LEDGER.registerId,
  currentActingRole: 'buyer',
  outcome: 'InProgress' as const,
  startedBy: EXAMPLE.administratorId,
  startedAt: time,
  updatedAt: time,
  expiresAt: '2026-11-22T10:00:00.000Z',
};
const begun = {
  ...summary,
  publicationTxId: LEDGER.publicationTxId,
  instanceId: '2f7c3f0a-1b0e-4f0e-9d59-6a1d6c0a4e10',
  roles: ['buyer', 'seller'],
  steps: [
    { actionId: 0, title: 'Order', actingRole: 'buyer', status: 'Current' as const },
    { actionId: 1, title: 'Confirm', actingRole: 'seller', status: 'Pending' as const },
  ],
  currentActions: [
    {
      actionId: 0,
      title: 'Order',
      participantId: 'buyer',
      isRejectable: false,
      isGated: false,
      schemas: order.dataSchemas ?? [],
    },
  ],
  log: [{ at: time, kind: 'Info' as const, message: 'The rehearsal begins: buyer acts first.' }],
  view: { participantId: 'buyer', data: {}, runs: [] },
};
const gone = {
  ...begun,
  currentActingRole: 'seller',
  steps: [
    { ...begun.steps[0], status: 'Done' as const },
    { ...begun.steps[1], status: 'Current' as const },
  ] as (typeof begun.steps)[number][],
  currentActions: [
    {
      actionId: 1,
      title: confirm.title,
      participantId: 'seller',
      previousTransactionId: LEDGER.txId,
      isRejectable: false,
      isGated: false,
      schemas: [],
    },
  ],
  log: [
    ...begun.log,
    { at: time, kind: 'Sealed' as const, message: 'Action 0 (Order) of buyer is sealed in docket 3.' },
    { at: time, kind: 'Routed' as const, message: 'On to action 1 (Confirm) of seller.' },
  ],
};

export const rehearsalExamples: Examples<typeof rehearsalRoutes> = {
  startRehearsal: { input: { ...of, body: { mode: 'full' } }, output: begun },
  rehearseScenarios: {
    input: {
      ...of,
      body: {
        scenarios: [
          {
            name: 'goes through',
            steps: [
              { action: 0, payload: { amount: 3 }, expect: { enabled: [1] } },
              { action: 1, at: 'P3D', expect: { state: 'Completed' } },
            ],
          },
        ],
      },
    },
    output: {
      passed: true,
      reason: 'Every scenario passed, and one comes to the end of the workflow.',
      execDefHash: LEDGER.payloadHash,
      scenarios: [{ name: 'goes through', passed: true, steps: 2, state: 'Completed', problems: [] }],
    },
  },
  listRehearsals: { input: of, output: [summary] },
  getRehearsal: { input: { params }, output: begun },
  discardRehearsal: { input: { params }, output: undefined },
  switchRehearsalRole: {
    input: { params, body: { role: 'seller' } },
    output: { ...gone, view: { participantId: 'seller', data: {}, runs: [] } },
  },
  submitRehearsalStep: {
    input: { params, body: { actionId: 0, payload: { amount: 3 } } },
    output: {
      ...gone,
      currentActingRole: 'buyer',
      view: {
        participantId: 'buyer',
        data: { amount: 3 },
        runs: [{ transactionId: LEDGER.txId, actionId: 0, data: { amount: 3 } }],
      },
    },
  },
  rejectRehearsalStep: {
    input: { params, body: { actionId: 1, reason: 'The amount is wrong.' } },
    output: begun,
  },
};
