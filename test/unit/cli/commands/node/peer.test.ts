// Peers and the mesh from the command line: what is shown, and what is asked before quorum may be lost.
import { expect } from 'chai';
import { peerExamples } from '../../../../../api/groups/ledger/peers/examples.js';
import { called, problem, whole } from '../../../../support/program/command.js';

const PEER = peerExamples.getPeer.output;
const { peerId } = PEER;
const BAN = `POST /api/peers/${peerId}/ban`;
const STATUS = peerExamples.getMeshStatus.output;
const banned = { peerId, isBanned: true, bannedAt: '2026-11-21T10:00:00.000Z', banReason: 'r' };

describe('cli/commands/node/peer', () => {
  it('lists peers in pages with where they are and how well they answer', async () => {
    const answers = { 'GET /api/peers': whole(200, [PEER], { 'x-total-count': '41' }) };
    const { exit, out, requests } = await called(['peer', 'list', '--page-size', '20'], answers);
    expect(exit).to.equal(0);
    expect(requests[0]?.url).to.match(/page=1&pageSize=20$/);
    expect(out)
      .to.match(/^up +member +ledger\.southwind\.example:7443 +2\.0 ms +Excellent +1 /m)
      .and.contain('Page 1 of 3');
  });

  it('shows one peer, its bans and what it offers', async () => {
    const { out } = await called(['peer', 'show', peerId], { [`GET /api/peers/${peerId}`]: PEER });
    expect(out)
      .to.match(/^banned +no$/m)
      .and.match(/^requests +99 of 100 answered$/m)
      .and.match(/^round trip +2\.0 ms$/m)
      .and.match(/^12 +synced +0d3c6a51/m);
    const bare = { ...PEER, address: '', averageLatencyMs: null, advertisedRegisters: [], lastSeen: null };
    const forBan = { ...bare, isBanned: true, bannedAt: 'T', banReason: 'r' };
    const shown = await called(['peer', 'show', peerId], { [`GET /api/peers/${peerId}`]: forBan });
    expect(shown.out)
      .to.match(/^banned +since T until it is lifted$/m)
      .and.match(/^address +-$/m)
      .and.not.contain('OFFERS');
  });

  it('bans with a reason, and asks before it bans by force', async () => {
    const plain = await called(['peer', 'ban', peerId, '--reason', 'r'], { [BAN]: banned });
    expect([plain.exit, plain.bodies]).to.deep.equal([0, [{ reason: 'r' }]]);
    const words = ['peer', 'ban', peerId, '--force'];
    const no = await called(words, { [BAN]: banned }, { answers: ['no'] });
    expect([no.exit, no.requests]).to.deep.equal([1, []]);
    const yes = await called([...words, '--yes'], { [BAN]: banned });
    expect([yes.exit, yes.bodies]).to.deep.equal([0, [{ force: true }]]);
    const seated = await called(['peer', 'ban', peerId], { [BAN]: problem(409, 'PEER_IN_ROSTER', 'It holds a seat.') });
    expect([seated.exit, seated.err.includes('holds a seat')]).to.deep.equal([1, true]);
  });

  it('lifts bans and forgets failures', async () => {
    const lifted = { ...banned, isBanned: false };
    const unban = await called(['peer', 'unban', peerId], { [`DELETE /api/peers/${peerId}/ban`]: lifted });
    expect(unban.out).to.equal(`The ban of ${peerId} is lifted.\n`);
    const done = { peerId, failureCount: 0, previousFailureCount: 4 };
    const reset = await called(['peer', 'reset', peerId], { [`POST /api/peers/${peerId}/reset`]: done });
    expect(reset.out).to.equal(`Forgot 4 failures of ${peerId}.\n`);
  });
});

describe('cli/commands/node/mesh', () => {
  it('shows who is connected, and of each register height, lag, seats, leader and round', async () => {
    const { exit, out } = await called(['mesh', 'status'], { 'GET /api/mesh/status': STATUS });
    expect(exit).to.equal(0);
    expect(out)
      .to.match(/^connected +1 of 1 known peer$/m)
      .and.match(/^synced +12 +0 +1\/1 reached, one here +071807180718 \(3b0d6a2e-.*\) +0 +0d3c6a51/m);
  });

  it('shows all nodes: itself, its peers with what they tell, and who only stands in a roster', async () => {
    const [replica] = STATUS.replicas;
    const { registerId } = replica!;
    const offer = { registerId, syncState: 'synced', latestVersion: 9, isPublic: true };
    const foreign = { ...offer, registerId: '11111111-1111-4222-8333-444444444444', latestVersion: 4 };
    const behind = { ...PEER, advertisedRegisters: [foreign, offer], version: '0.1.0', lastSeen: 'T' };
    const away = { validatorId: 'v', orgId: 'elsewhere.example', peerId: 'elsewhere' };
    const own = { validatorId: 'w', orgId: STATUS.orgId, peerId: STATUS.peerId };
    const mesh = { ...STATUS, peers: [behind], replicas: [{ ...replica!, roster: [...replica!.roster, away, own] }] };
    const { out } = await called(['mesh', 'status'], { 'GET /api/mesh/status': mesh });
    const short = registerId.slice(0, 8);
    expect(out)
      .to.match(new RegExp(`^here +1 +${short} 12 +- +- +${STATUS.orgId} +${STATUS.peerId}$`, 'm'))
      .and.match(new RegExp(`^up +1 +${short} 9 \\(3 behind\\), 11111111 4 \\(not here\\) +0.1.0 +T +`, 'm'))
      .and.match(/^unknown +1 +- +- +- +elsewhere\.example +elsewhere$/m);
    // It offers nothing, as members of a register without an offer do: how far it is, is not known.
    const silent = { ...behind, advertisedRegisters: [] };
    const rows = async (peer: object) =>
      (await called(['mesh', 'status'], { 'GET /api/mesh/status': { ...mesh, peers: [peer] } })).out;
    expect(await rows(silent)).to.match(/^up +1 +none offered +0\.1\.0 +T +/m);
    expect(await rows({ ...silent, state: 'down' })).to.match(/^down +1 +- +0\.1\.0 +T +/m);
    const data = await called(['mesh', 'status', '-o', 'json'], { 'GET /api/mesh/status': mesh });
    const { nodes } = JSON.parse(data.out) as { nodes: { peerId: string; link: string }[] };
    expect(nodes.map(({ peerId: id, link }) => [id, link])).to.deep.equal([
      [STATUS.peerId, 'here'],
      [PEER.peerId, 'up'],
      ['elsewhere', 'unknown'],
    ]);
    const many = Array.from({ length: 130 }, (_, i) => ({ ...away, peerId: `peer${i}` }));
    const full = { ...STATUS, replicas: [{ ...replica!, roster: many }] };
    expect((await called(['mesh', 'status'], { 'GET /api/mesh/status': full })).out).to.contain(
      '32 more: quorate peer',
    );
  });

  it('tells a seat that is not reached from one that is, and what is not known from what is', async () => {
    const [replica] = STATUS.replicas;
    const { round: _round, leader: _leader, ...rest } = replica!;
    const away = { validatorId: 'v', orgId: '', peerId: 'elsewhere' };
    const behind = { ...rest, state: 'stalled', height: 3, lag: 9, isSeated: false, lastError: 'Nobody answers.' };
    const replicas = [
      { ...behind, roster: [...replica!.roster, away] },
      { ...behind, roster: [...replica!.roster, away], quorum: 2 },
      { ...behind, roster: [] },
    ];
    const { out } = await called(['mesh', 'status'], { 'GET /api/mesh/status': { ...STATUS, replicas } });
    expect(out)
      .to.match(/^stalled +3 +9 +1\/2 reached, none here +- +- +0d3c6a51\S+ +Nobody answers\.$/m)
      .and.match(/^stalled +3 +9 +1\/2 reached, none here, no quorum \(2 needed\): nothing is sealed +- +- +0d3c6a51/m)
      .and.match(/^stalled +3 +9 +- +- +- +0d3c6a51/m);
  });

  it('shows what the seats of others hold by their word, and whether they answer now', async () => {
    const [replica] = STATUS.replicas;
    const rows = async (peer: object, tip: object) => {
      const roster = [{ ...replica!.roster[0]!, orgName: 'Brightwall', ...tip }];
      const mesh = { ...STATUS, peers: [{ ...PEER, ...peer }], replicas: [{ ...replica!, roster }] };
      return (await called(['mesh', 'status'], { 'GET /api/mesh/status': mesh })).out;
    };
    expect(await rows({}, {})).to.match(/^Brightwall +2\.0 ms +12 +0 +2026-11-21T10:00:00\.000Z +0d3c6a51/m);
    expect(await rows({ silentMs: 8200 }, { tip: 9, lag: 3 })).to.match(/^Brightwall +no answer for 8 s +9 +3 +/m);
    expect(await rows({ state: 'idle' }, { tip: null, tipAt: null })).to.match(/^Brightwall +no link +- +0 +- +/m);
  });

  it('says of a seat without peer id what gives it one', async () => {
    const [replica] = STATUS.replicas;
    const roster = [...replica!.roster, { validatorId: 'v7', orgId: '', peerId: '' }];
    const { out } = await called(['mesh', 'status'], {
      'GET /api/mesh/status': { ...STATUS, replicas: [{ ...replica, roster }] },
    });
    expect(out)
      .to.contain(`Seat v7 of register ${replica!.registerId} has no peer id`)
      .and.contain(`quorate validator candidacy ${replica!.registerId} --replaces v7`)
      .and.contain(`quorate validator rekey ${replica!.registerId} v7`);
    const none = await called(['mesh', 'status'], { 'GET /api/mesh/status': STATUS });
    expect(none.out).to.not.contain('no peer id');
  });

  it('says that it is off', async () => {
    const off = { ...STATUS, isOn: false };
    expect((await called(['mesh', 'status'], { 'GET /api/mesh/status': off })).out).to.contain('switched off');
  });
});
