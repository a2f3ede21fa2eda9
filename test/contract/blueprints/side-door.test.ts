// The gate of rehearsals at the other ways to a publication: the route of a register, and a signed transaction. They
// ask what the publication of a draft asks.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hashHex } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import type { Role } from '../../../core/tenant/roles.js';
import { PUBLISH_ACTION } from '../../../core/transaction/encode.js';
import { submission } from '../../support/register/ledger.js';
import { ask, buyer, exampleOrders } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { blueprint, CONFIRMED, code, draftCalls, freshId } from './drafts.js';

describe('the gate of rehearsals has no side door', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    ({ registerId } = await exampleOrders(world));
  });

  const { post, pass } = draftCalls(() => ({ world, registerId }));
  const publish = (id: string, members: object = {}, how = {}) =>
    ask(world, 'publishBlueprint', { params: { registerId }, body: { blueprintJson: blueprint(id), ...members } }, how);
  const versions = async (id: string) => (await ask(world, 'listVersions', { params: { id } })).json.length ?? 0;

  /** A session of the member whose wallet owns the register, with other roles in the organisation. */
  async function as(role: Role): Promise<{ readonly token: string }> {
    const { tenants, tokens } = world.deps;
    const organisation = tenants.organisation(EXAMPLE.organisationId);
    const owner = tenants.membership(EXAMPLE.organisationId, EXAMPLE.administratorId);
    if (!organisation || !owner) throw new Error('the example has an owner');
    const { token } = await tokens.issueUser({
      membership: { ...owner, roles: [role] },
      organisation,
      sessionId: 'of a test',
      signIn: { method: 'pwd', signedInAtMs: 0 },
    });
    return { token };
  }

  it('at a register, for a blueprint without a rehearsal', async () => {
    const id = freshId();
    const execDefHash = executionHash(blueprint(id), hashHex);
    const refused = await publish(id);
    expect([refused.status, refused.json.code, refused.json.execDefHash]).to.deep.equal([
      409,
      'REHEARSAL_REQUIRED',
      execDefHash,
    ]);
    expect(code(await publish(id, { override: { confirm: false } }))).to.equal('409 REHEARSAL_REQUIRED ');
    expect(code(await publish(id, { override: { reason: 'No word of confirmation.' } }))).to.contain(
      '400 BODY_INVALID',
    );
    await post(blueprint(id));
    expect(await versions(id)).to.equal(0);
    await pass(id, execDefHash);
    expect((await publish(id)).json).to.include({ version: 1, alreadyPublished: false });
    const changed = blueprint(id, { participants: [...DEFINITION.participants, { id: 'third' }] });
    expect(code(await publish(id, { blueprintJson: changed }))).to.equal('409 REHEARSAL_REQUIRED ');
  });

  it('at a register, where an override is on record before anything is submitted', async () => {
    const id = freshId();
    const made = await publish(id, { override: CONFIRMED });
    expect(made.json).to.include({ version: 1, alreadyPublished: false });
    const rows = async () => (await ask(world, 'listPublishOverrides', { params: { id } })).json;
    const row = {
      blueprintId: id,
      overriddenByPlatformUserId: EXAMPLE.administratorPlatformId,
      overriddenAt: EXAMPLE.time,
      registerId,
      execDefHash: executionHash(blueprint(id), hashHex),
      reason: CONFIRMED.reason,
    };
    expect(await rows()).to.deep.equal([row]);
    // Nothing is published again, so nothing is asked and nothing is kept.
    expect((await publish(id)).json).to.include({ version: 1, alreadyPublished: true });
    expect(await rows()).to.deep.equal([row]);
  });

  it('at a register, for a definition with errors or members that nothing enforces', async () => {
    const id = freshId();
    const [order, confirm] = DEFINITION.actions;
    const unread = blueprint(id, { actions: [{ ...order, requiredActionData: ['/amount'] }, confirm] });
    const refused = await publish(id, { blueprintJson: unread, override: CONFIRMED });
    expect(code(refused)).to.equal('400 BLUEPRINT_INVALID /actions/0/requiredActionData');
    expect((await ask(world, 'listPublishOverrides', { params: { id } })).json).to.deep.equal([]);
  });

  it('at a register, for members without the right to publish, whatever seat they have', async () => {
    const id = freshId();
    for (const role of ['Auditor', 'User'] as const)
      expect(code(await publish(id, { override: CONFIRMED }, await as(role))), role).to.equal('403 FORBIDDEN ');
    expect((await publish(id, { override: CONFIRMED }, await as('Designer'))).status).to.equal(200);
  });

  const publicationOf = (id: string, definition: JsonObject, at = registerId) => {
    const draft = {
      registerId: at,
      blueprintId: id,
      actionId: PUBLISH_ACTION,
      senderWallet: buyer.address,
      createdAt: EXAMPLE.time,
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: buyer.address },
      payload: definition,
    };
    return submission(draft, [buyer]);
  };

  it('by a signed transaction', async () => {
    const id = freshId();
    const definition = blueprint(id);
    const tx = publicationOf(id, definition);
    const sent = (how = {}) => ask(world, 'submitTransaction', { params: { registerId }, body: tx }, how);
    expect(code(await sent(await as('User')))).to.equal('403 FORBIDDEN ');
    const refused = await sent();
    expect(code(refused)).to.equal('409 REHEARSAL_REQUIRED ');
    expect(refused.text).to.contain(executionHash(definition, hashHex));
    const batch = await ask(world, 'submitBatch', { body: { transactions: [tx] } });
    expect(batch.json.results[0].code).to.equal('REHEARSAL_REQUIRED');
    await pass(id, executionHash(definition, hashHex));
    // From here on the register judges: the signer has no seat.
    expect((await sent()).json.code).to.equal('VAL_PERM_002');
  });
});
