// An action that is not done before a time, over HTTP: it is a task with that time, no call does it before, and after
// it all goes on.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { step } from '../../../support/register/people.js';
import { ask, buyer } from '../../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';

const SELLER = EXAMPLE.walletAddress;
const INSTANCE = { instanceId: 'award' };
const HOUR_MS = 3_600_000;

const AWARD = {
  language: 2,
  title: 'Award',
  description: 'A contract is signed when others had time to object.',
  participants: [{ id: 'buyer' }, { id: 'seller', walletAddress: SELLER }],
  actions: [
    step(1, 'buyer', [2], { isStartingAction: true }),
    step(2, 'seller', [3], {
      rejectionConfig: { targetActionId: 1 },
      timers: [{ id: 'standstill', after: 'PT1H', notBefore: true }],
    }),
    step(3, 'buyer', []),
  ],
} as unknown as JsonObject;

describe('an action that is closed until a time, over HTTP', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, AWARD);
    expect(said(await at.submit(at.move(1, buyer, INSTANCE)))).to.equal('200 sealed');
  });

  it('is a task with its time, refused until then and done after it', async () => {
    const shown = async () =>
      (await ask(world, 'getInstance', { params: INSTANCE, query: { registerId: at.registerId } })).json;
    const next = async () =>
      (await ask(world, 'getNextActions', { params: INSTANCE, query: { registerId: at.registerId } })).json.nextActions;
    const waiting = async () =>
      (await ask(world, 'listPendingActions', { params: { wallet: SELLER, register: at.registerId } })).json.items;
    const place = { ...INSTANCE, blueprintId: BLUEPRINT, senderWallet: SELLER, registerAddress: at.registerId };
    const act = () => ask(world, 'submitAction', { body: { ...place, actionId: '2', payloadData: { n: 2 } } });
    const reject = () =>
      ask(world, 'rejectInstanceAction', {
        params: { ...INSTANCE, actionId: '2' },
        query: { registerId: at.registerId },
        body: { senderWallet: SELLER, reason: 'Too dear.' },
      });

    const before = await shown();
    const notBefore = new Date(Date.parse(before.createdAt) + HOUR_MS).toISOString();
    expect(before.activeBranches[0]).to.deep.include({ currentActionId: 2, state: 'Active', notBefore });
    expect([before.currentActionIds, before.isStuck]).to.deep.equal([[], undefined]);
    expect(await next()).to.deep.equal([]);
    const [task, ...others] = await waiting();
    expect(others).to.deep.equal([]);
    expect(task).to.deep.include({ actionId: '2', notBefore });
    expect(said(await act())).to.equal('409 VAL_FLOW_010 /actionId');
    expect(said(await reject())).to.equal('409 VAL_FLOW_010 /actionId');

    world.advance(HOUR_MS + 1000);
    const after = await shown();
    expect(after.activeBranches[0]).to.not.have.property('notBefore');
    expect(after.currentActionIds).to.deep.equal([2]);
    expect((await waiting())[0]).to.not.have.property('notBefore');
    const acted = await act();
    expect(acted.status, acted.text).to.equal(200);
    expect((await shown()).currentActionIds).to.deep.equal([3]);
  });
});
