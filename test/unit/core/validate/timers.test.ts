// Timers on a register: the docket's time decides between people and timer, and the transaction of a timer is the one
// that the state gives. No other transaction without signatures is taken.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { DOCKET_AHEAD_MAX_MS } from '../../../../core/base/limits/ledger/clocks.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { type DueTimer, dueTimers } from '../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import { checkDocket } from '../../../../core/chain/state.js';
import { instanceAt, instanceIdOf } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { decodeTransaction } from '../../../../core/transaction/encode.js';
import { timerTransaction } from '../../../../core/transaction/timer.js';
import { validate } from '../../../../core/validate/validate.js';
import { act, alice, Ledger, publish } from '../../../support/register/ledger.js';
import { readAnew } from '../../../support/register/runs-anew.js';

const DAY_MS = 86_400_000;
const TEXT = (...names: readonly string[]): JsonObject => ({
  dataSchemas: [
    {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    },
  ],
});

/** The office decides within a day, or its silence counts as consent. */
const SILENCE: JsonObject = {
  language: 2,
  title: 'Consent',
  participants: [{ id: 'asks' }, { id: 'office' }],
  actions: [
    { id: 1, sender: 'asks', isStartingAction: true, ...TEXT('plan'), routes: [{ nextActionIds: [2] }] },
    {
      id: 2,
      sender: 'office',
      ...TEXT('decision'),
      routes: [{ nextActionIds: [3] }],
      rejectionConfig: { targetActionId: 1 },
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'silence', after: 'P1D', then: { nextActionIds: [3] }, data: { decision: 'deemed' } }],
    },
    { id: 3, sender: 'asks', ...TEXT('done'), routes: [{ nextActionIds: [] }] },
  ],
};

class Timed {
  readonly ledger = new Ledger();
  readonly pin: string;
  readonly definition: Definition;
  opening: Transaction | undefined;

  constructor(definition: JsonObject) {
    const publication = publish(definition);
    this.ledger.seal(publication);
    this.pin = publication.txId;
    this.definition = definition as unknown as Definition;
  }

  get instance(): Instance {
    return instanceAt(this.ledger.view, instanceIdOf(this.opening as Transaction)) as Instance;
  }

  get due(): readonly DueTimer[] {
    return dueTimers(this.instance, planOf(this.definition));
  }

  /** Rows of timers, as a node finds them. */
  get rows(): readonly (readonly [string, unknown])[] {
    return this.due.map(({ dueMs, txId, action }) => {
      const key = `due/${String(dueMs).padStart(15, '0')}/${txId}/${action}`;
      return [key, this.ledger.view.state(key)] as const;
    });
  }

  fired(due = this.due[0] as DueTimer): Transaction {
    const { registerId } = this.ledger.state;
    const { blueprintId, publicationTxId } = this.instance;
    const instanceId = instanceIdOf(this.opening as Transaction);
    return timerTransaction({ registerId, instanceId, blueprintId, publicationTxId }, due);
  }

  move(action: number, payload: JsonObject, previous?: string, more: JsonObject = {}): Transaction {
    const place =
      previous === undefined || !this.opening
        ? {}
        : { instanceId: instanceIdOf(this.opening), previousTransactionId: previous };
    return act({ actionId: String(action), publicationTxId: this.pin, ...place, payload, ...more }, alice);
  }

  open(): Transaction {
    const tx = this.move(1, { plan: 'a house' });
    this.opening = tx;
    this.ledger.seal(tx);
    return tx;
  }

  judgeAt(docketMs: number, tx: Transaction): string {
    const { state, view } = this.ledger;
    const verdict = validate(tx, { state, view, signaturesOk: true, docketMs });
    return verdict.ok ? 'ok' : `${verdict.fault} ${verdict.issues.map(({ code }) => code).join(' ')}`;
  }
}

describe('timers on a register', () => {
  it('give people the time up to the due one, and the timer what comes after', () => {
    const at = new Timed(SILENCE);
    const first = at.open();
    const dueMs = at.ledger.state.timestampMs + DAY_MS;
    expect(at.due.map((one) => one.dueMs)).to.deep.equal([dueMs]);
    const made = { createdAt: new Date(dueMs).toISOString() };
    const byHand = at.move(2, { decision: 'granted' }, first.txId, made);
    const back = at.move(2, { type: 'rejection', reason: 'no plan' }, first.txId, {
      ...made,
      metadata: { type: 'Rejection' },
    });
    for (const [ms, hand, timer] of [
      [dueMs - 1, 'ok', 'retry VAL_FLOW_007'],
      [dueMs, 'ok', 'retry VAL_FLOW_007'],
      [dueMs + 1, 'reject VAL_BP_012', 'ok'],
    ] as const) {
      expect(at.judgeAt(ms, byHand), String(ms - dueMs)).to.equal(hand);
      expect(at.judgeAt(ms, back), String(ms - dueMs)).to.equal(hand);
      expect(at.judgeAt(ms, at.fired()), String(ms - dueMs)).to.equal(timer);
    }
  });

  it('are fired early by a validator alone as far as the clocks of the others let a docket be ahead, and no further', () => {
    const at = new Timed(SILENCE);
    at.open();
    const { dueMs } = at.due[0] as DueTimer;
    const jumped = at.ledger.docket([at.fired()], dueMs + 1);
    const saidAt = (nowMs: number): readonly string[] => {
      const given = { view: at.ledger.view, signaturesOk: () => true, nowMs, time: 'fresh' } as const;
      const checked = checkDocket(jumped, at.ledger.state, given);
      return isFailure(checked) ? checked.issues.map(({ code }) => code) : [];
    };
    expect(saidAt(dueMs + 1 - DOCKET_AHEAD_MAX_MS)).to.deep.equal([]);
    expect(saidAt(dueMs - DOCKET_AHEAD_MAX_MS)).to.deep.equal(['DOCKET_TIME_INVALID']);
  });

  it('go on with the data of the definition, which counts as that of the action', () => {
    const at = new Timed(SILENCE);
    const first = at.open();
    const timer = at.fired();
    expect(at.rows.map(([, row]) => row)).to.deep.equal([
      {
        action: 2,
        dueMs: at.due[0]?.dueMs,
        instanceId: instanceIdOf(first),
        timer: 'silence',
        txId: first.txId,
      },
    ]);
    const [[key] = ['']] = at.rows;
    at.ledger.sealAt((at.due[0] as DueTimer).dueMs + 1, timer);
    expect(at.ledger.view.state(key)).to.equal(undefined);
    const { flow, runs, participants } = at.instance as Instance;
    expect(flow[timer.txId]?.next).to.deep.equal([3]);
    expect(runs['2']).to.deep.include({ count: 1, last: timer.txId });
    expect(participants).to.deep.equal({ asks: alice.address });
    const of = { definition: at.definition, transactions: [first, timer] };
    expect(readAnew(at.ledger, of).runs).to.deep.equal([first.txId, timer.txId]);
    expect([first, timer].map(({ payload }) => payload)).to.deep.equal([{ plan: 'a house' }, { decision: 'deemed' }]);
    const { timestampMs } = at.ledger.state;
    const signed = { createdAt: new Date(timestampMs).toISOString() };
    expect(at.judgeAt(timestampMs + 1, at.move(3, { done: 'yes' }, timer.txId, signed))).to.equal('ok');
    expect(at.judgeAt(at.ledger.state.timestampMs + 1, timer)).to.equal('reject VAL_REPLAY_001');
  });

  it('are one transaction, byte for byte, and it is read again as it was', () => {
    const at = new Timed(SILENCE);
    at.open();
    const [one, other] = [at.fired(), at.fired()];
    expect(Buffer.compare(one.bytes, other.bytes)).to.equal(0);
    const read = decodeTransaction(one.bytes);
    expect(!isFailure(read) && read.txId).to.equal(one.txId);
    expect(one.signatures).to.deep.equal([]);
  });

  it('are refused in any other form, signed ones too', () => {
    const at = new Timed(SILENCE);
    const first = at.open();
    const [due] = at.due as [DueTimer];
    const ms = due.dueMs + 1;
    const changed = (change: Partial<DueTimer>): Transaction => at.fired({ ...due, ...change });
    const lied = { ...due.timer, data: { decision: 'granted' } };
    expect(at.judgeAt(ms, changed({ timer: lied }))).to.equal('reject VAL_FLOW_004');
    expect(at.judgeAt(ms, changed({ dueMs: due.dueMs - 1 }))).to.equal('reject VAL_FLOW_004');
    expect(at.judgeAt(ms, changed({ timer: { ...due.timer, id: 'other' } }))).to.equal('reject VAL_FLOW_004');
    expect(at.judgeAt(ms, changed({ action: 3 }))).to.equal('reject VAL_BP_003');
    expect(at.judgeAt(ms, changed({ action: 1 }))).to.equal('reject VAL_BP_003');
    const { senderWallet: _, ...header } = at.fired().header;
    const signed = act(
      { ...header, payload: { decision: 'deemed' }, metadata: header.metadata as JsonObject } as never,
      alice,
    );
    expect(at.judgeAt(ms, signed)).to.equal('reject VAL_FLOW_004');
    // An action without signatures stays what it was.
    const bare = { ...at.move(2, { decision: 'granted' }, first.txId), signatures: [] };
    expect(at.judgeAt(due.dueMs, bare)).to.contain('VAL_POLICY_002');
  });

  it('lose to an action that is sealed in time, and to a cancellation', () => {
    const at = new Timed(SILENCE);
    const first = at.open();
    const [due] = at.due as [DueTimer];
    const timer = at.fired();
    at.ledger.sealAt(due.dueMs, at.move(2, { decision: 'granted' }, first.txId, { createdAt: timer.header.createdAt }));
    expect(at.due).to.deep.equal([]);
    expect(at.judgeAt(due.dueMs + 1, timer)).to.equal('reject VAL_CHAIN_FORK');
    const other = new Timed(SILENCE);
    const opening = other.open();
    const late = other.fired();
    other.ledger.seal(
      other.move(2, { type: 'cancellation', reason: 'withdrawn' }, opening.txId, {
        metadata: { type: 'Cancellation' },
      }),
    );
    expect(other.judgeAt(due.dueMs * 2, late)).to.equal('reject VAL_BP_011');
  });

  it('begin anew with the branch that a rejection gives again', () => {
    const at = new Timed(SILENCE);
    const first = at.open();
    const [before] = at.due as [DueTimer];
    const back = at.move(2, { type: 'rejection', reason: 'no plan' }, first.txId, { metadata: { type: 'Rejection' } });
    at.ledger.sealAt(before.dueMs - 5, back);
    expect(at.due).to.deep.equal([]);
    const again = at.move(1, { plan: 'a barn' }, back.txId, { createdAt: new Date(before.dueMs).toISOString() });
    at.ledger.sealAt(before.dueMs + 5, again);
    expect(at.due.map(({ dueMs, txId }) => [dueMs, txId])).to.deep.equal([[before.dueMs + 5 + DAY_MS, again.txId]]);
  });

  it('let a join go on with the branches that came', () => {
    const at = new Timed(BIDS);
    const first = at.open();
    at.ledger.seal(at.move(2, { bid: 'low' }, first.txId));
    const [due] = at.due as [DueTimer];
    // The join waits from the first branch that came to it.
    expect(due).to.deep.include({ action: 4, dueMs: at.ledger.state.timestampMs + DAY_MS });
    const timer = at.fired(due);
    at.ledger.sealAt(due.dueMs + 1, timer);
    expect(at.judgeAt(due.dueMs + 2, at.move(3, { bid: 'late' }, first.txId))).to.equal('reject VAL_CHAIN_FORK');
    const { flow, runs } = at.instance as Instance;
    expect(flow[timer.txId]?.next).to.deep.equal([5]);
    // It states nothing, so no rule finds a run of the join.
    expect(runs['4']).to.equal(undefined);
  });
});

/** Two bids, of which one may not come. */
const BIDS: JsonObject = {
  language: 2,
  title: 'Bids',
  participants: [{ id: 'asks' }, { id: 'office' }],
  actions: [
    { id: 1, sender: 'asks', isStartingAction: true, ...TEXT('plan'), routes: [{ nextActionIds: [2, 3] }] },
    { id: 2, sender: 'asks', ...TEXT('bid'), routes: [{ nextActionIds: [4] }] },
    { id: 3, sender: 'asks', ...TEXT('bid'), routes: [{ nextActionIds: [4] }] },
    {
      id: 4,
      sender: 'asks',
      ...TEXT('choice'),
      routes: [{ nextActionIds: [5] }],
      joins: { fork: 1 },
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'closed', after: 'P1D', then: { nextActionIds: [5] } }],
    },
    { id: 5, sender: 'asks', ...TEXT('done'), routes: [{ nextActionIds: [] }] },
  ],
};
