// Deputies that seal more than their amount, which validators cannot see: each reader of the amount finds it, by the
// record that was in force where the run was sealed, and proves it to all. With records that change later, both ways.
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
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, NOW, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, erin] = [wallet('carol'), wallet('erin')];
const iso = (ms: number) => new Date(ms).toISOString();
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** x asks; y answers with an amount that x reads, and a note that z reads; carol is the deputy of bob, who is y. */
const DEFINITION = definitionOf([
  { ...asks({ a: num }), ...shows({ y: ['a'] }), ...to(2) },
  {
    ...{ sender: 'y', ...asks({ amount: num, note: num, fee: num }, ['fee']) },
    ...shows({ x: ['amount', 'fee'], z: ['note'] }),
    ...to(3),
  },
  { ...asks({ b: num }), ...to() },
]);
const PARTICIPANTS = Object.entries({ x: alice, y: bob, z: erin }).map(([id, { address }]) => ({
  id,
  walletAddress: address,
}));
const max = (upTo: string, name = 'in.amount') => ({ var: name, upTo });
const upTo = (bound?: Delegation['max'], more: Partial<Delegation> = {}): Delegation => ({
  ...{ to: 'c', from: iso(NOW), until: iso(NOW + YEAR) },
  ...(bound && { max: bound }),
  ...more,
});

function begun(delegations: readonly Delegation[]) {
  const people = new People(DEFINITION);
  const records = [people.enrol('c', [carol]), people.enrol('y', [bob], { delegations })];
  const definition = { ...DEFINITION, participants: PARTICIPANTS } as unknown as JsonObject;
  const at = new SealedLedger(definition, [alice, bob, carol, erin], records);
  const first = at.take({ action: 1, by: alice, data: { a: 1 }, next: [2] });
  const answer = (data: JsonObject, by: Wallet = carol) =>
    at.run({ action: 2, by, data, next: [3], previous: first.txId });
  const taken = (data: JsonObject, by?: Wallet): Transaction => {
    const tx = answer(data, by);
    at.ledger.seal(tx);
    return tx;
  };
  const rowOf = (run: Transaction): RunRow => rowsIn(at.ledger.view)(run.txId) as RunRow;
  /** The findings of a reader on the answer. */
  const found = (run: Transaction, by: Wallet) => {
    const moves = [first, run].map((transaction, i) => ({ transaction, timestampMs: NOW + i }));
    const fold = new RunFold({ definition: at.definition, wallet: by.address, moves, rowOf: rowsIn(at.ledger.view) });
    for (const [place, { transaction }] of moves.entries()) fold.take(place, { given: at.given(transaction, by) });
    const verdicts = fold.runs[1]?.verdicts.filter(({ rule }) => rule === '/delegation') ?? [];
    return {
      said: verdicts.map(({ verdict, cells }) => [verdict, ...cells].join(' ')),
      told: suspicionsIn(fold.runs).map(({ member, reason }) => `${member} ${reason}`),
    };
  };
  const objected = (run: Transaction, pointers: readonly string[], place = '/delegation') => {
    const shown = pointers.length > 0 ? [[run, ...pointers] as [Transaction, ...string[]]] : [];
    return at.objection({ run, by: alice, ground: 'delegation', at: place, shown });
  };
  const object = (...of: Parameters<typeof objected>): string => at.judge(objected(...of));
  /** The next record of bob. */
  const renewed = (next: readonly Delegation[]) => at.ledger.seal(people.enrol('y', [bob], { delegations: next }));
  return { at, answer, taken, rowOf, found, objected, object, renewed };
}

describe('deputies that seal more than their amount', () => {
  it('are found by each reader of it, and by no other', () => {
    const { taken, rowOf, found } = begun([upTo(max('5.00'))]);
    const run = taken({ amount: 9, note: 1 });
    expect(rowOf(run).max).to.deep.equal([max('5.00')]);
    expect(found(run, alice)).to.deep.equal({ said: ['violated /amount'], told: ['/amount delegation'] });
    expect(found(run, bob).said, 'the holder').to.deep.equal(['violated /amount']);
    expect(found(run, erin)).to.deep.equal({ said: [], told: [] });
    const kept = begun([upTo(max('5.00'))]);
    const honest = kept.taken({ amount: 5, note: 9 });
    expect(kept.found(honest, alice)).to.deep.equal({ said: ['verified'], told: [] });
  });

  it('are proven false to all, by the members that their amounts name and by no other', () => {
    const { at, taken, object, objected } = begun([upTo(max('5.00'))]);
    const run = taken({ amount: 9, note: 1 });
    expect(object(run, ['/amount'])).to.equal('ok');
    expect(object(run, ['/amount', '/fee'])).to.equal('VAL_OBJ_005');
    expect(object(run, [])).to.equal('VAL_OBJ_004');
    expect(object(run, ['/fee'])).to.equal('VAL_OBJ_005');
    expect(object(run, ['/amount'], '/amount')).to.equal('VAL_OBJ_004');
    at.ledger.seal(objected(run, ['/amount']));
    expect(at.instance.faults?.map(({ wallet: by, ground }) => [by, ground])).to.deep.equal([
      [carol.address, 'delegation'],
    ]);
    expect(rowsIn(at.ledger.view)(run.txId)?.undone).to.not.equal(undefined);
    const kept = begun([upTo(max('5.00'))]);
    expect(kept.object(kept.taken({ amount: 5, note: 1 }), ['/amount'])).to.equal('VAL_OBJ_004');
    const own = begun([upTo(max('5.00'))]);
    const holder = own.taken({ amount: 9, note: 1 }, bob);
    expect(own.rowOf(holder)).to.not.have.property('max');
    expect(own.object(holder, ['/amount']), 'of the holder itself').to.equal('VAL_OBJ_004');
  });

  it('are judged by the record in force where they sealed it, whatever the participant says later', () => {
    const raised = begun([upTo(max('5.00'))]);
    const lie = raised.taken({ amount: 9, note: 1 });
    raised.renewed([upTo(max('100.00'))]);
    expect([raised.object(lie, ['/amount']), ...raised.found(lie, alice).said]).to.deep.equal([
      'ok',
      'violated /amount',
    ]);
    const lowered = begun([upTo(max('100.00'))]);
    const honest = lowered.taken({ amount: 9, note: 1 });
    for (let i = 0; i < 3; i++) lowered.renewed([upTo(max('1.00'), { until: iso(NOW + YEAR - i) })]);
    expect([lowered.object(honest, ['/amount']), ...lowered.found(honest, alice).said]).to.deep.equal([
      ...['VAL_OBJ_004', 'verified'],
    ]);
    expect(lowered.rowOf(honest).max, 'one bound, however many records').to.deep.equal([max('100.00')]);
  });

  it('keep one of their amounts, the widest of each member, or have none', () => {
    const several = [upTo(max('5.00')), upTo(max('7.00')), upTo(max('1.00', 'in.fee'))];
    const { taken, rowOf, object, found } = begun(several);
    const run = taken({ amount: 8, note: 1, fee: 2 });
    expect(rowOf(run).max).to.deep.equal([max('7.00'), max('1.00', 'in.fee')]);
    expect(object(run, ['/amount'])).to.equal('VAL_OBJ_004');
    expect(object(run, ['/amount', '/fee'])).to.equal('ok');
    expect(found(run, alice).said).to.deep.equal(['violated /amount /fee']);
    const fee = begun(several);
    expect(fee.object(fee.taken({ amount: 8, note: 1, fee: 1 }), ['/amount', '/fee'])).to.equal('VAL_OBJ_004');
    const absent = begun(several);
    expect(absent.object(absent.taken({ amount: 8, note: 1 }), ['/amount', '/fee'])).to.equal('ok');
    const free = begun([...several, upTo()]);
    expect(free.rowOf(free.taken({ amount: 99, note: 1 }))).to.not.have.property('max');
  });

  it('do nothing that has no member to which their amount could refer, as all can tell', () => {
    const { at, answer } = begun([upTo(max('5.00', 'in.price'))]);
    expect(at.judge(answer({ amount: 1, note: 1 }))).to.equal('VAL_FLOW_009');
    const { at: other, answer: made } = begun([upTo(max('5.00', 'in.price')), upTo(max('5.00'))]);
    expect(other.judge(made({ amount: 1, note: 1 }))).to.equal('ok');
  });

  it('keep an amount of its currency, and seal nothing where no money of the definition has that', () => {
    const { at, answer } = begun([upTo({ ...max('5.00'), currency: 'EUR' })]);
    expect(at.judge(answer({ amount: 1, note: 1 }))).to.equal('VAL_FLOW_009');
    const both = begun([upTo({ ...max('9.00'), currency: 'EUR' }), upTo(max('5.00')), upTo(max('7.00'))]);
    const run = both.taken({ amount: -8, note: 1 });
    const row = both.rowOf(run).max;
    expect(row).to.deep.equal([max('7.00'), { ...max('9.00'), currency: 'EUR' }]);
    expect(JSON.stringify(row?.[1])).to.equal('{"currency":"EUR","upTo":"9.00","var":"in.amount"}');
    expect(both.object(run, ['/amount'])).to.equal('ok');
  });

  it('are objected to by the node of a reader, which shows no more than it has to', () => {
    const { at, taken } = begun([upTo(max('5.00')), upTo(max('1.00', 'in.fee'))]);
    const run = taken({ amount: 9, note: 1, fee: 2 });
    const { view } = at.ledger;
    const of: Disputed = {
      ...{ definition: at.definition, instance: at.instance, run, row: rowsIn(view)(run.txId) as RunRow },
      ...{ rowOf: rowsIn(view), transactionOf: (txId) => view.transaction(txId), deliveredTo: deliveriesIn(view) },
    };
    const asked: (readonly string[])[] = [];
    const made = proofOf(of, { ground: 'delegation', at: '/delegation' }, (_, pointers) => {
      asked.push(pointers);
      return at.show(run, pointers);
    });
    if (isFailure(made)) throw new Error(made.issue.message);
    expect(asked).to.deep.equal([['/amount', '/fee']]);
    expect(at.judge(at.objection({ run, by: alice, ground: made.ground, at: made.at, shown: made.shown }))).to.equal(
      'ok',
    );
  });

  it('are bound where they vote for something, and free to vote against it', () => {
    const voted = {
      ...definitionOf([
        { ...asks({ a: num }), ...shows({ y: ['a'] }), ...to(2) },
        {
          ...{ sender: 'y', ...asks({ amount: num }), ...shows({ x: ['amount'] }) },
          approval: { of: [{ role: 'y' }, { role: 'z' }], need: 1, yes: 'granted', no: 'refused' },
          routes: [
            { id: 'granted', nextActionIds: [3] },
            { id: 'refused', nextActionIds: [3] },
          ],
        },
        { ...asks({ b: num }), ...to() },
      ]),
      participants: PARTICIPANTS,
    } as unknown as JsonObject;
    const cast = (vote: string) => {
      const people = new People(DEFINITION);
      const records = [people.enrol('c', [carol]), people.enrol('y', [bob], { delegations: [upTo(max('5.00'))] })];
      const at = new SealedLedger(voted, [alice, bob, carol, erin], records);
      const first = at.take({ action: 1, by: alice, data: { a: 1 }, next: [2] });
      const said = { role: 'y', vote, for: 'y' };
      const run = at.take({ action: 2, by: carol, data: { amount: 9 }, next: [], previous: first.txId, vote: said });
      const shown = [[run, '/amount'] as [Transaction, ...string[]]];
      const objection = at.objection({ run, by: alice, ground: 'delegation', at: '/delegation', shown });
      const row = rowsIn(at.ledger.view)(run.txId);
      return [row?.by === carol.address, row?.max?.length, at.judge(objection)];
    };
    expect(cast('yes')).to.deep.equal([true, 1, 'ok']);
    expect(cast('no')).to.deep.equal([true, undefined, 'VAL_OBJ_004']);
  });
});
