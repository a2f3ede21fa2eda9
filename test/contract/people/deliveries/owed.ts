// An instance whose second role passed on: its new holder is owed what the old one read, by a wallet of the node.
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Submission } from '../../../../core/model/transaction.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { ask, buyer, seller, stranger } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import type { World } from '../../world/world.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../draft-register.js';

const OFFICE = EXAMPLE.walletAddress;
const num = { type: 'integer' };

/** `x` states a price, and a number that `y` does not read; `y` calculates with the price. */
export function pricedBetween(x: string, y: string) {
  return definitionOf(
    [
      { ...asks({ price: num, own: num }), ...shows({ y: ['price'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ qty: num }),
        calculations: { total: { '*': [read('in.qty'), read('act.1.price')] } },
        ...shows({ x: ['*'] }),
        ...to(),
      },
    ],
    {
      participants: [
        { id: 'x', walletAddress: x },
        { id: 'y', walletAddress: y },
      ],
    },
  );
}

export const HANDED = pricedBetween(OFFICE, seller.address);

export interface Begun {
  readonly at: DraftRegister;
  readonly instanceId: string;
  readonly transactionId: string;
  /** Gives the role `y` to a stranger, and the transaction that does. */
  readonly handOver: () => Promise<Submission>;
}

/** The office stated a price, which the seller reads. */
export async function begunToHandOver(world: World): Promise<Begun> {
  await seedExampleWallet(world.deps);
  const at = await draftRegister(world, HANDED as unknown as JsonObject);
  for (const [id, by] of Object.entries({ buyer, seller, stranger }))
    if (said(await at.record(id, [by])) !== '200 sealed') throw new Error(`${id} has no record`);
  const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: at.registerId };
  const begun = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10, own: 3 } } });
  if (begun.status !== 200) throw new Error(begun.text);
  const { instanceId, transactionId } = begun.json;
  const handOver = async () => {
    const payload = { type: 'handover', v: 1, role: 'y', from: seller.address, to: stranger.address };
    const after = { transactionId } as unknown as Submission;
    const signers = [seller, stranger];
    const move = at.move(1, seller, { after, instanceId, type: 'Handover', payload, signers });
    const answer = said(await at.submit(move));
    if (answer !== '200 sealed') throw new Error(answer);
    return move;
  };
  return { at, instanceId, transactionId, handOver };
}
