// When a promise is written: at once for who asks for it, later for who waits longer than the seal takes, and never for
// what has ended by then.
import { expect } from 'chai';
import { OutboxRows, PROMISED_AFTER_MS } from '../../../../actors/validator-pool/outbox-rows.js';
import { Submissions } from '../../../../actors/validator-pool/submissions.js';
import { issue } from '../../../../core/base/issue.js';
import { PROMISE_GIVEN_UP_MS } from '../../../../core/base/limits/node/pool.js';
import { hasRow, isOwed, lifeAfter, lifeOf } from '../../../../core/pool/life.js';
import { FINALITY } from '../../../../core/validate/finality.js';
import { Outbox } from '../../../../storage/chain/outbox.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../support/node/ledger-world.js';
import { governed } from '../../../support/register/governance.js';
import { publish } from '../../../support/register/ledger.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const PATIENT = { priority: 'Normal', waitMs: PROMISED_AFTER_MS } as const;

/** `write` resolves when what is committed is durable. */
function world(ledger = governed(), write: () => Promise<void> = async () => undefined, alone = false) {
  const clock = new VirtualClock();
  let left = false;
  const submissions = new Submissions(clock);
  const outbox = new Outbox(memoryKv());
  const commits: (readonly KvOp[])[] = [];
  const abandoned: string[] = [];
  const rows = new OutboxRows(REGISTER_ID, {
    clock,
    outbox,
    submissions,
    metrics: null,
    journal: {
      commit: (ops) => {
        commits.push(ops);
        return write();
      },
    },
    state: () => ledger.state,
    view: () => ledger.view,
    alone: () => alone,
    isLeft: () => left,
    onRefused: () => undefined,
    onAbandoned: (txId) => void abandoned.push(txId),
    fail: (error) => {
      throw error;
    },
  });
  let count = 0;
  const leave = () => {
    left = true;
  };
  const add = () => {
    const header = { registerId: REGISTER_ID, blueprintId: 'line', actionId: '1', publicationTxId: 'a'.repeat(64) };
    const createdAt = new Date(clock.now()).toISOString();
    const tx = signedTransaction(keyOf('sender'), { ...header, createdAt }, { note: String(count++) });
    return submissions.add(tx, { priority: 'Normal' }, undefined);
  };
  return { clock, submissions, outbox, commits, abandoned, rows, add, leave };
}

describe('outbox rows of a pool', () => {
  it('promises at once to who does not wait so long, or wants it durable', async () => {
    const { rows, add, outbox, clock } = world();
    const [hurried, durable] = [add(), add()];
    rows.promiseFor(hurried, { ...PATIENT, waitMs: PROMISED_AFTER_MS - 1 });
    rows.promiseFor(durable, { ...PATIENT, durable: true });
    expect([hasRow(hurried.life), hasRow(durable.life), outbox.size]).to.deep.equal([true, true, 2]);
    await clock.advance(0);
    expect([isOwed(hurried.life), isOwed(durable.life)]).to.deep.equal([true, true]);
  });

  it('promises to who waits when it takes long, and answers behind the write', async () => {
    const { rows, add, commits, clock, submissions } = world();
    const entry = add();
    const outcome = submissions.wait(entry, PATIENT.waitMs);
    rows.promiseFor(entry, PATIENT);
    await clock.advance(PROMISED_AFTER_MS - 1);
    expect([hasRow(entry.life), commits.length]).to.deep.equal([false, 0]);
    const late = add();
    rows.promiseFor(late, PATIENT);
    await clock.advance(100);
    expect([isOwed(entry.life), hasRow(late.life), commits.length]).to.deep.equal([true, false, 1]);
    expect((await outcome).status).to.equal('pending');
    await clock.advance(PROMISED_AFTER_MS);
    expect([isOwed(late.life), commits.length]).to.deep.equal([true, 2]);
  });

  it('promises no later where the clock was set back by days', async () => {
    const { rows, add, clock } = world();
    const entry = add();
    rows.promiseFor(entry, PATIENT);
    clock.setMs = -14 * 24 * 60 * 60 * 1000;
    await clock.advance(2 * PROMISED_AFTER_MS);
    expect(isOwed(entry.life)).to.equal(true);
  });

  it('gives up a transaction that no peer takes after as long, wherever somebody sets the clock', async () => {
    for (const setMs of [DAY_MS, -DAY_MS]) {
      const { rows, add, clock, abandoned, leave } = world();
      const entry = add();
      rows.promise(entry);
      leave();
      await clock.advance(0);
      rows.sweep(clock.now());
      clock.setMs = setMs;
      await clock.advance(PROMISE_GIVEN_UP_MS - 1);
      rows.sweep(clock.now());
      await clock.advance(0);
      expect(abandoned).to.deep.equal([]);
      await clock.advance(1);
      rows.sweep(clock.now());
      await clock.advance(0);
      expect(abandoned).to.deep.equal([entry.tx.txId]);
    }
  });

  it('tells no caller of a promise that is not durable yet', async () => {
    let written: () => void = () => undefined;
    const { rows, add, submissions } = world(governed(), () => new Promise((resolve) => (written = resolve)));
    const entry = add();
    let told: string | undefined;
    void submissions.wait(entry, 0).then(({ status }) => (told = status));
    rows.promiseFor(entry, { ...PATIENT, waitMs: 0 });
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect([hasRow(entry.life), isOwed(entry.life), told]).to.deep.equal([true, false, undefined]);
    written();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect([isOwed(entry.life), told]).to.deep.equal([true, 'pending']);
  });

  it('writes nothing for what was sealed, is being sealed, or was stored meanwhile, or after the end', async () => {
    const { rows, add, commits, clock, submissions } = world();
    const [sealed, sealing, stored, last] = [add(), add(), add(), add()];
    for (const entry of [sealed, sealing, stored]) rows.promiseFor(entry, PATIENT);
    submissions.settle(sealed.tx.txId, { status: 'refused', issues: [] });
    sealing.life = lifeAfter(sealing.life, 'seal');
    rows.promise(stored);
    await clock.advance(2 * PROMISED_AFTER_MS);
    expect(commits.length).to.equal(1);
    rows.promiseFor(last, PATIENT);
    rows.close();
    await clock.advance(2 * PROMISED_AFTER_MS);
    expect(commits.length).to.equal(1);
  });

  it('keeps, and does not refuse, what another validator may still seal', async () => {
    const ledger = governed();
    const { rows, submissions, outbox, clock } = world(ledger);
    const refusal = issue('VAL_TIME_003', '/expiresAt', 'Late.');
    const tx = publish();
    submissions.add(tx, { priority: 'Normal' }, undefined);
    rows.end(tx.txId, refusal);
    expect([submissions.get(tx.txId)?.life.keeping === 'promising', outbox.size]).to.deep.equal([true, 1]);
    // Its row is stored by now, and the clock of this node still decides for no other node.
    rows.end(tx.txId, refusal);
    expect([submissions.get(tx.txId)?.life.ending, outbox.size]).to.deep.equal(['none', 1]);
    submissions.settle(tx.txId, { status: 'refused', issues: [] });
    submissions.add(tx, { priority: 'Normal' }, undefined).life = lifeOf('elsewhere');
    rows.end(tx.txId, refusal);
    expect(submissions.size).to.equal(0);
    submissions.add(tx, { priority: 'Normal' }, undefined);
    ledger.seal(tx);
    rows.end(tx.txId, refusal);
    // Told behind the seal, which may be on its way to the disk; no row is promised meanwhile.
    expect([submissions.get(tx.txId)?.life.ending, outbox.size]).to.deep.equal(['refusing', 1]);
    rows.promise(submissions.get(tx.txId)!);
    await clock.advance(0);
    expect([submissions.size, outbox.size]).to.deep.equal([0, 1]);
  });

  it('gives up what a later docket may take back, and says an end of what stands alone', async () => {
    const { rows, submissions, commits, abandoned, add, clock } = world();
    for (const { finality, codes } of FINALITY)
      for (const code of codes) {
        // A transaction that waits, or that a time slot keeps back, has no end of this kind.
        if (finality === 'waits' || finality === 'passes') continue;
        const entry = add();
        rows.promise(entry);
        rows.end(entry.tx.txId, issue(code, '/header', 'Refused.'));
        await clock.advance(0);
        const text = new TextDecoder().decode(commits.at(-1)?.at(-1)?.value);
        expect(text, code).to.include(`"definitive":${finality !== 'turns'}`);
        expect(abandoned.includes(entry.tx.txId), code).to.equal(finality === 'turns');
      }
    expect(submissions.size).to.equal(0);
  });

  it('gives up what the clock of the only validator refuses, and says no end of it', async () => {
    const { rows, submissions, commits, abandoned, clock } = world(governed(), undefined, true);
    const refusal = issue('VAL_TIME_003', '/expiresAt', 'Late.');
    const tx = publish();
    const waiting = submissions.wait(submissions.add(tx, { priority: 'Normal' }, undefined), 1000);
    rows.end(tx.txId, refusal);
    expect(await waiting).to.deep.equal({ status: 'refused', issues: [refusal], definitive: false });
    rows.promise(submissions.add(tx, { priority: 'Normal' }, undefined));
    rows.end(tx.txId, refusal);
    rows.end(tx.txId, refusal);
    await clock.advance(0);
    expect([submissions.size, abandoned]).to.deep.equal([0, [tx.txId]]);
    expect(new TextDecoder().decode(commits.at(-1)?.at(-1)?.value)).to.include('"definitive":false');
  });
});
