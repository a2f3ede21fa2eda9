// An act that takes back the time of a register holds only right behind a head of the future. Once the time is right no
// docket can hold it, and no sealed time says so: a node that promised it gives it up, and nothing else with it.
import { expect } from 'chai';
import { PoolDriver } from '../../../../actors/validator-pool/driver.js';
import type { PoolMode } from '../../../../actors/validator-pool/modes.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { POOL_LIMITS } from '../../../../core/pool/pool.js';
import { timeProblem } from '../../../../core/register/docket-time.js';
import { Outbox } from '../../../../storage/chain/outbox.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import {
  approval,
  ballot,
  governed,
  judge,
  newMember,
  operation,
  proposal,
} from '../../../support/register/governance.js';
import { alice, bob, NOW, owner, publish, REGISTER_ID } from '../../../support/register/ledger.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * So that the head is of the past when heads were heard for long enough, and by less than a docket may be dated back.
 */
const AHEAD_MS = 125_000;

const healing = (ms = NOW + 1000) => operation('reset-time', { timeFloor: new Date(ms).toISOString() });

/** A pool over a register whose head is AHEAD_MS after the clock. */
function world(mode: PoolMode = 'storing', ledger = governed()) {
  ledger.sealAt(NOW + 10_000 + AHEAD_MS, publish());
  const headMs = ledger.state.timestampMs;
  const clock = new VirtualClock(headMs - AHEAD_MS);
  const set = { ms: 0 };
  const now = () => clock.now() + set.ms;
  const kv = memoryKv();
  const outbox = new Outbox(kv);
  const abandoned: string[] = [];
  const hears = { most: true, ahead: false };
  let budget = 0;
  const pool = new PoolDriver(
    { registerId: REGISTER_ID, limits: POOL_LIMITS },
    {
      clock: { now, steady: () => clock.steady(), setTimer: (run, delayMs) => clock.setTimer(run, delayMs) },
      ...{ outbox, log: QUIET, metrics: null },
      journal: { commit: (ops) => kv.write(ops) },
      verifier: { isSeen: () => false, verify: async () => true },
      state: () => ledger.state,
      view: () => ledger.view,
      budget: (bytes) => {
        budget += bytes;
        return true;
      },
      ...{ place: () => undefined, work: () => undefined, onAccepted: () => undefined, onRefused: () => undefined },
      ...{ alone: () => false, isLeft: () => false },
      isBehind: () => hears.ahead,
      hearsMost: () => hears.most,
      onAbandoned: (txId, { code }) => void abandoned.push(`${code} ${txId}`),
      fail: (error) => {
        throw error;
      },
    },
  );
  pool.setMode(mode);
  const submit = async (tx: Transaction) => {
    expect(await pool.intake.submit(tx, { priority: 'Normal', waitMs: 0, durable: true })).to.include({
      status: 'pending',
    });
    await clock.settle();
  };
  /** Time passes, with a sweep a minute. */
  const pass = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      await clock.advance(MINUTE_MS);
      pool.sweep(now());
      await clock.settle();
    }
  };
  const unended = () => pool.pending().map(({ tx }) => tx.txId);
  return { ledger, pool, outbox, abandoned, hears, set, headMs, now, submit, pass, unended, budget: () => budget };
}

describe('an act that resets a time which is right by now', () => {
  for (const mode of ['storing', 'gathering'] as const)
    it(`is given up where it is promised (${mode})`, async () => {
      const { pool, outbox, abandoned, submit, pass, unended, budget } = world(mode);
      const reset = proposal(healing(), [owner]);
      const other = proposal(operation('add-member', newMember(alice, 'Admin')), [owner]);
      for (const tx of [reset, other]) await submit(tx);
      await pass(3);
      expect(unended(), 'a docket right behind the head is fresh to a clock in order').to.have.length(2);
      await pass(1);
      expect(abandoned).to.deep.equal([`VAL_PERM_004 ${reset.txId}`]);
      expect(unended()).to.deep.equal([other.txId]);
      expect(outbox.size).to.equal(1);
      expect(outbox.refusal(reset.txId)).to.include({ definitive: false });
      expect(pool.ready()).to.equal(mode === 'gathering');
      expect(budget()).to.equal(mode === 'gathering' ? other.bytes.length : 0);
    });

  it('is in no docket that a clock in order passes, when it is given up', async () => {
    const { ledger, headMs, submit, pass, abandoned, now } = world();
    const reset = proposal(healing(), [owner]);
    await submit(reset);
    await pass(4);
    expect(abandoned).to.have.length(1);
    const fresh = (ms: number) => timeProblem(ms, headMs, { rule: 'fresh', nowMs: now() })?.code ?? 'good';
    expect([fresh(headMs + 1), judge(ledger, reset, headMs + 1)]).to.deep.equal(['DOCKET_TIME_INVALID', 'ok']);
    const late = judge(ledger, reset, now());
    expect([fresh(now()), late]).to.deep.equal(['good', 'VAL_PERM_004 /payload/operation/timeFloor']);
  });

  it('is given up where it is the last vote of a proposal', async () => {
    const ledger = governed([alice, 'Admin']);
    const said = healing();
    const { abandoned, submit, pass, headMs } = world('storing', ledger);
    ledger.sealAt(headMs + 1, proposal(said, [owner]));
    const vote = ballot(said, [approval(alice, said)], alice);
    await submit(vote);
    await pass(4);
    expect(abandoned).to.deep.equal([`VAL_PERM_004 ${vote.txId}`]);
  });

  it('is kept while the head is ahead, or another may be', async () => {
    const { ledger, hears, abandoned, submit, pass, unended, headMs } = world();
    const reset = proposal(healing(), [owner]);
    await submit(reset);
    ledger.sealAt(headMs + DAY_MS, proposal(operation('add-member', newMember(bob, 'Auditor')), [owner]));
    await pass(10);
    expect(unended()).to.deep.equal([reset.txId]);
    ledger.sealAt(headMs + DAY_MS + 1, proposal(healing(headMs), [owner]));
    hears.ahead = true;
    await pass(10);
    hears.ahead = false;
    hears.most = false;
    await pass(10);
    expect(unended()).to.deep.equal([reset.txId]);
    hears.most = true;
    await pass(2);
    expect(unended(), 'heads are told every minute').to.deep.equal([reset.txId]);
    await pass(1);
    expect(abandoned).to.deep.equal([`VAL_PERM_004 ${reset.txId}`]);
  });

  it('is given up as soon where the clock was days ahead meanwhile', async () => {
    const { ledger, set, abandoned, submit, pass, headMs } = world();
    const reset = proposal(healing(), [owner]);
    await submit(reset);
    set.ms = 5 * DAY_MS;
    ledger.sealAt(headMs + 5 * DAY_MS, proposal(operation('add-member', newMember(bob, 'Auditor')), [owner]));
    await pass(1);
    set.ms = 0;
    ledger.sealAt(headMs + 5 * DAY_MS + 1, proposal(healing(headMs), [owner]));
    await pass(4);
    expect(abandoned).to.deep.equal([`VAL_PERM_004 ${reset.txId}`]);
  });
});
