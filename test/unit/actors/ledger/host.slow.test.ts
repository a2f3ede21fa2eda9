// The ledger of one node: sealing at once, exactly one end for every submission, seats, restarts and what survives
// them.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import type { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { issuesOf } from '../../../support/base/results.js';
import { chainBlueprint, step } from '../../../support/node/ledger-line.js';
import {
  anAction,
  foundedRegister,
  genesisTransaction,
  keyOf,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../support/node/ledger-world.js';

describe('ledger of one node', () => {
  it('founds a register whose docket 0 is sealed, and refuses the same id again', async () => {
    const world = await ledgerWorld();
    const transaction = genesisTransaction(world.clock.now());
    const created = await world.ledger.genesis.found({ transaction, advertise: true });
    expect(created).to.have.nested.property('record.id', REGISTER_ID);
    expect(mustState(world)).to.include({ height: 0, txCount: 1 });
    const again = await world.ledger.genesis.found({ transaction, advertise: true });
    expect(issuesOf(again)).to.have.nested.property('0.code', 'REGISTER_IN_USE');
    expect(world.told.map((fact) => fact.type)).to.deep.equal(['register-created', 'docket-sealed']);
  });

  it('seals a submission before it answers, with a certificate, and leaves no timer behind', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const tx = anAction(world, pin, 1);
    const outcome = await submitted(world, tx);
    expect(outcome).to.include({ status: 'sealed', height: 2, index: 0 });
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.deep.equal(outcome);
    const stored = await world.chain.sealedDocket(1, 2);
    expect(stored?.certificate).to.include({ kind: 'COMMIT', height: 2, round: 0 });
    expect(stored?.certificate.signatures).to.have.length(1);
    expect(world.clock.armed).to.equal(0);
  });

  it('puts what one turn brings into one docket', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const outcomes = Array.from({ length: 20 }, (_, i) =>
      world.ledger.submit(anAction(world, pin, i), { priority: 'Normal', waitMs: 0 }),
    );
    await world.clock.settle();
    const sealed = await Promise.all(outcomes);
    expect(new Set(sealed.map((one) => (one.status === 'sealed' ? one.height : -1))).size).to.be.at.most(4);
    expect(sealed.every((one) => one.status === 'sealed')).to.equal(true);
    expect(mustState(world).txCount).to.equal(22);
  });

  it('answers the same transaction with the same place, sealed once', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const tx = anAction(world, pin, 1);
    const twice = [1, 2].map(() => world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 }));
    await world.clock.settle();
    const [first, second] = await Promise.all(twice);
    expect(second).to.deep.equal({ ...first, known: true });
    expect(await submitted(world, tx)).to.deep.equal(second);
    expect(mustState(world).txCount).to.equal(3);
  });

  it('looks at a register again of which the process ended before its look did', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    const { registers, clock } = world;
    await registers.save({ commit: (ops) => kv.write(ops) } as Journal, {
      ...registers.byId(REGISTER_ID)!,
      status: 'CHECKING',
    });
    const again = await ledgerWorld({ kv: kv.crash(), clock });
    await again.clock.settle();
    expect(again.ledger.register(REGISTER_ID)).to.have.property('status', 'ONLINE');
  });

  it('refuses a signature of another key and stores nothing', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const tx = anAction(world, pin, 1);
    const other = anAction(world, pin, 2);
    const forged = { ...tx, signatures: other.signatures };
    const outcome = await submitted(world, forged);
    expect(outcome).to.have.nested.property('issues[0].code', 'VAL_SIG_002');
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.equal(undefined);
    expect(mustState(world).height).to.equal(1);
  });

  it('keeps what a paused seat accepted, over a restart, and seals it on resume', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    expect(await world.ledger.seating.control(REGISTER_ID, 'pause')).to.include({ state: 'Paused' });
    const tx = anAction(world, pin, 1);
    expect(await submitted(world, tx)).to.include({ status: 'pending' });
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'pending' });
    await world.ledger.stop();
    await world.store.journal.whenDrained();

    const again = await ledgerWorld({ kv, clock: world.clock });
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Paused' });
    expect(again.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'pending' });
    await again.ledger.seating.control(REGISTER_ID, 'resume');
    await again.clock.settle();
    expect(again.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed', height: 2 });
    expect(again.outbox.get(REGISTER_ID, tx.txId)).to.equal(undefined);
  });

  it('parks a child whose parent is unknown and seals it behind its parent', async () => {
    const world = await ledgerWorld();
    const pin = await chainBlueprint(world);
    const start = step(world, pin, { actionId: '0', instanceId: 'i1' });
    const child = step(world, pin, { actionId: '1', instanceId: 'i1', previousTransactionId: start.txId });
    expect(await submitted(world, child)).to.include({ status: 'pending' });
    expect(await submitted(world, start)).to.include({ status: 'sealed' });
    await world.clock.settle();
    expect(world.ledger.receipt(REGISTER_ID, child.txId)).to.include({ status: 'sealed' });
  });

  it('seals a whole line of actions that came in one turn', async () => {
    const world = await ledgerWorld();
    const pin = await chainBlueprint(world);
    const start = step(world, pin, { actionId: '0', instanceId: 'i1' });
    const second = step(world, pin, { actionId: '1', instanceId: 'i1', previousTransactionId: start.txId });
    const both = [start, second].map((tx) => world.ledger.submit(tx, { priority: 'Normal', waitMs: 5000 }));
    await world.clock.settle();
    const outcomes = await Promise.all(both);
    expect(outcomes.map((one) => one.status)).to.deep.equal(['sealed', 'sealed']);
  });

  it('promises nothing more for what is being sealed when the seat pauses', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    const tx = anAction(world, pin, 1);
    // The order is on its way to the disk, and behind it the seal: the seat is paused between the two.
    kv.hold();
    const paused = world.ledger.seating.control(REGISTER_ID, 'pause');
    await world.clock.settle();
    const outcome = world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
    await world.clock.settle();
    kv.sync(1);
    await world.clock.settle();
    kv.release();
    await world.clock.settle();
    expect(await paused).to.include({ state: 'Paused' });
    expect(await outcome).to.include({ status: 'sealed', height: 2 });
    expect(world.outbox.get(REGISTER_ID, tx.txId)).to.equal(undefined);
  });

  it('does not judge again what is being sealed when the sweep passes', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    const tx = anAction(world, pin, 1);
    kv.hold();
    const outcome = world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
    await world.clock.settle();
    const swept = world.ledger.sweep();
    kv.release();
    await world.clock.settle();
    await swept;
    expect(await outcome).to.include({ status: 'sealed', height: 2 });
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.include({ status: 'sealed' });
  });

  it('tells a waiting submitter of a paused seat that it is pending when the wait is over', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const outcome = world.ledger.submit(anAction(world, pin, 1), { priority: 'Normal', waitMs: 2000 });
    let answered = false;
    void outcome.then(() => (answered = true));
    await world.clock.advance(1900);
    expect(answered).to.equal(false);
    await world.clock.advance(200);
    expect(await outcome).to.include({ status: 'pending' });
  });

  it('gives up an accepted submission that expires, with a receipt of the reason', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const createdAt = new Date(world.clock.now()).toISOString();
    const expiresAt = new Date(world.clock.now() + 60_000).toISOString();
    const tx = signedTransaction(
      keyOf('sender'),
      {
        registerId: REGISTER_ID,
        blueprintId: 'bench-record',
        actionId: '0',
        publicationTxId: pin,
        createdAt,
        expiresAt,
      },
      { sequence: 1, note: 'n' },
    );
    expect(await submitted(world, tx)).to.include({ status: 'pending' });
    await world.clock.advance(120_000);
    await world.ledger.seating.control(REGISTER_ID, 'resume');
    await world.clock.settle();
    const receipt = world.ledger.receipt(REGISTER_ID, tx.txId);
    // Its clock proves no end: it may be set right, and the transaction be brought again.
    expect(receipt).to.include({ status: 'abandoned' });
    expect(receipt).to.have.nested.property('issue.code', 'VAL_TIME_003');
  });

  it('closes an idle register and opens it again on use', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    expect(world.ledger.figures().activeRegisters).to.equal(1);
    await world.clock.advance(61_000);
    await world.ledger.sweep();
    await world.clock.settle();
    expect(world.ledger.figures().activeRegisters).to.equal(0);
    expect(world.clock.armed).to.equal(0);
    expect(await submitted(world, anAction(world, pin, 1))).to.include({ status: 'sealed', height: 2 });
  });

  it('stops and starts a seat; a stopped one is Stopped after a restart too', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    await foundedRegister(world);
    expect(await world.ledger.seating.control(REGISTER_ID, 'stop')).to.include({ state: 'Stopped' });
    const refused = await world.ledger.seating.control(REGISTER_ID, 'pause');
    expect(isFailure(refused) && refused.issue.code).to.equal('VALIDATOR_NOT_RUNNING');
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock: world.clock });
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Stopped' });
    expect(await again.ledger.seating.control(REGISTER_ID, 'start')).to.include({ state: 'Running' });
  });

  it('refuses everything once a write has failed, and promises nothing', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    kv.failNextSync();
    const outcome = await submitted(world, anAction(world, pin, 1));
    expect(outcome).to.have.nested.property('issues[0].code', 'NODE_UNAVAILABLE');
    expect(world.fatal).to.have.length(1);
    expect(world.ledger.receipt(REGISTER_ID, anAction(world, pin, 1).txId)).to.equal(undefined);
  });

  it('deletes a register and everything it accepted is refused', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const tx = anAction(world, pin, 1);
    await submitted(world, tx);
    expect(await world.ledger.remove(REGISTER_ID)).to.equal(undefined);
    expect(world.ledger.register(REGISTER_ID)).to.equal(undefined);
    expect(world.outbox.refusal(tx.txId)).to.include({ code: 'REGISTER_NOT_FOUND' });
    expect(world.chain.head(1)).to.equal(undefined);
  });

  it('attests one genesis of an id, ever: not even after the register was deleted', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    await world.ledger.remove(REGISTER_ID);
    const again = await world.ledger.genesis.found({
      transaction: genesisTransaction(world.clock.now()),
      advertise: false,
    });
    expect(issuesOf(again)).to.have.nested.property('[0].code', 'REGISTER_IN_USE');
  });

  it('answers a docket from outside: same one known, another at its height a conflict, a bare one invalid', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await submitted(world, anAction(world, pin, 1));
    const sealed = await world.chain.sealedDocket(1, 2);
    if (!sealed) throw new Error('nothing sealed');
    expect(await world.ledger.adopt(REGISTER_ID, sealed)).to.equal('already-sealed');
    const header = { ...sealed.docket.header, timestampMs: sealed.docket.header.timestampMs + 1 };
    const other = { ...sealed, docket: { ...sealed.docket, header, hash: 'ab'.repeat(32) } };
    expect(issuesOf(await world.ledger.adopt(REGISTER_ID, other))).to.have.nested.property(
      '[0].code',
      'DOCKET_CONFLICT',
    );
    const next = { ...sealed, docket: { ...sealed.docket, header: { ...header, height: 3 } } };
    expect(issuesOf(await world.ledger.adopt(REGISTER_ID, next))).to.have.nested.property(
      '[0].code',
      'CERTIFICATE_INVALID',
    );
  });

  it('promises no more than the outbox may hold, and has room again when a promise has ended', async () => {
    const world = await ledgerWorld({ outboxMax: 2 });
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const accepted = [await submitted(world, anAction(world, pin, 1)), await submitted(world, anAction(world, pin, 2))];
    expect(accepted.map((one) => one.status)).to.deep.equal(['pending', 'pending']);
    expect(world.outbox.size).to.equal(2);
    const third = anAction(world, pin, 3);
    expect(await submitted(world, third)).to.have.nested.property('issues.0.code', 'POOL_FULL');
    expect(world.ledger.receipt(REGISTER_ID, third.txId)).to.equal(undefined);

    const again = await ledgerWorld({ kv: world.kv, clock: world.clock, outboxMax: 2 });
    expect(again.outbox.size).to.equal(2);
    await again.ledger.seating.control(REGISTER_ID, 'resume');
    await again.clock.settle();
    expect(again.outbox.size).to.equal(0);
    expect(await submitted(again, third)).to.have.property('status', 'sealed');
  });

  it('gives new limits to the pools that are open and drops nothing that was admitted', async () => {
    const limits = { transactionsMax: 100 };
    const world = await ledgerWorld({ poolLimits: limits });
    const pin = await foundedRegister(world);
    await world.ledger.seating.control(REGISTER_ID, 'pause');
    const admitted = [1, 2, 3].map((n) => anAction(world, pin, n));
    for (const tx of admitted) expect(await submitted(world, tx)).to.have.property('status', 'pending');
    limits.transactionsMax = 1;
    world.ledger.applyLimits();
    expect(await submitted(world, anAction(world, pin, 4))).to.have.nested.property('issues.0.code', 'POOL_FULL');
    limits.transactionsMax = 100;
    world.ledger.applyLimits();
    await world.ledger.seating.control(REGISTER_ID, 'resume');
    await world.clock.settle();
    for (const tx of admitted) expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.have.property('status', 'sealed');
  });
});
