// An instance whose first action a party with its key elsewhere sealed to the wallet of the node, so that it cannot be
// opened there.
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fromBase64 } from '../../../../core/base/bytes.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { buyer } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import type { World } from '../../world/world.js';
import { type DraftRegister, draftRegister, said } from '../draft-register.js';
import { type OutsideRun, outsideRun } from './outside-run.js';

const num = { type: 'integer' };
export const PRICED = definitionOf(
  [
    { ...asks({ price: num }), ...shows({ y: ['price'] }), ...to(2) },
    { sender: 'y', ...asks({ qty: num }), ...shows({ x: ['*'] }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'y', walletAddress: EXAMPLE.walletAddress },
    ],
  },
);

export interface Unopened {
  readonly at: DraftRegister;
  readonly instanceId: string;
  readonly txId: string;
}

/** Sealed under another key than that of the wallet which the envelope names. */
export async function unopened(world: World, alter?: OutsideRun['alter']): Promise<Unopened> {
  await seedExampleWallet(world.deps);
  const at = await draftRegister(world, PRICED);
  const instanceId = 'unopened';
  const office = EXAMPLE.walletAddress;
  const known = world.deps.wallets.find(office);
  const publicKey = good(fromBase64(known?.publicKey ?? '') ?? []);
  const keys = [
    { walletAddress: buyer.address, publicKey: buyer.publicKey },
    { walletAddress: office, publicKey: publicKey as Uint8Array },
  ];
  const of = { definition: PRICED, instanceId, by: buyer, data: { price: 10 }, next: [2] };
  const run = outsideRun(world, at, { ...of, holders: { x: buyer.address, y: office }, keys, ...(alter && { alter }) });
  const payload = run.payload as unknown as { groups: { ciphertext: string }[] };
  if (payload.groups.length === 0) throw new Error('the run is sealed');
  const answer = said(await at.submit(run));
  if (answer !== '200 sealed') throw new Error(answer);
  return { at, instanceId, txId: run.transactionId };
}
