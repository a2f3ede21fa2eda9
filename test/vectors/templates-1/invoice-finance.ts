// An invoice that a funder pays early: buyer, supplier, carrier, funder and bank, from the order to the settlement,
// with a way for disputes.
import type { JsonObject } from '../../../core/base/json.js';
import {
  amount,
  calculatedField,
  checkbox,
  count,
  days,
  file,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  step,
  type TemplateStep,
  textArea,
  textLine,
  to,
} from '../../../core/design/templates/parts.js';
import type { Template } from '../../../core/design/templates/template.js';

const ROLES = {
  buyer: 'Buyer',
  supplier: 'Supplier',
  carrier: 'Carrier',
  funder: 'Funder',
  bank: 'Settlement bank',
};

const money: JsonObject = { type: 'number', minimum: 0 };
/** Goes one way where the field is true, and the other way where it is not. */
const fork = (name: string, [yes, no]: readonly [JsonObject, JsonObject]): readonly JsonObject[] => [
  { ...yes, condition: read(name) },
  { ...no, isDefault: true },
];

const TRADE: readonly TemplateStep[] = [
  {
    id: 1,
    title: 'Order',
    sender: 'buyer',
    fields: [
      textLine(['orderNumber', 'Order number']),
      numeric(['quantity', 'Quantity']),
      numeric(['unitPrice', 'Unit price']),
    ],
    shows: { supplier: ['*'], carrier: ['orderNumber', 'quantity'] },
    routes: [{ ...to('deliver', 2), branchDeadline: days('deliveryDays') }],
    more: { isStartingAction: true },
  },
  {
    id: 2,
    title: 'Confirm the delivery',
    sender: 'carrier',
    fields: [
      numeric(['deliveredQuantity', 'Delivered quantity']),
      textLine(['proof', 'Proof of delivery']),
      optional(file(['proofFile', 'Proof as a file'])),
    ],
    shows: { buyer: ['*'], supplier: ['deliveredQuantity'] },
    routes: [to('invoice', 3)],
  },
  {
    id: 3,
    title: 'Invoice',
    sender: 'supplier',
    fields: [
      textLine(['invoiceNumber', 'Invoice number']),
      numeric(['taxRate', 'Tax rate'], { maximum: 1 }),
      calculatedField('net', money),
      calculatedField('total', money),
    ],
    shows: { buyer: ['*'], funder: ['invoiceNumber', 'total'], bank: ['invoiceNumber', 'total'] },
    routes: [to('approve', 4)],
    more: {
      calculations: {
        net: { '*': [{ min: [read('quantity'), read('deliveredQuantity')] }, read('unitPrice')] },
        total: { '*': [read('net'), { '+': [1, read('taxRate')] }] },
      },
    },
  },
  {
    id: 4,
    title: 'Approve the invoice',
    sender: 'buyer',
    fields: [checkbox(['approved', 'The invoice is right']), numeric(['daysToMaturity', 'Days to maturity'])],
    shows: { supplier: ['*'], funder: ['approved', 'daysToMaturity'], bank: ['approved'] },
    routes: fork('approved', [to('approved', 5), to('disputed', 12)]),
    more: { rejectionConfig: { targetActionId: 3 } },
  },
];

const FUNDING: readonly TemplateStep[] = [
  {
    id: 5,
    title: 'Ask for early payment',
    sender: 'supplier',
    fields: [checkbox(['early', 'Pay now, for a fee'])],
    shows: { funder: ['early'], buyer: ['early'] },
    routes: fork('early', [to('early', 6), to('wait', 10)]),
  },
  {
    id: 6,
    title: 'Offer',
    sender: 'funder',
    fields: [
      numeric(['yearlyRate', 'Yearly rate'], { maximum: param('yearlyRateMax') }),
      calculatedField('fee', money),
      calculatedField('payout', money),
    ],
    shows: { supplier: ['yearlyRate', 'fee', 'payout'] },
    routes: [{ ...to('answer', 7), branchDeadline: days('offerDays') }],
    more: {
      calculations: {
        fee: { '/': [{ '*': [read('total'), read('yearlyRate'), read('daysToMaturity')] }, 365] },
        payout: { '-': [read('total'), read('fee')] },
      },
    },
  },
  {
    id: 7,
    title: 'Answer the offer',
    sender: 'supplier',
    fields: [checkbox(['accepted', 'The offer is accepted'])],
    shows: { funder: ['accepted'] },
    routes: fork('accepted', [to('accepted', 8), to('declined', 10)]),
  },
  {
    id: 8,
    title: 'Pay out',
    sender: 'funder',
    fields: [textLine(['payoutReference', 'Reference of the payment'])],
    shows: { supplier: ['*'], buyer: [] },
    routes: [to('confirm', 9)],
  },
  {
    id: 9,
    title: 'Confirm the payout',
    sender: 'supplier',
    fields: [numeric(['received', 'Received'])],
    shows: { funder: ['received'] },
    routes: [to('settle', 10)],
  },
];

const SETTLEMENT: readonly TemplateStep[] = [
  {
    id: 10,
    title: 'Settle at maturity',
    sender: 'buyer',
    fields: [textLine(['settlementReference', 'Reference of the settlement'])],
    shows: { bank: ['*'], funder: ['settlementReference'], supplier: ['settlementReference'] },
    routes: [to('book', 11)],
  },
  {
    id: 11,
    title: 'Confirm the settlement',
    sender: 'bank',
    fields: [numeric(['booked', 'Booked'])],
    shows: { buyer: ['*'], supplier: ['booked'], funder: ['booked'] },
    routes: [],
  },
  {
    id: 12,
    title: 'Answer the dispute',
    sender: 'supplier',
    fields: [
      checkbox(['corrected', 'There will be a corrected invoice']),
      textArea(['remark', 'Remark'], { minLength: 1, maxLength: 500 }),
    ],
    shows: { buyer: ['*'] },
    routes: fork('corrected', [to('again', 3), to('closed')]),
  },
];

export const invoiceFinance: Template = {
  id: 'invoice-finance',
  title: 'Invoice finance for small suppliers',
  description:
    'A supplier is paid early by a funder against an invoice that the buyer approved; the buyer settles at maturity.',
  category: 'finance',
  version: 1,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      deliveryDays: count('Days in which the carrier must confirm the delivery.', 1, 365),
      offerDays: count('Days for which an offer holds.', 1, 90),
      yearlyRateMax: amount('The highest yearly rate that a funder may ask.', 0, 1),
    },
    required: ['deliveryDays', 'offerDays', 'yearlyRateMax'],
  },
  defaults: { deliveryDays: 60, offerDays: 7, yearlyRateMax: 0.5 },
  examples: [
    { name: 'domestic', description: 'Goods that travel within a country.', parameters: {} },
    {
      name: 'export',
      description: 'Goods at sea, with a funder bound to a lower rate.',
      parameters: {
        deliveryDays: 120,
        offerDays: 3,
        yearlyRateMax: 0.15,
        organisations: { carrier: 'Northsea Lines', funder: 'Harbour Trade Capital' },
      },
    },
  ],
  body: {
    title: 'Invoice finance for small suppliers',
    description: 'A supplier is paid early by a funder against an invoice that the buyer approved.',
    participants: parties(ROLES),
    actions: [...TRADE, ...FUNDING, ...SETTLEMENT].map(step),
  },
};
