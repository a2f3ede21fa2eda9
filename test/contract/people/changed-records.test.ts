// A record that changes while an action waits: a new key, a deputy and a new candidate find the action among their
// tasks at once, before the next move of the instance. A node that was there lists the same as one whose rows are made
// from nothing.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';
import { type DraftRegister, draftRegister, said } from './draft-register.js';
import { OFFICE, officeOf, officeProves, publishOffice } from './example-office.js';

const talk = (answers: JsonObject) =>
  ({
    language: 2,
    title: 'Talk',
    description: 'One asks and another one answers.',
    participants: [{ id: 'asks' }, { id: 'answers', ...answers }],
    actions: [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [])],
  }) as unknown as JsonObject;

describe('a record that changes while an action waits', () => {
  const world = worldOfAll();
  before(async () => {
    await seedExampleWallet(world.deps);
  });

  const tasks = async ({ registerId }: DraftRegister) => {
    const params = { wallet: OFFICE, register: registerId };
    const { json, text } = await ask(world, 'listPendingActions', { params });
    expect(json.items, text).to.be.an('array');
    return json.items as readonly JsonObject[];
  };
  const instances = async ({ registerId }: DraftRegister) => {
    const { json } = await ask(world, 'listInstances', { query: { registerId, wallet: OFFICE } });
    return json.items as readonly JsonObject[];
  };
  /** It waits for `count` actions that the wallet may do; the same is listed where the rows are made from nothing. */
  const waits = async (at: DraftRegister, count: number) => {
    const found = await tasks(at);
    expect(found.map(({ actionId }) => actionId)).to.deep.equal(Array(count).fill('2'));
    const listed = await instances(at);
    const reg = world.deps.ledger.register(at.registerId)?.reg ?? -1;
    await (world.deps.inbox as unknown as { drop: (reg: number) => Promise<void> }).drop(reg);
    expect(await tasks(at)).to.deep.equal(found);
    expect(await instances(at)).to.deep.equal(listed);
    return listed.length;
  };

  it('has its tasks listed for its new key', async () => {
    const at = await draftRegister(world, talk({ walletAddress: seller.address }));
    const record = await at.record('seller', [seller]);
    for (const instanceId of ['one', 'two'])
      expect(said(await at.submit(at.move(1, buyer, { instanceId })))).to.equal('200 sealed');
    expect(await waits(at, 0)).to.equal(0);
    const version = { version: 2, after: record.json.transactionId, by: seller, proves: officeProves(world, at) };
    expect(said(await at.record('seller', [officeOf(world)], version))).to.equal('200 sealed');
    expect(await waits(at, 2)).to.equal(2);
  });

  it('has them listed for its deputy, whose record is there before it is named', async () => {
    const at = await draftRegister(world, talk({ walletAddress: seller.address }));
    const record = await at.record('seller', [seller]);
    expect(said(await at.submit(at.move(1, buyer)))).to.equal('200 sealed');
    expect(await waits(at, 0)).to.equal(0);
    const time = (ms: number) => new Date(world.deps.clock.now() + ms).toISOString();
    const delegations = [{ to: 'office', from: time(-60_000), until: time(3_600_000) }];
    const version = { version: 2, after: record.json.transactionId, delegations };
    expect(said(await at.record('seller', [seller], version))).to.equal(
      '400 VAL_PARTICIPANT_001 /payload/delegations/0/to',
    );
    await publishOffice(world, at);
    expect(await waits(at, 0)).to.equal(0);
    expect(said(await at.record('seller', [seller], version))).to.equal('200 sealed');
    expect(await waits(at, 1)).to.equal(0);
  });

  it('has the tasks of a role listed that it may take, once governance vouches for it', async () => {
    const at = await draftRegister(world, talk({ candidates: { organisation: 'The Office' } }));
    expect(said(await at.submit(at.move(1, buyer)))).to.equal('200 sealed');
    const after = await publishOffice(world, at);
    expect(await waits(at, 0)).to.equal(0);
    const vouched = { version: 2, after, by: buyer, organizationName: 'The Office' };
    expect(said(await at.record('office', [officeOf(world)], vouched))).to.equal('200 sealed');
    expect(await waits(at, 1)).to.equal(0);
  });
});
