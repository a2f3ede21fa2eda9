// A successor of a transaction that never comes has an end of its own: it is given up, and not refused. A successor of
// a transaction that is here, or may be here in a moment, does not end.
import { expect } from 'chai';
import { FOLLOWED_COMES_MS } from '../../../../actors/validator-pool/orphans.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { DIAMOND, ofDiamond } from '../../../support/definitions/diamond.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import {
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';

const MINUTE_MS = 60_000;

/** Time passes, with the sweep of the node. */
async function pass({ clock, ledger }: Pick<LedgerWorld, 'clock' | 'ledger'>, ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += MINUTE_MS) {
    await clock.advance(MINUTE_MS);
    const swept = ledger.sweep();
    await clock.settle();
    await swept;
  }
}

async function alone(options: Parameters<typeof ledgerWorld>[0] = {}) {
  const world = await ledgerWorld(options);
  await foundedRegister(world);
  const publication = ofDiamond(world.clock.now(), 'blueprint-publish', {}, DIAMOND);
  expect(await submitted(world, publication)).to.include({ status: 'sealed' });
  const start = ofDiamond(world.clock.now(), '0', { publicationTxId: publication.txId });
  const more = { publicationTxId: publication.txId, instanceId: instanceIdOf(start) };
  const one = ofDiamond(world.clock.now(), '1', { ...more, previousTransactionId: start.txId });
  const receipt = (txId: string) => world.ledger.receipt(REGISTER_ID, txId);
  return { world, start, one, more, receipt };
}

/**
 * Three nodes with a published diamond, one of them cut off: those that hold the parts of what follows do not hear of
 * each other.
 */
async function parted() {
  const names = ['one', 'two', 'three'];
  const mesh = await MeshWorld.of(...names);
  await mesh.found(names);
  const publication = ofDiamond(mesh.clock.now(), 'blueprint-publish', {}, DIAMOND);
  await mesh.submit('one', publication);
  await mesh.clock.advance(2000);
  mesh.isolate('one');
  const nowMs = mesh.clock.now();
  const start = ofDiamond(nowMs, '0', { publicationTxId: publication.txId });
  const rest = { publicationTxId: publication.txId, instanceId: instanceIdOf(start) };
  return { mesh, names, nowMs, start, rest };
}

describe('a promised submission whose predecessor never comes', () => {
  it('is given up once no peer takes the predecessor any more', async () => {
    const { world, start, one, receipt } = await alone();
    expect(await submitted(world, one)).to.include({ status: 'pending' });
    await pass(world, FOLLOWED_COMES_MS - MINUTE_MS);
    expect(receipt(one.txId)).to.have.property('status', 'pending');
    await pass(world, 2 * MINUTE_MS);
    expect(receipt(one.txId))
      .to.deep.include({ status: 'abandoned' })
      .and.have.nested.property('issue.code', 'VAL_CHAIN_001');
    expect(world.told.some((fact) => fact.type === 'transaction-abandoned' && fact.txId === one.txId)).to.equal(true);
    expect(world.outbox.size).to.equal(0);
    expect(world.ledger.pending(REGISTER_ID)).to.deep.equal([]);
    expect(await submitted(world, start)).to.have.nested.property('issues[0].code', 'VAL_TIME_002');
    await world.ledger.stop();
  });

  it('is given up at its own time over a restart', async () => {
    const { world, one } = await alone();
    await submitted(world, one);
    await pass(world, 30 * MINUTE_MS);
    await world.ledger.stop();
    const { kv, clock } = world;
    const again = await ledgerWorld({ kv, clock });
    await pass(again, FOLLOWED_COMES_MS - 31 * MINUTE_MS);
    expect(again.ledger.receipt(REGISTER_ID, one.txId)).to.have.property('status', 'pending');
    await pass(again, 2 * MINUTE_MS);
    expect(again.ledger.receipt(REGISTER_ID, one.txId)).to.have.property('status', 'abandoned');
    await again.ledger.stop();
  });

  it('is given up where this node alone seals, whichever other node it hears', async () => {
    const { world, one, receipt } = await alone({ hearsMost: () => false });
    await submitted(world, one);
    await pass(world, FOLLOWED_COMES_MS + MINUTE_MS);
    expect(receipt(one.txId)).to.have.property('status', 'abandoned');
    await world.ledger.stop();
  });

  it('is sealed behind a predecessor that comes in time', async () => {
    const { world, start, one, receipt } = await alone();
    await submitted(world, one);
    await pass(world, 59 * MINUTE_MS);
    expect(await submitted(world, start)).to.include({ status: 'sealed' });
    await world.clock.advance(1000);
    expect(receipt(one.txId)).to.have.property('status', 'sealed');
    await world.ledger.stop();
  });

  it('is kept while a peer is ahead, which may have sealed the predecessor', async () => {
    let heard: number | undefined;
    const { world, one, receipt } = await alone({ heard: () => heard });
    await submitted(world, one);
    heard = 9;
    await pass(world, 2 * FOLLOWED_COMES_MS);
    expect(receipt(one.txId)).to.have.property('status', 'pending');
    heard = undefined;
    await pass(world, MINUTE_MS);
    expect(receipt(one.txId)).to.have.property('status', 'abandoned');
    await world.ledger.stop();
  });

  it('is not a join that waits for its branches', async () => {
    const { world, start, one, more, receipt } = await alone();
    for (const tx of [start, one]) expect(await submitted(world, tx)).to.include({ status: 'sealed' });
    const join = ofDiamond(world.clock.now(), '3', { ...more, previousTransactionId: one.txId });
    expect(await submitted(world, join)).to.include({ status: 'pending' });
    await pass(world, 2 * FOLLOWED_COMES_MS);
    expect(receipt(join.txId)).to.have.property('status', 'pending');
    const two = ofDiamond(world.clock.now(), '2', { ...more, previousTransactionId: start.txId });
    expect(await submitted(world, two)).to.include({ status: 'sealed' });
    await world.clock.advance(1000);
    expect(receipt(join.txId)).to.have.property('status', 'sealed');
    await world.ledger.stop();
  });

  it('ends with the chain behind it, at once', async () => {
    const { world, one, more, receipt } = await alone();
    const chain = [one];
    for (let link = 0; link < 9; link++)
      chain.push(ofDiamond(world.clock.now(), '3', { ...more, previousTransactionId: chain.at(-1)!.txId }));
    for (const tx of chain.toReversed()) expect(await submitted(world, tx)).to.include({ status: 'pending' });
    await pass(world, FOLLOWED_COMES_MS + 2 * MINUTE_MS);
    expect(chain.map(({ txId }) => receipt(txId)?.status)).to.deep.equal(chain.map(() => 'abandoned'));
    expect(world.outbox.size).to.equal(0);
    await world.ledger.stop();
  });

  it('waits for what it follows while that waits itself', async () => {
    const { world, one, more, receipt } = await alone();
    const next = ofDiamond(world.clock.now(), '3', { ...more, previousTransactionId: one.txId });
    expect(await submitted(world, next)).to.include({ status: 'pending' });
    await pass(world, 30 * MINUTE_MS);
    expect(await submitted(world, one)).to.include({ status: 'pending' });
    await pass(world, FOLLOWED_COMES_MS - MINUTE_MS);
    expect([one, next].map(({ txId }) => receipt(txId)?.status)).to.deep.equal(['pending', 'pending']);
    await pass(world, 2 * MINUTE_MS);
    expect([one, next].map(({ txId }) => receipt(txId)?.status)).to.deep.equal(['abandoned', 'abandoned']);
    await world.ledger.stop();
  });

  /** A start that is sealed while the reader, which promised what follows it, is away: cut off, or without power. */
  async function away(how: 'cut' | 'down') {
    const names = ['one', 'two', 'three', 'reader'];
    const mesh = await MeshWorld.of(...names);
    await mesh.found(['one', 'two', 'three'], { advertise: true });
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    const publication = ofDiamond(mesh.clock.now(), 'blueprint-publish', {}, DIAMOND);
    await mesh.submit('one', publication);
    await mesh.clock.advance(3000);
    mesh.isolate('reader');
    const nowMs = mesh.clock.now();
    const start = ofDiamond(nowMs, '0', { publicationTxId: publication.txId });
    const more = { publicationTxId: publication.txId, instanceId: instanceIdOf(start) };
    const one = ofDiamond(nowMs, '1', { ...more, previousTransactionId: start.txId });
    await mesh.submit('one', start);
    expect(await mesh.submit('reader', one)).to.include({ status: 'pending' });
    const sweeps = (ms: number, up = names) => mesh.pass(ms, up);
    if (how === 'down') {
      const { kv, keys } = mesh.node('reader');
      await mesh.crash('reader');
      await sweeps(FOLLOWED_COMES_MS + MINUTE_MS, names.slice(0, 3));
      await mesh.add('reader', { kv: kv.crash(), keys });
    }
    await sweeps(how === 'down' ? 5 * MINUTE_MS : FOLLOWED_COMES_MS + 5 * MINUTE_MS);
    const receipt = (name: string) => mesh.node(name).world.ledger.receipt(REGISTER_ID, one.txId)?.status;
    return { mesh, sweeps, receipt, more };
  }

  for (const how of ['cut', 'down'] as const)
    it(`is kept by a node that hears nothing of what is sealed, and sealed once it does (${how})`, async () => {
      const { mesh, sweeps, receipt } = await away(how);
      expect(receipt('reader')).to.equal('pending');
      mesh.rejoin('reader');
      await sweeps(3 * MINUTE_MS);
      expect(['one', 'reader'].map(receipt)).to.deep.equal(['sealed', 'sealed']);
      await mesh.stop();
    });

  it('is given up by a node without a seat that hears the members', async () => {
    const { mesh, sweeps, more } = await away('cut');
    mesh.rejoin('reader');
    const lost = ofDiamond(mesh.clock.now(), '2', { ...more, previousTransactionId: 'ab'.repeat(32) });
    expect(await mesh.submit('reader', lost)).to.include({ status: 'pending' });
    const receipt = () => mesh.node('reader').world.ledger.receipt(REGISTER_ID, lost.txId)?.status;
    await sweeps(FOLLOWED_COMES_MS - MINUTE_MS);
    expect(receipt()).to.equal('pending');
    await sweeps(2 * MINUTE_MS);
    expect(receipt()).to.equal('abandoned');
    await mesh.stop();
  });

  it('is not given up by a node that has what it follows and waits for the others', async () => {
    const { mesh, names, nowMs, start, rest } = await parted();
    const child = (name: string) =>
      ofDiamond(nowMs, '1', { ...rest, previousTransactionId: start.txId }, { note: `by ${name}` });
    await mesh.submit('one', start);
    for (const name of ['one', 'two']) expect(await mesh.submit(name, child(name))).to.include({ status: 'pending' });
    await mesh.pass(FOLLOWED_COMES_MS + 2 * MINUTE_MS, names);
    const receipt = (name: string) => mesh.node(name).world.ledger.receipt(REGISTER_ID, child(name).txId);
    expect(receipt('one')).to.have.property('status', 'pending');
    expect(receipt('two'))
      .to.deep.include({ status: 'abandoned' })
      .and.have.nested.property('issue.code', 'VAL_CHAIN_001');
    expect(mesh.node('two').world.outbox.size).to.equal(0);
    const told = mesh
      .node('two')
      .world.told.flatMap((fact) => (fact.type === 'transaction-abandoned' ? fact.txId : []));
    expect(told).to.deep.equal([child('two').txId]);
    mesh.rejoin('one');
    await mesh.clock.advance(10_000);
    expect(receipt('one')).to.have.property('status', 'sealed');
    await mesh.stop();
  });

  it('is told sealed alone where its docket is decided while its end is being written', async () => {
    const { mesh, names, nowMs, start, rest } = await parted();
    const child = ofDiamond(nowMs, '1', { ...rest, previousTransactionId: start.txId });
    for (const tx of [start, child]) expect(await mesh.submit('one', tx)).to.include({ status: 'pending' });
    expect(await mesh.submit('two', child)).to.include({ status: 'pending' });
    await mesh.pass(FOLLOWED_COMES_MS - MINUTE_MS, names);
    const { kv, world } = mesh.node('two');
    const receipt = () => world.ledger.receipt(REGISTER_ID, child.txId)?.status;
    expect(receipt()).to.equal('pending');
    await mesh.clock.advance(2 * MINUTE_MS);
    const end = world.ledger.submit(child, { priority: 'Normal', waitMs: 60_000 });
    kv.hold();
    const swept = world.ledger.sweep();
    mesh.rejoin('one');
    await mesh.clock.advance(10_000);
    expect(mesh.node('one').world.ledger.receipt(REGISTER_ID, child.txId)).to.have.property('status', 'sealed');
    kv.release();
    await swept;
    await mesh.clock.advance(3000);
    expect(receipt()).to.equal('sealed');
    expect(await end).to.have.property('status', 'sealed');
    const told = world.told.flatMap((fact) => {
      if (fact.type === 'docket-sealed')
        return fact.transactions.some(({ txId }) => txId === child.txId) ? fact.type : [];
      return 'txId' in fact && fact.txId === child.txId ? fact.type : [];
    });
    expect(told).to.deep.equal(['docket-sealed']);
    await mesh.stop();
  });
});
