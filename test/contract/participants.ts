// The participant that the examples of its group name, sealed on the example register.

import { LEDGER } from '../../api/examples/ledger.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { PARTICIPANT_ID } from '../../api/groups/participants/examples.js';
import { toBase64 } from '../../core/base/bytes.js';
import { wallet } from '../support/ledger.js';
import { ask, exampleOrders, WAIT } from './ledger/fixtures.js';
import type { Prepare } from './prepared.js';
import { seedExampleWallet } from './wallets.js';
import type { World } from './world.js';

let serial = 0;

/** Publishes a record of the example wallet and gives its id. */
export async function aParticipant(
  world: World,
  participantId?: string,
  address: object = { walletAddress: EXAMPLE.walletAddress },
): Promise<string> {
  await exampleOrders(world);
  await seedExampleWallet(world.deps);
  serial += 1;
  const id = participantId ?? `participant-${serial}`;
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

const seeded = new WeakMap<World, Promise<string>>();

const withExample: Prepare = async (world) => {
  let participant = seeded.get(world);
  if (!participant) {
    participant = aParticipant(world, PARTICIPANT_ID);
    seeded.set(world, participant);
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
  const { address: walletAddress, publicKey, algorithm } = wallet('to be revoked');
  const participantId = await aParticipant(world, 'to-be-revoked', {
    walletAddress,
    publicKey: toBase64(publicKey),
    algorithm,
  });
  return { as: 'administrator', params: { organizationId: EXAMPLE.organisationId, participantId } };
};

export const prepareParticipants: Readonly<Record<string, Prepare>> = {
  listParticipants: withExample,
  getParticipant: withExample,
  getParticipantByAddress: withExample,
  getParticipantPublicKey: withExample,
  resolvePublicKeys: withExample,
  publishParticipant: withExample,
  updateParticipant: withFresh,
  revokeParticipant: withRevocable,
};
