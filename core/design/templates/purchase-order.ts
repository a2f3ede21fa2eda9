// A purchase that passes as many levels of approval as its amount asks for. The levels are a parameter: each becomes a
// role and an action.
import type { JsonObject } from '../../base/json.js';
import { amountGiven, amountOf, cents } from './amounts.js';
import {
  calculatedField,
  choice,
  day,
  disclosure,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  SUBJECT,
  step,
  textArea,
  textLine,
  to,
} from './parts.js';
import type { Template } from './template.js';

const ROLES = { requester: 'Requester', purchasing: 'Purchasing', supplier: 'Supplier', receiving: 'Goods receipt' };
/** Ids of the actions after the approvals, which begin at 10. */
const ORDER = 2;
const CONFIRM = 3;
const RECEIVE = 4;

const request = step({
  id: 1,
  title: 'Request a purchase',
  sender: 'requester',
  fields: [
    textLine(['item', 'What is needed'], SUBJECT),
    numeric(['quantity', 'Quantity'], { exclusiveMinimum: 0 }),
    amountOf(['estimate', 'Estimated unit price']),
    choice(['urgency', 'Urgency'], ['normal', 'urgent']),
    textArea(['reason', 'Why it is needed']),
    amountGiven('amount'),
  ],
  shows: {
    purchasing: ['item', 'quantity', 'urgency'],
    receiving: ['item', 'quantity'],
    supplier: ['item', 'quantity'],
  },
  routes: [to('approve', 10)],
  more: {
    isStartingAction: true,
    calculations: { amount: cents({ '*': [read('quantity'), read('estimate')] }) },
  },
});
/** Everybody who may have to approve sees what is asked. */
const approversSee: JsonObject = {
  $each: param('levels'),
  $as: 'level',
  $do: disclosure(param('level.id'), ['item', 'quantity', 'estimate', 'urgency', 'reason', 'amount']),
};

const isLast: JsonObject = { $equal: [{ $sum: [param('i'), 1] }, { $length: param('levels') }] };
const approval = step({
  id: { $sum: [10, param('i')] },
  title: { $text: ['Approve: ', param('level.name')] },
  sender: param('level.id'),
  fields: [optional(textArea(['approvalNote', 'Note'])), amountGiven('approvedAmount')],
  shows: { requester: ['approvalNote', 'approvedAmount'], purchasing: ['approvedAmount'] },
  routes: {
    $if: isLast,
    $then: [to('order', ORDER)],
    $else: [
      {
        ...to('higher', { $sum: [11, param('i')] }),
        description: 'The amount is beyond what this level may approve.',
        condition: { '>': [read('amount'), param('level.limit')] },
      },
      { ...to('order', ORDER), isDefault: true },
    ],
  },
  more: {
    calculations: { approvedAmount: read('amount') },
    rejectionConfig: { targetActionId: 1, requireReason: true },
    // That a higher level was asked tells that the amount is beyond a limit, and no more.
    publicRoute: true,
  },
});
/** The next level sees what the one before approved. */
const levelsSee: JsonObject = {
  $each: param('levels'),
  $as: 'reader',
  $do: disclosure(param('reader.id') as unknown as string, ['approvedAmount']),
};

const order = step({
  id: ORDER,
  title: 'Order',
  sender: 'purchasing',
  fields: [
    textLine(['orderNumber', 'Order number']),
    amountOf(['unitPrice', 'Agreed unit price']),
    amountGiven('orderTotal'),
  ],
  shows: {
    supplier: ['orderNumber', 'unitPrice', 'orderTotal'],
    requester: ['orderNumber'],
    receiving: ['orderNumber'],
  },
  routes: [to('confirm', CONFIRM)],
  more: {
    checkedBy: ['supplier'],
    calculations: { orderTotal: cents({ '*': [read('quantity'), read('unitPrice')] }) },
  },
});

const confirm = step({
  id: CONFIRM,
  title: 'Confirm the order',
  sender: 'supplier',
  fields: [day(['deliveryDate', 'Delivery on']), optional(textLine(['stockLocation', 'Where it comes from']))],
  shows: { purchasing: ['deliveryDate'], receiving: ['*'], requester: ['deliveryDate'] },
  routes: [to('receive', RECEIVE)],
  more: { rejectionConfig: { targetActionId: ORDER, requireReason: true } },
});

const receive = step({
  id: RECEIVE,
  title: 'Receive',
  sender: 'receiving',
  fields: [numeric(['received', 'Received quantity']), calculatedField('complete', { type: 'boolean' })],
  shows: { purchasing: ['*'], supplier: ['received', 'complete'], requester: ['complete'] },
  routes: [],
  more: {
    checkedBy: ['purchasing', 'supplier'],
    calculations: { complete: { '>=': [read('received'), read('quantity')] } },
  },
});

const level: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,31}$' },
    name: { type: 'string', minLength: 1, maxLength: 80 },
    limit: { type: 'number', minimum: 0, description: 'The largest amount that needs no higher level.' },
    wallet: { type: 'string', minLength: 1, maxLength: 100 },
  },
  required: ['id', 'name', 'limit'],
  additionalProperties: false,
};

export const purchaseOrder: Template = {
  id: 'purchase-order',
  title: 'Multi-level purchase order',
  description: 'A purchase is approved by as many levels as its amount asks for, then ordered, confirmed and received.',
  category: 'finance',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      levels: {
        type: 'array',
        items: level,
        minItems: 1,
        maxItems: 10,
        description: 'Levels of approval, lowest first.',
      },
    },
    required: ['levels'],
  },
  defaults: {
    levels: [
      { id: 'team-lead', name: 'Team lead', limit: 1000 },
      { id: 'finance', name: 'Finance', limit: 50_000 },
    ],
  },
  examples: [
    { name: 'two-levels', description: 'A team lead to 1,000, finance beyond.', parameters: {} },
    {
      name: 'four-levels',
      description: 'A large company.',
      parameters: {
        levels: [
          { id: 'team-lead', name: 'Team lead', limit: 500 },
          { id: 'department', name: 'Department', limit: 10_000 },
          { id: 'finance', name: 'Finance', limit: 250_000 },
          { id: 'board', name: 'Board', limit: 10_000_000 },
        ],
      },
    },
    {
      name: 'one-level',
      description: 'A single person approves everything.',
      parameters: { levels: [{ id: 'owner', name: 'Owner', limit: 0 }] },
    },
  ],
  body: {
    language: 2,
    title: 'Multi-level purchase order',
    description: 'A purchase is approved level by level, ordered, confirmed and received.',
    cancellation: { by: ['requester', 'purchasing'], until: [3] },
    participants: [
      ...parties(ROLES),
      {
        $each: param('levels'),
        $as: 'level',
        $do: { id: param('level.id'), name: param('level.name'), walletAddress: param('level.wallet') },
      },
    ],
    actions: [
      { ...request, disclosures: [...(request.disclosures as readonly JsonObject[]), approversSee] },
      {
        $each: param('levels'),
        $as: 'level',
        $index: 'i',
        $do: { ...approval, disclosures: [...(approval.disclosures as readonly JsonObject[]), levelsSee] },
      },
      order,
      confirm,
      receive,
    ],
  },
};
