// An instance with a role that the example wallet may reserve, on a register of language 2.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64 } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, buyer } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { draftRegister, said } from './draft-register.js';

export const BANK = 'The Bank';
const TALK = {
  language: 2,
  title: 'Talk',
  description: 'One asks and a clerk of the bank answers.',
  participants: [{ id: 'asks' }, { id: 'clerk', candidates: { organisation: BANK }, claimFor: 'PT1H' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    step(2, 'clerk', [3]),
    step(3, 'asks', [4]),
    step(4, 'clerk', []),
  ],
} as unknown as JsonObject;

const WAYS = [
  { id: 'granted', nextActionIds: [3] },
  { id: 'refused', nextActionIds: [3] },
];
/** The same where the clerk and two others vote: one that anybody may be, and who asks. */
export const VOTED = {
  ...TALK,
  participants: [...(TALK.participants as readonly JsonObject[]), { id: 'other' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    {
      ...step(2, 'clerk', []),
      routes: WAYS,
      approval: {
        of: [{ role: 'clerk' }, { role: 'other' }, { role: 'asks' }],
        ...{ need: 3, yes: 'granted', no: 'refused', settle: 'all' },
      },
    },
    step(3, 'asks', []),
  ],
} as unknown as JsonObject;

/**
 * The same where who asks does the second step, and the clerk may after an hour (`also`), or a helper that anybody may
 * be.
 */
export const LATE = {
  ...TALK,
  participants: [...(TALK.participants as readonly JsonObject[]), { id: 'helper' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    {
      ...step(2, 'asks', []),
      timers: [
        { id: 'clerk', after: 'PT1H', also: ['clerk'] },
        { id: 'helper', after: 'PT2H', also: ['helper'] },
      ],
    },
  ],
} as unknown as JsonObject;

/** The example wallet is a clerk of the bank, by the word of the owner of the register; action 2 waits for one. */
export async function waitingForClerk(world: World, definition = TALK) {
  await seedExampleWallet(world.deps);
  const at = await draftRegister(world, definition);
  const { registerId } = at;
  const wallet = EXAMPLE.walletAddress;
  const key = world.deps.wallets.find(wallet)?.publicKey ?? '';
  const mine = { ...buyer, address: wallet, publicKey: fromBase64(key) as Uint8Array };
  const body = { registerId, participantId: 'clerk-1', participantName: 'Clerk', organizationName: BANK };
  const published = await ask(
    world,
    'publishParticipant',
    {
      params: { organizationId: EXAMPLE.organisationId },
      body: { ...body, addresses: [{ walletAddress: wallet }], signerWalletAddress: wallet },
    },
    { headers: { prefer: 'wait=5' } },
  );
  expect(published.json.status, published.text).to.equal('sealed');
  const vouched = { version: 2, after: published.json.transactionId, by: buyer, organizationName: BANK };
  expect(said(await at.record('clerk-1', [mine], vouched))).to.equal('200 sealed');
  const opening = at.move(1, buyer);
  expect(said(await at.submit(opening))).to.equal('200 sealed');
  return { at, opening, instanceId: opening.instanceId as string };
}

const claimable =
  (isClaimed: boolean): Prepare =>
  async (world) => {
    const { at, instanceId } = await waitingForClerk(world);
    const [params, query] = [{ instanceId, actionId: '2' }, { registerId: at.registerId }];
    const body = { senderWallet: EXAMPLE.walletAddress };
    if (isClaimed) await ask(world, 'claimRole', { params, query, body });
    return { as: 'administrator', params, query };
  };

export const prepareClaims: Readonly<Record<string, Prepare>> = {
  claimRole: claimable(false),
  releaseRole: claimable(true),
};
