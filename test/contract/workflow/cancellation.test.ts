// Cancelling over HTTP where the definition asks several: each party calls it, the instance shows who agreed, and ends
// when enough have.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, seller } from '../ledger/fixtures.js';
import { BLUEPRINT, draftRegister, said } from '../people/draft-register.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';

const SALE = {
  language: 2,
  title: 'Sale',
  description: 'Goods are ordered and shipped.',
  participants: [{ id: 'buyer' }, { id: 'seller' }],
  actions: [
    step(1, 'buyer', [2], { isStartingAction: true }),
    step(2, 'seller', [3]),
    step(3, 'buyer', [4]),
    step(4, 'buyer', []),
  ],
  cancellation: { until: [3], consent: { need: 2, of: ['buyer', 'seller'] } },
} as unknown as JsonObject;

/** The other party asks. */
const ASKED = { ...SALE, cancellation: { by: ['seller'], consent: { need: 2, of: ['buyer', 'seller'] } } };

describe('a cancellation that needs consent', () => {
  const world = worldOfAll();

  async function begun(definition: JsonObject = SALE) {
    const at = await draftRegister(world, definition);
    await seedExampleWallet(world.deps);
    const { registerId } = at;
    const made = await ask(world, 'createInstance', { body: { registerId, blueprintId: BLUEPRINT } });
    const instanceId = made.json.id as string;
    const act = (actionId: string) =>
      ask(world, 'submitAction', {
        body: {
          ...{ blueprintId: BLUEPRINT, actionId, senderWallet: EXAMPLE.walletAddress, registerAddress: registerId },
          ...{ instanceId, payloadData: { n: Number(actionId) } },
        },
      });
    const first = await act('1');
    expect(first.status, first.text).to.equal(200);
    const after = { transactionId: first.json.transactionId } as never;
    const place = { params: { instanceId }, query: { registerId } };
    const shown = async () => (await ask(world, 'getInstance', place)).json;
    const cancel = async () =>
      ask(world, 'cancelInstance', { ...place, body: { senderWallet: EXAMPLE.walletAddress, reason: 'No goods.' } });
    const theirs = (action: number, more: JsonObject) =>
      at.submit(at.move(action, seller, { after, instanceId, ...more }));
    return { at, act, shown, cancel, theirs };
  }

  it('ends the instance when the last one agrees, and shows who has', async () => {
    const { shown, cancel, theirs } = await begun();
    expect(said(await theirs(2, {}))).to.equal('200 sealed');
    const asked = await cancel();
    expect([asked.status, asked.json.isComplete], asked.text).to.deep.equal([200, false]);
    const { state, cancellation } = await shown();
    expect(state).to.equal('Active');
    expect(cancellation.by).to.deep.equal(['opener']);
    expect(cancellation.askedAt).to.be.a('string');
    const given = cancellation.consent.given.map(({ role, wallet }: JsonObject) => [role, wallet]);
    expect(given).to.deep.equal([['buyer', EXAMPLE.walletAddress]]);
    expect(said(await cancel())).to.equal('409 VAL_BP_019 /instanceId');
    expect(said(await theirs(1, { type: 'Cancellation', metadata: { roles: ['buyer'] } }))).to.match(/^403 VAL_BP_002/);
    expect(said(await theirs(1, { type: 'Cancellation', metadata: { roles: ['seller'] } }))).to.equal('200 sealed');
    const ended = await shown();
    expect(ended.state).to.equal('Cancelled');
    expect(ended).to.not.have.property('cancellation');
    expect(said(await cancel())).to.equal('409 VAL_BP_011 /instanceId');
  });

  it('is a task for who has not agreed, which says who asks, and none once it is over', async () => {
    const { at, shown, cancel, theirs, act } = await begun(ASKED as JsonObject);
    expect(said(await theirs(2, {}))).to.equal('200 sealed');
    const params = { wallet: EXAMPLE.walletAddress, register: at.registerId };
    const tasks = async () => {
      const { items } = (await ask(world, 'listPendingActions', { params })).json;
      return items.map((one: JsonObject) => [one.actionId, one.participantId, one.cancels ?? null, one.isRejectable]);
    };
    const told: string[] = [];
    const unlisten = world.deps.announcements.listen((fact) => {
      if (fact.type === 'cancellation-asked') told.push(...fact.wallets);
    });
    const todo = ['3', 'buyer', null, false];
    expect(await tasks()).to.deep.equal([todo]);
    expect(said(await theirs(1, { type: 'Cancellation', metadata: { roles: ['seller'] } }))).to.equal('200 sealed');
    const task = ['1', 'buyer', { role: 'buyer', askedBy: 'seller' }, false];
    expect(await tasks()).to.deep.equal([task, todo]);
    expect(told).to.deep.equal([EXAMPLE.walletAddress]);
    // It stays while the instance goes on.
    expect((await act('3')).status).to.equal(200);
    expect(await tasks()).to.deep.equal([['4', 'buyer', null, false], task]);
    expect(told).to.have.length(1);
    unlisten();
    expect((await cancel()).json.isComplete).to.equal(true);
    expect([await tasks(), (await shown()).state]).to.deep.equal([[], 'Cancelled']);
  });

  it('is answered as complete to the one that ends it, and refused when it is too late', async () => {
    const { shown, cancel, theirs, act } = await begun();
    expect(said(await theirs(2, {}))).to.equal('200 sealed');
    expect(said(await theirs(1, { type: 'Cancellation', metadata: { roles: ['seller'] } }))).to.equal('200 sealed');
    const third = await act('3');
    expect(third.status, third.text).to.equal(200);
    expect((await shown()).cancellation.endedBy).to.equal(3);
    expect(said(await cancel())).to.equal('409 VAL_BP_018 /instanceId');
    const other = await begun();
    expect(said(await other.theirs(2, {}))).to.equal('200 sealed');
    expect(said(await other.theirs(1, { type: 'Cancellation', metadata: { roles: ['seller'] } }))).to.equal(
      '200 sealed',
    );
    const last = await other.cancel();
    expect([last.status, last.json.isComplete], last.text).to.deep.equal([200, true]);
    expect((await other.shown()).state).to.equal('Cancelled');
  });
});
