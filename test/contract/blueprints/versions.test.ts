// Versions of blueprints over HTTP, as the ledger has them: by ordinal and by content address, on several registers,
// and as drafts again.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { hashHex } from '../../../core/base/hash.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import { aRegister, ask, exampleOrders } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { blueprint, CONFIRMED, code, draftCalls, freshId, UNKNOWN } from './drafts.js';

describe('versions of blueprints', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    ({ registerId } = await exampleOrders(world));
  });

  const { post, get, put, publish, pass } = draftCalls(() => ({ world, registerId }));

  it('are the same by ordinal, by content address, and permanently', async () => {
    const id = freshId();
    await post(blueprint(id));
    await publish(id);
    await put(id, blueprint(id, { title: 'Second edition' }));
    const { publicationTxId } = (await publish(id)).json.publishedBlueprint;
    const listed = await ask(world, 'listVersions', { params: { id } });
    expect(listed.headers['x-total-count']).to.equal('2');
    expect(listed.json.map((v: { version: number; title: string }) => [v.version, v.title])).to.deep.equal([
      [1, DEFINITION.title],
      [2, 'Second edition'],
    ]);
    const paged = await ask(world, 'listVersions', { params: { id }, query: { page: 2, pageSize: 1 } });
    expect(paged.json).to.deep.equal([listed.json[1]]);
    const params = { id, publicationTxId };
    const exact = await ask(world, 'getDefinition', { params });
    expect(exact.json.blueprint).to.deep.equal(blueprint(id, { title: 'Second edition' }));
    expect(exact.headers).to.include({
      etag: `"${publicationTxId}"`,
      'cache-control': 'private, max-age=31536000, immutable',
    });
    // Without it a browser gives the definition to whoever signs in next, without asking the node.
    expect(String(exact.headers['vary']).split(', ')).to.include('authorization');
    const second = await ask(world, 'getVersion', { params: { id, version: 2 }, query: { registerId } });
    expect(second.json).to.deep.equal(exact.json);
    const headers = { 'if-none-match': `"${publicationTxId}"` };
    const cached = await ask(world, 'getDefinition', { params }, { headers });
    expect([cached.status, cached.text]).to.deep.equal([304, '']);
  });

  it('are never replaced by the newest one', async () => {
    const definition = (id: string, publicationTxId: string) =>
      ask(world, 'getDefinition', { params: { id, publicationTxId } });
    const { publicationTxId } = await exampleOrders(world);
    expect(code(await definition(LEDGER.blueprintId, 'f'.repeat(64)))).to.match(/^404 PUBLICATION_NOT_FOUND/);
    expect(code(await definition('order-1', publicationTxId))).to.match(/^404 PUBLICATION_NOT_FOUND/);
    const version = await ask(world, 'getVersion', { params: { id: LEDGER.blueprintId, version: 99 } });
    expect(code(version)).to.equal('404 PUBLICATION_NOT_FOUND /version');
    expect(code(await ask(world, 'listVersions', { params: { id: 'never' } }))).to.equal('404 BLUEPRINT_NOT_FOUND /id');
  });

  it('of several registers are told apart', async () => {
    const id = freshId();
    const other = await aRegister(world, 'Second register');
    await post(blueprint(id));
    for (const target of [registerId, other])
      expect((await publish(id, { registerId: target, override: CONFIRMED })).status).to.equal(200);
    const all = (await ask(world, 'listVersions', { params: { id } })).json;
    expect(all.map((v: { registerId: string }) => v.registerId)).to.deep.equal([registerId, other].sort());
    expect(all[0].publicationTxId).to.not.equal(all[1].publicationTxId);
    expect(all[0].execDefHash).to.equal(all[1].execDefHash);
    const which = await ask(world, 'getVersion', { params: { id, version: 1 } });
    expect(code(which)).to.equal('400 VERSION_AMBIGUOUS /registerId');
    const query = { registerId: other };
    expect((await ask(world, 'getVersion', { params: { id, version: 1 }, query })).json.registerId).to.equal(other);
    const hidden = await ask(world, 'listVersions', { params: { id }, query: { registerId: UNKNOWN } });
    expect(code(hidden)).to.equal('404 REGISTER_NOT_FOUND /registerId');
  });

  it('become drafts again that need a fresh rehearsal', async () => {
    const id = freshId();
    await post(blueprint(id));
    const execDefHash = executionHash(blueprint(id), hashHex);
    await pass(id, execDefHash);
    const { publicationTxId } = (await publish(id, { registerId })).json.publishedBlueprint;
    await put(id, blueprint(id, { title: 'Edited since' }));
    world.advance(1000);
    const body = { registerId, blueprintId: id, publicationTxId };
    const opened = await ask(world, 'draftFromPublished', { body });
    expect([opened.status, opened.json]).to.deep.equal([
      201,
      { draftBlueprintId: id, sourcePublicationTxId: publicationTxId, registerId },
    ]);
    const source = { 'x-source-register': registerId, 'x-source-blueprint-id': id, 'x-source-version': '1' };
    expect((await get(id)).json).to.deep.include({ title: DEFINITION.title, metadata: source });
    expect(code(await publish(id, { registerId }))).to.equal('409 REHEARSAL_REQUIRED ');
    await pass(id, execDefHash);
    expect((await publish(id, { registerId })).json).to.include({ alreadyPublished: true, version: 1 });
    expect((await ask(world, 'recoverBlueprint', { params: { id } })).json.title).to.equal('Edited since');
  });

  it('are published on a register of another tenant as of one that is not there', async () => {
    const { publicationTxId } = await exampleOrders(world);
    const asked = { name: 'Harbour', subdomain: 'harbour-publishers' };
    const organizationId = (await ask(world, 'createOrganization', { body: asked }, { as: 'systemAdmin' })).json.id;
    const { accessToken: token } = (
      await ask(world, 'switchOrganization', { body: { organizationId } }, { as: 'systemAdmin' })
    ).json;
    const told = async (register: string) => {
      const named = { registerId: register, blueprintId: LEDGER.blueprintId };
      return [
        await ask(world, 'draftFromPublished', { body: { ...named, publicationTxId } }, { token }),
        await ask(world, 'publishBlueprint', { params: named, body: { blueprintJson: blueprint('b') } }, { token }),
      ].map(code);
    };
    for (const isOn of [true, false]) {
      world.mesh.isOn = isOn;
      const none = isOn ? '503 GOVERNANCE_ROSTER_NOT_SEALED /registerId' : '404 REGISTER_NOT_FOUND /registerId';
      expect(await told(registerId)).to.deep.equal([none, none]);
      expect(await told(UNKNOWN)).to.deep.equal([none, none]);
    }
    world.mesh.isOn = true;
  });

  it('become drafts for roster members only', async () => {
    const { publicationTxId } = await exampleOrders(world);
    const from = (members: object, how = {}) => {
      const body = { registerId, blueprintId: LEDGER.blueprintId, publicationTxId, ...members };
      return ask(world, 'draftFromPublished', { body }, how);
    };
    expect(code(await from({}, { as: 'user' }))).to.equal('403 ROSTER_ROLE_REQUIRED ');
    expect(code(await from({ registerId: UNKNOWN }))).to.equal('503 GOVERNANCE_ROSTER_NOT_SEALED /registerId');
    world.mesh.isOn = false;
    expect(code(await from({ registerId: UNKNOWN })), 'without peers').to.equal('404 REGISTER_NOT_FOUND /registerId');
    world.mesh.isOn = true;
    expect(code(await from({ publicationTxId: 'f'.repeat(64) }))).to.match(/^404 PUBLICATION_NOT_FOUND/);
    expect(code(await from({ blueprintId: 'order-1' }))).to.match(/^404 PUBLICATION_NOT_FOUND/);
    expect(code(await from({ publicationTxId: 'x' }))).to.equal('400 BODY_INVALID /publicationTxId');
  });
});
