// A framework order: a price and a ceiling are agreed once, then goods are called off, delivered, invoiced and paid as
// often as it takes. Running totals of money say how much of the ceiling is left.
import type { Json, JsonObject } from '../../base/json.js';
import {
  calculatedField,
  checkbox,
  count,
  day,
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
  whole,
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = { buyer: 'Buyer', supplier: 'Supplier', receiving: 'Goods receipt' };
const CALL = 3;
const DELIVER = 4;
const RECEIVE = 5;
const INVOICE = 6;
const PAY = 7;

const MONEY: JsonObject = {
  type: 'object',
  format: 'money',
  properties: { amount: { type: 'string', title: 'Amount' }, currency: { enum: [param('currency')] } },
  required: ['amount', 'currency'],
};
const sum = (name: string, title: string) => ({
  name,
  schema: MONEY,
  control: { type: 'Numeric', title, scope: `/${name}` },
});
const nothing: Json = { money: ['0', param('currency')] };
/** The sum of the earlier runs of an action; a run that a rejection took back does not count. */
const before = (action: number, member: string): Json => ({ sum: [read(`runs.${action}.${member}`), nothing] });

const agreement = step({
  id: 1,
  title: 'Offer the framework',
  sender: 'buyer',
  fields: [
    textLine(['frameworkNumber', 'Number of the framework'], SUBJECT),
    textLine(['item', 'Item']),
    sum('unitPrice', 'Unit price'),
    sum('ceiling', 'The most that is called off in all'),
    day(['endsOn', 'Ends on']),
  ],
  shows: { supplier: ['*'], receiving: ['frameworkNumber', 'item', 'endsOn'] },
  routes: [to('accept', 2)],
  more: { isStartingAction: true },
});

const acceptance = step({
  id: 2,
  title: 'Accept the framework',
  sender: 'supplier',
  fields: [textLine(['contact', 'Contact for orders'])],
  shows: { buyer: ['*'], receiving: ['*'] },
  routes: [to('call', CALL)],
  more: { rejectionConfig: { targetActionId: 1, requireReason: true } },
});

const call = step({
  id: CALL,
  title: 'Call off',
  description: 'Costs beyond the ceiling would come back to you at once.',
  sender: 'buyer',
  fields: [
    whole(['quantity', 'Quantity'], { minimum: 1, maximum: 1_000_000 }),
    calculatedField('value', MONEY),
    calculatedField('committed', MONEY),
  ],
  shows: { supplier: ['*'], receiving: ['quantity'] },
  routes: [
    { ...to('deliver', DELIVER), condition: { '<=': [read('committed'), read('ceiling')] } },
    { ...to('too-much', CALL), isDefault: true },
  ],
  more: {
    checkedBy: ['supplier'],
    calculations: {
      value: { '*': [read('unitPrice'), read('quantity')] },
      committed: { '+': [before(INVOICE, 'amount'), read('value')] },
    },
    publicRoute: true,
  },
});

const delivery = step({
  id: DELIVER,
  title: 'Deliver',
  sender: 'supplier',
  fields: [
    textLine(['deliveryNote', 'Delivery note']),
    whole(['shipped', 'Quantity'], { minimum: 1, maximum: 1_000_000 }),
  ],
  shows: { buyer: ['*'], receiving: ['*'] },
  routes: [to('receive', RECEIVE)],
  more: {
    rejectionConfig: { targetActionId: CALL, requireReason: true },
    // The buyer calls off anew, or another quantity.
    timers: [unlessDoneIn({ id: 'late', days: 'deliveryDays', next: [CALL] })],
  },
});

const receipt = step({
  id: RECEIVE,
  title: 'Receive',
  sender: 'receiving',
  fields: [
    whole(['accepted', 'Quantity that is accepted'], { maximum: 1_000_000 }),
    optional(textArea(['damage', 'What is damaged'])),
    calculatedField('acceptedInAll', { type: 'integer', minimum: 0 }),
  ],
  shows: { buyer: ['*'], supplier: ['*'] },
  routes: [to('invoice', INVOICE)],
  more: {
    checkedBy: ['buyer', 'supplier'],
    calculations: { acceptedInAll: { '+': [{ sum: [read('runs.5.accepted'), 0] }, read('accepted')] } },
    rejectionConfig: { targetActionId: DELIVER, requireReason: true },
  },
});

const invoice = step({
  id: INVOICE,
  title: 'Invoice what was accepted',
  sender: 'supplier',
  fields: [
    textLine(['invoiceNumber', 'Invoice number']),
    calculatedField('amount', MONEY),
    calculatedField('invoicedInAll', MONEY),
    calculatedField('left', MONEY),
  ],
  shows: { buyer: ['*'] },
  routes: [to('pay', PAY)],
  more: {
    checkedBy: ['buyer'],
    calculations: {
      amount: { '*': [read('unitPrice'), read('accepted')] },
      invoicedInAll: { '+': [before(INVOICE, 'amount'), read('calc.amount')] },
      left: { '-': [read('ceiling'), read('invoicedInAll')] },
    },
  },
});

const payment = step({
  id: PAY,
  title: 'Pay',
  sender: 'buyer',
  fields: [
    textLine(['paymentReference', 'Reference of the payment']),
    sum('paid', 'Paid'),
    checkbox(['isLast', 'Nothing more is called off']),
    calculatedField('outstanding', MONEY),
  ],
  shows: { supplier: ['*'], receiving: ['isLast'] },
  // A false payment that led back is void and not stated again (BP_DISPUTE_BACK): the next one states what is
  // outstanding without it.
  routes: [
    { ...to('end'), condition: read('isLast') },
    { ...to('again', CALL), isDefault: true },
  ],
  more: {
    checkedBy: ['supplier'],
    calculations: {
      outstanding: { '-': [read('invoicedInAll'), { '+': [before(PAY, 'paid'), read('paid')] }] },
    },
    rejectionConfig: { targetActionId: INVOICE, requireReason: true },
  },
});

export const frameworkOrder: Template = {
  id: 'framework-order',
  title: 'Framework order with repeated deliveries',
  description:
    'A buyer and a supplier agree a price and a ceiling; goods are called off, delivered, invoiced and paid again and again, with running totals.',
  category: 'supply',
  version: 1,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Currency of the framework.' },
      places: count('Digits after the point of its amounts.', 0, 4),
      deliveryDays: count('Days in which a call-off is delivered.', 1, 365),
    },
    required: ['currency', 'places', 'deliveryDays'],
  },
  defaults: { currency: 'EUR', places: 2, deliveryDays: 14 },
  examples: [
    { name: 'euro', description: 'In euros, delivered within two weeks.', parameters: {} },
    {
      name: 'yen',
      description: 'In yen, which have no smaller unit.',
      parameters: { currency: 'JPY', places: 0, deliveryDays: 30 },
    },
  ],
  body: {
    language: 2,
    title: 'Framework order',
    description: 'Goods are called off under a framework, delivered, invoiced and paid as often as it takes.',
    cancellation: { by: ['buyer', 'supplier'], consent: { need: 2, of: ['buyer', 'supplier'] } },
    currencies: { $members: [[param('currency'), param('places')]] },
    participants: parties(ROLES),
    actions: [agreement, acceptance, call, delivery, receipt, invoice, payment],
  },
};
