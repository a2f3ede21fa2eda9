// Sealing by quorum on the mesh: submissions at any node reach the validators and are sealed once, whatever breaks
// meanwhile.
import { expect } from 'chai';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];

async function sealedOnce(mesh: MeshWorld, name: string, txIds: readonly string[]): Promise<void> {
  const found = (await mesh.chain(name)).flatMap(({ docket }) => docket.transactions.map(({ txId }) => txId));
  for (const txId of txIds) expect(found.filter((one) => one === txId)).to.have.length(1);
}

async function equalChains(mesh: MeshWorld, names: readonly string[]): Promise<void> {
  const [first, ...others] = await Promise.all(names.map((name) => mesh.chain(name)));
  for (const other of others)
    expect(other.map(({ docket }) => docket.hash)).to.deep.equal(first?.map(({ docket }) => docket.hash));
}

describe('sealing on the mesh', () => {
  it('seals what comes in at the leader and at a follower, once, everywhere', async () => {
    const mesh = await MeshWorld.of(...THREE);
    const pin = await mesh.found(THREE);
    const txs = THREE.map((name, i) => mesh.action(name, pin, i));
    for (const [i, name] of THREE.entries()) expect(await mesh.submit(name, txs[i]!)).to.include({ status: 'pending' });
    await mesh.clock.advance(1000);
    for (const [i, name] of THREE.entries()) {
      const { ledger, outbox } = mesh.node(name).world;
      expect(ledger.receipt(REGISTER_ID, txs[i]!.txId)).to.include({ status: 'sealed' });
      expect(outbox.size).to.equal(0);
      await sealedOnce(
        mesh,
        name,
        txs.map(({ txId }) => txId),
      );
    }
    await equalChains(mesh, THREE);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('seals what comes in at a replica without a seat, and tells it there', async () => {
    const mesh = await MeshWorld.of(...THREE, 'reader');
    const pin = await mesh.found(THREE, { advertise: true });
    expect(await mesh.node('reader').surface.subscribe(REGISTER_ID, {})).to.include({ registerId: REGISTER_ID });
    await mesh.clock.advance(2000);
    expect(mesh.height('reader')).to.equal(1);
    const tx = mesh.action('reader', pin, 1);
    expect(await mesh.submit('reader', tx)).to.include({ status: 'pending' });
    expect(mesh.node('reader').world.outbox.size).to.equal(1);
    await mesh.clock.advance(1500);
    const { ledger, outbox } = mesh.node('reader').world;
    expect(ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed', height: 2 });
    expect(outbox.size).to.equal(0);
    await sealedOnce(mesh, 'reader', [tx.txId]);
    await equalChains(mesh, [...THREE, 'reader']);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('offers again a transaction that could reach no member, when the cut is over', async () => {
    const mesh = await MeshWorld.of(...THREE, 'reader');
    const pin = await mesh.found(THREE, { advertise: true });
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(2000);
    mesh.isolate('reader');
    const txs = [1, 2, 3].map((sequence) => mesh.action('reader', pin, sequence));
    for (const tx of txs) expect(await mesh.submit('reader', tx)).to.include({ status: 'pending' });
    await mesh.clock.advance(30_000);
    expect(mesh.height('one')).to.equal(1);
    mesh.rejoin('reader');
    await mesh.clock.advance(5000);
    for (const { txId } of txs)
      expect(mesh.node('reader').world.ledger.receipt(REGISTER_ID, txId)).to.include({ status: 'sealed' });
    await sealedOnce(
      mesh,
      'one',
      txs.map(({ txId }) => txId),
    );
    await equalChains(mesh, [...THREE, 'reader']);
    await mesh.stop();
  });

  it('offers again what a restarted node promised before', async () => {
    const mesh = await MeshWorld.of(...THREE, 'reader');
    const pin = await mesh.found(THREE, { advertise: true });
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(2000);
    mesh.isolate('reader');
    const tx = mesh.action('reader', pin, 1);
    expect(await mesh.submit('reader', tx)).to.include({ status: 'pending' });
    await mesh.crash('reader');
    await mesh.clock.advance(1000);
    await mesh.restart('reader');
    await mesh.clock.advance(5000);
    expect(mesh.node('reader').world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed' });
    await sealedOnce(mesh, 'two', [tx.txId]);
    await mesh.stop();
  });

  it('goes on without the leader, which catches up when it comes back', async () => {
    const mesh = await MeshWorld.of(...THREE);
    const pin = await mesh.found(THREE);
    const leader = mesh.state('one').proposer;
    const down = THREE.find((name) => mesh.seat(name).validatorId === leader)!;
    const up = THREE.filter((name) => name !== down);
    await mesh.crash(down);
    const txs = [1, 2, 3].map((sequence) => mesh.action(up[0]!, pin, sequence));
    for (const tx of txs) {
      await mesh.submit(up[0]!, tx);
      await mesh.clock.advance(5000);
    }
    for (const name of up)
      await sealedOnce(
        mesh,
        name,
        txs.map(({ txId }) => txId),
      );
    await mesh.restart(down);
    await mesh.clock.advance(5000);
    await equalChains(mesh, THREE);
    expect(mesh.net.blames).to.deep.equal([]);
    const last = mesh.action(down, pin, 9);
    await mesh.submit(down, last);
    await mesh.clock.advance(3000);
    for (const name of THREE) await sealedOnce(mesh, name, [last.txId]);
    await mesh.stop();
  });

  it('sends nothing for a register of one seat', async () => {
    const mesh = await MeshWorld.of('one', 'two');
    mesh.net.frames = 0;
    const pin = await mesh.found(['one']);
    for (let i = 0; i < 5; i++) await mesh.submit('one', mesh.action('one', pin, i));
    await mesh.clock.advance(3000);
    expect(mesh.height('one')).to.be.at.least(2);
    expect(mesh.net.frames).to.equal(0);
    await mesh.stop();
  });

  it('takes no offers from a peer that may not know the register, and none for another register', async () => {
    const mesh = await MeshWorld.of(...THREE, 'stranger');
    const pin = await mesh.found(THREE);
    const tx = mesh.action('one', pin, 1);
    const { net } = mesh.node('stranger');
    net.send(peerOf('one'), { type: 'offer', registerId: REGISTER_ID, transactions: [tx] });
    await mesh.clock.advance(1000);
    expect(mesh.height('one')).to.equal(1);
    expect(mesh.node('one').world.ledger.receipt(REGISTER_ID, tx.txId)).to.equal(undefined);
    // It cannot be blamed: a replica hears of a register that is shown no more only later.
    expect(mesh.net.blames).to.deep.equal([]);
    const other = '21111111-2222-4333-8444-555555555555';
    await mesh.found(THREE, { registerId: other });
    mesh.node('two').net.send(peerOf('one'), { type: 'offer', registerId: other, transactions: [tx] });
    await mesh.clock.advance(1000);
    expect(mesh.net.blames).to.have.length(1);
    expect(mesh.net.blames[0]).to.include({ by: peerOf('one'), peerId: peerOf('two'), offence: 'protocol' });
    expect(mesh.height('one')).to.equal(1);
    await mesh.stop();
  });
});
