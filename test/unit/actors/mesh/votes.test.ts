// Votes between nodes beyond the run of consensus: a vote that a peer remembers and this disk does not fences the seat,
// and a true certificate for another docket stops the register everywhere.
import { expect } from 'chai';
import { FORGOTTEN } from '../../../../actors/register-replica/seat.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Vote } from '../../../../core/consensus/types.js';
import type { Certificate } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { docketHash } from '../../../../core/register/docket.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const ALL = { gte: new Uint8Array(), lt: new Uint8Array(64).fill(0xff) };
const THREE = ['one', 'two', 'three'];

function voteOf(mesh: MeshWorld, name: string, about: { height: number; docketHash: string }): Vote {
  const { genesisHash, roster } = mesh.state(name);
  const { keys } = mesh.node(name);
  const vote = {
    ...{ kind: 'COMMIT' as const, registerId: REGISTER_ID, genesisHash, round: 0, rosterHash: rosterHashOf(roster) },
    ...{ ...about, voter: keys.current.validatorId, approve: true, code: '' },
  };
  return { ...vote, signature: keys.current.sign(voteDigest(vote)) };
}

async function sealed(mesh: MeshWorld, at: string, tx: Transaction): Promise<void> {
  await mesh.submit(at, tx);
  await mesh.clock.advance(3000);
  expect(mesh.node(at).world.ledger.receipt(REGISTER_ID, tx.txId)?.status).to.equal('sealed');
}

/** A copy of a store that goes on. */
async function imageOf(kv: MemoryKv): Promise<MemoryKv> {
  const image = memoryKv();
  const ops: KvOp[] = [];
  for await (const [key, value] of kv.range(ALL)) ops.push({ key, value });
  await image.write(ops);
  return image;
}

describe('votes on the mesh', () => {
  it('that a peer shows and this node forgot fence its seat, and no unsigned word does', async () => {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.found(THREE);
    const { driver, world } = mesh.node('two');
    const vote = voteOf(mesh, 'two', { height: 9, docketHash: 'ab'.repeat(32) });
    driver.parts.votes.onTold(mesh.node('one').net.self, [{ ...vote, signature: 'ab'.repeat(64) }]);
    await mesh.clock.advance(100);
    expect(world.ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    driver.parts.votes.onTold(mesh.node('one').net.self, [vote]);
    await mesh.clock.advance(100);
    expect(world.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced' });
    const again = await mesh.crash('two').then(() => mesh.restart('two'));
    expect(again.world.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced' });
    await mesh.stop();
  });

  it('that a certificate holds and an older image of the store lacks fence its seat, though no peer remembers', async () => {
    const mesh = await MeshWorld.of(...THREE);
    const pin = await mesh.found(THREE);
    const image = await imageOf(mesh.node('two').kv);
    for (let n = 1; n <= 4; n++) await sealed(mesh, 'one', mesh.action('one', pin, n));
    mesh.isolate('one');
    await sealed(mesh, 'three', mesh.action('three', pin, 5));
    const height = mesh.height('three');
    for (const name of THREE) await mesh.crash(name);
    for (const name of ['one', 'two']) {
      const { kv, keys } = mesh.node(name);
      await mesh.add(name, { kv: name === 'two' ? image : kv.crash(), keys });
    }
    mesh.rejoin('two');
    mesh.isolate('three');
    await mesh.clock.advance(90_000);
    const { ledger } = mesh.node('two').world;
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced', reason: FORGOTTEN });
    expect(mesh.height('two'), 'a fenced seat follows').to.equal(height - 1);
    // A quorum of both would seal another docket at the height that only the third has.
    await mesh.submit('one', mesh.action('one', pin, 6));
    await mesh.clock.advance(20_000);
    expect(mesh.height('one')).to.equal(height - 1);
    await mesh.restart('three');
    await mesh.clock.advance(60_000);
    const hashes = await Promise.all(
      THREE.map(async (name) => (await mesh.chain(name)).map(({ docket }) => docket.hash)),
    );
    expect(hashes[0]).to.have.length(height + 2);
    expect(hashes[1]).to.deep.equal(hashes[0]);
    expect(hashes[2]).to.deep.equal(hashes[0]);
    await ledger.seating.control(REGISTER_ID, 'accept-amnesia');
    await mesh.clock.advance(1000);
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    await sealed(mesh, 'two', mesh.action('two', pin, 7));
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    await mesh.stop();
  });

  it('of a member are remembered by the others', async () => {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.found(THREE);
    const leader = THREE.find((name) => mesh.seat(name).validatorId === mesh.state('one').proposer)!;
    const other = THREE.find((name) => name !== leader)!;
    const seen = mesh.node(other).driver.parts.votes.seenVotes(peerOf(leader));
    expect(seen.map(({ registerId, voter }) => [registerId, voter])).to.deep.equal([
      [REGISTER_ID, mesh.seat(leader).validatorId],
    ]);
    await mesh.stop();
  });

  it('of a quorum for two dockets of one height stop the register on every member', async () => {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.found(THREE);
    const [, sealed] = await mesh.chain('one');
    const header = { ...sealed!.docket.header, timestampMs: sealed!.docket.header.timestampMs + 1 };
    const hash = docketHash(header);
    const signatures = ['one', 'two'].map((name) => ({
      voterIndex: mesh.state(name).roster.validators.findIndex(({ peerId }) => peerId === peerOf(name)),
      signature: voteOf(mesh, name, { height: 1, docketHash: hash }).signature,
    }));
    signatures.sort((a, b) => a.voterIndex - b.voterIndex);
    const rosterHash = rosterHashOf(mesh.state('one').roster);
    const certificate: Certificate = { kind: 'COMMIT', height: 1, round: 0, docketHash: hash, rosterHash, signatures };
    const head = { registerId: REGISTER_ID, header, certificate, docket: null };
    mesh.node('one').net.send(peerOf('three'), { type: 'head', head });
    await mesh.clock.advance(2000);
    for (const name of THREE) {
      const { ledger } = mesh.node(name).world;
      expect(ledger.register(REGISTER_ID), name).to.include({ status: 'OFFLINE', statusReason: 'FORK' });
      expect(ledger.forks.forkHeight(REGISTER_ID)).to.equal(1);
      const { driver } = mesh.node(name);
      const { self } = mesh.node(THREE.find((one) => one !== name)!).net;
      expect(await driver.heads(self, { registerIds: [REGISTER_ID] })).to.deep.equal([]);
    }
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('and decided dockets may come by a call of their own', async () => {
    const mesh = await MeshWorld.of(...THREE, 'stranger');
    await mesh.found(THREE);
    const [, sealed] = await mesh.chain('one');
    const { driver } = mesh.node('two');
    const { self } = mesh.node('one').net;
    expect(await driver.validateDocket(self, sealed!)).to.deep.equal({
      status: 'already-sealed',
      height: 1,
      issues: [],
    });
    const later = { ...sealed!, docket: { ...sealed!.docket, header: { ...sealed!.docket.header, height: 9 } } };
    expect(await driver.validateDocket(self, later)).to.include({ status: 'behind', height: 1 });
    const denied = await driver.validateDocket(mesh.node('stranger').net.self, sealed!);
    expect([denied.status, denied.issues[0]?.code]).to.deep.equal(['invalid', 'REGISTER_NOT_FOUND']);
    await mesh.stop();
  });
});
