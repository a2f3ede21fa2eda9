// The order by which the bench compares programs: twenty parts, of which three recipients see three
// fifths, two fifths and one fifth, and everything that a node does for it. Data only.
import type { Json, JsonObject } from '../../core/base/json.js';

/** The registers' name of the blueprint. */
export const WIDE_ORDER_ID = 'bench-wide-order-2';

/** Members that the buyer gives. With the total and the decision they are twenty parts. */
const TEXTS = Array.from({ length: 14 }, (_, i) => `line${i + 1}`);
const NUMBERS = ['sequence', 'quantity', 'unitPrice', 'weight'] as const;
const MEMBERS = [...NUMBERS, ...TEXTS, 'total'];
const LINE = 'twelve crates of flour';

/** `wallets`: of seller, carrier and auditor. */
export function wideOrder(wallets: readonly string[]): JsonObject & { readonly id: string } {
  const fixed = ['seller', 'carrier', 'auditor'].map((id, i) => ({ id, name: id, walletAddress: wallets[i] ?? '' }));
  const shows = (participantAddress: string, names: readonly string[]) => ({
    participantAddress,
    dataPointers: names.map((name) => `/${name}`),
  });
  return {
    language: 2,
    id: WIDE_ORDER_ID,
    title: 'Wide order',
    description: 'A buyer orders in twenty parts; seller, carrier and auditor each see another share of them.',
    participants: [{ id: 'buyer', name: 'buyer' }, ...fixed],
    actions: [
      {
        id: 0,
        title: 'Order',
        sender: 'buyer',
        isStartingAction: true,
        dataSchemas: [{ type: 'object', required: MEMBERS.slice(0, -1), properties: properties() }],
        calculations: { total: { '*': [{ var: 'quantity' }, { var: 'unitPrice' }] } },
        disclosures: [
          shows('seller', MEMBERS.slice(0, 12)),
          shows('carrier', MEMBERS.slice(8, 16)),
          shows('auditor', ['quantity', 'unitPrice', 'total', 'line13', 'line14']),
        ],
        publicRoute: true,
        routes: [
          { id: 'large', nextActionIds: [2], condition: { '>': [{ var: 'total' }, 1000] } },
          { id: 'usual', nextActionIds: [1], isDefault: true },
        ],
      },
      { id: 1, title: 'Deliver', sender: 'seller' },
      { id: 2, title: 'Approve', sender: 'auditor', routes: [{ id: 'approved', nextActionIds: [1] }] },
    ],
  };
}

function properties(): JsonObject {
  const number: Json = { type: 'integer', minimum: 0 };
  const text: Json = { type: 'string', maxLength: 200 };
  return Object.fromEntries([
    ...[...NUMBERS, 'total'].map((name) => [name, number] as const),
    ...TEXTS.map((name) => [name, text] as const),
  ]);
}

/** The data of the buyer in order number `sequence`. */
export function wideOrderData(sequence: number): JsonObject {
  const numbers = { sequence, quantity: 1 + (sequence % 40), unitPrice: 125, weight: 900 };
  return { ...numbers, ...Object.fromEntries(TEXTS.map((name) => [name, LINE])) };
}
