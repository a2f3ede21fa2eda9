// A Handover over HTTP: with both signatures the role passes, without a consent or a form it is refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import { signingDigest } from '../../../core/transaction/encode.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller, stranger, WAIT } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from './draft-register.js';

const TALK = {
  language: 2,
  title: 'Talk',
  description: 'One asks and another one answers.',
  participants: [{ id: 'asks' }, { id: 'answers' }],
  actions: [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [3]), step(3, 'answers', [])],
} as unknown as JsonObject;

describe('a Handover', () => {
  const world = worldOfAll();

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

  it('to a wallet of the node puts its work into the inbox, and lets it act', async () => {
    const { at, two, shown } = await talking();
    await seedExampleWallet(world.deps);
    const { walletAddress, organisationId: organizationId } = EXAMPLE;
    const { registerId } = at;
    const body = {
      ...{ registerId, participantId: 'desk', participantName: 'Desk', organizationName: EXAMPLE.organisationName },
      ...{ addresses: [{ walletAddress }], signerWalletAddress: walletAddress },
    };
    const made = await ask(world, 'publishParticipant', { params: { organizationId }, body }, { headers: WAIT });
    expect(made.json.status, made.text).to.equal('sealed');
    const pending = async () => {
      const parts = { params: { wallet: walletAddress, register: registerId } };
      const { json, text } = await ask(world, 'listPendingActions', parts);
      expect(json.items, text).to.be.an('array');
      return json.items.map(({ actionId }: { actionId: string }) => actionId);
    };
    expect(await pending()).to.deep.equal([]);
    const payload = { type: 'handover', v: 1, role: 'answers', from: seller.address, to: walletAddress };
    const given = at.move(2, seller, { after: two, type: 'Handover', payload });
    const data = toBase64(signingDigest(given.transactionId, given.payloadHash));
    const signing = { params: { id: walletAddress }, body: { data, isPreHashed: true } };
    const { publicKey, signature, algorithm } = (await ask(world, 'signWithWallet', signing)).json;
    const entry = { publicKey, signatureValue: signature, algorithm };
    expect(said(await at.submit({ ...given, signatures: [...given.signatures, entry] }))).to.equal('200 sealed');
    expect(await pending()).to.deep.equal(['3']);
    const acted = await ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: BLUEPRINT, actionId: '3', senderWallet: walletAddress, registerAddress: registerId },
        ...{ instanceId: two.instanceId, payloadData: { n: 3 } },
      },
    });
    expect(acted.status, acted.text).to.equal(200);
    expect((await shown()).state).to.equal('Completed');
    expect(await pending()).to.deep.equal([]);
  });
});
