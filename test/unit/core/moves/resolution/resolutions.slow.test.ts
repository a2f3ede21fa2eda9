// How a dispute ends by the resolver or by the parties together: the run stands as before, is done again, or the
// instance ends. Patched senders try to decide alone, twice, for themselves and without a dispute.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { branchesAt, openBranches } from '../../../../../core/blueprint/instance/branches.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { readAnew } from '../../../../support/register/runs-anew.js';
import { SealedLedger, type Sent } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const HOUR = 3_600_000;
const THEN = 'then';
const num = { type: 'integer' };
const due = (id: number, hours: number) => ({ id: 'late', nextActionIds: [id], branchDeadline: `PT${hours}H` });
const ALL = [alice, bob, carol, dave, erin];

/** x forks to y, who calculates, and z; both join at x. `r` decides disputes, and does nothing else. */
function definition(disputes: JsonObject, wallets: readonly Wallet[] = [alice, bob, carol, dave]): JsonObject {
  const [x, y, z, r] = wallets;
  return {
    ...definitionOf([
      { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
      {
        sender: 'y',
        ...asks({ note: num }),
        calculations: { double: { '*': [read('act.1.price'), 2] } },
        ...shows({ x: ['*'], z: ['*'] }),
        ...to(4),
      },
      { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), routes: [due(4, 10)] },
      { requiredPriorActions: [2, 3], ...asks({ end: num }), ...shows({ y: ['*'] }), ...to(5) },
      { sender: 'z', ...asks({ last: num }), ...to() },
    ]),
    participants: Object.entries({ x, y, z, r }).flatMap(([id, one]) =>
      one ? [{ id, walletAddress: one.address }] : [],
    ),
    disputes: { redoWithin: 'PT2H', ...disputes },
  };
}

const STOP = { onFault: 'stop', resolver: 'r' };

function started(document = definition(STOP), records: readonly Transaction[] = []) {
  const at = new SealedLedger(document, ALL, records);
  const moved: Transaction[] = [];
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    moved.push(tx);
    return tx;
  };
  const take = (sent: Sent): Transaction => sealed(at.run(sent));
  const fork = take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
  const two = (previous = fork.txId, double = 9999): Sent => ({
    ...{ action: 2, by: bob, data: { note: 1, double }, next: [4], previous },
  });
  const objected = (run: Transaction, by = carol): Transaction => {
    const shown = [
      [run, '/double'],
      [fork, '/price'],
    ] as never;
    return sealed(at.objection({ run, by, ground: 'calculation', at: '/calculations/double', shown }));
  };
  const word = (objection: Transaction, by: Wallet, role: string, outcome: string): Transaction =>
    at.resolution({ objection, by, role, outcome });
  const inForce = (): readonly string[] => {
    const ids = at.definition.actions.map(({ id }) => id);
    const byRows = runsInForceAt(at.instance, ids, rowsIn(at.ledger.view)).map(({ txId }) => txId);
    const of = { definition: at.definition, transactions: moved, rowOf: rowsIn(at.ledger.view) };
    expect(readAnew(at.ledger, of).runs).to.deep.equal(byRows);
    expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
    return byRows;
  };
  return { at, sealed, take, fork, two, objected, word, inForce, now: () => at.ledger.state.timestampMs };
}

const three = (previous: string): Sent => ({ action: 3, by: carol, data: { done: 1 }, next: [4], previous });
const join = (previous: string): Sent => ({ action: 4, by: alice, data: { end: 1 }, next: [5], previous });

describe('resolutions', () => {
  describe('in a stop', () => {
    it('let nothing go on before, also where no time to pause is left', () => {
      const { at, take, fork, two, objected, now } = started();
      const lie = take(two());
      const other = take(three(fork.txId));
      const claim = objected(lie);
      expect(at.instance).to.include({ state: 'Disputed' });
      expect(at.instance.dispute).to.not.have.property('untilMs');
      expect(branchesAt(at.instance, now() + 1000 * HOUR)).to.deep.equal([]);
      for (const sent of [two(claim.txId, 20), join(other.txId)])
        expect(at.judge(at.run(sent), now() + 1000 * HOUR)).to.equal('VAL_BP_017');
      expect(at.judge(at.objection({ run: fork, by: bob, ground: 'schema', at: '/price', shown: [] }))).to.equal(
        'VAL_BP_017',
      );
    });

    it('keep the run: it and all that came of it stand as before, and deadlines are later by the stop', () => {
      const { at, sealed, take, fork, two, objected, word, inForce, now } = started();
      const lie = take(two());
      const other = take(three(fork.txId));
      const built = take(join(lie.txId));
      const before = at.instance;
      const claim = objected(lie);
      expect(inForce()).to.deep.equal([fork.txId, other.txId]);
      const { sinceMs } = at.instance.dispute as { sinceMs: number };
      const decision = word(claim, dave, 'r', 'keep');
      at.ledger.sealAt(sinceMs + 5 * HOUR, decision);
      expect(at.instance).to.include({ state: 'Active', pausedMs: 5 * HOUR });
      expect(at.instance).to.not.have.property('dispute');
      // What had been taken back counts again since this move: who calculated without it does so anew.
      const { moves } = at.instance;
      const again = { 2: { ...before.runs[2], changed: moves }, 4: { ...before.runs[4], changed: moves } };
      expect(at.instance.runs).to.deep.equal({ ...before.runs, ...again });
      expect(openBranches(at.instance).map(({ txId }) => txId)).to.deep.equal([built.txId]);
      expect(Object.keys(at.instance.flow)).to.deep.equal(Object.keys(before.flow));
      expect(at.instance.flow[other.txId]?.dueMs).to.equal((before.flow[other.txId]?.dueMs as number) + 5 * HOUR);
      expect(at.instance.faults?.[0]).to.deep.include({ resolved: { by: decision.txId, outcome: 'keep' } });
      expect(now()).to.equal(sinceMs + 5 * HOUR);
      sealed(at.run({ action: 5, by: carol, data: { last: 1 }, next: [], previous: built.txId }));
      expect(at.instance).to.include({ state: 'Completed' });
    });

    it('keep the run for all who read the transactions anew', () => {
      const { at, sealed, take, fork, two, objected, word, inForce } = started();
      const lie = take(two());
      const claim = objected(lie);
      expect(inForce()).to.deep.equal([fork.txId]);
      const decision = sealed(word(claim, dave, 'r', 'keep'));
      const other = take(three(fork.txId));
      const built = take(join(lie.txId));
      expect(inForce()).to.deep.equal([fork.txId, lie.txId, other.txId, built.txId]);
      const row = rowsIn(at.ledger.view);
      expect(row(lie.txId)).to.not.have.property('undone');
      expect(row(claim.txId)).to.deep.include({ kept: { by: decision.txId, n: row(decision.txId)?.n } });
      expect(row(decision.txId)).to.include({ kind: 'back', resolved: 'keep' });
    });

    it('have the action done again, by its holder, in the whole time for that', () => {
      const { at, sealed, take, fork, two, objected, word, inForce, now } = started();
      const claim = objected(take(two()));
      at.ledger.sealAt(now() + 50 * HOUR, word(claim, dave, 'r', 'redo'));
      expect(at.instance).to.include({ state: 'Active', pausedMs: 50 * HOUR });
      expect(at.judge(at.run({ ...two(claim.txId, 20), by: carol }))).to.match(/VAL_BP_002/);
      const again = sealed(at.run(two(claim.txId, 20)));
      const other = take(three(fork.txId));
      expect(at.instance.runs[2]).to.deep.include({ count: 1, last: again.txId });
      take(join(other.txId));
      expect(inForce()).to.include(again.txId);
    });

    it('end the instance', () => {
      const { at, sealed, take, fork, two, objected, word, inForce } = started();
      const claim = objected(take(two()));
      sealed(word(claim, dave, 'r', 'end'));
      expect(at.instance).to.include({ state: 'Rejected' });
      expect(at.instance.flow).to.deep.equal({});
      expect(at.instance).to.not.have.property('dispute');
      expect(at.judge(at.run(three(fork.txId)))).to.equal('VAL_BP_011');
      expect(inForce()).to.deep.equal([fork.txId]);
    });

    it('have no timer due, and all of them later by the stop', () => {
      const timed = definition(STOP);
      const timers = [{ id: 'silence', after: 'P1D', [THEN]: { nextActionIds: [4] } }];
      const actions = (timed.actions as readonly JsonObject[]).map((one) => (one.id === 3 ? { ...one, timers } : one));
      const { at, take, two, objected, word, now } = started({ ...timed, actions } as JsonObject);
      const dues = () => dueTimers(at.instance, planOf(at.definition));
      const [before] = dues();
      const claim = objected(take(two()));
      expect(dues()).to.deep.equal([]);
      const key = STATE_KEY.due(before?.dueMs as number, before?.txId as string, 3);
      expect(at.ledger.view.state(key)).to.equal(undefined);
      const sinceMs = now();
      at.ledger.sealAt(sinceMs + 100 * HOUR, word(claim, dave, 'r', 'keep'));
      expect(dues()).to.deep.equal([{ ...before, dueMs: (before?.dueMs as number) + 100 * HOUR }]);
    });

    it('never last without end: a role that cancels may do so after redoWithin', () => {
      const { at, take, two, fork, objected, now } = started();
      objected(take(two()));
      const cancel = (by = alice) =>
        at.move('Cancellation', { action: 2, by, previous: fork.txId, payload: { type: 'cancellation' } });
      expect(at.judge(cancel(), now() + 2 * HOUR)).to.equal('VAL_BP_017');
      expect(at.judge(cancel(bob), now() + 2 * HOUR + 1)).to.equal('VAL_BP_002');
      at.ledger.sealAt(now() + 2 * HOUR + 1, cancel());
      expect(at.instance).to.include({ state: 'Cancelled', pausedMs: 2 * HOUR + 1 });
    });
  });

  describe('refuse', () => {
    it('a wallet that does not hold the role, another dispute, and a second decision', () => {
      const { at, sealed, take, two, objected, word } = started();
      const lie = take(two());
      expect(at.judge(word(lie, dave, 'r', 'redo'))).to.equal('VAL_RES_001');
      const claim = objected(lie);
      expect(at.judge(word(claim, erin, 'r', 'keep'))).to.equal('VAL_RES_002');
      expect(at.judge(word(claim, alice, 'r', 'keep'))).to.equal('VAL_RES_002');
      expect(at.judge(word(claim, dave, 'x', 'keep'))).to.equal('VAL_RES_002');
      expect(at.judge(word(claim, dave, 'toString', 'keep'))).to.equal('VAL_RES_002');
      expect(at.judge(word(lie, dave, 'r', 'keep'))).to.equal('VAL_RES_001');
      expect(at.judge(word(claim, dave, 'r', 'forgive'))).to.equal('VAL_SCHEMA_004');
      sealed(word(claim, dave, 'r', 'redo'));
      expect(at.judge(word(claim, dave, 'r', 'end'))).to.equal('VAL_RES_001');
    });

    it('a run that was not proven false, and a dispute whose pause is over', () => {
      const { at, take, two, word } = started(definition({ resolver: 'r' }));
      const honest = take(two(undefined, 20));
      expect(at.judge(word(honest, dave, 'r', 'end'))).to.equal('VAL_RES_001');
      const other = started(definition({ resolver: 'r' }));
      const claim = other.objected(other.take(other.two()));
      const untilMs = other.now() + 2 * HOUR;
      expect(other.at.judge(other.word(claim, dave, 'r', 'keep'), untilMs)).to.equal('ok');
      expect(other.at.judge(other.word(claim, dave, 'r', 'keep'), untilMs + 1)).to.equal('VAL_RES_001');
    });

    it('the party at fault, also as the resolver and by another of its keys', () => {
      const people = new People(definition(STOP));
      const first = people.enrol('b', [bob]);
      const { at, sealed, take, two, objected, word } = started(definition(STOP, [alice, bob, carol, bob]), [first]);
      const claim = objected(take(two()));
      expect(at.judge(word(claim, bob, 'y', 'keep'))).to.equal('VAL_RES_002');
      expect(at.judge(word(claim, bob, 'r', 'keep'))).to.equal('VAL_RES_002');
      at.ledger.seal(people.record('b', [erin], { by: bob }));
      for (const role of ['r', 'y']) {
        expect(at.judge(word(claim, bob, role, 'keep'))).to.equal('VAL_RES_002');
        expect(at.judge(word(claim, erin, role, 'keep'))).to.equal('VAL_RES_002');
      }
      // Nor is it waited for.
      sealed(word(claim, alice, 'x', 'redo'));
      sealed(word(claim, carol, 'z', 'redo'));
      expect(at.instance).to.include({ state: 'Active' });
    });
  });

  describe('by all parties', () => {
    it('but the one at fault: each says the same', () => {
      const { at, sealed, take, two, objected, word } = started(definition({ onFault: 'stop' }));
      const claim = objected(take(two()));
      sealed(word(claim, alice, 'x', 'keep'));
      expect(at.instance.dispute?.consents).to.deep.equal({ x: { outcome: 'keep', wallet: alice.address } });
      expect(at.instance).to.include({ state: 'Disputed' });
      expect(at.judge(word(claim, alice, 'x', 'keep'))).to.equal('VAL_RES_003');
      sealed(word(claim, carol, 'z', 'redo'));
      sealed(word(claim, dave, 'r', 'keep'));
      expect(at.instance).to.include({ state: 'Disputed' });
      expect(at.instance, 'first words are free').to.not.have.property('resolutions');
      sealed(word(claim, carol, 'z', 'keep'));
      expect(at.instance).to.include({ state: 'Active' });
      expect(at.instance.runs[2]).to.include({ count: 1 });
    });

    it('of which one with two roles has one word', () => {
      const { at, sealed, take, two, objected, word } = started(
        definition({ onFault: 'stop' }, [alice, bob, carol, alice]),
      );
      const claim = objected(take(two()));
      sealed(word(claim, alice, 'x', 'end'));
      sealed(word(claim, alice, 'r', 'end'));
      expect(at.instance).to.include({ state: 'Disputed' });
      sealed(word(claim, carol, 'z', 'end'));
      expect(at.instance).to.include({ state: 'Rejected' });
    });

    it('and none that left', () => {
      const people = new People(definition(STOP));
      const record = people.enrol('a', [alice]);
      const { at, sealed, take, two, objected, word } = started(definition({ onFault: 'stop' }), [record]);
      const claim = objected(take(two()));
      at.ledger.seal(people.record('a', [alice], { status: 'Revoked' }));
      expect(at.judge(word(claim, alice, 'x', 'redo'))).to.equal('VAL_RES_002');
      sealed(word(claim, carol, 'z', 'redo'));
      sealed(word(claim, dave, 'r', 'redo'));
      expect(at.instance).to.include({ state: 'Active' });
    });

    it('as often as each may, and no more', () => {
      const { at, sealed, take, two, objected, word } = started(definition({ onFault: 'stop' }));
      const claim = objected(take(two()));
      const words = ['keep', 'end'];
      for (let i = 0; i < 129; i++) sealed(word(claim, alice, 'x', words[i % 2] as string));
      expect(at.instance.resolutions).to.deep.equal({ x: 128 });
      expect(at.judge(word(claim, alice, 'x', 'end'))).to.equal('VAL_RES_003');
      expect(at.judge(word(claim, carol, 'z', 'keep'))).to.equal('ok');
    });
  });
});
