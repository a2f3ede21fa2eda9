// An invoice that a funder pays early: buyer, supplier, carrier, funder and bank, from the order to the settlement,
// with a way for disputes.
import type { JsonObject } from '../../base/json.js';
import { amountGiven, amountOf, cents } from './amounts.js';
import {
  amount,
  calculatedField,
  checkbox,
  count,
  file,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  SUBJECT,
  step,
  type TemplateStep,
  textArea,
  textLine,
  to,
  whole,
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = {
  buyer: 'Buyer',
  supplier: 'Supplier',
  carrier: 'Carrier',
  funder: 'Funder',
  bank: 'Settlement bank',
};

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
      textLine(['orderNumber', 'Order number'], SUBJECT),
      numeric(['quantity', 'Quantity']),
      amountOf(['unitPrice', 'Unit price']),
    ],
    shows: { supplier: ['*'], carrier: ['orderNumber', 'quantity'] },
    routes: [to('deliver', 2)],
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
    // An order that is not delivered lapses.
    more: { timers: [unlessDoneIn({ id: 'lapsed', days: 'deliveryDays', next: [] })] },
  },
  {
    id: 3,
    title: 'Invoice',
    sender: 'supplier',
    fields: [
      textLine(['invoiceNumber', 'Invoice number']),
      numeric(['taxRate', 'Tax rate'], { maximum: 1 }),
      amountGiven('net'),
      amountGiven('total'),
    ],
    shows: { buyer: ['*'], funder: ['invoiceNumber', 'total'], bank: ['invoiceNumber', 'total'] },
    routes: [to('approve', 4)],
    more: {
      checkedBy: ['buyer'],
      calculations: {
        net: cents({ '*': [{ min: [read('quantity'), read('deliveredQuantity')] }, read('unitPrice')] }),
        total: cents({ '*': [read('net'), { '+': [1, read('taxRate')] }] }),
      },
    },
  },
  {
    id: 4,
    title: 'Approve the invoice',
    sender: 'buyer',
    fields: [
      checkbox(['approved', 'The invoice is right']),
      whole(['daysToMaturity', 'Days to maturity'], { maximum: 3650 }),
    ],
    shows: { supplier: ['*'], funder: ['approved', 'daysToMaturity'], bank: ['approved'] },
    routes: fork('approved', [to('approved', 5), to('disputed', 12)]),
    more: { rejectionConfig: { targetActionId: 3 }, publicRoute: true },
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
    more: { publicRoute: true },
  },
  {
    id: 6,
    title: 'Offer',
    sender: 'funder',
    fields: [
      numeric(['yearlyRate', 'Yearly rate'], { maximum: param('yearlyRateMax') }),
      amountGiven('fee'),
      amountGiven('payout'),
    ],
    shows: { supplier: ['yearlyRate', 'fee', 'payout'] },
    routes: [to('answer', 7)],
    more: {
      calculations: {
        fee: { div: [{ '*': [read('total'), read('yearlyRate'), read('daysToMaturity')] }, 365, 2, 'half-even'] },
        payout: { '-': [read('total'), read('fee')] },
      },
    },
  },
  {
    id: 7,
    title: 'Answer the offer',
    sender: 'supplier',
    fields: [
      checkbox(['accepted', 'The offer is accepted']),
      calculatedField('payTo', { enum: ['funder', 'supplier'] }),
    ],
    shows: { funder: ['accepted', 'payTo'], buyer: ['payTo'] },
    routes: fork('accepted', [to('accepted', 8), to('declined', 10)]),
    more: {
      calculations: { payTo: { if: [read('accepted'), 'funder', 'supplier'] } },
      publicRoute: true,
      // An offer without an answer in time is declined.
      timers: [
        unlessDoneIn({ id: 'lapsed', days: 'offerDays', next: [10], data: { accepted: false, payTo: 'supplier' } }),
      ],
    },
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
    fields: [amountOf(['received', 'Received']), calculatedField('paidInFull', { type: 'boolean' })],
    shows: { funder: ['received', 'paidInFull'], buyer: ['paidInFull'] },
    routes: [to('settle', 10)],
    more: { checkedBy: ['funder'], calculations: { paidInFull: { '>=': [read('received'), read('payout')] } } },
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
    fields: [amountOf(['booked', 'Booked'])],
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
    // A false answer that led back is void and not given again (BP_DISPUTE_BACK): a corrected invoice is judged itself.
    routes: fork('corrected', [to('again', 3), to('closed')]),
    more: { publicRoute: true },
  },
];

export const invoiceFinance: Template = {
  id: 'invoice-finance',
  title: 'Invoice finance for small suppliers',
  description:
    'A supplier is paid early by a funder against an invoice that the buyer approved; the buyer settles at maturity.',
  category: 'finance',
  version: 2,
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
    language: 2,
    title: 'Invoice finance for small suppliers',
    description: 'A supplier is paid early by a funder against an invoice that the buyer approved.',
    cancellation: { by: ['buyer', 'supplier'], until: [8], consent: { need: 2, of: ['buyer', 'supplier'] } },
    participants: parties(ROLES),
    actions: [...TRADE, ...FUNDING, ...SETTLEMENT].map(step),
  },
};
