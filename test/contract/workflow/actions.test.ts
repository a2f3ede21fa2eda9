// Workflows over HTTP: the construction permit with five wallets of one node, what each party sees, and what is refused
// where.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { constructionPermit } from '../../../core/design/templates/construction-permit.js';
import { instantiate } from '../../../core/design/templates/template.js';
import { freshWords, makeWallet } from '../../../storage/secrets/new-wallet.js';
import { TEMPLATE_PATHS } from '../../vectors/template-paths.js';
import { aRegister, ask } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { aStarted } from './fixtures.js';

const ROLES = ['contractor', 'engineer', 'planner', 'environment', 'control'];
const BLUEPRINT = 'construction-permit';
const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('workflows over HTTP', () => {
  const world = worldOfEach();

  /** The permit published on a register, with a wallet for each role. */
  async function aTown() {
    const { deps } = world;
    const registerId = await aRegister(world);
    const owner = { kind: 'person', id: EXAMPLE.administratorPlatformId } as const;
    const wallets: Record<string, string> = {};
    for (const name of ROLES) {
      const words = freshWords(deps.random, 12);
      const made = await makeWallet(deps, { words, algorithm: 'ED25519', hybrid: false, name, owner });
      if (isFailure(made)) throw new Error(made.issue.message);
      wallets[name] = made.address;
    }
    const definition = { ...(instantiate(constructionPermit, { wallets }) as Definition), id: BLUEPRINT };
    const body = { blueprintId: BLUEPRINT, override: UNREHEARSED, blueprintJson: definition };
    expect((await ask(world, 'publishBlueprint', { params: { registerId }, body })).status).to.equal(200);
    const senderOf = (action: number): string =>
      wallets[definition.actions.find(({ id }) => id === action)?.sender ?? ''] as string;
    const submit = (action: number, payloadData: JsonObject, more: object = {}) =>
      ask(world, 'submitAction', {
        body: {
          blueprintId: BLUEPRINT,
          actionId: String(action),
          senderWallet: senderOf(action),
          registerAddress: registerId,
          payloadData,
          ...more,
        },
      });
    return { registerId, wallets, senderOf, submit };
  }

  for (const path of TEMPLATE_PATHS.filter((one) => one.template === BLUEPRINT && !one.parameters))
    it(`run the construction permit: ${path.name}`, async () => {
      const { registerId, wallets, senderOf, submit } = await aTown();
      let at: { instanceId?: string; last?: string } = {};
      for (const { action, payload, gives, rejected } of path.steps) {
        const { instanceId, last } = at;
        const answer = rejected
          ? await ask(world, 'rejectAction', {
              body: {
                reason: 'Too large.',
                transactionHash: last,
                senderWallet: senderOf(action),
                registerAddress: registerId,
              },
            })
          : await submit(
              action,
              payload,
              instanceId === undefined ? {} : { instanceId, previousTransactionHash: last },
            );
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.json.status).to.equal('sealed');
        if (gives) expect(answer.json.calculations).to.include(gives);
        if (rejected) expect(answer.json.targetAction.actionId).to.equal(1);
        at = { instanceId: answer.json.instanceId, last: answer.json.transactionId };
      }
      const params = { instanceId: at.instanceId };
      const instance = await ask(world, 'getInstance', { params });
      expect(instance.json.currentActionIds).to.deep.equal(path.open);
      expect(instance.json.state).to.equal(path.open.length === 0 ? 'Completed' : 'Active');
      expect(instance.json.participantWallets).to.deep.equal(wallets);
      for (const [role, hidden] of Object.entries(path.hidden)) {
        const state = await ask(world, 'getInstanceState', { params, query: { wallet: wallets[role] } });
        expect(state.status, state.text).to.equal(200);
        expect(state.json.data).to.not.have.any.keys(...hidden);
      }
    });

  it('show an action with the disclosed fields only, and nothing to who is not told', async () => {
    const { registerId, wallets, submit } = await aTown();
    const application = (TEMPLATE_PATHS[0]?.steps[0]?.payload ?? {}) as JsonObject;
    const { instanceId, transactionId } = (await submit(1, application)).json;
    const read = (role: string, tx: string) =>
      ask(world, 'getAction', { params: { wallet: wallets[role], register: registerId, tx } });
    expect((await read('contractor', transactionId)).json.payloadData).to.deep.equal(application);
    expect((await read('environment', transactionId)).json.payloadData).to.have.all.keys(
      'project',
      'floorArea',
      'startDate',
    );
    const notes = (await submit(2, { structuralNotes: 'sound' }, { instanceId })).json.transactionId;
    expect((await read('contractor', notes)).json.payloadData).to.have.all.keys('riskScore');
    expect(refusal(await read('control', notes))).to.deep.equal([404, 'TRANSACTION_NOT_FOUND', '/tx']);
    const starts = await ask(world, 'listStartingActions', {
      params: { wallet: wallets.contractor, register: registerId },
    });
    const [blueprint] = starts.json.blueprints;
    expect([blueprint.blueprintId, blueprint.availableActions[0].isAvailable]).to.deep.equal([BLUEPRINT, true]);
    const next = await ask(world, 'getNextActions', { params: { instanceId } });
    expect(next.json.nextActions[0]).to.include({
      actionId: 3,
      participantId: 'planner',
      previousTransactionId: notes,
    });
  });

  it('are refused at the member at fault, and store nothing', async () => {
    const { submit, senderOf } = await aTown();
    const application = (TEMPLATE_PATHS[0]?.steps[0]?.payload ?? {}) as JsonObject;
    expect(refusal(await submit(1, { ...application, storeys: -1 }))).to.deep.equal([
      400,
      'VAL_SCHEMA_004',
      '/payloadData/storeys',
    ]);
    const wrong = await submit(1, application, { senderWallet: senderOf(2) });
    expect(refusal(wrong)).to.deep.equal([403, 'VAL_BP_002', '/senderWallet']);
    expect(wrong.json.detail).to.match(/^Action 1 ".+" waits for the role ".+", which another wallet holds\.$/);
    const { instanceId } = (await submit(1, application)).json;
    const stale = await submit(2, {}, { instanceId, previousTransactionHash: 'ab'.repeat(32) });
    expect(refusal(stale)).to.deep.equal([409, 'VAL_CHAIN_FORK', '/previousTransactionHash']);
    expect(refusal(await submit(5, {}, { instanceId }))).to.deep.equal([422, 'VAL_BP_003', '/actionId']);
    const after = await ask(world, 'getInstance', { params: { instanceId } });
    expect(after.json.completedActionCount).to.equal(1);
  });

  it('are moved and read with wallets that the caller may use only', async () => {
    const { instanceId } = await aStarted(world);
    const params = { instanceId };
    const foreign = { senderWallet: EXAMPLE.walletAddress, payloadData: {} };
    const moved = await ask(
      world,
      'executeInstanceAction',
      { params: { ...params, actionId: '1' }, body: foreign },
      { as: 'user' },
    );
    expect(refusal(moved)).to.deep.equal([403, 'WALLET_ACCESS_DENIED', '']);
    const state = await ask(world, 'getInstanceState', { params }, { as: 'user' });
    expect(refusal(state)).to.deep.equal([403, 'WALLET_ACCESS_DENIED', '/wallet']);
    const cancelled = await ask(world, 'cancelInstance', { params, body: { senderWallet: EXAMPLE.walletAddress } });
    expect([cancelled.status, cancelled.json.isComplete]).to.deep.equal([200, true]);
    expect((await ask(world, 'getInstance', { params })).json.state).to.equal('Cancelled');
    const unknown = await ask(world, 'getInstance', { params: { instanceId: 'nothing' } });
    expect(refusal(unknown)).to.deep.equal([404, 'INSTANCE_NOT_FOUND', '/instanceId']);
  });

  it('are submitted once, however often they are sent', async () => {
    const { instanceId } = await aStarted(world);
    const parts = {
      params: { instanceId, actionId: '1' },
      body: { senderWallet: EXAMPLE.walletAddress, payloadData: { confirmed: true } },
    };
    const headers = { 'idempotency-key': 'confirm-1' };
    const first = await ask(world, 'executeInstanceAction', parts, { headers });
    const again = await ask(world, 'executeInstanceAction', parts, { headers });
    const bare = await ask(world, 'executeInstanceAction', parts);
    expect([first.status, again.headers['idempotency-replayed'], bare.json.repeated]).to.deep.equal([
      200,
      'true',
      true,
    ]);
    expect(again.json).to.deep.equal(first.json);
    expect(bare.json.transactionId).to.equal(first.json.transactionId);
  });

  it('are opened with an id that their first action carries', async () => {
    await aStarted(world);
    const { registerId, blueprintId } = LEDGER;
    const headers = { authorization: `Bearer ${await world.token('administrator')}` };
    const payload = { registerId, blueprintId, metadata: { project: 'Riverside' } };
    const opened = await world.app.inject({ method: 'POST', url: '/api/instances/', headers, payload });
    expect(opened.statusCode, opened.body).to.equal(201);
    const { id } = opened.json();
    const params = { instanceId: id };
    expect((await ask(world, 'getInstance', { params })).json).to.deep.equal(opened.json());
    const begun = await ask(world, 'executeInstanceAction', {
      params: { ...params, actionId: '0' },
      body: { senderWallet: EXAMPLE.walletAddress, payloadData: { amount: 9 } },
    });
    expect([begun.status, begun.json.instanceId]).to.deep.equal([200, id]);
    const instance = (await ask(world, 'getInstance', { params })).json;
    expect(instance.metadata).to.deep.equal({ project: 'Riverside' });
    expect(instance).to.include({ completedActionCount: 1, firstTransactionId: begun.json.transactionId });
    const definition = (await ask(world, 'getInstanceDefinition', { params })).json;
    expect(definition).to.include({ pinState: 'pinned', isPinnedToLatest: true, blueprintVersion: 1 });
    const state = (await ask(world, 'getInstanceState', { params })).json;
    expect([state.data, state.actionCount]).to.deep.equal([{ amount: 9 }, 1]);
  });
});
