// Candidates and deputies over HTTP: what waits for a candidate, who reserved it, and who acts for a holder.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { ask, buyer, seller } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { BANK, LATE, VOTED, waitingForClerk } from './claims.js';
import { BLUEPRINT, said } from './draft-register.js';

describe('candidates and deputies', () => {
  const world = worldOfAll();

  it('find what waits for them, reserve it, act, and are shown with the reason', async () => {
    const { at, opening: one, instanceId } = await waitingForClerk(world);
    const { registerId } = at;
    const wallet = EXAMPLE.walletAddress;
    const organizationId = EXAMPLE.organisationId;
    const wait = { headers: { prefer: 'wait=5' } };
    expect(said(await at.record('deputy', [seller]))).to.equal('200 sealed');
    const query = { registerId };
    const mayAct = async () => {
      const shown = await ask(world, 'getInstance', { params: { instanceId }, query });
      return shown.json.activeBranches[0].mayAct;
    };
    const pending = async () =>
      (await ask(world, 'listPendingActions', { params: { wallet, register: registerId } })).json.items as JsonObject[];
    const candidate = { walletAddress: wallet, why: 'candidate', participantId: 'clerk-1' };
    expect(await mayAct()).to.deep.equal([candidate]);
    expect((await pending()).map(({ actionId }) => actionId)).to.deep.equal(['2']);
    const params = { instanceId, actionId: '2' };
    const claim = (call: string, by = wallet) => ask(world, call, { params, query, body: { senderWallet: by } });
    const claimed = await claim('claimRole');
    expect(claimed.json.status, claimed.text).to.equal('sealed');
    const until = new Date(world.deps.clock.now() + 3_600_000).toISOString().slice(0, 13);
    const [actor] = await mayAct();
    expect(actor).to.include({ ...candidate, why: 'claim' });
    expect(actor.until.slice(0, 13)).to.equal(until);
    expect((await pending())[0]?.claimedBy).to.deep.equal(actor);
    expect(said(await claim('claimRole'))).to.match(/^403 VAL_FLOW_006/);
    // The clock stands still: a Release is another transaction than the Claim all the same.
    expect((await claim('releaseRole')).json.status).to.equal('sealed');
    expect(await mayAct()).to.deep.equal([candidate]);
    const act = (actionId: string, payloadData: object) =>
      ask(world, 'submitAction', {
        body: {
          ...{ blueprintId: BLUEPRINT, actionId, senderWallet: wallet, registerAddress: registerId },
          ...{ instanceId, payloadData },
        },
      });
    const acted = await act('2', { n: 2 });
    expect(acted.status, acted.text).to.equal(200);
    // The holder goes on holiday.
    const from = new Date(world.deps.clock.now() - 60_000).toISOString();
    const delegation = { to: 'deputy', from, until: new Date(world.deps.clock.now() + 3_600_000).toISOString() };
    const delegated = await ask(
      world,
      'updateParticipant',
      {
        params: { organizationId, participantId: 'clerk-1' },
        body: { registerId, signerWalletAddress: wallet, delegations: [delegation] },
      },
      wait,
    );
    expect(delegated.json.status, delegated.text).to.equal('sealed');
    const record = await ask(world, 'getParticipant', { params: { registerId, participantId: 'clerk-1' } });
    expect(record.json.latest.delegations).to.deep.equal([delegation]);
    const three = at.move(3, buyer, { after: { ...one, transactionId: acted.json.transactionId } });
    expect(said(await at.submit(three))).to.equal('200 sealed');
    expect(await mayAct()).to.deep.equal([
      { walletAddress: wallet, why: 'holder' },
      { walletAddress: seller.address, why: 'deputy', participantId: 'clerk-1', until: delegation.until },
    ]);
    const others = await ask(world, 'listPendingActions', { params: { wallet: seller.address, register: registerId } });
    expect([200, 403, 404]).to.include(others.status);
    expect(said(await at.submit(at.move(4, seller, { after: three })))).to.equal('200 sealed');
  });

  /** The actions that wait for the example wallet in an instance where several vote, and its claims there. */
  async function voting(definition: JsonObject) {
    const { at, opening: after, instanceId } = await waitingForClerk(world, definition);
    const { registerId } = at;
    const wallet = EXAMPLE.walletAddress;
    const pending = async (): Promise<readonly unknown[]> => {
      const { json } = await ask(world, 'listPendingActions', { params: { wallet, register: registerId } });
      return (json.items as JsonObject[]).map(({ actionId, participantId }) => `${actionId} ${participantId}`);
    };
    const move = async (call: string, role: string): Promise<void> => {
      const of = { params: { instanceId, actionId: '2' }, query: { registerId } };
      const moved = await ask(world, call, { ...of, body: { senderWallet: wallet, role } });
      expect(moved.json.status, moved.text).to.equal('sealed');
    };
    const voted = async (by: typeof buyer, role: string): Promise<string> => {
      const metadata = { role, vote: 'yes' };
      return said(await at.submit(at.move(2, by, { after, instanceId, type: 'Vote', metadata, payload: { n: 1 } })));
    };
    return { pending, move, voted };
  }

  it('find a vote that waits for them, until another one has the role', async () => {
    const { pending, move, voted } = await voting(VOTED);
    expect(await pending(), 'a candidate').to.deep.equal(['2 clerk']);
    await move('claimRole', 'clerk');
    expect(await pending(), 'which reserved it').to.deep.equal(['2 clerk']);
    await move('releaseRole', 'clerk');
    expect(await voted(seller, 'other')).to.equal('200 sealed');
    expect(await pending()).to.deep.equal(['2 clerk']);
  });

  it('find a vote that is theirs by a claim alone, for as long as that lasts', async () => {
    const open = (VOTED.participants as readonly JsonObject[]).map(({ id }) => ({ id }) as JsonObject);
    const { pending, move, voted } = await voting({ ...VOTED, participants: open });
    expect(await pending(), 'anybody may').to.deep.equal([]);
    await move('claimRole', 'other');
    expect(await pending()).to.deep.equal(['2 other']);
    expect(await voted(seller, 'other')).to.match(/^403 VAL_BP_002 /);
    world.advance(25 * 3_600_000);
    expect(await pending(), 'anybody may again').to.deep.equal([]);
    expect(await voted(seller, 'other')).to.equal('200 sealed');
    expect(await pending()).to.deep.equal([]);
  });

  it('find what their role may do in the place of another one, once its time has come', async () => {
    const { at, instanceId } = await waitingForClerk(world, LATE);
    const { registerId } = at;
    const wallet = EXAMPLE.walletAddress;
    const pending = async () => {
      const { json } = await ask(world, 'listPendingActions', { params: { wallet, register: registerId } });
      return (json.items as JsonObject[]).map(
        ({ participantId, standsInFor, claimedBy }) =>
          `${participantId} for ${standsInFor}, ${(claimedBy as JsonObject | undefined)?.walletAddress ?? 'free'}`,
      );
    };
    const move = async (call: string, role: string) => {
      const of = { params: { instanceId, actionId: '2' }, query: { registerId } };
      const moved = await ask(world, call, { ...of, body: { senderWallet: wallet, role } });
      expect(moved.json.status, moved.text).to.equal('sealed');
    };
    expect(await pending(), 'the time has not come').to.deep.equal([]);
    const shown = await ask(world, 'getInstance', { params: { instanceId }, query: { registerId } });
    const [clerk, helper] = shown.json.activeBranches[0].also;
    expect(clerk.mayAct.map(({ why }: { why: string }) => why)).to.deep.equal(['candidate']);
    expect(helper, 'anybody takes it').to.not.have.property('mayAct');
    world.advance(3_660_000);
    expect(await pending(), 'a candidate').to.deep.equal(['clerk for asks, free']);
    await move('claimRole', 'clerk');
    expect(await pending()).to.deep.equal([`clerk for asks, ${wallet}`]);
    await move('releaseRole', 'clerk');
    const of = { params: { instanceId, actionId: '2' }, query: { registerId } };
    const early = await ask(world, 'claimRole', { ...of, body: { senderWallet: wallet, role: 'helper' } });
    expect(said(early), 'its time is the second one').to.match(/^409 VAL_FLOW_010/);
    expect(await pending(), 'the first of the times').to.deep.equal(['clerk for asks, free']);
    const body = { blueprintId: BLUEPRINT, actionId: '2', senderWallet: wallet, registerAddress: registerId };
    const acted = await ask(world, 'submitAction', { body: { ...body, instanceId, payloadData: { n: 2 } } });
    expect(acted.status, acted.text).to.equal(200);
    expect(await pending()).to.deep.equal([]);
  });

  it('find it in the role that stands in where another candidate reserved the role of the action', async () => {
    const boss = { id: 'boss', candidates: { organisation: BANK } };
    const participants = [...(LATE.participants as readonly JsonObject[]), boss];
    const [first, second] = LATE.actions as readonly JsonObject[];
    const actions = [first, { ...second, sender: 'boss' }];
    const { at, opening, instanceId } = await waitingForClerk(world, { ...LATE, participants, actions } as JsonObject);
    const { registerId } = at;
    const wallet = EXAMPLE.walletAddress;
    const pending = async () => {
      const { json } = await ask(world, 'listPendingActions', { params: { wallet, register: registerId } });
      return (json.items as JsonObject[]).map(
        ({ participantId, claimedBy }) => `${participantId}, ${claimedBy ? 'claimed' : 'free'}`,
      );
    };
    const own = await at.record('other-1', [seller]);
    const vouched = { version: 2, after: own.json.transactionId, by: buyer, organizationName: BANK };
    expect(said(await at.record('other-1', [seller], vouched))).to.equal('200 sealed');
    const claim = at.move(2, seller, { after: opening, instanceId, type: 'Claim', payload: { type: 'claim', v: 1 } });
    expect(await pending()).to.deep.equal(['boss, free']);
    expect(said(await at.submit(claim))).to.equal('200 sealed');
    expect(await pending(), 'another one has it').to.deep.equal(['boss, claimed']);
    world.advance(3_660_000);
    expect(await pending(), 'its own role may by now').to.deep.equal(['clerk, free']);
  });

  it('find it by a claim alone where anybody may take the role that stands in', async () => {
    const open = (LATE.participants as readonly JsonObject[]).map(({ id }) => ({ id }) as JsonObject);
    const { at, instanceId } = await waitingForClerk(world, { ...LATE, participants: open } as unknown as JsonObject);
    const { registerId } = at;
    const wallet = EXAMPLE.walletAddress;
    const pending = async () => {
      const { json } = await ask(world, 'listPendingActions', { params: { wallet, register: registerId } });
      return (json.items as JsonObject[]).map(({ participantId }) => participantId);
    };
    world.advance(3_660_000);
    expect(await pending(), 'anybody may').to.deep.equal([]);
    const of = { params: { instanceId, actionId: '2' }, query: { registerId } };
    const claim = () => ask(world, 'claimRole', { ...of, body: { senderWallet: wallet, role: 'helper' } });
    expect(said(await claim()), 'its time has not come').to.match(/^409 VAL_FLOW_010/);
    world.advance(3_600_000);
    const claimed = await claim();
    expect(claimed.json.status, claimed.text).to.equal('sealed');
    expect(await pending()).to.deep.equal(['helper']);
    world.advance(25 * 3_600_000);
    expect(await pending(), 'stays listed for its last claim').to.deep.equal(['helper']);
  });
});
