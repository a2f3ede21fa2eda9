// An invoice between two parties: the supplier bills lines, the buyer pays or sends it back. The least that is worth a
// ledger.

import { amountGiven, amountOf, cents } from './amounts.js';
import { choice, count, day, param, parties, partyParameters, read, SUBJECT, step, textLine, to } from './parts.js';
import type { Template } from './template.js';
import { reminderTimer } from './waiting.js';

const ROLES = { supplier: 'Supplier', buyer: 'Buyer' };

const bill = step({
  id: 1,
  title: 'Send the invoice',
  sender: 'supplier',
  fields: [
    textLine(['invoiceNumber', 'Invoice number'], SUBJECT),
    amountOf(['net', 'Net amount']),
    choice(['taxRate', 'Tax rate'], param('taxRates')),
    day(['dueDate', 'Due on']),
    amountGiven('total'),
  ],
  shows: { buyer: ['*'] },
  routes: [to('pay', 2)],
  more: {
    isStartingAction: true,
    checkedBy: ['buyer'],
    calculations: { total: cents({ '*': [read('net'), { '+': [1, read('taxRate')] }] }) },
  },
});

const pay = step({
  id: 2,
  title: 'Pay',
  sender: 'buyer',
  fields: [
    textLine(['paymentReference', 'Reference of the payment']),
    amountOf(['paid', 'Paid']),
    amountGiven('outstanding', { 'x-minimum': '-1000000000.00' }),
  ],
  shows: { supplier: ['*'] },
  routes: [],
  more: {
    checkedBy: ['supplier'],
    calculations: { outstanding: { '-': [read('total'), read('paid')] } },
    rejectionConfig: { targetActionId: 1, requireReason: true },
    // A late payment is still one.
    timers: [reminderTimer({ id: 'overdue', days: 'paymentDays', roles: ['buyer', 'supplier'] })],
  },
});

export const simpleInvoice: Template = {
  id: 'simple-invoice',
  title: 'Simple invoice',
  description: 'A supplier sends an invoice; the buyer pays it, is reminded of it, or sends it back with a reason.',
  category: 'finance',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      paymentDays: count('Days in which the buyer pays.', 1, 365),
      taxRates: {
        type: 'array',
        items: { type: 'number', minimum: 0, maximum: 1 },
        minItems: 1,
        maxItems: 10,
        description: 'Tax rates to choose from.',
      },
    },
    required: ['paymentDays', 'taxRates'],
  },
  defaults: { paymentDays: 30, taxRates: [0, 0.07, 0.19] },
  examples: [
    { name: 'thirty-days', description: 'Paid within thirty days.', parameters: {} },
    {
      name: 'tax-free',
      description: 'Between parties that pay no tax.',
      parameters: { taxRates: [0], paymentDays: 14 },
    },
  ],
  body: {
    language: 2,
    title: 'Simple invoice',
    description: 'A supplier sends an invoice; the buyer pays it.',
    cancellation: { by: ['supplier'] },
    participants: parties(ROLES),
    actions: [bill, pay],
  },
};
