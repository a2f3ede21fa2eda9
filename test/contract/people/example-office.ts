// The example wallet of a world as a party of a register: its key as records name it, its own record, and its proof
// for a record that takes it as the newest key.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64, toBase64 } from '../../../core/base/bytes.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { primaryDigest } from '../../../core/register/people/primary-proof.js';
import type { Wallet } from '../../support/register/ledger.js';
import { ask, buyer, WAIT } from '../ledger/fixtures.js';
import type { World } from '../world/world.js';
import type { DraftRegister } from './draft-register.js';

export const OFFICE = EXAMPLE.walletAddress;

/** The wallet as the records of other parties name wallets. */
export function officeOf({ deps }: World): Wallet {
  const kept = deps.wallets.find(OFFICE);
  const publicKey = fromBase64(kept?.publicKey ?? '');
  if (!kept || !publicKey) throw new Error('the example wallet is there');
  return { ...buyer, address: OFFICE, algorithm: kept.algorithm as Wallet['algorithm'], publicKey };
}

/** Publishes the participant `office` with the wallet; gives the id of its record. */
export async function publishOffice(world: World, { registerId }: DraftRegister): Promise<string> {
  const body = {
    ...{ registerId, participantId: 'office', participantName: 'Office', organizationName: 'The Office' },
    ...{ addresses: [{ walletAddress: OFFICE }], signerWalletAddress: OFFICE },
  };
  const params = { organizationId: EXAMPLE.organisationId };
  const made = await ask(world, 'publishParticipant', { params, body }, { headers: WAIT });
  expect(made.json.status, made.text).to.equal('sealed');
  return made.json.transactionId as string;
}

/** Proves with the wallet a record whose newest key it is. */
export function officeProves(world: World, { registerId }: DraftRegister) {
  return async (record: ParticipantRecord): Promise<ParticipantRecord> => {
    const body = { data: toBase64(primaryDigest(registerId, record)), isPreHashed: true };
    const signing = await ask(world, 'signWithAddress', { params: { address: OFFICE }, body });
    return { ...record, primaryProof: signing.json.signature };
  };
}
