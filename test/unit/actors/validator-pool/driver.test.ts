// The pool of one register with fakes around it: each submission has one end, and what finds no place is counted. No
// caller is told of a promise before it is durable or after a write that failed.
import { expect } from 'chai';
import type { SubmitOptions, SubmitOutcome } from '../../../../actors/ledger-port.js';
import { PoolDriver } from '../../../../actors/validator-pool/driver.js';
import type { PoolMode } from '../../../../actors/validator-pool/modes.js';
import { issue } from '../../../../core/base/issue.js';
import { POOL_SWEEP_MS } from '../../../../core/base/limits/node/pool.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { POOL_LIMITS, type PoolLimits } from '../../../../core/pool/pool.js';
import { Outbox } from '../../../../storage/chain/outbox.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import { act, alice, Ledger, publish, REGISTER_ID } from '../../../support/register/ledger.js';

const WORKFLOW = {
  language: 2,
  title: 'One step',
  participants: [{ id: 'clerk' }, { id: 'judge' }],
  actions: [
    { id: 0, sender: 'clerk', isStartingAction: true, dataSchemas: [{ properties: { note: { type: 'string' } } }] },
  ],
};

interface Held {
  readonly ops: readonly KvOp[];
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function world(mode: PoolMode, limits: Partial<PoolLimits> = {}) {
  const ledger = new Ledger();
  const publication = publish(WORKFLOW);
  ledger.seal(publication);
  const clock = new VirtualClock(ledger.state.timestampMs);
  const log: string[] = [];
  const commits: Held[] = [];
  const failed: unknown[] = [];
  const verifier = { verify: async (_tx: Transaction): Promise<boolean> => true };
  let budget = 0;
  const pool = new PoolDriver(
    { registerId: REGISTER_ID, limits: { ...POOL_LIMITS, ...limits } },
    {
      ...{ clock, outbox: new Outbox(memoryKv()), log: QUIET },
      journal: {
        commit: (ops) => new Promise<void>((resolve, reject) => commits.push({ ops, resolve, reject })),
      },
      verifier: {
        isSeen: () => false,
        verify: (tx) => {
          log.push('verify');
          return verifier.verify(tx);
        },
      },
      metrics: {
        onRefused: (code: string) => log.push(`count ${code}`),
        onSubmitted: () => undefined,
        poolSize: () => undefined,
      } as never,
      state: () => ledger.state,
      view: () => ledger.view,
      budget: (bytes) => {
        budget += bytes;
        return true;
      },
      ...{ place: () => undefined, work: () => undefined, onAccepted: () => log.push('accepted') },
      ...{ alone: () => mode === 'sealing', isBehind: () => false, isLeft: () => false, hearsMost: () => true },
      onRefused: (_txId, { code }) => log.push(`refused ${code}`),
      onAbandoned: (_txId, { code }) => log.push(`abandoned ${code}`),
      fail: (error) => failed.push(error),
    },
  );
  pool.setMode(mode);
  const start = (note: string) => act({ actionId: '0', publicationTxId: publication.txId, payload: { note } }, alice);
  const told: SubmitOutcome[] = [];
  /** Submits it, and keeps what its submitter is told. */
  const submit = async (tx: Transaction, options: Partial<SubmitOptions> = {}) => {
    void pool.intake.submit(tx, { priority: 'Normal', waitMs: 0, ...options }).then((outcome) => told.push(outcome));
    await clock.settle();
  };
  /** Their docket, with a certificate that no part looks at. */
  const decide = (...transactions: Transaction[]): SealedDocket =>
    ({ docket: ledger.seal(...transactions) }) as SealedDocket;
  return { pool, clock, log, commits, failed, told, verifier, start, submit, decide, budget: () => budget };
}

describe('actors/validator-pool/driver', () => {
  it('tells no caller that a submission waits before its promise is durable', async () => {
    const { pool, clock, commits, told, start, submit } = world('gathering');
    const tx = start('one');
    await submit(tx);
    expect([commits.length, told, pool.acceptTimeOf(tx.txId)]).to.deep.equal([1, [], undefined]);
    // This node answers for it all the same: it is offered, and the next docket may hold it.
    expect(pool.outstanding().map((one) => one.tx)).to.deep.equal([tx]);
    expect(pool.pick({ count: 9, bytes: 1_000_000 })).to.deep.equal([tx]);
    commits[0]?.resolve();
    await clock.settle();
    expect(told).to.deep.equal([{ status: 'pending', acceptedAtMs: clock.now() }]);
  });

  it('promises nothing after a write that failed: the register is opened again, and each waiting caller is told that', async () => {
    const { pool, clock, commits, failed, told, start, submit } = world('gathering');
    const tx = start('one');
    await submit(tx);
    const lost = new Error('the disk is gone');
    commits[0]?.reject(lost);
    await clock.settle();
    expect([failed, told, pool.acceptTimeOf(tx.txId)]).to.deep.equal([[lost], [], undefined]);
    pool.close();
    await clock.settle();
    expect(told).to.have.length(1).and.nested.property('[0].issues[0].code').equal('NODE_UNAVAILABLE');
  });

  it('gives what a docket decided no other end, and tells of it when the docket is durable', async () => {
    const { pool, clock, log, commits, told, start, submit, decide } = world('gathering');
    const tx = start('one');
    await submit(tx, { waitMs: 60_000 });
    const sealed = decide(tx);
    pool.sealing(sealed.docket);
    pool.refuse(tx.txId, issue('VAL_TIME_002', '', 'Too late.'), 'reject');
    await clock.settle();
    expect([commits.length, told, log]).to.deep.equal([0, [], ['verify', 'accepted', 'count VAL_TIME_002']]);
    expect(pool.pick({ count: 9, bytes: 1_000_000 })).to.deep.equal([]);
    pool.onSealed(sealed);
    await clock.settle();
    expect(told.map((one) => one.status === 'sealed' && one.height)).to.deep.equal([sealed.docket.header.height]);
    expect(pool.unsettled).to.equal(0);
  });

  it('writes no promise where its seat seals alone, and all of them before it does no more', async () => {
    const { pool, clock, commits, told, start, submit } = world('sealing');
    const txs = [start('one'), start('two')];
    for (const tx of txs) await submit(tx);
    expect([commits.length, told.length]).to.deep.equal([0, 0]);
    pool.setMode('gathering');
    expect(commits).to.have.length(2);
    for (const { resolve } of commits) resolve();
    await clock.settle();
    expect(told.map(({ status }) => status)).to.deep.equal(['pending', 'pending']);
  });

  it('promises what it took over from another node, though its seat seals alone: its parent may be missing', async () => {
    const { clock, commits, told, start, submit } = world('sealing');
    const lost = start('lost');
    const publicationTxId = lost.header.publicationTxId as string;
    const after = { previousTransactionId: lost.txId, instanceId: lost.txId };
    const child = act({ actionId: '0', publicationTxId, payload: {}, ...after }, alice);
    await submit(child, { relayed: true });
    expect([commits.length, told.map(({ status }) => status)]).to.deep.equal([0, ['pending']]);
    await submit(child, { relayed: true, durable: true });
    expect(commits).to.have.length(1);
    commits[0]?.resolve();
    await clock.settle();
    expect(told.map(({ status }) => status)).to.deep.equal(['pending', 'pending']);
  });

  it('promises what its seat, which seals alone, has not sealed by the next sweep', async () => {
    const { pool, clock, commits, told, start, submit } = world('sealing');
    const tx = start('one');
    await submit(tx);
    pool.sweep(clock.now());
    expect(commits).to.have.length(0);
    await clock.advance(POOL_SWEEP_MS);
    pool.sweep(clock.now());
    expect(commits).to.have.length(1);
    commits[0]?.resolve();
    await clock.settle();
    expect(told.map(({ status }) => status)).to.deep.equal(['pending']);
    pool.sweep(clock.now());
    expect(commits, 'once').to.have.length(1);
  });

  it('counts what finds no place, that of its sender included, and verifies no signature of it', async () => {
    const { log, told, start, submit } = world('gathering', { transactionsMax: 10 });
    for (let n = 0; n < 12; n++) await submit(start(`number ${n}`));
    const count = (line: string) => log.filter((one) => one === line).length;
    const taken = count('accepted');
    expect(taken).to.be.within(1, 10);
    expect([count('verify'), count('count POOL_SENDER_FULL')]).to.deep.equal([taken, 12 - taken]);
    expect(told).to.have.length(12 - taken);
    expect(told).to.have.nested.property('[0].issues[0].code', 'POOL_SENDER_FULL');
  });

  it('keeps one of what is brought twice while it is verified', async () => {
    const { pool, clock, log, commits, told, verifier, start, submit, budget } = world('gathering');
    const tx = start('one');
    const answers: (() => void)[] = [];
    verifier.verify = () => new Promise((resolve) => answers.push(() => resolve(true)));
    await submit(tx);
    await submit(tx);
    expect([pool.arriving(), pool.unsettled]).to.deep.equal([true, 2]);
    for (const answer of answers) answer();
    await clock.settle();
    expect([log, commits.length, pool.unsettled]).to.deep.equal([['verify', 'verify', 'accepted'], 1, 1]);
    expect(budget()).to.equal(tx.bytes.length);
    commits[0]?.resolve();
    await clock.settle();
    expect(told.map(({ status, ...rest }) => [status, 'known' in rest])).to.have.deep.members([
      ['pending', false],
      ['pending', true],
    ]);
  });

  it('forgets what was verified for nothing: the verifier failed, or the pool closed meanwhile', async () => {
    const { pool, clock, log, told, verifier, start, submit } = world('gathering');
    verifier.verify = () => Promise.reject(new Error('a thread died'));
    const lost = await pool.intake.submit(start('one'), { priority: 'Normal', waitMs: 0 }).catch((error) => error);
    expect([lost.message, pool.unsettled]).to.deep.equal(['a thread died', 0]);
    const answers: ((good: boolean) => void)[] = [];
    verifier.verify = () => new Promise((resolve) => answers.push(resolve));
    await submit(start('two'));
    pool.close();
    answers[0]?.(true);
    await clock.settle();
    expect(told).to.have.nested.property('[0].issues[0].code', 'NODE_UNAVAILABLE');
    expect([log, pool.unsettled]).to.deep.equal([['verify', 'verify'], 0]);
  });
});
