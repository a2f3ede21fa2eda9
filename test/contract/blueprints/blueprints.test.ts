// Blueprints over HTTP: drafts, and their gates to publication in order. Versions from the ledger are versions.test.ts.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hashHex } from '../../../core/base/hash.js';
import { canonical } from '../../../core/base/json.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import { publicationTxIdOf } from '../../../core/transaction/encode.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { blueprint, CONFIRMED, code, draftCalls, freshId, UNKNOWN } from './drafts.js';

describe('blueprints', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    ({ registerId } = await exampleOrders(world));
  });

  const { post, get, put, publish, pass } = draftCalls(() => ({ world, registerId }));

  describe('as drafts', () => {
    it('are stored as they came, with what the server adds', async () => {
      const id = freshId();
      const made = await post({ ...blueprint(id), version: 9, organizationId: 'somebody else', createdAt: 'x' });
      expect([made.status, made.headers.etag]).to.deep.equal([200, '"1"']);
      const server = { version: 1, organizationId: EXAMPLE.organisationId, createdAt: EXAMPLE.time };
      expect(made.json).to.deep.equal({ ...blueprint(id), ...server, updatedAt: EXAMPLE.time });
      expect((await get(id)).json).to.deep.equal(made.json);
      expect(code(await post(blueprint(id)))).to.equal('409 BLUEPRINT_EXISTS /id');
      const named = (await post({ title: 'Unfinished' })).json.id;
      expect(named).to.match(/^[0-9a-f-]{36}$/);
    });

    it('are refused at the member at fault, and nothing is stored', async () => {
      const count = () => world.deps.blueprints.count(EXAMPLE.organisationId, 'live');
      const before = count();
      for (const [body, expected] of [
        [{ id: 'x' }, '400 BODY_INVALID /title'],
        [{ title: 'x', id: 'genesis' }, '400 BODY_INVALID /id'],
        [{ title: 'x', id: 'a\u0000b' }, '400 BODY_INVALID /id'],
        [{ title: 'x', id: 'i'.repeat(65) }, '400 BODY_INVALID /id'],
        [{ title: 'x', titel: 'y' }, '400 BODY_INVALID /titel'],
        [{ title: 'x', actions: [{ id: 0, conditon: 1 }] }, '400 BODY_INVALID /actions/0/conditon'],
        [{ title: 'x', participants: 'all' }, '400 BODY_INVALID /participants'],
      ] as const)
        expect(code(await post(body))).to.equal(expected);
      const large = await post({ title: 'x', dataSchemas: [{ description: 'x'.repeat(4_200_000) }] });
      expect(code(large)).to.equal('413 BODY_TOO_LARGE ');
      expect(count()).to.equal(before);
    });

    it('belong to their organisation', async () => {
      const id = freshId();
      await post(blueprint(id));
      expect((await get(id, { as: 'user' })).status).to.equal(200);
      for (const as of ['systemAdmin', 'service'] as const)
        expect(code(await get(id, { as }))).to.equal('404 BLUEPRINT_NOT_FOUND /id');
      expect((await post(blueprint(id), { as: 'service' })).json.organizationId).to.equal(
        '00000000-0000-0000-0000-000000000001',
      );
    });

    it('are replaced only at the version that If-Match names', async () => {
      const id = freshId();
      await post(blueprint(id));
      const second = await put(id, blueprint(id, { title: 'Second' }), { 'if-match': '"1"' });
      expect([second.status, second.headers.etag, second.json.version]).to.deep.equal([200, '"2"', 2]);
      expect(code(await put(id, blueprint(id), { 'if-match': '"1"' }))).to.equal('412 BLUEPRINT_CHANGED ');
      expect((await get(id)).json.title).to.equal('Second');
      expect((await put(id, blueprint(id), { 'if-match': '"7", W/"2"' })).status).to.equal(200);
      expect((await put(id, { title: 'No id, no condition' })).json.id).to.equal(id);
      expect(code(await put(id, blueprint('another')))).to.equal('400 BODY_INVALID /id');
      expect(code(await put('nowhere', blueprint('nowhere')))).to.equal('404 BLUEPRINT_NOT_FOUND /id');
    });

    it('are deleted softly and come back', async () => {
      const id = freshId();
      await post(blueprint(id));
      const at = { params: { id } };
      const stale = await ask(world, 'deleteBlueprint', at, { headers: { 'if-match': '"5"' } });
      expect(code(stale)).to.equal('412 BLUEPRINT_CHANGED ');
      expect((await ask(world, 'deleteBlueprint', at)).status).to.equal(204);
      expect([
        code(await get(id)),
        code(await ask(world, 'deleteBlueprint', at)),
        code(await publish(id)),
      ]).to.deep.equal(Array(3).fill('404 BLUEPRINT_NOT_FOUND /id'));
      expect(code(await post(blueprint(id)))).to.equal('409 BLUEPRINT_EXISTS /id');
      const listed = async (status: string) =>
        (await ask(world, 'listBlueprints', { query: { search: id, status } })).json.items.length;
      expect([await listed('Deleted'), await listed('Draft')]).to.deep.equal([1, 0]);
      expect((await ask(world, 'recoverBlueprint', at)).json).to.deep.equal((await get(id)).json);
      expect([await listed('Deleted'), await listed('Draft')]).to.deep.equal([0, 1]);
      expect(code(await ask(world, 'recoverBlueprint', { params: { id: 'never' } }))).to.equal(
        '404 BLUEPRINT_NOT_FOUND /id',
      );
    });

    it('have a page and a JSON-LD form', async () => {
      const query = { pageSize: 2, page: 2, search: 'order-' };
      const page = (await ask(world, 'listBlueprints', { query })).json;
      expect([page.items.length, page.page, page.totalPages]).to.deep.equal([2, 2, Math.ceil(page.totalCount / 2)]);
      const headers = { accept: 'text/html, application/ld+json;q=0.9' };
      const linked = await ask(world, 'listBlueprints', { query }, { headers });
      expect(linked.headers['content-type']).to.match(/^application\/ld\+json/);
      expect(linked.json.items.map((item: { '@type': string }) => item['@type'])).to.deep.equal(
        Array(2).fill('Blueprint'),
      );
      const { id } = page.items[0];
      const one = await get(id, { headers });
      expect(one.json).to.include({ '@id': `urn:quorate:blueprint:${id}`, '@type': 'Blueprint', id });
      expect(one.json['@context']).to.match(/\/contexts\/blockchain\/v1\.jsonld$/);
      for (const bad of [{ page: 0 }, { pageSize: 101 }, { status: 'Lost' }, { status: 'draft' }])
        expect((await ask(world, 'listBlueprints', { query: bad })).json.code).to.equal('QUERY_INVALID');
      const { totalCount } = (await ask(world, 'listBlueprints', { query: { search: '' } })).json;
      expect(totalCount).to.equal((await ask(world, 'listBlueprints', {})).json.totalCount);
    });
  });

  it('are checked with errors and warnings apart', async () => {
    const id = freshId();
    const broken = { sender: 'nobody', id: 0, routes: [{ nextActionIds: [9] }] };
    await post(blueprint(id, { actions: [broken] }));
    const { json } = await ask(world, 'validateBlueprint', { params: { id } });
    expect(json).to.include({ blueprintId: id, title: DEFINITION.title, isValid: false });
    const found = json.validationResults.map((r: Record<string, string>) => `${r.severity} ${r.code} ${r.location}`);
    expect(found).to.include.members([
      'error BP_SENDER_UNKNOWN /actions/0/sender',
      'error BP_ROUTE_TARGET_UNKNOWN /actions/0/routes/0/nextActionIds/0',
      'warning BP_START_MISSING /actions',
    ]);
    expect(json.warnings).to.have.length(found.filter((text: string) => text.startsWith('warning')).length);
    const unknown = await ask(world, 'validateBlueprint', { params: { id: 'never' } });
    expect(code(unknown)).to.equal('404 BLUEPRINT_NOT_FOUND /id');
  });

  it('of language 2 are checked with who can check each rule, and with their overrides', async () => {
    const id = freshId();
    const waiting = {
      language: 2,
      participants: [{ id: 'buyer' }, { id: 'seller' }],
      actions: [
        {
          id: 1,
          sender: 'buyer',
          isStartingAction: true,
          dataSchemas: [{ type: 'object', properties: { price: { type: 'integer' } }, required: ['price'] }],
          calculations: { twice: { '*': [2, { var: 'price' }] } },
          disclosures: [{ participantAddress: 'seller', dataPointers: ['/price', '/twice'] }],
          routes: [
            { id: 'high', nextActionIds: [2, 3], condition: { '>': [{ var: 'price' }, 9] } },
            { id: 'low', nextActionIds: [2], isDefault: true },
          ],
        },
        { id: 2, sender: 'seller', routes: [{ nextActionIds: [4] }] },
        { id: 3, sender: 'seller', routes: [{ nextActionIds: [4] }] },
        { id: 4, sender: 'seller', routes: [], requiredPriorActions: [2, 3] },
      ],
    };
    await post(blueprint(id, waiting));
    const refused = (await ask(world, 'validateBlueprint', { params: { id } })).json;
    expect([refused.isValid, 'checkers' in refused]).to.deep.equal([false, false]);
    const overrides = [{ code: 'BP_DEADLOCK', reason: 'A low price never comes, says the buyer.' }];
    await put(id, blueprint(id, { ...waiting, overrides }));
    const { isValid, checkers, warnings } = (await ask(world, 'validateBlueprint', { params: { id } })).json;
    expect(isValid).to.equal(true);
    expect(warnings.join()).to.include('The definition overrides this: "A low price never comes, says the buyer."');
    expect(checkers).to.deep.equal([
      { action: 1, sender: 'buyer', location: '/actions/0/calculations/twice', checkers: ['seller'] },
      { action: 1, sender: 'buyer', location: '/actions/0/routes/0/condition', checkers: ['seller'] },
    ]);
  });

  describe('published', () => {
    it('only through the gates, in their order', async () => {
      const id = freshId();
      await post(blueprint(id, { actions: [{ id: 0, sender: 'nobody' }] }));
      expect(code(await publish(id, { registerId }, { as: 'user' }))).to.equal('403 FORBIDDEN ');
      const unsealed = await publish(id, { registerId: UNKNOWN, override: CONFIRMED });
      expect([code(unsealed), unsealed.headers['retry-after']]).to.deep.equal([
        '503 GOVERNANCE_ROSTER_NOT_SEALED /registerId',
        '2',
      ]);
      // A node without peers hears of no register yet.
      world.mesh.isOn = false;
      const unknown = await publish(id, { registerId: UNKNOWN, override: CONFIRMED });
      expect(code(unknown)).to.equal('404 REGISTER_NOT_FOUND /registerId');
      world.mesh.isOn = true;
      const invalid = await publish(id);
      expect(code(invalid)).to.equal('400 BLUEPRINT_INVALID /actions/0/sender');
      expect(invalid.json.errors[0]).to.include({ code: 'BP_SENDER_UNKNOWN', location: '/actions/0/sender' });
      await put(id, blueprint(id));
      for (const override of [undefined, { confirm: false }]) {
        const locked = await publish(id, { registerId, ...(override ? { override } : {}) });
        expect(code(locked)).to.equal('409 REHEARSAL_REQUIRED ');
        expect(locked.json).to.include({ execDefHash: executionHash(blueprint(id), hashHex) });
        expect(locked.json.message).to.be.a('string');
      }
      expect((await ask(world, 'listVersions', { params: { id } })).json).to.deep.equal([]);
      expect((await ask(world, 'listPublishOverrides', { params: { id } })).json).to.deep.equal([]);
      expect(code(await publish(id, { registerId, force: true }))).to.equal('400 BODY_INVALID /force');
    });

    it('not by an administrator without a seat on the register', async () => {
      const id = freshId();
      expect((await post(blueprint(id), { as: 'systemAdmin' })).status).to.equal(200);
      expect(code(await publish(id, undefined, { as: 'systemAdmin' }))).to.equal('403 ROSTER_ROLE_REQUIRED ');
    });

    it('by designers, who meet the gate of the register like anybody', async () => {
      const id = freshId();
      await post(blueprint(id));
      const { tenants, tokens } = world.deps;
      const organisation = tenants.organisation(EXAMPLE.organisationId);
      const user = tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId);
      if (!organisation || !user) throw new Error('the example has a user');
      const as = async (role: 'Auditor' | 'Designer') => {
        const membership = { ...user, roles: [role] };
        const signIn = { method: 'pwd', signedInAtMs: 0 } as const;
        const { token } = await tokens.issueUser({ membership, organisation, sessionId: 'of a test', signIn });
        return (await publish(id, undefined, { token })).json.error;
      };
      expect(await as('Auditor')).to.contain('policy CanPublishBlueprints');
      expect(await as('Designer'))
        .to.be.a('string')
        .and.not.contain('policy');
    });

    it('by an override that is on record, once and never twice', async () => {
      const id = freshId();
      await post(blueprint(id));
      const first = await publish(id);
      expect(first.status, first.text).to.equal(200);
      const publicationTxId = publicationTxIdOf(registerId, id, canonical(blueprint(id)));
      const execDefHash = executionHash(blueprint(id), hashHex);
      const { publishedAt } = first.json;
      expect(first.json).to.deep.equal({
        blueprintId: id,
        version: 1,
        registerId,
        publishedAt,
        overridden: true,
        alreadyPublished: false,
        isSuccess: true,
        publishedBlueprint: { blueprintId: id, version: 1, publicationTxId, execDefHash, publishedAt },
        errors: [],
      });
      const rows = (await ask(world, 'listPublishOverrides', { params: { id } })).json;
      expect(rows).to.deep.equal([
        {
          blueprintId: id,
          overriddenByPlatformUserId: EXAMPLE.administratorPlatformId,
          overriddenAt: EXAMPLE.time,
          registerId,
          execDefHash,
          reason: CONFIRMED.reason,
        },
      ]);
      await pass(id, execDefHash);
      const again = await publish(id, { registerId });
      expect(again.json).to.deep.equal({ ...first.json, overridden: false, alreadyPublished: true });
    });

    it('and noted with the draft also when the seal comes after the answer', async () => {
      const id = freshId();
      await post(blueprint(id));
      const ledger = world.deps.ledger as { submit?: unknown };
      const { submit } = world.deps.ledger;
      let seal: () => Promise<unknown> = () => Promise.reject(new Error('nothing was submitted'));
      ledger.submit = async (tx: never, options: never) => {
        seal = () => submit(tx, options);
        return { status: 'pending', acceptedAtMs: world.deps.clock.now() };
      };
      const answer = await publish(id);
      ledger.submit = submit;
      expect(await world.deps.blueprints.publicationsOf(EXAMPLE.organisationId, id, 5)).to.deep.equal([]);
      await seal();
      expect([answer.status, answer.json.isSuccess, answer.json.version]).to.deep.equal([202, true, undefined]);
      let noted = await world.deps.blueprints.publicationsOf(EXAMPLE.organisationId, id, 5);
      while (noted.length === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        noted = await world.deps.blueprints.publicationsOf(EXAMPLE.organisationId, id, 5);
      }
      const { publicationTxId, execDefHash } = answer.json.publishedBlueprint;
      expect(noted).to.have.length(1);
      expect(noted[0]).to.include({ registerId, publicationTxId, execDefHash });
      expect((await get(id)).json).to.include({ id });
      const versions = (await ask(world, 'listVersions', { params: { id } })).json;
      expect(versions.map((one: { publicationTxId: string }) => one.publicationTxId)).to.deep.equal([publicationTxId]);
    });

    it('by an override that is durable before anything is submitted', async () => {
      const id = freshId();
      await post(blueprint(id));
      const { ledger, counters } = world.deps as unknown as {
        ledger: { submit?: unknown };
        counters: { publishOverride: () => void };
      };
      const told: unknown[] = [];
      const { submit } = ledger;
      counters.publishOverride = () => void told.push('counted');
      ledger.submit = async () => {
        told.push((await world.deps.blueprints.overridesOf(EXAMPLE.organisationId, id, 5)).length);
        return { status: 'refused', issues: [{ code: 'POOL_FULL', path: '', message: 'Full.' }] };
      };
      const answer = await publish(id, { registerId, override: { confirm: true } });
      ledger.submit = submit;
      expect([answer.json.code, told]).to.deep.equal(['POOL_FULL', ['counted', 1]]);
      expect((await ask(world, 'listVersions', { params: { id } })).json).to.deep.equal([]);
      expect((await publish(id)).json).to.include({ version: 1, overridden: true });
    });

    it('by a rehearsal for as long as the behaviour stays', async () => {
      const id = freshId();
      await post(blueprint(id));
      await pass(id, executionHash(blueprint(id), hashHex));
      expect((await publish(id, { registerId })).json.overridden).to.equal(false);
      await put(id, blueprint(id, { title: 'Another title' }));
      expect((await publish(id, { registerId })).json).to.include({ version: 2, overridden: false });
      await put(id, blueprint(id, { participants: [...DEFINITION.participants, { id: 'third' }] }));
      expect(code(await publish(id, { registerId }))).to.equal('409 REHEARSAL_REQUIRED ');
    });
  });

  it('answer under the prefix of the gateway too', async () => {
    const headers = { authorization: `Bearer ${await world.token('administrator')}` };
    const answer = await world.app.inject({
      method: 'GET',
      url: '/api/blueprint/api/blueprints?search=order-1',
      headers,
    });
    expect([answer.statusCode, JSON.parse(answer.body).page]).to.deep.equal([200, 1]);
  });
});
