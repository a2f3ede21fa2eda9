// Parallel branches over HTTP: what a missed deadline leaves of an instance, and how branches meet.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import type { JsonObject } from '../../../core/base/json.js';
import { aRegister, ask } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const HOUR_MS = 3_600_000;
const refusal = ({ status, json }: Answer) => [status, json.code, json.path];
const states = (member: string, type: string) => [{ type: 'object', properties: { [member]: { type } } }];
const role = (id: string) => ({ id, name: id, walletAddress: EXAMPLE.walletAddress });

/** Two sides answer within two hours, and the answers meet in a decision. */
const HEARING = {
  title: 'Hearing',
  description: 'Two sides are heard, then one decides.',
  participants: ['clerk', 'left', 'right', 'mayor'].map(role),
  actions: [
    {
      id: 0,
      title: 'Propose',
      sender: 'clerk',
      isStartingAction: true,
      dataSchemas: states('plan', 'string'),
      routes: [{ id: 'ask', nextActionIds: [1, 2], isDefault: true, branchDeadline: 'PT2H' }],
    },
    ...['left', 'right'].map((sender, i) => ({
      id: i + 1,
      title: sender,
      sender,
      dataSchemas: states('for', 'boolean'),
      rejectionConfig: { targetActionId: 0 },
      routes: [{ id: `from-${sender}`, nextActionIds: [3], isDefault: true }],
    })),
    {
      id: 3,
      title: 'Decide',
      sender: 'mayor',
      dataSchemas: states('decided', 'boolean'),
      requiredPriorActions: [1, 2],
    },
  ],
};

describe('branches over HTTP', () => {
  const world = worldOfEach();
  let registerId: string;
  let instanceId: string;
  beforeEach(async () => {
    registerId = await aRegister(world);
    const body = { blueprintId: 'hearing', override: UNREHEARSED, blueprintJson: { ...HEARING, id: 'hearing' } };
    expect((await ask(world, 'publishBlueprint', { params: { registerId }, body })).status).to.equal(200);
    const begun = await act(0, { plan: 'A road' });
    expect(begun.status, begun.text).to.equal(200);
    instanceId = begun.json.instanceId;
  });

  const act = (actionId: number, payloadData: JsonObject = {}) =>
    ask(world, 'submitAction', {
      body: {
        blueprintId: 'hearing',
        actionId: String(actionId),
        senderWallet: EXAMPLE.walletAddress,
        registerAddress: registerId,
        payloadData,
        ...(actionId > 0 && { instanceId }),
      },
    });
  const instance = async () => (await ask(world, 'getInstance', { params: { instanceId } })).json;
  const next = async () => (await ask(world, 'getNextActions', { params: { instanceId } })).json;
  const waiting = async () => {
    const params = { wallet: EXAMPLE.walletAddress, register: registerId };
    const { json } = await ask(world, 'listPendingActions', { params });
    return json.items.map(({ actionId }: { actionId: string }) => actionId).sort();
  };
  const branches = ({ activeBranches }: { activeBranches: readonly JsonObject[] }) =>
    activeBranches.map(({ currentActionId, state }) => `${currentActionId} ${state}`);

  it('are out of time after their deadline: shown so, waiting for no wallet, and taken from none', async () => {
    const before = await instance();
    expect([before.state, branches(before), await waiting()]).to.deep.equal([
      'Active',
      ['1 Active', '2 Active'],
      ['1', '2'],
    ]);
    for (const { deadline } of before.activeBranches)
      expect(Date.parse(deadline) - Date.parse(before.createdAt)).to.equal(2 * HOUR_MS);
    world.advance(2 * HOUR_MS + 1000);
    const after = await instance();
    expect([after.state, branches(after)]).to.deep.equal(['TimedOut', ['1 TimedOut', '2 TimedOut']]);
    expect([after.currentActionIds, await waiting()]).to.deep.equal([[], []]);
    expect([before.isStuck, after.isStuck]).to.deep.equal([undefined, true]);
    expect(await next())
      .to.include({ state: 'TimedOut', isComplete: false })
      .and.deep.include({ nextActions: [] });
    const late = [409, 'VAL_BP_012', '/previousTransactionHash'];
    expect(refusal(await act(1))).to.deep.equal(late);
    const body = { senderWallet: EXAMPLE.walletAddress, payloadData: {} };
    const params = { instanceId, actionId: '2' };
    expect(refusal(await ask(world, 'executeInstanceAction', { params, body }))).to.deep.equal(late);
    const reject = { senderWallet: EXAMPLE.walletAddress, reason: 'Too late.' };
    expect(refusal(await ask(world, 'rejectInstanceAction', { params, body: reject }))).to.deep.equal(late);
    expect((await instance()).completedActionCount).to.equal(1);
    const listed = await ask(world, 'listInstances', { query: { registerId, state: 'TimedOut' } });
    expect(listed.json.items.map(({ id }: { id: string }) => id)).to.deep.equal([instanceId]);
    const ended = await ask(world, 'cancelInstance', {
      params: { instanceId },
      body: { senderWallet: EXAMPLE.walletAddress },
    });
    expect([ended.status, (await instance()).state]).to.deep.equal([200, 'Cancelled']);
  });

  it('that are not late go on beside one that is', async () => {
    expect((await act(1)).status).to.equal(200);
    world.advance(2 * HOUR_MS + 1000);
    const after = await instance();
    expect(branches(after)).to.have.members(['2 TimedOut', '3 Active']);
    expect([after.state, after.currentActionIds]).to.deep.equal(['Active', []]);
    expect(after.isStuck, 'the join waits for the one that is late').to.equal(true);
  });

  it('meet in the action that waits for them, and not before', async () => {
    const first = await act(1, { for: true });
    expect([first.status, first.json.isComplete]).to.deep.equal([200, false]);
    const half = await instance();
    expect([half.currentActionIds, half.isStuck, await waiting()]).to.deep.equal([[2], undefined, ['2']]);
    const waits = half.activeBranches.map((one: JsonObject) => [one.currentActionId, one.waitsFor]);
    expect(waits).to.have.deep.members([
      [2, undefined],
      [3, [2]],
    ]);
    expect(refusal(await act(3))).to.deep.equal([409, 'VAL_BP_013', '/actionId']);
    expect((await act(2, { for: false })).status).to.equal(200);
    expect([(await instance()).currentActionIds, await waiting()]).to.deep.equal([[3], ['3']]);
    const decided = await act(3, { decided: true });
    expect([decided.status, decided.json.isComplete], decided.text).to.deep.equal([200, true]);
    expect(await instance()).to.include({ state: 'Completed', completedActionCount: 4 });
    expect(refusal(await act(3, { decided: false }))).to.deep.equal([409, 'VAL_BP_011', '/instanceId']);
    expect(await next()).to.include({ isComplete: true });
  });
});
