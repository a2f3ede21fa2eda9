// Replication over HTTP: following, purging and offering registers, and who may know of them.
import { expect } from 'chai';
import type { LedgerHost } from '../../../actors/ledger/host.js';
import type { Mesh } from '../../../actors/mesh/mesh.js';
import { noMesh } from '../../../actors/mesh/no-mesh.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { foundedRegister, ledgerWorld, REGISTER_ID } from '../../support/node/ledger-world.js';
import { aRegister, ask, definitionOf } from '../ledger/fixtures.js';
import { call } from '../world/caller.js';
import { tokenOfService } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { aReplica, OFFERED } from './fake-mesh.js';
import { anUnseatedRegister } from './fixtures.js';

const { registerId } = LEDGER;
const full = { mode: 'full-replica' };

describe('replication', () => {
  const world = worldOfAll();
  beforeEach(() => {
    world.mesh.followed.clear();
    world.mesh.offered = [OFFERED];
  });

  const anonymous = async (id: string) => (await call(world, definitionOf(id), {})).json;
  const idsOf = (list: readonly { readonly registerId: string }[]) => list.map((one) => one.registerId);

  it('follows a register once, and only one that is offered', async () => {
    const made = await ask(world, 'subscribeRegister', { params: { registerId }, body: full }, { as: 'user' });
    expect(made.status).to.equal(201);
    expect(made.json).to.deep.include({ registerId, ...full, syncState: 'recovering', syncProgressPercent: 7.6 });
    const twice = await ask(world, 'subscribeRegister', { params: { registerId }, body: full });
    expect([twice.status, twice.json.code]).to.deep.equal([409, 'SUBSCRIPTION_EXISTS']);
    world.mesh.followed.clear();
    const wrong = { ...full, genesisHash: 'f'.repeat(64) };
    const other = await ask(world, 'subscribeRegister', { params: { registerId }, body: wrong });
    expect([other.status, other.json.code]).to.deep.equal([404, 'REGISTER_NOT_ADVERTISED']);
  });

  it('shows a followed register to the organisation that follows it here, and to no other', async () => {
    const origin = await ledgerWorld();
    await foundedRegister(origin);
    const genesis = await origin.chain.sealedDocket(origin.registers.byId(REGISTER_ID)!.reg, 0);
    await origin.ledger.stop();
    const post = async (url: string, payload: object, token: string) =>
      (await world.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })).json();
    const user = await world.token('user');
    const other = await post('/api/organizations', { name: 'Harbour Trust', subdomain: 'harbour' }, user);
    const { accessToken } = await post('/api/auth/switch-org', { organizationId: other.id }, user);

    const ledger = world.deps.ledger as unknown as Pick<LedgerHost, 'follow' | 'setSubscribed'>;
    const taken = await ledger.follow({ genesis: genesis!, advertise: false, tenantId: other.id });
    expect(taken).to.include({ localTenantId: other.id });
    const params = { registerId: REGISTER_ID };
    const seen = await ask(world, 'getRegister', { params }, { token: accessToken });
    expect(seen.status).to.equal(200);
    // The tenant that the founder elsewhere names stays its own word, and gives no user here a right.
    expect(seen.json.tenantId).to.equal(PLATFORM_ORGANISATION_ID).and.not.equal(other.id);
    const hidden = await ask(world, 'getRegister', { params });
    expect([hidden.status, hidden.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    const listed = async (token?: string) =>
      (await ask(world, 'listRegisterCache', {}, token === undefined ? {} : { token })).json.map(
        (one: { registerId: string }) => one.registerId,
      );
    expect(await listed(accessToken)).to.include(REGISTER_ID);
    expect(await listed()).to.not.include(REGISTER_ID);
    world.mesh.offered = [{ ...OFFERED, registerId: REGISTER_ID }];
    const again = await ask(world, 'subscribeRegister', { params, body: full });
    expect([again.status, again.json.code]).to.deep.equal([409, 'SUBSCRIPTION_EXISTS']);
    // Of one that no peer offers they learn what they do of none.
    world.mesh.offered = [];
    const none = { registerId: `f${REGISTER_ID.slice(1)}` };
    const [private_, nothing] = await Promise.all(
      [params, none].map((of) => ask(world, 'subscribeRegister', { params: of, body: full })),
    );
    expect([private_?.status, private_?.json.code]).to.deep.equal([404, 'REGISTER_NOT_ADVERTISED']);
    expect([nothing?.status, nothing?.json.detail]).to.deep.equal([private_?.status, private_?.json.detail]);
    world.mesh.offered = [{ ...OFFERED, registerId: REGISTER_ID }];
    const theirs = await ask(world, 'subscribeRegister', { params, body: full }, { token: accessToken });
    expect(theirs.status).to.equal(201);
    expect(world.mesh.subscriber).to.equal(other.id);
  });

  it('refuses to follow a part of a chain, and modes that there are not', async () => {
    const part = await ask(world, 'subscribeRegister', { params: { registerId }, body: { mode: 'forward-only' } });
    expect([part.status, part.json.code]).to.deep.equal([400, 'REPLICATION_MODE_UNSUPPORTED']);
    const none = await ask(world, 'subscribeRegister', { params: { registerId }, body: { mode: 'half' } });
    expect([none.status, none.json.code]).to.deep.equal([400, 'BODY_INVALID']);
    expect(world.mesh.followed.size).to.equal(0);
  });

  it('stops following and keeps the data, but not for a seat', async () => {
    world.mesh.followed.set(registerId, aReplica({ isSeated: true }));
    const query = { purge: false };
    const seated = await ask(world, 'unsubscribeRegister', { params: { registerId }, query }, { as: 'systemAdmin' });
    expect([seated.status, seated.json.code]).to.deep.equal([409, 'REGISTER_SEATED']);
    world.mesh.followed.set(registerId, aReplica());
    const hidden = await ask(world, 'unsubscribeRegister', { params: { registerId } }, { as: 'user' });
    expect([hidden.status, hidden.json.code], 'of another tenant').to.deep.equal([404, 'SUBSCRIPTION_NOT_FOUND']);
    const done = await ask(world, 'unsubscribeRegister', { params: { registerId } }, { as: 'systemAdmin' });
    expect(done.json).to.deep.equal({ registerId, unsubscribed: true, cacheRetained: true });
    const gone = await ask(world, 'unsubscribeRegister', { params: { registerId } }, { as: 'systemAdmin' });
    expect([gone.status, gone.json.code]).to.deep.equal([404, 'SUBSCRIPTION_NOT_FOUND']);
  });

  it('is left by its tenant and the operator alone, although everybody knows a public one', async () => {
    const own = await anUnseatedRegister(world);
    const params = { registerId: own };
    const left = async (how: Parameters<typeof ask>[3]) => {
      world.mesh.followed.set(own, aReplica({ registerId: own }));
      const { status, json } = await ask(world, 'unsubscribeRegister', { params }, how);
      return status === 200 ? status : json.code;
    };
    expect((await ask(world, 'advertiseRegister', { params, body: { isPublic: true } })).status).to.equal(200);
    const service = { clientId: 'follower', serviceName: 'Follower', scope: ['peers:manage'] };
    const tokenIn = async (organisationId: string) => ({
      token: await tokenOfService(world.deps, { ...service, organisationId }),
    });
    expect(await left(await tokenIn(PUBLIC_ORGANISATION_ID))).to.equal('FORBIDDEN');
    expect(await left(await tokenIn(EXAMPLE.organisationId))).to.equal(200);
    expect(await left({ as: 'user' })).to.equal(200);
    expect(await left({ as: 'systemAdmin' })).to.equal(200);
    await ask(world, 'advertiseRegister', { params, body: { isPublic: false } });
  });

  it('purges only what is neither validated nor followed here, and only for who manages it', async () => {
    const own = await aRegister(world);
    const seated = await ask(world, 'purgeRegisterCache', { params: { registerId: own } });
    expect([seated.status, seated.json.code]).to.deep.equal([409, 'REGISTER_SEATED']);
    const copy = await anUnseatedRegister(world);
    const params = { registerId: copy };
    world.mesh.followed.set(copy, aReplica({ registerId: copy }));
    const followed = await ask(world, 'purgeRegisterCache', { params });
    expect([followed.status, followed.json.code]).to.deep.equal([409, 'SUBSCRIPTION_EXISTS']);
    const plain = await ask(world, 'unsubscribeRegister', { params, query: { purge: 'true' } }, { as: 'user' });
    expect([plain.status, plain.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    expect(world.mesh.followed.has(copy), 'refused before anything changed').to.equal(true);
    const purged = await ask(world, 'unsubscribeRegister', { params, query: { purge: 'true' } });
    expect(purged.json).to.deep.equal({ registerId: copy, unsubscribed: true, cacheRetained: false });
    expect((await ask(world, 'getRegister', { params })).status).to.equal(404);
    expect((await ask(world, 'purgeRegisterCache', { params })).status).to.equal(404);
  });

  it('offers a register to everybody, and hides it again', async () => {
    const own = await aRegister(world);
    const params = { registerId: own };
    world.mesh.followed.set(own, aReplica({ registerId: own, state: 'stalled', height: 0, targetHeight: 3 }));
    const lists = ['listSubscriptions', 'listRegisterCache'] as const;
    for (const id of lists) expect(idsOf(await anonymous(id)), id).to.not.include(own);
    expect(await anonymous('getSyncHealth')).to.deep.include({ status: 'stalled', registers: [] });
    const user = await ask(world, 'advertiseRegister', { params, body: { isPublic: true } }, { as: 'user' });
    expect([user.status, user.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const shown = await ask(world, 'advertiseRegister', { params, body: { isPublic: true } });
    expect(shown.json).to.deep.equal({ registerId: own, isPublic: true });
    for (const id of lists) expect(idsOf(await anonymous(id)), id).to.include(own);
    const [register] = (await anonymous('getSyncHealth')).registers;
    expect(register).to.deep.include({ status: 'stalled', currentDocket: 0, targetDocket: 3, progressPercent: 25 });
    expect(register.isStale).to.equal(true);
    await ask(world, 'advertiseRegister', { params, body: { isPublic: false } });
    for (const id of lists) expect(idsOf(await anonymous(id)), id).to.not.include(own);
  });

  it('offers several at once: all or, where one is not the caller’s, none', async () => {
    const [one, two] = [await aRegister(world), await aRegister(world)];
    const advertisements = [one, two].map((id) => ({ registerId: id, isPublic: true }));
    const unknown = { registerId: '99999999-2222-4333-8444-555555555555', isPublic: true };
    const refused = await ask(world, 'bulkAdvertise', { body: { advertisements: [...advertisements, unknown] } });
    expect([refused.status, refused.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    expect(world.deps.ledger.register(one as string)?.advertise).to.equal(false);
    const added = await ask(world, 'bulkAdvertise', { body: { advertisements } });
    expect(added.json).to.deep.equal({ processed: 2, added: 2, updated: 0, removed: 0 });
    const synced = await ask(world, 'bulkAdvertise', {
      body: { advertisements: advertisements.slice(0, 1), fullSync: true },
    });
    expect(synced.json).to.deep.equal({ processed: 1, added: 0, updated: 1, removed: 1 });
    expect(world.deps.ledger.register(two as string)?.advertise).to.equal(false);
  });

  it('shows an offer that is for this node alone to its operators only', async () => {
    const { isPublic: _, ...secret } = OFFERED;
    world.mesh.offered = [secret];
    expect(await anonymous('listAvailableRegisters')).to.deep.equal([]);
    expect((await ask(world, 'listAvailableRegisters', {}, { as: 'user' })).json).to.deep.equal([]);
    const [seen] = (await ask(world, 'listAvailableRegisters', {}, { as: 'systemAdmin' })).json;
    expect(seen).to.deep.include({ registerId, peerCount: 1, isPublic: false, latestDocketVersion: 12 });
    world.mesh.offered = [OFFERED];
    expect(idsOf(await anonymous('listAvailableRegisters'))).to.deep.equal([registerId]);
  });

  it('is refused where the mesh is off, and then shows no peer', async () => {
    const deps = world.deps as { mesh: Mesh };
    deps.mesh = noMesh;
    try {
      const body = full;
      const refused = await ask(world, 'subscribeRegister', { params: { registerId }, body });
      expect([refused.status, refused.json.code]).to.deep.equal([503, 'MESH_OFF']);
      const ended = await ask(world, 'unsubscribeRegister', { params: { registerId } });
      expect([ended.status, ended.json.code]).to.deep.equal([503, 'MESH_OFF']);
      expect(await anonymous('listPeers')).to.deep.equal([]);
      expect(await anonymous('getSyncHealth')).to.deep.include({ status: 'synced', registers: [] });
      expect((await ask(world, 'getMeshStatus', {})).json).to.deep.include({ isOn: false, peersKnown: 0 });
    } finally {
      deps.mesh = world.mesh;
    }
  });
});
