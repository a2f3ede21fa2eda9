// Blueprints of language 1 over HTTP: kept as they were written, published in language 2, and each answer says what was
// changed and what its author decides.
import { expect } from 'chai';
import { hashHex } from '../../../core/base/hash.js';
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fail } from '../../../core/base/result.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import { lift } from '../../../core/design/lift/lift.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { CONFIRMED, code, draftCalls, freshId } from './drafts.js';
import { EXAMPLE_TEMPLATE } from './templates.js';

const amount = { type: 'integer', minimum: 1 };

/** A credit whose second action states its amount again. */
function credit(id: string, members: JsonObject = {}): JsonObject & { readonly id: string } {
  return {
    id,
    title: 'Credit',
    description: 'A bank promises, a carrier ships.',
    participants: [{ id: 'bank' }, { id: 'carrier' }],
    actions: [
      {
        id: 1,
        title: 'Promise',
        sender: 'bank',
        isStartingAction: true,
        dataSchemas: [{ type: 'object', properties: { amount }, required: ['amount'] }],
        disclosures: [{ participantAddress: 'carrier', dataPointers: ['/amount'] }],
        routes: [{ id: 'on', nextActionIds: [2] }],
      },
      {
        id: 2,
        title: 'Ship',
        sender: 'carrier',
        dataSchemas: [{ type: 'object', properties: { amount }, required: ['amount'] }],
        disclosures: [{ participantAddress: 'bank', dataPointers: ['/amount'] }],
        routes: [{ id: 'on', nextActionIds: [3] }],
      },
      { id: 3, title: 'Pay', sender: 'bank', calculations: { paid: { '*': [{ var: 'amount' }, 2] } } },
    ],
    ...members,
  };
}

const LIFTED_CHANGES = [
  '/cancellation',
  // Nothing declares data of the last action.
  '/actions/2',
  '/actions/2/calculations/paid',
];
const ASKED = ['/actions/1/dataSchemas/0/properties/amount'];
const places = (notes: readonly { readonly location: string }[]) => notes.map(({ location }) => location);

describe('blueprints of language 1', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    ({ registerId } = await exampleOrders(world));
  });
  const { post, get, put, publish, pass } = draftCalls(() => ({ world, registerId }));
  const validated = async (id: string) => (await ask(world, 'validateBlueprint', { params: { id } })).json;
  const definitionOf = async (id: string, publicationTxId: string) =>
    (await ask(world, 'getDefinition', { params: { id, publicationTxId } })).json.blueprint;

  it('are kept as they were written, and the answer says how they are published', async () => {
    const id = freshId();
    const made = await post(credit(id));
    expect([places(made.json.lift.changes), places(made.json.lift.questions)]).to.deep.equal([LIFTED_CHANGES, ASKED]);
    const read = (await get(id)).json;
    expect(read).to.deep.include(credit(id));
    expect(read).to.not.have.any.keys('language', 'lift');
    // An answer may be sent back as it came.
    const again = await put(id, made.json);
    expect([again.status, again.json.lift]).to.deep.equal([200, made.json.lift]);
    expect((await get(id)).json).to.not.have.property('lift');
    const second = await put(id, { ...credit(id), language: 2 });
    expect([second.status, second.json.lift]).to.deep.equal([200, undefined]);
    expect((await post({ title: 'Unfinished' })).json).to.not.have.property('lift');
    expect(code(await put(id, { ...credit(id), lifted: {} }))).to.equal('400 BODY_INVALID /lifted');
  });

  it('are kept where the engine has no time to say how', async () => {
    const engine = world.deps.engine as { run: unknown };
    const { run } = engine;
    engine.run = async () => fail(issue('ENGINE_BUSY', '', 'The engine is busy.'));
    const id = freshId();
    const made = await post(credit(id));
    engine.run = run;
    expect([made.status, made.json.lift]).to.deep.equal([200, undefined]);
    expect((await validated(id)).lift.questions).to.have.length(1);
  });

  it('are checked as they are published, and the member that is stated twice is asked about', async () => {
    const id = freshId();
    await post(credit(id));
    const found = await validated(id);
    const { definition } = lift({ ...credit(id) });
    expect(found).to.deep.include({ isValid: true, definition, execDefHash: executionHash(definition, hashHex) });
    expect([places(found.lift.changes), places(found.lift.questions)]).to.deep.equal([LIFTED_CHANGES, ASKED]);
    expect(found.lift.questions[0].message).to.contain('the latest value stood for all of them');
    const [promise, ship, pay] = credit(id).actions as readonly JsonObject[];
    await put(id, credit(id, { actions: [promise, { ...ship, dataSchemas: [true] }, pay] as never }));
    const left = await validated(id);
    expect([left.isValid, places(left.lift.questions)]).to.deep.equal([
      false,
      ['/actions/1/disclosures/0/dataPointers/0'],
    ]);
    expect(places(left.validationResults)).to.include('/actions/1/disclosures/0/dataPointers/0');
    expect(code(await publish(id))).to.equal('400 BLUEPRINT_INVALID /actions/1/disclosures/0/dataPointers/0');
  });

  it('are published in language 2, from a draft', async () => {
    const id = freshId();
    await post(credit(id));
    expect(code(await publish(id, undefined, { as: 'user' }))).to.equal('403 FORBIDDEN ');
    const { definition } = lift({ ...credit(id) });
    const locked = await publish(id, { registerId });
    expect([code(locked), locked.json.execDefHash]).to.deep.equal([
      '409 REHEARSAL_REQUIRED ',
      executionHash(definition, hashHex),
    ]);
    await pass(id, executionHash(definition, hashHex));
    const made = await publish(id, { registerId });
    expect(made.json).to.deep.include({ isSuccess: true, overridden: false });
    expect([places(made.json.lift.changes), places(made.json.lift.questions)]).to.deep.equal([LIFTED_CHANGES, ASKED]);
    expect(await definitionOf(id, made.json.publishedBlueprint.publicationTxId)).to.deep.equal(definition);
    expect((await publish(id, { registerId })).json).to.include({ alreadyPublished: true });
    const source = { registerId, blueprintId: id, publicationTxId: made.json.publishedBlueprint.publicationTxId };
    const opened = await ask(world, 'draftFromPublished', { body: source });
    expect([opened.status, opened.json.lift]).to.deep.equal([201, undefined]);
    expect((await get(id)).json.language).to.equal(2);
  });

  it('are published in language 2 at a register, once', async () => {
    const id = freshId();
    const parts = { params: { registerId }, body: { blueprintJson: credit(id), override: CONFIRMED } };
    const made = await ask(world, 'publishBlueprint', parts);
    expect([made.status, places(made.json.lift.questions)]).to.deep.equal([200, ASKED]);
    const { definition } = lift({ ...credit(id) });
    expect(await definitionOf(id, made.json.publicationTxId)).to.deep.equal(definition);
    const again = await ask(world, 'publishBlueprint', parts);
    expect(again.json).to.deep.include({ alreadyPublished: true, publicationTxId: made.json.publicationTxId });
    const same = { params: { registerId }, body: { blueprintJson: definition } };
    expect((await ask(world, 'publishBlueprint', same)).json).to.include({ alreadyPublished: true });
    expect((await ask(world, 'publishBlueprint', same)).json).to.not.have.property('lift');
  });

  it('are rehearsed as they are published', async () => {
    const id = freshId();
    await post(credit(id));
    const begun = await ask(world, 'startRehearsal', { params: { id }, body: { mode: 'full' } });
    expect(begun.status, begun.text).to.equal(201);
    const walk = { params: { id, rehearsalId: begun.json.rehearsalId } };
    const step = await ask(world, 'submitRehearsalStep', { ...walk, body: { actionId: 1, payload: { amount: 3 } } });
    expect(step.status, step.text).to.equal(200);
  });

  it('are made by templates in language 2', async () => {
    const { language: _, ...body } = EXAMPLE_TEMPLATE.body;
    const template = { ...EXAMPLE_TEMPLATE, id: 'older', body };
    expect((await ask(world, 'createTemplate', { body: template })).status).to.equal(201);
    const kept = await ask(world, 'getTemplate', { params: { templateId: 'older' } });
    expect(kept.json.body).to.deep.equal(body);
    const made = await ask(world, 'evaluateTemplate', { body: { templateId: 'older', parameters: {} } });
    expect([made.json.blueprint.language, places(made.json.lift.changes)]).to.deep.equal([
      2,
      ['/actions/0', '/actions/1'],
    ]);
    const shipped = await ask(world, 'evaluateTemplate', { body: { templateId: 'ping-pong', parameters: {} } });
    expect(shipped.json).to.not.have.property('lift');
  });

  it('come from no draft of another organisation', async () => {
    const id = freshId();
    await post(credit(id));
    for (const as of ['systemAdmin', 'service'] as const)
      expect(code(await ask(world, 'validateBlueprint', { params: { id } }, { as }))).to.equal(
        '404 BLUEPRINT_NOT_FOUND /id',
      );
  });
});
