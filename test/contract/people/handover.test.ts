// A Handover over HTTP: with both signatures the role passes, without a consent or a form it is refused.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/people.js';
import { ask, buyer, seller, stranger } from '../ledger/fixtures.js';
import { aWorld, type World } from '../world.js';
import { draftRegister, said } from './draft-register.js';

const TALK = {
  language: 2,
  title: 'Talk',
  description: 'One asks and another one answers.',
  participants: [{ id: 'asks' }, { id: 'answers' }],
  actions: [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [3]), step(3, 'answers', [])],
} as unknown as JsonObject;

describe('a Handover', () => {
  let world: World;
  before(async () => {
    world = await aWorld();
  });
  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.close();
  });

  async function talking() {
    const at = await draftRegister(world, TALK);
    for (const [id, by] of Object.entries({ buyer, seller, stranger }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    const one = at.move(1, buyer);
    const two = at.move(2, seller, { after: one });
    for (const tx of [one, two]) expect(said(await at.submit(tx))).to.equal('200 sealed');
    const shown = async () => {
      const params = { instanceId: one.instanceId as string };
      return (await ask(world, 'getInstance', { params, query: { registerId: at.registerId } })).json;
    };
    const give = (signers: readonly (typeof buyer)[], more: JsonObject = {}) => {
      const payload = { type: 'handover', v: 1, role: 'answers', from: seller.address, to: stranger.address, ...more };
      return at.submit(at.move(2, signers[0] as typeof buyer, { after: two, type: 'Handover', payload, signers }));
    };
    return { at, two, shown, give };
  }

  it('gives a role to another participant, with its consent and that of the holder', async () => {
    const { at, two, shown, give } = await talking();
    expect(said(await give([seller]))).to.equal('403 VAL_HAND_002 /signatures');
    expect(said(await give([stranger, buyer]))).to.equal('403 VAL_HAND_002 /signatures');
    expect(said(await give([seller, stranger]))).to.equal('200 sealed');
    expect((await shown()).participantWallets).to.deep.equal({ asks: buyer.address, answers: stranger.address });
    expect(said(await at.submit(at.move(3, seller, { after: two })))).to.equal('403 VAL_BP_002 /senderWallet');
    expect(said(await at.submit(at.move(3, stranger, { after: two })))).to.equal('200 sealed');
    expect(said(await give([seller, stranger]))).to.equal('409 VAL_BP_011 /instanceId');
  });

  it('of others waits, is shown to the holder, and is refused by it', async () => {
    const { at, two, shown, give } = await talking();
    const others = { withoutHolder: true };
    expect(said(await give([stranger, buyer], others))).to.equal('200 sealed');
    const { handovers, participantWallets } = await shown();
    expect(participantWallets.answers).to.equal(seller.address);
    expect(handovers.map(({ role, to }: JsonObject) => [role, to])).to.deep.equal([['answers', stranger.address]]);
    expect(said(await give([stranger], { ...others, from: seller.address }))).to.equal('409 VAL_HAND_003 ');
    const refusal = (payload: JsonObject) =>
      at.submit(at.move(2, seller, { after: two, type: 'Handover', payload: { type: 'handover', v: 1, ...payload } }));
    expect(said(await refusal({ role: 'answers', refuse: 'yes' }))).to.match(/^4\d\d VAL_SCHEMA_004 .*refuse/);
    expect(said(await refusal({ role: 'answers', refuse: true }))).to.equal('200 sealed');
    expect(await shown()).to.not.have.property('handovers');
    expect(said(await refusal({ role: 'answers', refuse: true }))).to.equal('422 VAL_HAND_001 /payload/role');
  });
});
