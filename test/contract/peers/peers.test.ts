// Peers over HTTP: what everybody sees, what a token adds, and who may ban.
import { expect } from 'chai';
import { looksAtTokens } from '../../../api/auth/policy.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { PEER_ID } from '../../../api/examples/peer.js';
import { aRegister, ask, definitionOf } from '../ledger/fixtures.js';
import { call, operations } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { aPeer, aReplica } from './fake-mesh.js';

const SECRET = '99999999-2222-4333-8444-555555555555';
const OTHER = '12D3KooWHHzSeKaY8xuZVzkLbKFfvNgPPeKhFBGrMbNzbm5akpqu';

describe('peers', () => {
  const world = worldOfAll();
  beforeEach(() => {
    world.mesh.known.clear();
    world.mesh.followed.clear();
    world.mesh.inRoster.clear();
    world.mesh.known.set(PEER_ID, aPeer());
  });

  const anonymous = (id: string, params = {}) => call(world, definitionOf(id), { params });

  it('show to everybody, without registers that are not public and without the words of a ban', async () => {
    const advertised = [...aPeer().advertised, { registerId: SECRET, height: 3 }];
    const ban = { atMs: 5, untilMs: null, reason: 'a private matter' };
    world.mesh.known.set(PEER_ID, aPeer({ advertised, ban, state: 'banned' }));
    world.mesh.followed.set(SECRET, aReplica({ registerId: SECRET }));
    for (const id of ['listPeers', 'getPeer', 'listSubscriptions', 'getSyncHealth', 'listAvailableRegisters']) {
      const { status, text } = await anonymous(id, { peerId: PEER_ID });
      expect(status, id).to.equal(200);
      expect(text, id).to.not.contain(SECRET).and.not.contain('a private matter');
    }
    const [peer] = (await anonymous('listPeers')).json;
    expect(peer).to.deep.include({ isBanned: true, banReason: null, advertisedRegisterCount: 1 });
    const seen = await ask(world, 'getPeer', { params: { peerId: PEER_ID } }, { as: 'systemAdmin' });
    expect(seen.json.advertisedRegisters.map((one: { registerId: string }) => one.registerId)).to.deep.equal([
      LEDGER.registerId,
      SECRET,
    ]);
    expect(seen.json.banReason).to.equal('a private matter');
    const user = await ask(world, 'listPeers', {}, { as: 'user' });
    expect(user.text).to.not.contain(SECRET);
  });

  it('are counted for everybody and listed for callers with a token when connected', async () => {
    world.mesh.known.set(OTHER, aPeer({ peerId: OTHER, state: 'backing-off', breaker: 'open', failures: 4 }));
    expect((await anonymous('listConnectedPeers')).json).to.deep.equal({ connectedPeerCount: 1 });
    const named = await ask(world, 'listConnectedPeers', {}, { as: 'user' });
    expect(named.json.peers.map((peer: { peerId: string }) => peer.peerId)).to.deep.equal([PEER_ID]);
    const health = (await anonymous('getPeerHealth')).json;
    expect(health).to.deep.include({ totalPeers: 2, healthyPeers: 1, unhealthyPeers: 1, healthPercentage: 50 });
    expect(health.peers[0].peerId, 'unhealthy first').to.equal(OTHER);
    const stats = (await anonymous('getPeerStats')).json;
    expect(stats.peerStats).to.deep.include({ totalPeers: 2, healthyPeers: 1, totalFailures: 5, averageLatencyMs: 4 });
    expect(stats.circuitBreakerStats).to.deep.equal({
      totalCircuitBreakers: 2,
      openCircuits: 1,
      halfOpenCircuits: 0,
      closedCircuits: 1,
    });
  });

  it('refuse a token that is over or of no account, in place of showing less for it', async () => {
    const knowing = operations().filter(({ definition }) => definition.can === 'public' && looksAtTokens(definition));
    expect(knowing.map(({ id }) => id)).to.include.members(['listPeers', 'listSubscriptions', 'resolveDid']);
    const token = await world.token('administrator');
    world.advance(24 * 60 * 60_000);
    for (const { definition, id, example } of knowing) {
      const answers = [token, 'of no account'].map((sent) =>
        call(world, definition, example.input ?? {}, { token: sent }),
      );
      const [over, unknown] = await Promise.all(answers);
      expect([over?.status, unknown?.status], id).to.deep.equal([401, 401]);
      expect(over?.text, id).to.contain('TOKEN_EXPIRED');
      expect(unknown?.text, id).to.contain('TOKEN_INVALID');
    }
    // It does not look at its caller.
    expect((await call(world, definitionOf('getPeerStats'), {}, { token })).status).to.equal(200);
  });

  it('are answered in pages with their total, also under the gateway prefix', async () => {
    world.mesh.known.set(OTHER, aPeer({ peerId: OTHER }));
    const response = await world.app.inject({ method: 'GET', url: '/api/peer/peers?page=2&pageSize=1' });
    expect(response.statusCode, response.body).to.equal(200);
    expect(response.headers['x-total-count']).to.equal('2');
    expect(response.json().map((peer: { peerId: string }) => peer.peerId)).to.deep.equal([OTHER]);
    for (const url of [
      '/api/peer/api/peers/stats',
      '/peer/health/sync',
      '/register/health/sync',
      '/api/peer/registers/available',
    ])
      expect((await world.app.inject({ method: 'GET', url })).statusCode, url).to.equal(200);
  });

  it('are unknown by another id, and malformed by a text that is none', async () => {
    const unknown = await anonymous('getPeer', { peerId: OTHER });
    expect([unknown.status, unknown.json.code]).to.deep.equal([404, 'PEER_NOT_FOUND']);
    const malformed = await anonymous('getPeer', { peerId: 'not a peer' });
    expect([malformed.status, malformed.json.code]).to.deep.equal([400, 'PATH_INVALID']);
  });

  it('are banned by an operator of the node only, once, and by force when they hold a seat', async () => {
    const params = { peerId: PEER_ID };
    for (const as of ['administrator', 'user'] as const) {
      const refused = await ask(world, 'banPeer', { params, body: {} }, { as });
      expect([refused.status, refused.json.code], as).to.deep.equal([403, 'FORBIDDEN']);
    }
    world.mesh.inRoster.add(PEER_ID);
    const seated = await ask(world, 'banPeer', { params, body: { reason: 'r' } }, { as: 'systemAdmin' });
    expect([seated.status, seated.json.code]).to.deep.equal([409, 'PEER_IN_ROSTER']);
    const banned = await ask(world, 'banPeer', { params, body: { reason: 'r', force: true } }, { as: 'systemAdmin' });
    expect(banned.json).to.deep.include({ peerId: PEER_ID, isBanned: true, banReason: 'r' });
    expect(world.mesh.bans.at(-1)).to.deep.equal({ peerId: PEER_ID, reason: 'r', force: true });
    const twice = await ask(world, 'banPeer', { params, body: { force: true } }, { as: 'service' });
    expect([twice.status, twice.json.code]).to.deep.equal([409, 'PEER_BANNED']);
    const free = await ask(world, 'unbanPeer', { params }, { as: 'service' });
    expect(free.json).to.deep.equal({ peerId: PEER_ID, isBanned: false, bannedAt: null, banReason: null });
    const again = await ask(world, 'unbanPeer', { params }, { as: 'service' });
    expect([again.status, again.json.code]).to.deep.equal([409, 'PEER_NOT_BANNED']);
    const reset = await ask(world, 'resetPeer', { params }, { as: 'systemAdmin' });
    expect(reset.json).to.deep.equal({ peerId: PEER_ID, failureCount: 0, previousFailureCount: 1 });
  });

  it('show in the status of the mesh with the replicas that the caller may see', async () => {
    const registerId = await aRegister(world);
    world.mesh.followed.set(registerId, aReplica({ registerId, height: 0, targetHeight: 4, isSeated: true }));
    world.mesh.followed.set(SECRET, aReplica({ registerId: SECRET }));
    const { json } = await ask(world, 'getMeshStatus', {}, { as: 'user' });
    expect(json).to.deep.include({ isOn: true, peersUp: 1, peersKnown: 1 });
    expect(json.replicas).to.have.length(1);
    expect(json.replicas[0]).to.deep.include({ registerId, height: 0, targetHeight: 4, lag: 4, isSeated: true });
    expect(json.replicas[0].roster[0].validatorId).to.equal(world.deps.validator.validatorId);
    expect((await ask(world, 'getMeshStatus', {}, { as: 'systemAdmin' })).json.replicas).to.have.length(2);
  });
});
