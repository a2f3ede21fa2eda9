// A party that changes at full speed what others read makes each of their tries old. In a long instance each role that
// reads has time slots in which nobody else does so: each condition of that by itself.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { READING_SLOT_MS, UNSLOTTED_MOVES_MAX } from '../../../../../core/base/limits/ledger/instances.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { nextSlot } from '../../../../../core/blueprint/names/reading-slots.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, REGISTER_ID, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const num = { type: 'integer' };
const loop = (id: number) => ({
  routes: [
    { id: 'again', nextActionIds: [id], condition: { '>': [read('in.n'), 0] } },
    { id: 'on', nextActionIds: [], isDefault: true },
  ],
});
const REFUSED = 'VAL_READ_002';
const BY = { x: alice, y: bob, z: carol };

interface Shape {
  /** Members of action 3, which counts the runs of action 2 and is of y unless stated. */
  readonly reader?: JsonObject;
  /** Members of action 4, which is of z unless stated. */
  readonly beside?: JsonObject;
}

/** x opens actions 2, 3 and 4; z repeats action 2. */
class Fast {
  readonly at: SealedLedger;
  readonly fork: Transaction;
  private last: Transaction;

  constructor({ reader, beside }: Shape = {}) {
    const definition = {
      ...definitionOf([
        { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3, 4] }] },
        { sender: 'z', ...asks({ n: num }), ...shows({ x: ['*'], y: ['*'] }), ...loop(2) },
        {
          ...{ sender: 'y', ...asks({ n: num }), calculations: { drawn: read('count.2') } },
          ...{ ...shows({ x: ['*'], z: ['*'] }), ...to(), ...reader },
        },
        { sender: 'z', ...asks({ n: num }), ...shows({ x: ['*'], y: ['*'] }), ...to(), ...beside },
      ]),
      participants: Object.entries(BY).map(([id, { address }]) => ({ id, walletAddress: address })),
    };
    this.at = new SealedLedger(definition, [alice, bob, carol]);
    this.fork = this.at.take({ action: 1, by: alice, data: { n: 1 }, next: [2, 3, 4] });
    this.last = this.fork;
  }

  /** The first time of the next slot of a role, or of all. */
  slot(role: keyof typeof BY | undefined): number {
    const fromMs = nextSlot(this.at.definition, this.at.ledger.state.timestampMs, (one) => one === role);
    if (fromMs === undefined) throw new Error(`there is no slot of ${role}`);
    return fromMs;
  }

  again(): Transaction {
    const data = { n: this.at.instance.moves };
    return this.at.run({ action: 2, by: carol, data, next: [2], previous: this.last.txId, isPlain: true });
  }

  /** Until so many moves are sealed. */
  until(moves: number): this {
    while (this.at.instance.moves < moves) {
      this.last = this.again();
      this.at.ledger.sealAt(this.slot(undefined), this.last);
    }
    return this;
  }

  run(action: number, by: typeof alice, data: JsonObject, next: readonly number[] = []): Transaction {
    return this.at.run({ action, by, data, next, previous: this.fork.txId, isPlain: true });
  }

  /** The reader, by what is sealed. */
  reader(by = bob): Transaction {
    return this.run(3, by, { n: 1, drawn: this.at.instance.runs[2]?.count ?? 0 });
  }

  timer(action: number): Transaction {
    const { definition, instance } = this.at;
    const due = dueTimers(instance, planOf(definition), action).find((one) => one.action === action);
    const { blueprintId, publicationTxId } = instance;
    const of = { registerId: REGISTER_ID, instanceId: 'inst-1', blueprintId, publicationTxId };
    return timerTransaction(of, due as NonNullable<typeof due>);
  }

  /** In the slot of y, and in the one of all. */
  judged(tx: Transaction): readonly string[] {
    return [this.slot('y'), this.slot(undefined)].map((atMs) => this.at.judge(tx, atMs));
  }
}

const LONG = UNSLOTTED_MOVES_MAX + 1;

describe('who makes what others read old', () => {
  it('leaves them their slots in a long instance, to the last moment, and no other time', () => {
    const fast = new Fast().until(LONG - 1);
    expect(fast.judged(fast.again())).to.deep.equal(['ok', 'ok']);
    fast.until(LONG);
    const fromMs = fast.slot('y');
    const endMs = fromMs + READING_SLOT_MS;
    const judgedAt = (atMs: number) => fast.at.judge(fast.again(), atMs);
    expect([fromMs - 1, fromMs, endMs - 1, endMs].map(judgedAt)).to.deep.equal(['ok', REFUSED, REFUSED, 'ok']);
    expect(fast.at.judge(fast.reader(), endMs - 1)).to.equal('ok');
  });

  it('meets no reader that was done not so long ago', () => {
    const fast = new Fast({ reader: loop(3) }).until(LONG);
    expect(fast.judged(fast.again())).to.deep.equal([REFUSED, 'ok']);
    const again = fast.run(3, bob, { n: 1, drawn: fast.at.instance.runs[2]?.count ?? 0 }, [3]);
    fast.at.ledger.sealAt(fast.slot(undefined), again);
    expect(fast.judged(fast.again())).to.deep.equal(['ok', 'ok']);
  });

  it('meets a reader that is opened again by its reminder: that is no run of it', () => {
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'reminder', after: 'PT1S', then: { nextActionIds: [3] } }];
    const fast = new Fast({ reader: { timers } }).until(LONG - 2);
    fast.at.ledger.sealAt(fast.slot(undefined), fast.timer(3));
    expect(fast.at.instance.moves).to.equal(LONG - 1);
    fast.until(LONG);
    expect(fast.judged(fast.again())).to.deep.equal([REFUSED, 'ok']);
  });

  it('is told when that is over, and a reader that was overtaken when it begins', () => {
    const fast = new Fast().until(LONG);
    const old = fast.reader();
    fast.until(LONG + 1);
    const waits = (tx: Transaction, atMs: number) => {
      const { state, view } = fast.at.ledger;
      const verdict = validate(tx, { state, view, signaturesOk: true, docketMs: atMs });
      return verdict.ok ? 'ok' : verdict.issues.map(({ code, retryAfterSeconds }) => [code, retryAfterSeconds]);
    };
    const fromMs = fast.slot('y');
    const slot = READING_SLOT_MS / 1000;
    expect(waits(fast.again(), fromMs + 500)).to.deep.equal([[REFUSED, slot - 0.5]]);
    expect(waits(old, fromMs - 250)).to.deep.equal([['VAL_READ_001', 0.25]]);
    expect(waits(old, fromMs + 500)).to.deep.equal([['VAL_READ_001', 2 * slot - 0.5]]);
  });

  it('is not the role whose slot it is', () => {
    const fast = new Fast({ reader: { sender: 'z' } }).until(LONG);
    expect(fast.at.judge(fast.again(), fast.slot('z'))).to.equal('ok');
  });

  it('is nobody where the open action reads nothing of it, or is not open', () => {
    const fast = new Fast().until(LONG);
    expect(fast.judged(fast.run(4, carol, { n: 1 }))).to.deep.equal(['ok', 'ok']);
    fast.at.ledger.sealAt(fast.slot(undefined), fast.reader());
    expect(fast.judged(fast.again())).to.deep.equal(['ok', 'ok']);
  });

  it('is not who does the reader in place of its role', () => {
    const own = { calculations: { drawn: { '+': [read('count.2'), read('count.3')] } } };
    const stood = new Fast({
      reader: { sender: 'x', ...own, ...loop(3), timers: [{ id: 't', after: 'PT1S', also: ['y'] }] },
    }).until(LONG);
    const data = { n: 1, drawn: stood.at.instance.runs[2]?.count ?? 0 };
    const of = { action: 3, by: bob, as: 'y', data, next: [3], previous: stood.fork.txId, isPlain: true };
    expect(stood.at.judge(stood.at.run(of), stood.slot('x'))).to.equal('ok');
    expect(stood.at.judge(stood.again(), stood.slot('x'))).to.equal(REFUSED);
  });

  it('may not do so by rejections, confirmations and timers either', () => {
    const rejects = new Fast({ beside: { rejectionConfig: { targetActionId: 1 } } }).until(LONG);
    const payload = { type: 'rejection', reason: 'no' };
    const back = rejects.at.move('Rejection', { action: 4, by: carol, previous: rejects.fork.txId, payload });
    expect(rejects.judged(back)).to.deep.equal([REFUSED, 'ok']);

    const counts = { calculations: { drawn: { '+': [read('count.2'), read('count.4')] } } };
    const confirmed = new Fast({
      reader: counts,
      beside: { confirm: { by: ['x', 'y'], within: 'P10D', otherwise: 'redo' }, ...to(2) },
    }).until(LONG);
    const waiting = confirmed.run(4, carol, { n: 1 }, [2]);
    expect(confirmed.judged(waiting)).to.deep.equal([REFUSED, 'ok']);
    confirmed.at.ledger.sealAt(confirmed.slot(undefined), waiting);
    const answer = (by: typeof alice, role: string) =>
      confirmed.judged(confirmed.at.answer({ run: waiting, by, role }));
    expect([answer(alice, 'x'), answer(bob, 'y')]).to.deep.equal([
      [REFUSED, 'ok'],
      ['ok', 'ok'],
    ]);

    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timer = { timers: [{ id: 't', after: 'PT1S', then: { nextActionIds: [4] }, data: { n: 1 } }] };
    const timed = new Fast({ reader: counts, beside: timer }).until(LONG);
    expect(timed.judged(timed.timer(4))).to.deep.equal([REFUSED, 'ok']);
  });

  it('may not do so by timers of actions of that role, and by deliveries', () => {
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 't', after: 'PT1S', then: { nextActionIds: [4] }, data: { n: 1 } }];
    const own = new Fast({
      reader: { calculations: { drawn: { '+': [read('count.2'), read('count.4')] } } },
      beside: { sender: 'y', timers },
    }).until(LONG);
    expect(own.judged(own.timer(4))).to.deep.equal([REFUSED, 'ok']);
    const given = new Fast().until(LONG);
    const payload = { type: 'delivery' };
    const delivery = given.at.move('Delivery', { action: 2, by: carol, previous: given.fork.txId, payload });
    const [slotted, free] = given.judged(delivery);
    expect([slotted?.includes(REFUSED), free?.includes(REFUSED)]).to.deep.equal([true, false]);
  });

  it('is judged by the validators alone, and not again where a quorum sealed it', () => {
    const fast = new Fast().until(LONG);
    const { state, view } = fast.at.ledger;
    const given = { state, view, signaturesOk: true, docketMs: fast.slot('y') };
    expect(validate(fast.again(), given).ok).to.equal(false);
    expect(validate(fast.again(), { ...given, certified: true }).ok).to.equal(true);
  });

  it('leaves all the others time too, where all read all and one of them never acts', () => {
    const reads = { calculations: { drawn: { '+': [read('count.2'), read('count.3')] } } };
    const fast = new Fast({ reader: { ...reads, ...loop(3) }, beside: { sender: 'x', ...reads } }).until(LONG);
    // x keeps its own action open for ever; y and z are refused in its slots alone.
    const tries = (tx: () => Transaction) =>
      (['x', 'y', undefined] as const).map((role) => fast.at.judge(tx(), fast.slot(role)));
    expect(tries(() => fast.again())).to.deep.equal([REFUSED, REFUSED, 'ok']);
    const own = () => fast.run(3, bob, { n: 1, drawn: fast.at.instance.runs[2]?.count ?? 0 }, [3]);
    expect(tries(own)).to.deep.equal([REFUSED, 'ok', 'ok']);
  });
});
