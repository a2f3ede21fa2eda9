// Actions that a wallet may begin, over HTTP, where the definition names another one: a newest key, a deputy, a
// candidate; and where it names a wallet whose record rests. An action that is listed can be begun, another one is
// refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller, WAIT } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from './draft-register.js';
import { OFFICE, officeOf, officeProves, publishOffice } from './example-office.js';

const talk = (opens: JsonObject): JsonObject =>
  ({
    ...{ language: 2, title: 'Talk', description: 'One asks and another one answers.' },
    participants: [{ id: 'opens', ...opens }, { id: 'answers' }],
    actions: [step(1, 'opens', [2], { isStartingAction: true }), step(2, 'answers', [])],
  }) as unknown as JsonObject;

describe('an action that a wallet may begin', () => {
  const world = worldOfAll();
  before(async () => {
    await seedExampleWallet(world.deps);
  });

  /** Whether the list says that the example wallet may begin, and what is said to it when it does. */
  const begins = async ({ registerId }: DraftRegister) => {
    const listed = await ask(world, 'listStartingActions', { params: { wallet: OFFICE, register: registerId } });
    const tried = await ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: registerId },
        payloadData: { n: 1 },
      },
    });
    const { isAvailable } = listed.json.blueprints[0].availableActions[0];
    return [isAvailable, tried.status === 200 ? 'begun' : said(tried)];
  };
  const REFUSED = [false, '403 VAL_BP_002 /senderWallet'];

  it('is what its participant may, from the docket of its newest key on, and no more once its record rests', async () => {
    const at = await draftRegister(world, talk({ walletAddress: seller.address }));
    const first = await at.record('seller', [seller]);
    expect(await begins(at)).to.deep.equal(REFUSED);
    const version = { version: 2, after: first.json.transactionId, by: seller, proves: officeProves(world, at) };
    const second = await at.record('seller', [officeOf(world)], version);
    expect(said(second)).to.equal('200 sealed');
    expect(await begins(at)).to.deep.equal([true, 'begun']);

    const other = await draftRegister(world, talk({ walletAddress: OFFICE }));
    await publishOffice(world, other);
    expect(await begins(other)).to.deep.equal([true, 'begun']);
    const rests = await ask(
      world,
      'updateParticipant',
      {
        params: { organizationId: EXAMPLE.organisationId, participantId: 'office' },
        body: { registerId: other.registerId, signerWalletAddress: OFFICE, status: 'Deprecated' },
      },
      { headers: WAIT },
    );
    expect(rests.json.status, rests.text).to.equal('sealed');
    expect(await begins(other)).to.deep.equal(REFUSED);
  });

  it('is what a holder lets its deputy do', async () => {
    const at = await draftRegister(world, talk({ walletAddress: seller.address }));
    await publishOffice(world, at);
    const time = (ms: number) => new Date(world.deps.clock.now() + ms).toISOString();
    const delegations = [{ to: 'office', from: time(-60_000), until: time(3_600_000) }];
    const first = await at.record('seller', [seller]);
    expect(await begins(at)).to.deep.equal(REFUSED);
    const delegated = await at.record('seller', [seller], {
      ...{ delegations, version: 2, after: first.json.transactionId },
    });
    expect(said(delegated)).to.equal('200 sealed');
    expect(await begins(at)).to.deep.equal([true, 'begun']);
  });

  it('is a role that it may take as a candidate, and not one whose candidates others are', async () => {
    const at = await draftRegister(world, talk({ candidates: { organisation: 'The Office' } }));
    const after = await publishOffice(world, at);
    expect(await begins(at)).to.deep.equal(REFUSED);
    const vouched = { version: 2, after, by: buyer, organizationName: 'The Office' };
    expect(said(await at.record('office', [officeOf(world)], vouched))).to.equal('200 sealed');
    expect(await begins(at)).to.deep.equal([true, 'begun']);
  });
});
