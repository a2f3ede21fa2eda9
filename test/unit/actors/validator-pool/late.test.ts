// A transaction that a sealed time made too late ends at a node without a seat too: stored or still in its pool, a few
// at a time, and nothing else with it. A transaction that only a clock calls late waits outside the pool of a seat.
import { expect } from 'chai';
import type { SubmitOutcome } from '../../../../actors/ledger-port.js';
import { TURN_MAX } from '../../../../actors/validator-pool/batched-queue.js';
import { PoolDriver } from '../../../../actors/validator-pool/driver.js';
import { issue } from '../../../../core/base/issue.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { isOpen, lifeAfter } from '../../../../core/pool/life.js';
import { POOL_LIMITS } from '../../../../core/pool/pool.js';
import { Outbox } from '../../../../storage/chain/outbox.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import { act, alice, Ledger, publish, REGISTER_ID } from '../../../support/register/ledger.js';

const DUE_MS = 10_000;

const dataSchemas = [{ properties: { note: { type: 'string' } } }];

const WORKFLOW = {
  language: 2,
  title: 'In time',
  participants: [{ id: 'clerk' }, { id: 'judge' }],
  actions: [
    {
      ...{ id: 0, sender: 'clerk', isStartingAction: true, dataSchemas },
      routes: [{ nextActionIds: [1], branchDeadline: 'PT10S' }],
    },
    { id: 1, sender: 'clerk', dataSchemas },
  ],
};

/** A pool over a register in memory, in which one branch is due DUE_MS after its last docket. */
function world() {
  const ledger = new Ledger();
  const publication = publish(WORKFLOW);
  ledger.seal(publication);
  const { txId: pin } = publication;
  const start = (note: string) => act({ actionId: '0', publicationTxId: pin, payload: { note } }, alice);
  const first = start('first');
  ledger.seal(first);
  const sealedMs = ledger.state.timestampMs;
  const clock = new VirtualClock(sealedMs);
  const refused: string[] = [];
  const outbox = new Outbox(memoryKv());
  let budget = 0;
  const pool = new PoolDriver(
    { registerId: REGISTER_ID, limits: POOL_LIMITS },
    {
      ...{ clock, outbox, log: QUIET, metrics: null },
      journal: { commit: async () => undefined },
      verifier: { isSeen: () => false, verify: async () => true },
      state: () => ledger.state,
      view: () => ledger.view,
      budget: (bytes) => {
        budget += bytes;
        return true;
      },
      ...{ place: () => undefined, work: () => undefined, onAccepted: () => undefined },
      ...{ alone: () => false, isBehind: () => false, isLeft: () => false, hearsMost: () => true },
      onRefused: (txId, { code }) => void refused.push(`${code} ${txId} for good`),
      // A challenge of its role may give the action more time.
      onAbandoned: (txId, { code }) => void refused.push(`${code} ${txId}`),
      fail: (error) => {
        throw error;
      },
    },
  );
  const next = (note: string) => {
    const more = { instanceId: instanceIdOf(first), previousTransactionId: first.txId };
    return act({ actionId: '1', publicationTxId: pin, ...more, payload: { note } }, alice);
  };
  const submit = (tx: Transaction, relayed = false): Promise<SubmitOutcome> =>
    pool.intake.submit(tx, { priority: 'Normal', waitMs: 0, relayed });
  /** A docket of that time is sealed and the pool is swept. */
  const sweepAfter = async (afterMs: number) => {
    await clock.advance(sealedMs + afterMs - clock.now());
    ledger.sealAt(sealedMs + afterMs, start(`after ${afterMs}`));
    pool.sweep(clock.now());
  };
  const unended = () => pool.pending().map(({ tx }) => tx.txId);
  return { pool, clock, outbox, refused, next, start, submit, sweepAfter, unended, budget: () => budget };
}

describe('a transaction that a sealed time made too late, at a node without a seat', () => {
  it('is given up with a receipt where it was stored for validators, and not before', async () => {
    const { clock, outbox, refused, next, start, submit, sweepAfter, unended } = world();
    const [late, other] = [next('late'), start('other')];
    for (const tx of [late, other]) expect(await submit(tx)).to.include({ status: 'pending' });
    await sweepAfter(DUE_MS);
    await clock.settle();
    expect(unended(), 'the branch is still open').to.deep.equal([late.txId, other.txId]);
    await sweepAfter(DUE_MS + 1);
    await clock.settle();
    expect(refused).to.deep.equal([`VAL_BP_012 ${late.txId}`]);
    expect(unended()).to.deep.equal([other.txId]);
    expect(outbox.size).to.equal(1);
  });

  it('leaves the pool of a seat that is gone', async () => {
    const { pool, clock, outbox, refused, next, start, submit, sweepAfter, unended, budget } = world();
    pool.setMode('gathering');
    const [own, other] = [next('own'), start('other')];
    for (const tx of [own, other]) expect(await submit(tx)).to.include({ status: 'pending' });
    pool.setMode('storing');
    await sweepAfter(DUE_MS + 1);
    await clock.settle();
    expect(refused).to.deep.equal([`VAL_BP_012 ${own.txId}`]);
    expect(unended()).to.deep.equal([other.txId]);
    expect(pool.pick({ count: 10, bytes: 1_000_000 })).to.deep.equal([other]);
    expect(pool.pool.figures()).to.include({ totalTransactions: 1, totalEvictions: 1 });
    expect([outbox.size, budget()]).to.deep.equal([1, other.bytes.length]);
  });

  it('is kept for the clients of this node alone when a seat goes, and the budget of the rest is given back', async () => {
    const { pool, outbox, start, submit, unended, budget } = world();
    pool.setMode('gathering');
    const [own, brought, asked, sealing] = ['own', 'brought', 'asked', 'sealing'].map((note) => start(note));
    await submit(own!);
    for (const tx of [brought!, asked!, sealing!]) expect(await submit(tx, true)).to.include({ status: 'pending' });
    await pool.intake.submit(asked!, { priority: 'Normal', waitMs: 0, relayed: true, durable: true });
    for (const entry of pool.pending()) if (entry.tx === sealing) entry.life = lifeAfter(entry.life, 'seal');
    const waits = pool.intake.submit(brought!, { priority: 'Normal', waitMs: 5000, relayed: true });
    pool.setMode('storing');
    expect(await waits, 'its node offers it to others').to.have.nested.property(
      'issues[0].code',
      'VALIDATOR_NOT_RUNNING',
    );
    expect(unended()).to.have.members([own, asked, sealing].map((tx) => tx?.txId));
    expect(pool.pool.figures()).to.include({ totalTransactions: 3, totalEvictions: 0 });
    const kept = [own, asked, sealing].reduce((sum, tx) => sum + tx!.bytes.length, 0);
    expect([outbox.size, budget()]).to.deep.equal([2, kept]);
  });

  it('stays in the pool of a seat that runs: a docket judges it', async () => {
    const { pool, clock, refused, next, submit, sweepAfter, unended } = world();
    pool.setMode('gathering');
    const late = next('late');
    await submit(late);
    await sweepAfter(DUE_MS + 1);
    await clock.settle();
    expect(unended()).to.deep.equal([late.txId]);
    expect(refused).to.deep.equal([]);
    expect(pool.ready()).to.equal(true);
  });

  it('is offered to no docket of now once a proposer found it too late, and ends with the sealed time', async () => {
    const { pool, clock, refused, next, start, submit, sweepAfter, unended } = world();
    pool.setMode('gathering');
    const [late, other] = [next('late'), start('other')];
    for (const tx of [late, other]) await submit(tx);
    await clock.advance(DUE_MS + 1);
    pool.refuse(late.txId, issue('VAL_BP_012', '', 'as a docket of now says'), 'reject');
    pool.sweep(clock.now());
    expect(unended(), 'no sealed time ends it yet').to.deep.equal([late.txId, other.txId]);
    expect(
      pool.pick({ count: 10, bytes: 1_000_000 }),
      'nothing asks for rounds that no proposer can use',
    ).to.deep.equal([other]);
    await sweepAfter(DUE_MS + 2);
    await clock.settle();
    expect(refused).to.deep.equal([`VAL_BP_012 ${late.txId}`]);
    expect(unended()).to.deep.equal([other.txId]);
  });

  it('is offered again where only a clock that ran ahead called it late', async () => {
    const { pool, clock, next, submit } = world();
    pool.setMode('gathering');
    const tx = next('in time');
    await submit(tx);
    clock.setMs = DUE_MS + 1;
    pool.refuse(tx.txId, issue('VAL_BP_012', '', 'as a docket of now says'), 'reject');
    pool.sweep(clock.now());
    expect(pool.ready()).to.equal(false);
    clock.setMs = 0;
    pool.sweep(clock.now());
    expect(pool.pick({ count: 10, bytes: 1_000_000 })).to.deep.equal([tx]);
  });

  it('is judged a few at a time', async () => {
    const { pool, clock, next, submit, sweepAfter, unended } = world();
    for (let i = 0; i <= TURN_MAX; i++) await submit(next(`late ${i}`));
    await sweepAfter(DUE_MS + 1);
    expect(pool.pending().filter(({ life }) => isOpen(life))).to.have.length(1);
    await clock.settle();
    expect(unended()).to.deep.equal([]);
  });
});
