// Deputies that confirm more than their amount, which validators cannot see of a sealed run: each reader of the amount
// finds it, by the record that was in force where the confirmation was sealed, and proves it to all. The sender of the
// run is at no fault.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { RunRow } from '../../../../../core/blueprint/state/run-row.js';
import type { Disputed } from '../../../../../core/disputes/disputed.js';
import { proofOf } from '../../../../../core/disputes/proof.js';
import { deliveriesIn } from '../../../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { suspicionsIn } from '../../../../../core/reading/cells/findings.js';
import { RunFold } from '../../../../../core/reading/cells/run-fold.js';
import type { Delegation } from '../../../../../core/register/people/delegations.js';
import { asks, definitionOf, num, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, NOW, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const iso = (ms: number) => new Date(ms).toISOString();

const max = (upTo: string, name = 'in.amount') => ({ var: name, upTo });
const upTo = (bound?: Delegation['max'], more: Partial<Delegation> = {}): Delegation => ({
  ...{ to: 'c', from: iso(NOW), until: iso(NOW + YEAR) },
  ...(bound && { max: bound }),
  ...more,
});

interface Begun {
  readonly by?: readonly string[];
  readonly disputes?: JsonObject;
  readonly resolver?: Wallet;
}

/** x states an amount that y and `by` confirm, and a note that z reads; carol is the deputy of bob, who is y. */
function begun(delegations: readonly Delegation[], { by = [], disputes, resolver = dave }: Begun = {}) {
  const people = new People(definitionOf([{ ...asks({ a: num }), ...to() }]));
  const records = [people.enrol('c', [carol]), people.enrol('y', [bob], { delegations })];
  const definition = {
    ...definitionOf([
      {
        ...asks({ amount: num, note: { type: 'integer' }, fee: num }, ['fee']),
        calculations: { twice: { '*': [read('in.note'), 2] } },
        ...shows({ y: ['amount', 'fee'], z: ['note', 'twice'], w: ['amount'], r: ['note'] }),
        confirm: { by: ['y', ...by], within: 'P1D', otherwise: 'redo' },
        ...to(2),
      },
      { sender: 'z', ...asks({ b: num }), ...to() },
    ]),
    participants: Object.entries({ x: alice, y: bob, z: erin, w: dave, r: resolver }).map(([id, { address }]) => ({
      id,
      walletAddress: address,
    })),
    ...(disputes && { disputes }),
  } as unknown as JsonObject;
  const at = new SealedLedger(definition, [alice, bob, carol, dave, erin], records);
  const stated = (data: JsonObject): Transaction => at.take({ action: 1, by: alice, data, next: [2] });
  const confirmed = (run: Transaction, from: Wallet = carol, role = 'y'): Transaction => {
    const tx = at.answer({ run, by: from, role });
    at.ledger.seal(tx);
    return tx;
  };
  const agreed = (data: JsonObject): Transaction => {
    const run = stated({ note: 1, twice: 2, ...data });
    confirmed(run);
    return run;
  };
  const rowOf = (run: Transaction): RunRow => rowsIn(at.ledger.view)(run.txId) as RunRow;
  /** The findings of a reader on the run. */
  const found = (run: Transaction, reader: Wallet) => {
    const moves = [{ transaction: run, timestampMs: NOW }];
    const of = { definition: at.definition, wallet: reader.address, moves, rowOf: rowsIn(at.ledger.view) };
    const fold = new RunFold(of);
    fold.take(0, { given: at.given(run, reader) });
    const verdicts = fold.runs[0]?.verdicts.filter(({ rule }) => rule.startsWith('/delegation')) ?? [];
    return {
      said: verdicts.map(({ rule, verdict, cells }) => [rule, verdict, ...cells].join(' ')),
      told: suspicionsIn(fold.runs).map(({ member, reason }) => `${member} ${reason}`),
    };
  };
  const objected = (run: Transaction, pointers: readonly string[], place = '/delegation/y', from = alice) => {
    const shown = pointers.length > 0 ? [[run, ...pointers] as [Transaction, ...string[]]] : [];
    return at.objection({ run, by: from, ground: 'delegation', at: place, shown });
  };
  const object = (...of: Parameters<typeof objected>): string => at.judge(objected(...of));
  const renewed = (next: readonly Delegation[]) => at.ledger.seal(people.enrol('y', [bob], { delegations: next }));
  return { at, stated, confirmed, agreed, rowOf, found, objected, object, renewed };
}

describe('deputies that confirm more than their amount', () => {
  it('are found by each reader of it, the sender among them, and by no other', () => {
    const { agreed, rowOf, found } = begun([upTo(max('5.00'))]);
    const run = agreed({ amount: 9 });
    expect(rowOf(run).answers?.y).to.include({ by: carol.address, for: bob.address });
    expect(rowOf(run).answers?.y?.max).to.deep.equal([max('5.00')]);
    const wrong = { said: ['/delegation/y violated /amount'], told: ['/amount delegation'] };
    expect(found(run, alice), 'the sender').to.deep.equal(wrong);
    expect(found(run, bob), 'the holder').to.deep.equal(wrong);
    expect(found(run, erin)).to.deep.equal({ said: [], told: [] });
    const kept = begun([upTo(max('5.00'))]);
    expect(kept.found(kept.agreed({ amount: 5 }), alice)).to.deep.equal({ said: ['/delegation/y verified'], told: [] });
  });

  it('are proven false to all, and the action is done again without a fault of its sender', () => {
    const { at, agreed, object, objected, rowOf } = begun([upTo(max('5.00'))]);
    const run = agreed({ amount: 9 });
    expect(object(run, ['/amount'])).to.equal('ok');
    expect(object(run, ['/amount', '/note'])).to.equal('VAL_OBJ_005');
    expect(object(run, [])).to.equal('VAL_OBJ_004');
    expect(object(run, ['/amount'], '/delegation'), 'no deputy sent it').to.equal('VAL_OBJ_004');
    expect(object(run, ['/amount'], '/delegation/w'), 'nor confirmed it for another').to.equal('VAL_OBJ_004');
    expect(object(run, ['/amount'], '/delegation/constructor')).to.equal('VAL_OBJ_004');
    at.ledger.seal(objected(run, ['/amount']));
    expect(at.instance.faults?.map(({ role, wallet: who, ground, at: place }) => [role, who, ground, place])).to.eql([
      ['y', carol.address, 'delegation', '/delegation/y'],
    ]);
    expect(rowOf(run).undone).to.not.equal(undefined);
    const again = { action: 1, by: alice, data: { amount: 3, note: 1, twice: 2 }, next: [2] };
    const objection = at.instance.dispute?.objection as string;
    expect(at.judge(at.run({ ...again, previous: objection })), 'done again').to.equal('ok');
  });

  it('are judged before all have confirmed, and by each confirmation for itself', () => {
    const { at, agreed, object, confirmed, rowOf } = begun([upTo(max('5.00'))], { by: ['w'] });
    const run = agreed({ amount: 9 });
    expect([rowOf(run).waits, object(run, ['/amount'])]).to.deep.equal([true, 'ok']);
    confirmed(run, dave, 'w');
    expect([rowOf(run).waits, object(run, ['/amount'])]).to.deep.equal([undefined, 'ok']);
    expect(Object.keys(rowOf(run).answers ?? {}), 'the holder has no bound').to.deep.equal(['y']);
    expect(at.instance.flow).to.not.be.empty;
  });

  it('are judged by the record in force where they confirmed it, whatever the participant says later', () => {
    const raised = begun([upTo(max('5.00'))]);
    const wrong = raised.agreed({ amount: 9 });
    raised.renewed([upTo(max('100.00'))]);
    expect(raised.object(wrong, ['/amount'])).to.equal('ok');
    const lowered = begun([upTo(max('100.00'))]);
    const honest = lowered.agreed({ amount: 9 });
    lowered.renewed([upTo(max('1.00'))]);
    expect(lowered.object(honest, ['/amount'])).to.equal('VAL_OBJ_004');
  });

  it('keep one of several amounts, or have none', () => {
    const several = [upTo(max('5.00')), upTo(max('7.00')), upTo(max('1.00', 'in.fee'))];
    const both = begun(several);
    const run = both.agreed({ amount: 8, fee: 2 });
    expect(both.object(run, ['/amount'])).to.equal('VAL_OBJ_004');
    expect(both.object(run, ['/amount', '/fee'])).to.equal('ok');
    const free = begun([...several, upTo()]);
    expect(free.rowOf(free.agreed({ amount: 99 }))).to.not.have.property('answers');
    const holder = begun([upTo(max('5.00'))]);
    const own = holder.stated({ amount: 9, note: 1, twice: 2 });
    holder.confirmed(own, bob);
    expect(holder.rowOf(own)).to.not.have.property('answers');
  });

  it('confirm nothing that has no member to which their amount could refer, and refuse what they like', () => {
    const { at, stated } = begun([upTo(max('5.00', 'in.price'))]);
    const run = stated({ amount: 1, note: 1, twice: 2 });
    expect(at.judge(at.answer({ run, by: carol, role: 'y' }))).to.equal('VAL_FLOW_009');
    expect(at.judge(at.answer({ run, by: carol, role: 'y', reason: 'too much' }))).to.equal('ok');
  });

  it('are objected to within the window from their confirmation on', () => {
    const { at, stated, objected } = begun([upTo(max('5.00'))], { disputes: { window: 'PT2H' } });
    const run = stated({ amount: 9, note: 1, twice: 3 });
    const sealedMs = at.ledger.state.timestampMs;
    at.ledger.sealAt(sealedMs + HOUR, at.answer({ run, by: carol, role: 'y' }));
    const shown: readonly [Transaction, ...string[]][] = [[run, '/note', '/twice']];
    const own = at.objection({ run, by: alice, ground: 'calculation', at: '/calculations/twice', shown });
    const late = sealedMs + 2 * HOUR + 1;
    expect(at.judge(own, late - 1), 'the run itself').to.equal('ok');
    expect(at.judge(own, late)).to.equal('VAL_OBJ_002');
    expect(at.judge(objected(run, ['/amount']), late)).to.equal('ok');
    expect(at.judge(objected(run, ['/amount']), late + HOUR)).to.equal('VAL_OBJ_002');
  });

  it('are objected to as soon as the confirmation is there, whatever was found before', () => {
    const { at, stated, confirmed, objected } = begun([upTo(max('5.00'))]);
    const run = stated({ amount: 9, note: 1, twice: 2 });
    const objection = objected(run, ['/amount']);
    expect(at.judge(objection)).to.equal('VAL_OBJ_004');
    confirmed(run);
    expect(at.judge(objection)).to.equal('ok');
  });

  it('are not judged by the participant for which they confirmed, and what is kept can be false otherwise', () => {
    const stop = { onFault: 'stop', redoWithin: 'PT2H', resolver: 'r' };
    const of = (resolver: Wallet) => {
      const made = begun([upTo(max('5.00'))], { disputes: stop, resolver });
      const run = made.agreed({ amount: 9, twice: 3 });
      const objection = made.objected(run, ['/amount']);
      made.at.ledger.seal(objection);
      made.at.ledger.seal(made.at.resolution({ objection, by: resolver, role: 'r', outcome: 'keep' }));
      return { ...made, run };
    };
    expect(of(bob).at.instance, 'the dispute goes on').to.have.property('dispute');
    const { at, run, object } = of(dave);
    expect(at.instance).to.not.have.property('dispute');
    expect(object(run, ['/amount'], '/delegation/y', dave)).to.equal('VAL_OBJ_007');
    const shown: readonly [Transaction, ...string[]][] = [[run, '/note', '/twice']];
    const own = at.objection({ run, by: alice, ground: 'calculation', at: '/calculations/twice', shown });
    expect(at.judge(own)).to.equal('ok');
  });

  it('are objected to by the node of a reader, which shows no more than it has to, and in public', () => {
    const { at, agreed, object } = begun([upTo(max('5.00')), upTo(max('1.00', 'in.fee'))], {
      disputes: { resolver: 'r', judgeWithin: 'PT2H' },
    });
    const run = agreed({ amount: 9, fee: 2 });
    const { view } = at.ledger;
    const of: Disputed = {
      ...{ definition: at.definition, instance: at.instance, run, row: rowsIn(view)(run.txId) as RunRow },
      ...{ rowOf: rowsIn(view), transactionOf: (txId) => view.transaction(txId), deliveredTo: deliveriesIn(view) },
    };
    const asked: (readonly string[])[] = [];
    const made = proofOf(of, { ground: 'delegation', at: '/delegation/y' }, (_, pointers) => {
      asked.push(pointers);
      return at.show(run, pointers);
    });
    if (isFailure(made)) throw new Error(made.issue.message);
    expect(asked).to.deep.equal([['/amount', '/fee']]);
    expect(object(run, ['/amount', '/fee'])).to.equal('ok');
    const claim = { run, by: alice, ground: 'delegation', at: '/delegation/y', shown: [] };
    const hidden = at.privately({ ...claim, role: 'x' });
    at.ledger.seal(hidden);
    const found = { proven: true, ground: 'delegation', at: '/delegation/y', role: 'r' };
    expect(at.judge(at.found(hidden, dave, found))).to.equal('VAL_SCHEMA_004');
    expect(at.judge(at.found(hidden, dave, { proven: false, role: 'r' }))).to.equal('ok');
  });
});
