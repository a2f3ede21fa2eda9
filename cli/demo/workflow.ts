// The workflow of the demo: goods leave a mill, arrive at a shop, and the mill closes the delivery. Data only.
import type { WalletParty } from '../harness/party.js';

export const WORKFLOW_ID = 'delivery-note';

/** Step numbers, which are the action ids of the transactions. */
export const DISPATCH = '0';
export const RECEIVE = '1';
export const CONFIRM = '2';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const crates = { type: 'integer', minimum: 1, maximum: 10_000 };

/** Both roles are bound to a wallet, so no other wallet can play them. */
export function deliveryNote(mill: WalletParty, shop: WalletParty) {
  return {
    id: WORKFLOW_ID,
    title: 'Delivery note',
    description: 'The mill dispatches crates, the shop counts what arrives, the mill confirms the count.',
    participants: [
      { id: 'mill', name: mill.name, walletAddress: mill.address },
      { id: 'shop', name: shop.name, walletAddress: shop.address },
    ],
    actions: [
      {
        id: 0,
        title: 'Dispatch',
        sender: 'mill',
        isStartingAction: true,
        dataSchemas: [
          {
            type: 'object',
            required: ['goods', 'crates'],
            properties: { goods: text(80), crates },
            additionalProperties: false,
          },
        ],
        routes: [{ id: 'arrives', nextActionIds: [1] }],
      },
      {
        id: 1,
        title: 'Receive',
        sender: 'shop',
        dataSchemas: [
          {
            type: 'object',
            required: ['cratesCounted'],
            properties: { cratesCounted: crates, remark: text(200) },
            additionalProperties: false,
          },
        ],
        routes: [{ id: 'counted', nextActionIds: [2] }],
      },
      {
        id: 2,
        title: 'Confirm',
        sender: 'mill',
        dataSchemas: [
          {
            type: 'object',
            required: ['settled'],
            properties: { settled: { type: 'boolean' } },
            additionalProperties: false,
          },
        ],
      },
    ],
  };
}
