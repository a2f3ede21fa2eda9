// The participant that the examples of its group name, sealed on the example register.

import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PARTICIPANT_ID, participantExamples } from '../../../api/groups/ledger/participants/examples.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { wallet } from '../../support/register/ledger.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { ask, exampleOrders, WAIT } from './fixtures.js';

let serial = 0;

/** Publishes a record and gives its id: of a wallet of its own, unless another one is stated. */
export async function aParticipant(world: World, participantId?: string, stated?: object): Promise<string> {
  await exampleOrders(world);
  await seedExampleWallet(world.deps);
  serial += 1;
  const id = participantId ?? `participant-${serial}`;
  const address = stated ?? addressOf(id);
  const body = {
    registerId: LEDGER.registerId,
    participantId: id,
    participantName: 'Procurement',
    organizationName: EXAMPLE.organisationName,
    addresses: [address],
    signerWalletAddress: EXAMPLE.walletAddress,
  };
  const parts = { params: { organizationId: EXAMPLE.organisationId }, body };
  const answer = await ask(world, 'publishParticipant', parts, { headers: WAIT });
  if (answer.status !== 202 || answer.json.status !== 'sealed') throw new Error(answer.text);
  return id;
}

/** The address of a wallet that no node has. */
export function addressOf(name: string): object {
  const { address: walletAddress, publicKey, algorithm } = wallet(name);
  return { walletAddress, publicKey: toBase64(publicKey), algorithm };
}

const seeded = new WeakMap<World['deps'], Promise<string>>();

const withExample: Prepare = async (world) => {
  let participant = seeded.get(world.deps);
  if (!participant) {
    participant = aParticipant(world, PARTICIPANT_ID, { walletAddress: EXAMPLE.walletAddress });
    seeded.set(world.deps, participant);
  }
  await participant;
  return { as: 'administrator' };
};

const withFresh: Prepare = async (world) => {
  const params = { organizationId: EXAMPLE.organisationId, participantId: await aParticipant(world) };
  return { as: 'administrator', params };
};

/** Of a wallet that no other example needs: after the call it is revoked. */
const withRevocable: Prepare = async (world) => {
  const participantId = await aParticipant(world, 'to-be-revoked');
  return { as: 'administrator', params: { organizationId: EXAMPLE.organisationId, participantId } };
};

/** The wallet of the example has its record already, and founds no other. */
const withOtherWallet: Prepare = async (world) => {
  await withExample(world);
  const { body } = participantExamples.publishParticipant.input;
  return { as: 'administrator', body: { ...body, addresses: [addressOf('published')] } };
};

export const prepareParticipants: Readonly<Record<string, Prepare>> = {
  listParticipants: withExample,
  getParticipant: withExample,
  getParticipantByAddress: withExample,
  getParticipantPublicKey: withExample,
  resolvePublicKeys: withExample,
  publishParticipant: withOtherWallet,
  updateParticipant: withFresh,
  revokeParticipant: withRevocable,
};
