// Escalation over HTTP: an instance says who may act too, and from when; after that the action waits for them as well,
// and the node does it in their role.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { step } from '../../../support/register/people.js';
import { ask, buyer, seller } from '../../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';

const LEAD = EXAMPLE.walletAddress;
const INSTANCE = { instanceId: 'claim' };
const HOUR_MS = 3_600_000;

const CLAIM = {
  language: 2,
  title: 'Claim',
  description: 'A clerk decides, or the lead in the end.',
  participants: [{ id: 'claims' }, { id: 'clerk', walletAddress: seller.address }, { id: 'lead', walletAddress: LEAD }],
  actions: [
    step(1, 'claims', [2], { isStartingAction: true }),
    step(2, 'clerk', [3], {
      rejectionConfig: { targetActionId: 1 },
      timers: [{ id: 'lead', after: 'PT1H', also: ['lead'] }],
    }),
    step(3, 'claims', []),
  ],
} as unknown as JsonObject;

describe('escalation over HTTP', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, CLAIM);
    // The clerk reads what is done in its place, so that its key is known.
    expect(said(await at.record('clerk', [seller]))).to.equal('200 sealed');
    expect(said(await at.submit(at.move(1, buyer, INSTANCE)))).to.equal('200 sealed');
  });

  const shown = async (id = 'getInstance') =>
    (await ask(world, id, { params: INSTANCE, query: { registerId: at.registerId } })).json;
  const waiting = async () =>
    (await ask(world, 'listPendingActions', { params: { wallet: LEAD, register: at.registerId } })).json.items;
  const place = () => ({ ...INSTANCE, blueprintId: BLUEPRINT, senderWallet: LEAD, registerAddress: at.registerId });
  const act = () => ask(world, 'submitAction', { body: { ...place(), actionId: '2', payloadData: { n: 2 } } });

  it('shows who may act from when, and lets them then', async () => {
    const opened = Date.parse((await shown()).createdAt);
    const mayAct = [{ walletAddress: LEAD, why: 'holder' }];
    const from = new Date(opened + HOUR_MS).toISOString();
    const also = [{ role: 'lead', wallet: LEAD, from, timer: 'lead', mayAct }];
    expect((await shown()).activeBranches[0].also).to.deep.equal(also);
    expect((await shown('getNextActions')).nextActions[0].also).to.deep.equal(also);
    expect(await waiting()).to.deep.equal([]);
    expect(said(await act())).to.equal('409 VAL_FLOW_007 /senderWallet');
    world.advance(HOUR_MS + 1000);
    const [row, ...others] = await waiting();
    expect(others).to.deep.equal([]);
    expect(row).to.deep.include({ actionId: '2', participantId: 'lead', standsInFor: 'clerk', isRejectable: true });
    const acted = await act();
    expect(acted.status, acted.text).to.equal(200);
    expect((await shown()).currentActionIds).to.deep.equal([3]);
    const { json } = await ask(world, 'getInstanceState', {
      ...{ params: INSTANCE, query: { registerId: at.registerId, wallet: LEAD } },
    });
    const [run] = json.facts[1].runs;
    expect([run.source.senderWallet, run.members]).to.deep.equal([
      LEAD,
      [{ member: '/n', verdict: 'stated', value: 2 }],
    ]);
    expect(await waiting()).to.deep.equal([]);
  });

  it('lets them reject it, too', async () => {
    world.advance(HOUR_MS + 1000);
    const rejected = await ask(world, 'rejectInstanceAction', {
      params: { ...INSTANCE, actionId: '2' },
      query: { registerId: at.registerId },
      body: { senderWallet: LEAD, reason: 'The clerk is away.' },
    });
    expect(rejected.status, rejected.text).to.equal(200);
    expect((await shown()).currentActionIds).to.deep.equal([1]);
  });
});
