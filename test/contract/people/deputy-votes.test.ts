// A deputy that votes over HTTP: it finds the vote of its participant among its tasks, the node states whose it is, and
// all see who cast it and for whom. Where it has voted, or its participant has, it is asked no more.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfEach } from '../world/world-of.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from './draft-register.js';

const OFFICE = EXAMPLE.walletAddress;
const INSTANCE = { instanceId: 'award' };

/** Two roles decide; the office has none of them. */
const AWARD = {
  language: 2,
  title: 'Award',
  description: 'Two parties decide.',
  participants: [
    { id: 'buyer', walletAddress: buyer.address },
    { id: 'chair', walletAddress: seller.address },
    { id: 'other' },
  ],
  actions: [
    step(1, 'buyer', [2], { isStartingAction: true }),
    step(2, 'chair', [], {
      routes: [
        { id: 'granted', nextActionIds: [3] },
        { id: 'refused', nextActionIds: [4] },
      ],
      approval: { of: [{ role: 'chair' }, { role: 'other' }], need: 2, yes: 'granted', no: 'refused' },
    }),
    step(3, 'buyer', []),
    step(4, 'buyer', []),
  ],
} as unknown as JsonObject;

describe('a deputy that votes over HTTP', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  let opening: ReturnType<DraftRegister['move']>;

  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, AWARD);
    const { registerId } = at;
    const published = await ask(
      world,
      'publishParticipant',
      {
        params: { organizationId: EXAMPLE.organisationId },
        body: {
          ...{ registerId, participantId: 'office', participantName: 'Office', organizationName: 'The Office' },
          ...{ addresses: [{ walletAddress: OFFICE }], signerWalletAddress: OFFICE },
        },
      },
      { headers: { prefer: 'wait=5' } },
    );
    expect(published.json.status, published.text).to.equal('sealed');
    const now = world.deps.clock.now();
    const time = (ms: number) => new Date(now + ms).toISOString();
    const delegations = [{ to: 'office', from: time(-60_000), until: time(3_600_000) }];
    expect(said(await at.record('seller', [seller], { delegations }))).to.equal('200 sealed');
    opening = at.move(1, buyer, INSTANCE);
    expect(said(await at.submit(opening))).to.equal('200 sealed');
  });

  const waiting = async () => {
    const params = { wallet: OFFICE, register: at.registerId };
    const { json, text } = await ask(world, 'listPendingActions', { params });
    expect(json.items, text).to.be.an('array');
    expect(json.totalCount).to.equal(json.items.length);
    return json.items;
  };
  const vote = (more: JsonObject) =>
    ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: BLUEPRINT, actionId: '2', senderWallet: OFFICE, registerAddress: at.registerId },
        ...{ ...INSTANCE, payloadData: { n: 7 }, ...more },
      },
    });
  const own = (cast: string) =>
    at.submit(
      at.move(2, seller, {
        ...{ after: opening, ...INSTANCE, type: 'Vote', payload: { n: 3 } },
        metadata: { role: 'chair', vote: cast },
      }),
    );
  const votes = async () => {
    const { json } = await ask(world, 'getInstance', { params: INSTANCE, query: { registerId: at.registerId } });
    return json.activeBranches[0].voting.votes;
  };

  it('is asked in the role of its participant, and casts its vote', async () => {
    const [task, ...others] = await waiting();
    expect(others).to.deep.equal([]);
    expect(task).to.deep.include({ actionId: '2', participantId: 'chair' });
    expect(task.standsIn).to.deep.include({ walletAddress: OFFICE, why: 'deputy', participantId: 'seller' });
    const made = await vote({ vote: 'yes' });
    expect(made.status, made.text).to.equal(200);
    const { transactionId } = made.json;
    expect(await votes()).to.deep.equal([
      { role: 'chair', vote: 'yes', weight: 1, transactionId, for: 'seller', deputy: 'office' },
    ]);
    expect(await waiting()).to.deep.equal([]);
    expect((await vote({ vote: 'yes' })).json).to.deep.include({ repeated: true, transactionId });
    expect(said(await vote({ vote: 'no', role: 'chair' }))).to.equal('409 VAL_FLOW_003 /role');
    // It has cast its vote: it takes no open role with another one.
    expect(said(await vote({ vote: 'yes', role: 'other' }))).to.equal('409 VAL_FLOW_003 /senderWallet');
    expect(said(await own('yes'))).to.match(/VAL_FLOW_003/);
  });

  it('is asked no more where its participant has voted itself', async () => {
    expect(said(await own('yes'))).to.equal('200 sealed');
    expect(await waiting()).to.deep.equal([]);
    expect(said(await vote({ vote: 'yes', role: 'chair' }))).to.equal('409 VAL_FLOW_003 /role');
  });
});
