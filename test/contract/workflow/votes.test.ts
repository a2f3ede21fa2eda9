// Votes over HTTP: each voter finds that it is asked, and how the votes stand; it votes with sealed data, once, and who
// calls for the last one is told what was decided.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller } from '../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../people/draft-register.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';

const OFFICE = EXAMPLE.walletAddress;
const INSTANCE = { instanceId: 'award' };

/** Two of three decide; the office has a veto. The outcome is sealed, and the buyer reads it. */
const AWARD = {
  language: 2,
  title: 'Award',
  description: 'A committee decides.',
  participants: [
    { id: 'buyer', walletAddress: buyer.address },
    { id: 'office', walletAddress: OFFICE },
    { id: 'seller', walletAddress: seller.address },
    { id: 'other' },
  ],
  actions: [
    step(1, 'buyer', [2], { isStartingAction: true }),
    step(2, 'office', [], {
      title: 'Decide',
      routes: [
        { id: 'granted', nextActionIds: [3] },
        { id: 'refused', nextActionIds: [4] },
      ],
      approval: {
        of: [{ role: 'office' }, { role: 'seller' }, { role: 'other' }],
        ...{ need: 2, veto: ['office'], yes: 'granted', no: 'refused' },
      },
    }),
    step(3, 'buyer', []),
    step(4, 'buyer', []),
  ],
} as unknown as JsonObject;

describe('votes over HTTP', () => {
  const world = worldOfAll();
  let at: DraftRegister;
  let opening: ReturnType<DraftRegister['move']>;
  before(async () => {
    await seedExampleWallet(world.deps);
  });
  beforeEach(async () => {
    at = await draftRegister(world, AWARD);
    opening = at.move(1, buyer, INSTANCE);
    expect(said(await at.submit(opening))).to.equal('200 sealed');
  });

  const place = () => ({ params: INSTANCE, query: { registerId: at.registerId } });
  const shown = async () => (await ask(world, 'getInstance', place())).json;
  const voting = async () => (await shown()).activeBranches[0].voting;
  const waiting = async () => {
    const { json, text } = await ask(world, 'listPendingActions', {
      params: { wallet: OFFICE, register: at.registerId },
    });
    expect(json.items, text).to.be.an('array');
    return json.items;
  };
  const vote = (more: JsonObject) =>
    ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: BLUEPRINT, actionId: '2', senderWallet: OFFICE, registerAddress: at.registerId },
        ...{ ...INSTANCE, payloadData: { n: 7 }, ...more },
      },
    });
  const theirs = (role: string, cast: string) =>
    at.submit(
      at.move(2, seller, {
        after: opening,
        ...INSTANCE,
        type: 'Vote',
        payload: { n: 3 },
        metadata: { role, vote: cast },
      }),
    );

  it('are asked of each voter, who sees how they stand, and are counted once', async () => {
    const [row, ...others] = await waiting();
    expect(others).to.deep.equal([]);
    const none = { need: 2, settle: 'early', yes: 0, no: 0, abstain: 0, open: 3, votes: [] };
    expect(row).to.deep.include({ actionId: '2', participantId: 'office' });
    expect(row.voting).to.deep.equal({ ...none, openRoles: ['office', 'seller', 'other'] });
    const first = await vote({ vote: 'yes' });
    expect(first.status, first.text).to.equal(200);
    expect(first.json).to.not.have.property('decided');
    expect(first.json.nextActions).to.deep.equal([]);
    expect(await voting()).to.deep.include({ yes: 1, open: 2, openRoles: ['seller', 'other'] });
    expect((await voting()).votes).to.deep.equal([
      { role: 'office', vote: 'yes', weight: 1, transactionId: first.json.transactionId },
    ]);
    expect((await shown()).completedActionCount).to.equal(1);
    // It waits for the others now.
    expect(await waiting()).to.deep.equal([]);
    // The same again is the same, another one is none.
    expect((await vote({ vote: 'yes' })).json).to.deep.include({
      repeated: true,
      transactionId: first.json.transactionId,
    });
    expect(said(await vote({ vote: 'no' }))).to.equal('409 VAL_FLOW_003 /role');
    const { json } = await ask(world, 'getAction', {
      params: { wallet: OFFICE, register: at.registerId, tx: first.json.transactionId },
    });
    expect(json).to.deep.include({ type: 'Vote', payloadData: { n: 7 } });
  });

  it('tell who casts the last one what was decided, and who follows', async () => {
    // A readable vote of another party counts as well as a sealed one.
    expect(said(await theirs('seller', 'yes'))).to.equal('200 sealed');
    const last = await vote({ vote: 'yes' });
    expect(last.status, last.text).to.equal(200);
    expect(last.json.decided).to.equal('yes');
    expect(last.json.nextActions.map(({ actionId }: JsonObject) => actionId)).to.deep.equal([3]);
    expect((await shown()).currentActionIds).to.deep.equal([3]);
    expect((await shown()).completedActionCount).to.equal(2);
  });

  it('are refused without a word, with a role that does not vote, and at an action without votes', async () => {
    expect(said(await vote({}))).to.equal('422 VAL_FLOW_008 /vote');
    expect(said(await vote({ vote: 'yes', role: 'buyer' }))).to.equal('409 VAL_FLOW_003 /role');
    expect(said(await vote({ vote: 'yes', role: 'seller' }))).to.equal('403 VAL_BP_002 /senderWallet');
    expect(said(await vote({ role: 'office' }))).to.equal('400 BODY_INVALID /role');
    expect((await vote({ vote: 'maybe' })).status).to.equal(400);
    const veto = await vote({ vote: 'no' });
    expect(veto.json.decided, veto.text).to.equal('no');
    expect((await shown()).currentActionIds).to.deep.equal([4]);
    expect(said(await vote({ actionId: '4', vote: 'yes' }))).to.equal('422 VAL_FLOW_008 /vote');
  });

  it('settle where the last voter left: a role that has voted calls again for the same', async () => {
    const { actions, participants, ...rest } = AWARD as unknown as {
      actions: JsonObject[];
      participants: JsonObject[];
    };
    const both = { of: [{ role: 'office' }, { role: 'seller' }], need: 2, yes: 'granted', no: 'refused' };
    const pair = actions.map((one) => (one.id === 2 ? { ...one, approval: both } : one)) as JsonObject[];
    at = await draftRegister(world, { ...rest, actions: pair, participants: participants.slice(0, 3) } as JsonObject);
    const record = await at.record('seller', [seller]);
    opening = at.move(1, buyer, INSTANCE);
    expect(said(await at.submit(opening))).to.equal('200 sealed');
    const first = await vote({ vote: 'yes' });
    expect(first.status, first.text).to.equal(200);
    expect(await voting()).to.deep.include({ yes: 1, openRoles: ['seller'] });
    expect(await voting()).to.not.have.property('settles');
    expect(await waiting(), 'it waits for the seller').to.deep.equal([]);
    // A call that is made again is told what came of it.
    expect((await vote({ vote: 'yes' })).json.transactionId).to.equal(first.json.transactionId);
    const ends = { version: 2, status: 'Revoked', after: record.json.transactionId } as const;
    expect(said(await at.record('seller', [seller], ends))).to.equal('200 sealed');
    expect(await voting()).to.deep.include({ openRoles: [], settles: 'no' });
    const [task, ...none] = await waiting();
    expect(none).to.deep.equal([]);
    expect(task).to.deep.include({ actionId: '2', participantId: 'office', again: { role: 'office', vote: 'yes' } });
    expect(task.isRejectable).to.equal(false);
    const page = await ask(world, 'listPendingActions', { params: { wallet: OFFICE, register: at.registerId } });
    expect(page.json.totalCount).to.equal(1);
    const last = await vote({ vote: 'yes' });
    expect(last.status, last.text).to.equal(200);
    expect(last.json.transactionId).to.not.equal(first.json.transactionId);
    expect((await shown()).currentActionIds).to.deep.equal([4]);
    expect(await waiting()).to.deep.equal([]);
  });
});
