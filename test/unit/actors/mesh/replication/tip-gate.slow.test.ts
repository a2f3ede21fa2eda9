// Whose word makes a head for a node that cannot know better: two organisations, or a docket that its operator named;
// and that nothing is taken before.
import { expect } from 'chai';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../../storage/engine/memory.js';
import { issuesOf } from '../../../../support/base/results.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { keysOf, REGISTER_ID } from '../../../../support/node/ledger-world.js';

const HOUR_MS = 60 * 60 * 1000;
/** Hours for days: a day of a mesh takes half a second of CPU. */
const ledger = { confirmsHeads: true, trustingPeriodMs: 14 * HOUR_MS };

/** A register of one organisation with a few dockets, which the second organisation follows when it is asked to. */
async function lonely() {
  const mesh = new MeshWorld();
  await mesh.add('one', { ledger });
  const pin = await mesh.found(['one'], { advertise: true });
  const fork = await copyOf(mesh.node('one').kv);
  await act(mesh, 'one', { pin, from: 1, count: 3 });
  return { mesh, pin, fork };
}

/** The disk as it is now, for somebody else. */
async function copyOf(kv: MemoryKv): Promise<MemoryKv> {
  const rows: KvOp[] = [];
  for await (const [key, value] of kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) }))
    rows.push({ key, value });
  const copy = memoryKv();
  await copy.write(rows);
  return copy;
}

async function act(mesh: MeshWorld, name: string, given: { pin: string; from: number; count: number }) {
  for (let i = 0; i < given.count; i++) {
    await mesh.submit(name, mesh.action(name, given.pin, given.from + i));
    await mesh.clock.advance(200);
  }
}

/**
 * A node with the key of the founder, as somebody who stole it has, and another branch from where the copy was made.
 */
async function liarOf(mesh: MeshWorld, kv: MemoryKv, pin: string) {
  const liar = await mesh.add('liar', { kv, keys: keysOf('one'), ledger });
  await act(mesh, 'liar', { pin, from: 100, count: 5 });
  expect(mesh.height('liar')).to.be.greaterThan(mesh.height('one'));
  return liar;
}

/** A second organisation that has the register, because its operator named the head of the founder. */
async function second(mesh: MeshWorld) {
  const two = await mesh.add('two', { ledger });
  mesh.net.link(peerOf('one'), peerOf('two'));
  await mesh.clock.settle();
  const { hash, height } = mesh.state('one');
  await two.surface.subscribe(REGISTER_ID, { checkpoint: { hash, height } });
  await mesh.clock.advance(5000);
  expect(mesh.height('two')).to.equal(height);
  await two.world.ledger.update(REGISTER_ID, { advertise: true });
  return two;
}

async function reader(mesh: MeshWorld, linked: readonly string[]) {
  const made = await mesh.add('reader', { ledger });
  for (const name of linked) mesh.net.link(peerOf(name), peerOf('reader'));
  await mesh.clock.settle();
  await made.surface.subscribe(REGISTER_ID, {});
  await mesh.clock.advance(70_000);
  return made;
}

const recordOf = (mesh: MeshWorld, name: string) => mesh.node(name).world.ledger.register(REGISTER_ID)!;

describe('the head of a register', () => {
  it('is not believed of one organisation: nothing above docket 0 is taken, and the status says what is missing', async () => {
    const { mesh } = await lonely();
    const made = await reader(mesh, ['one']);
    expect(mesh.height('reader')).to.equal(0);
    const { status, statusReason } = recordOf(mesh, 'reader');
    expect(status).to.equal('RECOVERY');
    expect(statusReason).to.match(/^HEAD_UNCONFIRMED: only nodes of one organisation \(org of one\)/);
    expect(statusReason).to.include(`quorate register subscribe ${REGISTER_ID} --checkpoint HASH@HEIGHT`);
    const [, first] = await mesh.chain('one');
    const refused = await made.world.ledger.adopt(REGISTER_ID, first!);
    expect(issuesOf(refused)).to.have.nested.property('[0].code', 'HEAD_UNCONFIRMED');
    expect(made.surface.replica(REGISTER_ID)).to.include({ state: 'stalled', lastError: statusReason });
    await mesh.stop();
  });

  it('is said to be fetched while it is looked at for the first time, and to stand still once nothing is found', async () => {
    const { mesh } = await lonely();
    const made = await mesh.add('reader', { ledger });
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    const begun = await made.surface.subscribe(REGISTER_ID, {});
    expect(begun).to.include({ state: 'recovering', height: 0, targetHeight: mesh.height('one') });
    await mesh.clock.advance(70_000);
    expect(made.surface.replica(REGISTER_ID)).to.include({ state: 'stalled' });
    await mesh.stop();
  });

  it('is believed once the operator named a docket of its chain, and the register goes on from there', async () => {
    const { mesh, pin } = await lonely();
    const made = await reader(mesh, ['one']);
    const { hash, height } = mesh.state('one');
    await act(mesh, 'one', { pin, from: 50, count: 2 });
    await made.surface.subscribe(REGISTER_ID, { checkpoint: { hash, height } });
    await mesh.clock.advance(70_000);
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    expect(recordOf(mesh, 'reader').status).to.equal('ONLINE');
    expect(recordOf(mesh, 'reader')).to.not.have.property('statusReason');
    await act(mesh, 'one', { pin, from: 60, count: 1 });
    await mesh.clock.advance(2000);
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    await mesh.stop();
  });

  it('is not reached by a checkpoint that is not on the chain that peers have', async () => {
    const { mesh } = await lonely();
    const made = await reader(mesh, ['one']);
    await made.surface.subscribe(REGISTER_ID, { checkpoint: { hash: 'ab'.repeat(32), height: 2 } });
    await mesh.clock.advance(70_000);
    expect(mesh.height('reader')).to.equal(0);
    expect(recordOf(mesh, 'reader').statusReason).to.include(
      `no linked peer gives the dockets up to ${'ab'.repeat(32)}@2`,
    );
    await mesh.stop();
  });

  it('is believed of two organisations, and not of one with a stolen key beside one that tells the truth', async () => {
    const { mesh, pin, fork } = await lonely();
    await liarOf(mesh, fork, pin);
    await reader(mesh, ['one', 'liar']);
    expect(mesh.height('reader')).to.equal(0);
    expect(recordOf(mesh, 'reader').statusReason).to.match(/no two of the 2 organisations that tell its head agree/);
    await second(mesh);
    mesh.net.link(peerOf('two'), peerOf('reader'));
    await mesh.clock.advance(130_000);
    expect(mesh.height('reader')).to.be.at.least(mesh.height('one'));
    expect(mesh.state('reader').hash).to.equal(mesh.state('one').hash);
    await mesh.stop();
  });

  it('is asked for again at once where the clock was set back after one organisation alone told it', async () => {
    const { mesh } = await lonely();
    await second(mesh);
    mesh.clock.setMs = 10 * HOUR_MS;
    await reader(mesh, ['one']);
    expect(mesh.height('reader')).to.equal(0);
    mesh.clock.setMs = 0;
    mesh.net.link(peerOf('two'), peerOf('reader'));
    await mesh.clock.advance(130_000);
    expect(mesh.state('reader').hash).to.equal(mesh.state('one').hash);
    await mesh.stop();
  });

  it('is in question again after the trusting period out of touch, and what is here stays', async () => {
    const { mesh, pin } = await lonely();
    await second(mesh);
    await reader(mesh, ['one', 'two']);
    const before = mesh.height('reader');
    expect(before).to.equal(mesh.height('one'));
    for (const [hours, isHeld] of [
      [1, false],
      [15, true],
    ] as const) {
      mesh.isolate('reader');
      await act(mesh, 'one', { pin, from: 1000 + hours * 10, count: 1 });
      await mesh.clock.advance(hours * HOUR_MS);
      expect(mesh.node('reader').world.ledger.heads.holds(REGISTER_ID)).to.equal(isHeld);
      mesh.net.link(peerOf('one'), peerOf('reader'));
      await mesh.clock.advance(130_000);
      expect(mesh.height('reader') === mesh.height('one')).to.equal(!isHeld);
    }
    expect(mesh.height('reader')).to.equal(before + 1);
    mesh.net.link(peerOf('two'), peerOf('reader'));
    await mesh.clock.advance(130_000);
    expect(mesh.state('reader').hash).to.equal(mesh.state('one').hash);
    await mesh.stop();
  });

  it('is in question again for a follower whose operator once named a docket: that one has served', async () => {
    const { mesh, pin } = await lonely();
    const fork = await copyOf(mesh.node('one').kv);
    const made = await reader(mesh, ['one']);
    const { hash, height } = mesh.state('one');
    await made.surface.subscribe(REGISTER_ID, { checkpoint: { hash, height } });
    await mesh.clock.advance(70_000);
    expect(mesh.height('reader')).to.equal(height);
    expect(recordOf(mesh, 'reader')).to.not.have.property('checkpoint');
    mesh.isolate('reader');
    await act(mesh, 'one', { pin, from: 50, count: 1 });
    await mesh.clock.advance(40 * HOUR_MS);
    await liarOf(mesh, fork, pin);
    mesh.net.link(peerOf('liar'), peerOf('reader'));
    await mesh.clock.advance(130_000);
    expect(mesh.height('reader')).to.equal(height);
    // Named again, it says nothing of what is above it: it is the docket that the liar goes on from.
    await made.surface.subscribe(REGISTER_ID, { checkpoint: { hash: '00'.repeat(32), height: height - 1 } });
    await mesh.clock.advance(130_000);
    expect(recordOf(mesh, 'reader').statusReason).to.match(/is not the one here: this node is on another branch/);
    await mesh.stop();
  });

  it('is not believed for a docket that was named before the trusting period', async () => {
    const { mesh } = await lonely();
    const made = await reader(mesh, ['one']);
    const { hash, height } = mesh.state('one');
    mesh.isolate('reader');
    await made.surface.subscribe(REGISTER_ID, { checkpoint: { hash, height } });
    await mesh.clock.advance(15 * HOUR_MS);
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.advance(130_000);
    expect(mesh.height('reader')).to.equal(0);
    await mesh.stop();
  });

  it('is in question again for who was linked with somebody that has no part in the register', async () => {
    // A confirmation is stored again after a day of touch.
    const days = { confirmsHeads: true, trustingPeriodMs: 48 * HOUR_MS };
    const { mesh } = await lonely();
    await second(mesh);
    for (const name of ['reader', 'near']) {
      const made = await mesh.add(name, { ledger: days });
      for (const other of ['one', 'two']) mesh.net.link(peerOf(other), peerOf(name));
      await mesh.clock.settle();
      await made.surface.subscribe(REGISTER_ID, {});
      await mesh.clock.advance(130_000);
      expect(mesh.height(name)).to.equal(mesh.height('one'));
    }
    await mesh.add('stranger', { ledger: days });
    mesh.isolate('reader');
    mesh.net.link(peerOf('stranger'), peerOf('reader'));
    await mesh.clock.advance(60 * HOUR_MS);
    const isHeld = (name: string) => mesh.node(name).world.ledger.heads.holds(REGISTER_ID);
    expect([isHeld('reader'), isHeld('near')]).to.deep.equal([true, false]);
    await mesh.stop();
  });

  it('is never in question for who founded the register, alone or with others', async () => {
    const mesh = new MeshWorld();
    for (const name of ['one', 'two', 'three']) await mesh.add(name, { ledger });
    mesh.net.linkAll();
    await mesh.clock.settle();
    const pin = await mesh.found(['one', 'two', 'three']);
    await act(mesh, 'two', { pin, from: 1, count: 2 });
    await mesh.clock.advance(5000);
    for (const name of ['one', 'two', 'three']) {
      expect(mesh.height(name)).to.equal(3);
      expect(mesh.node(name).world.ledger.heads.holds(REGISTER_ID)).to.equal(false);
    }
    await mesh.stop();
  });
});
