// Refusals of the workflows: each at its place, with a status of its own, and with nothing sealed of it.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { anOrder, ask, exampleOrders, seller } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { aStarted, REVIEWED } from './fixtures.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];
const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const [order, confirm] = DEFINITION.actions;

/** An order that tells a wallet whose key no user here has. */
const TOLD = {
  ...DEFINITION,
  id: 'told-order',
  participants: [...DEFINITION.participants, { id: 'auditor', name: 'Auditor', walletAddress: seller.address }],
  actions: [{ ...order, disclosures: [{ participantAddress: 'auditor', dataPointers: ['/*'] }] }, confirm],
};

describe('workflows refuse', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
  });

  const submit = (members: object) =>
    ask(world, 'submitAction', {
      body: {
        blueprintId: LEDGER.blueprintId,
        actionId: '0',
        senderWallet: EXAMPLE.walletAddress,
        registerAddress: LEDGER.registerId,
        payloadData: { amount: 3 },
        ...members,
      },
    });
  const publish = (definition: { readonly id: string }) =>
    ask(world, 'publishBlueprint', {
      params: { registerId: LEDGER.registerId },
      body: { blueprintId: definition.id, override: UNREHEARSED, blueprintJson: definition },
    });
  const height = async () =>
    (await ask(world, 'getRegister', { params: { registerId: LEDGER.registerId } })).json.height as number;

  /** The refusals, and that none of them sealed a docket. */
  async function refused(calls: readonly (() => Promise<Answer>)[]) {
    const before = await height();
    const found = [];
    for (const call of calls) found.push(refusal(await call()));
    expect(await height()).to.equal(before);
    return found;
  }

  it('actions that are not there, not reachable, or of an instance that has ended', async () => {
    const { instanceId } = await aStarted(world);
    const at = { instanceId, blueprintId: REVIEWED.id };
    expect(
      await refused([
        () => submit({ actionId: '77' }),
        () => submit({ ...at, actionId: '77' }),
        () => submit({ actionId: '1' }),
        () => submit({ ...at, actionId: '0', payloadData: { amount: 4 } }),
        () => submit({ blueprintId: 'never-published' }),
        () => submit({ ...at, instanceId: 'never-opened', actionId: '1' }),
      ]),
    ).to.deep.equal([
      [400, 'VAL_SCHEMA_003', '/actionId'],
      [400, 'VAL_SCHEMA_003', '/actionId'],
      [422, 'VAL_BP_001', '/actionId'],
      [422, 'VAL_BP_003', '/actionId'],
      [404, 'PUBLICATION_NOT_FOUND', '/blueprintId'],
      [404, 'INSTANCE_NOT_FOUND', '/instanceId'],
    ]);
    const cancelled = { params: { instanceId }, body: { senderWallet: EXAMPLE.walletAddress } };
    expect((await ask(world, 'cancelInstance', cancelled)).status).to.equal(200);
    expect(await refused([() => submit({ ...at, actionId: '1' })])).to.deep.equal([[409, 'VAL_BP_011', '/instanceId']]);
  });

  it('another definition than the one that an instance began with', async () => {
    const { instanceId } = await aStarted(world);
    const { registerId, blueprintId } = LEDGER;
    const opened = await ask(world, 'createInstance', { body: { registerId, blueprintId } });
    const foreign = { params: {}, body: { registerId, blueprintId, publicationTxId: 'ab'.repeat(32) } };
    expect(
      await refused([
        () => submit({ instanceId, actionId: '1' }),
        () => submit({ instanceId: opened.json.id, blueprintId: REVIEWED.id }),
        () => ask(world, 'createInstance', foreign),
      ]),
    ).to.deep.equal([
      [409, 'INSTANCE_PIN_MISMATCH', '/blueprintId'],
      [409, 'INSTANCE_PIN_MISMATCH', '/blueprintId'],
      [422, 'VAL_BP_VERSION_001', '/publicationTxId'],
    ]);
  });

  it('rejections that the definition knows nothing of, without a reason, or of an action that was not sent', async () => {
    const { instanceId, transactionId } = await aStarted(world);
    const by = { senderWallet: EXAMPLE.walletAddress };
    const params = { instanceId, actionId: '1' };
    const legacy = { ...by, registerAddress: LEDGER.registerId, reason: 'No.' };
    expect(
      await refused([
        () => ask(world, 'rejectInstanceAction', { params, body: by }),
        () =>
          ask(world, 'rejectInstanceAction', { params: { ...params, actionId: '0' }, body: { ...by, reason: 'No.' } }),
        () => ask(world, 'rejectAction', { body: { ...legacy, transactionHash: 'ab'.repeat(32) } }),
        () => ask(world, 'rejectAction', { body: { ...legacy, transactionHash: transactionId, actionId: '0' } }),
      ]),
    ).to.deep.equal([
      [400, 'VAL_SCHEMA_004', '/reason'],
      [422, 'VAL_BP_003', '/actionId'],
      [404, 'TRANSACTION_NOT_FOUND', '/transactionHash'],
      [422, 'VAL_BP_003', '/transactionHash'],
    ]);
  });

  it('a recipient without a key, and a key that is not the one of its address', async () => {
    expect((await publish(TOLD)).status).to.equal(200);
    const at = `/externalRecipientKeys/${seller.address}`;
    const wrong = { publicKey: Buffer.alloc(32, 1).toString('base64'), algorithm: 'ED25519' };
    expect(
      await refused([
        () => submit({ blueprintId: TOLD.id }),
        () => submit({ blueprintId: TOLD.id, externalRecipientKeys: { [seller.address]: wrong } }),
      ]),
    ).to.deep.equal([
      [422, 'RECIPIENT_KEY_UNKNOWN', at],
      [422, 'RECIPIENT_KEY_UNKNOWN', at],
    ]);
  });

  it('data that is deep or names a prototype, as data and never as code', async () => {
    const raw = async (payload: string) => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/actions',
        headers: {
          authorization: `Bearer ${await world.token('administrator')}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify({
          blueprintId: LEDGER.blueprintId,
          actionId: '0',
          senderWallet: EXAMPLE.walletAddress,
          registerAddress: LEDGER.registerId,
          payloadData: '?',
        }).replace('"?"', payload),
      });
      return { status: answer.statusCode, json: answer.json(), text: answer.body } as unknown as Answer;
    };
    expect(
      (
        await refused([
          () => submit({ payloadData: { amount: 3, deep: nested(100) } }),
          () => raw('{"amount":3,"amount":4}'),
          () => raw('{"__proto__":{"amount":3}}'),
        ])
      ).map(([status]) => status),
    ).to.deep.equal([400, 400, 400]);
    expect(({} as { amount?: number }).amount).to.equal(undefined);
  });

  it('definitions that are hostile, in a bounded time and at their place', async () => {
    const withSchema = (id: string, schema: object) => ({
      ...DEFINITION,
      id,
      actions: [{ ...order, dataSchemas: [schema] }, confirm],
    });
    const doubled = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`d${i}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${i + 1}` })) }]),
    );
    const deepLogic = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ '!': [inner] }), true);
    const hostile = [
      withSchema('remote', { $ref: 'https://example.org/schema.json' }),
      withSchema('doubled', { $ref: '#/$defs/d0', $defs: { ...doubled, d40: { type: 'object' } } }),
      { ...DEFINITION, id: 'deep-logic', actions: [{ ...order, calculations: { x: deepLogic } }, confirm] },
      { ...DEFINITION, id: 'unknown-logic', actions: [{ ...order, calculations: { x: { eval: ['1'] } } }, confirm] },
    ];
    const found = [];
    for (const definition of hostile) {
      const begun = performance.now();
      const stored = await ask(world, 'createBlueprint', { body: definition });
      const params = { id: definition.id };
      const body = { registerId: LEDGER.registerId, override: { confirm: true } };
      const answer = stored.status === 200 ? await ask(world, 'publishDraft', { params, body }) : stored;
      found.push([definition.id, ...refusal(answer)]);
      expect((await ask(world, 'listVersions', { params })).json).to.satisfy(
        (json: { code?: string; length?: number }) => json.length === 0 || json.code === 'BLUEPRINT_NOT_FOUND',
      );
      expect(performance.now() - begun, definition.id).to.be.lessThan(10_000);
    }
    expect(found).to.deep.equal([
      ['remote', 400, 'BLUEPRINT_INVALID', '/actions/0/dataSchemas/0'],
      ['doubled', 400, 'BLUEPRINT_INVALID', '/actions/0/dataSchemas/0'],
      ['deep-logic', 400, 'BODY_TOO_DEEP', `/actions/0/calculations/x${'/!/0'.repeat(32)}`],
      ['unknown-logic', 400, 'BLUEPRINT_INVALID', '/actions/0/calculations/x/eval'],
    ]);
  });

  it('payloads that would cost the validators seconds, at every door and at the value where their steps end', async () => {
    const list = { type: 'array', items: { anyOf: Array.from({ length: 4800 }, (_, i) => ({ const: i })) } };
    const schema = { type: 'object', properties: { list } };
    const disclosures = [{ participantAddress: 'seller', dataPointers: ['/list'] }];
    const bomb = { ...DEFINITION, id: 'bomb', actions: [{ ...order, dataSchemas: [schema], disclosures }, confirm] };
    const published = await publish(bomb);
    expect(published.status, published.text).to.equal(200);
    const pin = { registerId: LEDGER.registerId, publicationTxId: published.json.publicationTxId as string };
    const payload = { list: Array.from({ length: 4000 }, () => 4799) };
    const signed = () => anOrder(world, pin, { blueprintId: 'bomb', payload });
    const params = { registerId: LEDGER.registerId };
    const batched = async () => {
      const answer = await ask(world, 'submitBatch', { body: { transactions: [signed()] } });
      const [{ code, path }] = answer.json.results;
      return { ...answer, status: 400, json: { code, path } };
    };
    const found = await refused([
      () => ask(world, 'submitTransaction', { params, body: signed() }),
      batched,
      () => submit({ blueprintId: 'bomb', payloadData: payload }),
    ]);
    expect(found).to.deep.equal([
      [400, 'VAL_WORK_001', '/payload/list/69'],
      [400, 'VAL_WORK_001', '/payload/list/69'],
      [400, 'VAL_SCHEMA_004', '/payloadData/list/69'],
    ]);
    const tried = await ask(world, 'executeValidate', {
      body: { blueprintId: 'bomb', ...pin, actionId: '0', data: payload },
    });
    const { isValid, errors } = tried.json;
    expect([isValid, errors.length, errors[0].path, errors[0].keyword]).to.deep.equal([false, 1, '/list/69', 'steps']);
  });

  it('a rehearsal without a sandbox, and say why and when to ask again', async () => {
    await ask(world, 'createBlueprint', { body: { ...DEFINITION, id: 'sandless' } });
    const genesis = world.deps.ledger.genesis as { found?: unknown };
    genesis.found = async () => fail(issue('POOL_FULL', '', 'The node is full.'));
    const begin = () => ask(world, 'startRehearsal', { params: { id: 'sandless' }, body: { mode: 'full' } });
    const answer = await begin();
    // The method of the class is there again.
    delete genesis.found;
    expect(refusal(answer)).to.deep.equal([503, 'SANDBOX_UNAVAILABLE', '']);
    expect(answer.json.reason).to.contain('The node is full.');
    expect(answer.headers['retry-after']).to.equal('5');
    expect((await begin()).status).to.equal(201);
  });

  it('publications to a register whose roster cannot be read, which is no missing rehearsal', async () => {
    const { publicationTxId } = await exampleOrders(world);
    const { registerId, blueprintId } = LEDGER;
    await ask(world, 'createBlueprint', { body: { ...DEFINITION, id: 'unread' } });
    const ledger = world.deps.ledger as { state?: unknown };
    ledger.state = () => fail(issue('STORE_DAMAGED', '', 'The roster is not readable.'));
    const override = { confirm: true };
    const published = await ask(world, 'publishDraft', {
      params: { id: 'unread' },
      body: { registerId, override },
    });
    const drafted = await ask(world, 'draftFromPublished', { body: { registerId, blueprintId, publicationTxId } });
    // The method of the class is there again.
    delete ledger.state;
    for (const answer of [published, drafted]) {
      expect([answer.status, answer.json.code]).to.deep.equal([503, 'GOVERNANCE_ROSTER_UNAVAILABLE']);
      expect(answer.json.error).to.be.a('string').and.not.equal('');
    }
    const rows = await ask(world, 'listPublishOverrides', { params: { id: 'unread' } });
    expect(rows.json).to.deep.equal([]);
  });
});
