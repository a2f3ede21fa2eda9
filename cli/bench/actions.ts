// The workflow that the bench runs: an order of a calculated value, routed by it, of which three wallets each see
// another part. Everything of it is done by the node for each action: schema, calculation, route, disclosure,
// encryption, signature. It measures nothing itself.
import type { JsonObject } from '../../core/base/json.js';
import { introduce, newPlayer, type Player } from '../harness/cast.js';
import type { ClusterMember } from '../harness/mesh-cluster.js';
import { publishOn } from '../harness/shared-register.js';
import { WIDE_ORDER_ID, wideOrder, wideOrderData } from './wide-order.js';

/** Wallets that order: enough that no sender's share of the pool limits the load. */
const BUYERS = 64;

export interface ActionWorkload {
  readonly registerId: string;
  readonly buyers: readonly Player[];
  /** Wallets of seller, carrier and auditor. */
  readonly recipients: readonly string[];
}

export async function prepareActions(members: readonly ClusterMember[], registerId: string): Promise<ActionWorkload> {
  const [first] = members as readonly [ClusterMember, ...ClusterMember[]];
  const role = (i: number) => members[i % members.length] as ClusterMember;
  const recipients = await Promise.all(
    ['Seller', 'Carrier', 'Auditor'].map((name, i) => newPlayer({ name, organisation: `${name} Ltd`, at: role(i) })),
  );
  await introduce(registerId, recipients, members);
  const buyers: Player[] = [];
  for (let i = 0; i < BUYERS; i++)
    buyers.push(await newPlayer({ name: `Buyer ${i}`, organisation: 'Buyers', at: first }));
  const wallets = recipients.map(({ address }) => address);
  for (const order of [benchOrder(recipients), wideOrder(wallets)]) await publishOn(members, registerId, order);
  return { registerId, buyers, recipients: wallets };
}

/** The same as `benchOrderBody` of an order of twenty parts. */
export function wideOrderBody(of: ActionWorkload, sequence: number): JsonObject {
  return { ...benchOrderBody(of, sequence), blueprintId: WIDE_ORDER_ID, payloadData: wideOrderData(sequence) };
}

/** The body of `POST /api/actions` number `sequence`: it opens an instance. */
export function benchOrderBody({ registerId, buyers }: ActionWorkload, sequence: number): JsonObject {
  const buyer = buyers[sequence % buyers.length] as Player;
  return {
    blueprintId: ORDER_ID,
    actionId: '0',
    senderWallet: buyer.address,
    registerAddress: registerId,
    payloadData: {
      sequence,
      goods: 'Crates of flour',
      quantity: 1 + (sequence % 40),
      unitPrice: 125,
      deliverTo: 'Harbour Lane 7',
      remark: '',
    },
  };
}

const ORDER_ID = 'bench-order';

function benchOrder([seller, carrier, auditor]: readonly Player[]) {
  const fixedRole = (id: string, player: Player | undefined) => ({
    id,
    name: id,
    walletAddress: player?.address ?? '',
  });
  const text = (maxLength: number) => ({ type: 'string', maxLength });
  const shows = (participantAddress: string, ...names: string[]) => ({
    participantAddress,
    dataPointers: names.map((name) => `/${name}`),
  });
  return {
    id: ORDER_ID,
    language: 2,
    title: 'Bench order',
    description: 'A buyer orders; the carrier sees where to, the auditor how much, the seller what.',
    participants: [
      { id: 'buyer', name: 'buyer' },
      fixedRole('seller', seller),
      fixedRole('carrier', carrier),
      fixedRole('auditor', auditor),
    ],
    actions: [
      {
        id: 0,
        title: 'Order',
        sender: 'buyer',
        isStartingAction: true,
        dataSchemas: [
          {
            type: 'object',
            required: ['sequence', 'goods', 'quantity', 'unitPrice', 'deliverTo'],
            properties: {
              sequence: { type: 'integer', minimum: 0 },
              goods: { ...text(200), minLength: 1 },
              quantity: { type: 'integer', minimum: 1, maximum: 10_000 },
              unitPrice: { type: 'number', exclusiveMinimum: 0 },
              deliverTo: text(200),
              remark: text(1000),
            },
          },
        ],
        calculations: { total: { '*': [{ var: 'quantity' }, { var: 'unitPrice' }] } },
        disclosures: [
          shows('seller', 'goods', 'quantity', 'unitPrice', 'remark'),
          shows('carrier', 'goods', 'quantity', 'deliverTo'),
          shows('auditor', 'sequence', 'total'),
        ],
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
