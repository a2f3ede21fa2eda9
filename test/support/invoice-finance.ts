// An invoice that a funder pays early: buyer, supplier, carrier, funder and bank, from the order to the settlement, with a way for disputes. Data for tests,
// in the form that a designer would write.
import type { JsonObject } from '../../core/base/json.js';

const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const amount: JsonObject = { type: 'number', minimum: 0, maximum: 1_000_000_000 };
const flag: JsonObject = { type: 'boolean' };
const text: JsonObject = { type: 'string', minLength: 1, maxLength: 500 };

/** An action that one role sends with these fields, shown to others as listed. */
function step(
  [id, sender, title]: readonly [number, string, string],
  properties: JsonObject,
  more: { readonly shows: Readonly<Record<string, readonly string[]>> } & JsonObject,
): JsonObject {
  const { shows, ...rest } = more;
  const disclosures = Object.entries(shows).map(([participantAddress, dataPointers]) => ({
    participantAddress,
    dataPointers,
  }));
  return { id, sender, title, dataSchemas: [object(properties)], disclosures, ...rest };
}

export const INVOICE_FINANCE: JsonObject = {
  id: 'invoice-finance',
  title: 'Invoice finance for small suppliers',
  description: 'A supplier is paid early by a funder against an invoice that the buyer approved.',
  participants: [
    { id: 'buyer', name: 'Buyer', walletAddress: null },
    { id: 'supplier', name: 'Supplier', walletAddress: null },
    { id: 'carrier', name: 'Carrier', walletAddress: null },
    { id: 'funder', name: 'Funder', walletAddress: null },
    { id: 'bank', name: 'Settlement bank', walletAddress: null },
  ],
  actions: [
    step(
      [1, 'buyer', 'Order'],
      { orderNumber: text, quantity: amount, unitPrice: amount },
      {
        shows: { supplier: ['/*'], carrier: ['/orderNumber', '/quantity'] },
        isStartingAction: true,
        routes: [{ id: 'deliver', nextActionIds: [2], branchDeadline: 'P60D' }],
      },
    ),
    step(
      [2, 'carrier', 'Confirm the delivery'],
      { deliveredQuantity: amount, proof: text },
      {
        shows: { buyer: ['/*'], supplier: ['/deliveredQuantity'] },
        routes: [{ id: 'invoice', nextActionIds: [3] }],
      },
    ),
    step(
      [3, 'supplier', 'Invoice'],
      { invoiceNumber: text, taxRate: { type: 'number', minimum: 0, maximum: 1 } },
      {
        shows: { buyer: ['/*'], funder: ['/invoiceNumber', '/total'], bank: ['/invoiceNumber', '/total'] },
        calculations: {
          net: { '*': [{ min: [{ var: 'quantity' }, { var: 'deliveredQuantity' }] }, { var: 'unitPrice' }] },
          total: { '*': [{ var: 'net' }, { '+': [1, { var: 'taxRate' }] }] },
        },
        routes: [{ id: 'approve', nextActionIds: [4] }],
      },
    ),
    step(
      [4, 'buyer', 'Approve the invoice'],
      { approved: flag, daysToMaturity: amount },
      {
        shows: { supplier: ['/*'], funder: ['/approved', '/daysToMaturity'], bank: ['/approved'] },
        routes: [
          { id: 'approved', nextActionIds: [5], condition: { var: 'approved' } },
          { id: 'disputed', nextActionIds: [12], isDefault: true },
        ],
        rejectionConfig: { targetActionId: 3 },
      },
    ),
    step(
      [5, 'supplier', 'Ask for early payment'],
      { early: flag },
      {
        shows: { funder: ['/early'], buyer: ['/early'] },
        routes: [
          { id: 'early', nextActionIds: [6], condition: { var: 'early' } },
          { id: 'wait', nextActionIds: [10], isDefault: true },
        ],
      },
    ),
    step(
      [6, 'funder', 'Offer'],
      { yearlyRate: { type: 'number', minimum: 0, maximum: 0.5 } },
      {
        shows: { supplier: ['/yearlyRate', '/fee', '/payout'] },
        calculations: {
          fee: { '/': [{ '*': [{ var: 'total' }, { var: 'yearlyRate' }, { var: 'daysToMaturity' }] }, 365] },
          payout: { '-': [{ var: 'total' }, { var: 'fee' }] },
        },
        routes: [{ id: 'answer', nextActionIds: [7], branchDeadline: 'P7D' }],
      },
    ),
    step(
      [7, 'supplier', 'Answer the offer'],
      { accepted: flag },
      {
        shows: { funder: ['/accepted'] },
        routes: [
          { id: 'accepted', nextActionIds: [8], condition: { var: 'accepted' } },
          { id: 'declined', nextActionIds: [10], isDefault: true },
        ],
      },
    ),
    step(
      [8, 'funder', 'Pay out'],
      { payoutReference: text },
      {
        shows: { supplier: ['/*'], buyer: [] },
        routes: [{ id: 'confirm', nextActionIds: [9] }],
      },
    ),
    step(
      [9, 'supplier', 'Confirm the payout'],
      { received: amount },
      {
        shows: { funder: ['/received'] },
        routes: [{ id: 'settle', nextActionIds: [10] }],
      },
    ),
    step(
      [10, 'buyer', 'Settle at maturity'],
      { settlementReference: text },
      {
        shows: { bank: ['/*'], funder: ['/settlementReference'], supplier: ['/settlementReference'] },
        routes: [{ id: 'book', nextActionIds: [11] }],
      },
    ),
    step(
      [11, 'bank', 'Confirm the settlement'],
      { booked: amount },
      {
        shows: { buyer: ['/*'], supplier: ['/booked'], funder: ['/booked'] },
        routes: [],
      },
    ),
    step(
      [12, 'supplier', 'Answer the dispute'],
      { corrected: flag, remark: text },
      {
        shows: { buyer: ['/*'] },
        routes: [
          { id: 'again', nextActionIds: [3], condition: { var: 'corrected' } },
          { id: 'closed', nextActionIds: [], isDefault: true },
        ],
      },
    ),
  ],
};
