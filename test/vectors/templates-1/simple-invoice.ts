// An invoice between two parties: the supplier bills lines, the buyer pays or sends it back. The least that is worth a
// ledger.

import {
  calculatedField,
  choice,
  count,
  day,
  days,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  step,
  textArea,
  textLine,
  to,
} from '../../../core/design/templates/parts.js';
import type { Template } from '../../../core/design/templates/template.js';

const ROLES = { supplier: 'Supplier', buyer: 'Buyer' };

const bill = step({
  id: 1,
  title: 'Send the invoice',
  sender: 'supplier',
  fields: [
    textLine(['invoiceNumber', 'Invoice number']),
    numeric(['net', 'Net amount']),
    choice(['taxRate', 'Tax rate'], param('taxRates')),
    day(['dueDate', 'Due on']),
    optional(textArea(['internalNote', 'Note for yourself'])),
    calculatedField('total', { type: 'number', minimum: 0 }),
  ],
  shows: { buyer: ['invoiceNumber', 'net', 'taxRate', 'dueDate', 'total'] },
  routes: [{ ...to('pay', 2), branchDeadline: days('paymentDays') }],
  more: {
    isStartingAction: true,
    calculations: { total: { '*': [read('net'), { '+': [1, read('taxRate')] }] } },
  },
});

const pay = step({
  id: 2,
  title: 'Pay',
  sender: 'buyer',
  fields: [
    textLine(['paymentReference', 'Reference of the payment']),
    numeric(['paid', 'Paid']),
    optional(textLine(['costCentre', 'Cost centre'])),
    calculatedField('outstanding', { type: 'number' }),
  ],
  shows: { supplier: ['paymentReference', 'paid', 'outstanding'] },
  routes: [],
  more: {
    calculations: { outstanding: { '-': [read('total'), read('paid')] } },
    rejectionConfig: { targetActionId: 1, requireReason: true },
  },
});

export const simpleInvoice: Template = {
  id: 'simple-invoice',
  title: 'Simple invoice',
  description: 'A supplier sends an invoice; the buyer pays it, or sends it back with a reason.',
  category: 'finance',
  version: 1,
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
    title: 'Simple invoice',
    description: 'A supplier sends an invoice; the buyer pays it.',
    participants: parties(ROLES),
    actions: [bill, pay],
  },
};
