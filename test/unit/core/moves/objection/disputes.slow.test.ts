// The effect of an objection on its instance: the run is void with all that came of it, everything else pauses, the
// action is done again, and the fault stays on record. The reading of all transactions says the same as the rows.
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { isVoidAlone } from '../../../../../core/blueprint/disputes/disputes.js';
import { branchesAt, openBranches } from '../../../../../core/blueprint/instance/branches.js';
import { type DueTimer, dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';
import { readAnew } from '../../../../support/register/runs-anew.js';
import { SealedLedger, type Sent } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const HOUR = 3_600_000;
const THEN = 'then';
const num = { type: 'integer' };
const due = (id: number, hours: number) => ({ id: 'late', nextActionIds: [id], branchDeadline: `PT${hours}H` });

/** x forks to y, who calculates, and z; both join at x. Action 2 goes round while its input says so. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
    {
      sender: 'y',
      ...asks({ again: { type: 'boolean' } }),
      calculations: { double: { '*': [read('act.1.price'), 2] } },
      ...shows({ x: ['*'], z: ['*'] }),
      routes: [
        { id: 'again', nextActionIds: [2], condition: read('in.again') },
        { id: 'on', nextActionIds: [4], isDefault: true },
      ],
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), routes: [due(4, 10)] },
    { requiredPriorActions: [2, 3], ...asks({ end: num }), ...shows({ y: ['*'] }), ...to(5) },
    { sender: 'z', ...asks({ last: num }), ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  })),
  disputes: { redoWithin: 'PT2H' },
};

const decision = (again: boolean) => ({
  '@route': again
    ? { reasonCode: 'ConditionMatched', routeId: 'again' }
    : { reasonCode: 'DefaultRoute', routeId: 'on' },
});

function started() {
  const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
  const moved: Transaction[] = [];
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    moved.push(tx);
    return tx;
  };
  const take = (sent: Sent): Transaction => sealed(at.run(sent));
  const fork = take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
  const two = (previous: string, double = 20, again = false): Transaction =>
    take({ action: 2, by: bob, data: { again, double, ...decision(again) }, next: again ? [2] : [4], previous });
  const objection = (run: Transaction, by = carol): Transaction => {
    const shown = [
      [run, '/double'],
      [fork, '/price'],
    ] as const;
    return at.objection({ run, by, ground: 'calculation', at: '/calculations/double', shown: shown as never });
  };
  const inForce = (): readonly string[] => {
    const ids = at.definition.actions.map(({ id }) => id);
    const byRows = runsInForceAt(at.instance, ids, rowsIn(at.ledger.view)).map(({ txId }) => txId);
    expect(readAnew(at.ledger, { definition: at.definition, transactions: moved }).runs).to.deep.equal(byRows);
    expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
    return byRows;
  };
  return { at, take, sealed, fork, two, objection, inForce };
}

const three = (previous: string): Sent => ({ action: 3, by: carol, data: { done: 1 }, next: [4], previous });
const join = (previous: string): Sent => ({ action: 4, by: alice, data: { end: 1 }, next: [5], previous });

describe('disputes', () => {
  it('void the run with what came of it, and its action is done again', () => {
    const { at, take, sealed, fork, two, objection, inForce } = started();
    const lie = two(fork.txId, 9999);
    const other = take(three(fork.txId));
    const built = take(join(other.txId));
    expect(inForce()).to.deep.equal([fork.txId, lie.txId, other.txId, built.txId]);
    const claim = sealed(objection(lie));
    const { timestampMs: sinceMs } = at.ledger.state;
    expect(inForce()).to.deep.equal([fork.txId, other.txId]);
    const fault = {
      at: '/calculations/double',
      by: carol.address,
      ground: 'calculation',
      objectionTxId: claim.txId,
      role: 'y',
    };
    const { gone, ...dispute } = at.instance.dispute as NonNullable<typeof at.instance.dispute>;
    expect(Object.keys(gone)).to.have.members([lie.txId, built.txId]);
    expect(dispute).to.deep.equal({ action: 2, objection: claim.txId, sinceMs, untilMs: sinceMs + 2 * HOUR });
    expect(at.instance).to.deep.include({
      state: 'Disputed',
      faults: [{ ...fault, txId: lie.txId, wallet: bob.address }],
    });
    expect(branchesAt(at.instance, sinceMs + 2 * HOUR)).to.deep.equal([{ txId: claim.txId, actionId: 2 }]);
    const again = two(claim.txId);
    expect(at.instance).to.include({ state: 'Active', pausedMs: 1000 });
    expect(at.instance).to.not.have.property('dispute');
    const joined = take(join(again.txId));
    expect(inForce()).to.deep.equal([fork.txId, other.txId, again.txId, joined.txId]);
    take({ action: 5, by: carol, data: { last: 1 }, next: [], previous: joined.txId });
    expect(at.instance).to.include({ state: 'Completed' });
    expect(at.instance.faults).to.have.length(1);
  });

  it('pause every other branch, and move deadlines by the pause', () => {
    const { at, take, fork, two, objection } = started();
    const other = take(three(fork.txId));
    const lie = two(fork.txId, 9999);
    const { dueMs } = at.instance.flow[other.txId] as { dueMs: number };
    const claim = objection(lie);
    at.ledger.sealAt(at.ledger.state.timestampMs + HOUR, claim);
    // Nothing but the action that is done again, by its holder.
    expect(at.judge(at.run(join(lie.txId)))).to.equal('VAL_BP_017');
    const redo: Sent = { action: 2, by: bob, data: { again: false, double: 20 }, next: [4], previous: claim.txId };
    expect(at.judge(at.run({ ...redo, by: carol }))).to.match(/VAL_BP_002/);
    const reject = at.move('Rejection', { action: 2, by: bob, previous: claim.txId, payload: { type: 'rejection' } });
    expect(at.judge(reject)).to.match(/VAL_BP_014/);
    const started0 = at.ledger.state.timestampMs;
    at.ledger.sealAt(started0 + 1.5 * HOUR, at.run(redo));
    expect(at.instance.flow[other.txId]?.dueMs).to.equal(dueMs + 1.5 * HOUR);
    expect(at.instance).to.include({ pausedMs: 1.5 * HOUR, state: 'Active' });
  });

  it('let the opener cancel once the time to do it again has passed, and not before', () => {
    const { at, fork, two, sealed, objection } = started();
    sealed(objection(two(fork.txId, 9999)));
    const { timestampMs } = at.ledger.state;
    const cancel = (by = alice) =>
      at.move('Cancellation', { action: 2, by, previous: fork.txId, payload: { type: 'cancellation' } });
    expect(at.judge(cancel(), timestampMs + 2 * HOUR)).to.equal('VAL_BP_017');
    expect(at.judge(cancel(), timestampMs + 2 * HOUR + 1)).to.equal('ok');
    expect(at.judge(cancel(bob), timestampMs + 2 * HOUR + 1)).to.equal('VAL_BP_002');
    at.ledger.sealAt(timestampMs + 3 * HOUR, cancel());
    expect(at.instance).to.include({ state: 'Cancelled' });
    expect(at.instance).to.not.have.property('dispute');
    expect(at.instance.faults).to.have.length(1);
  });

  it('leave an instance that has ended as it is, with the fault', () => {
    const { at, take, sealed, fork, two, objection, inForce } = started();
    const lie = two(fork.txId, 9999);
    const other = take(three(fork.txId));
    const built = take(join(lie.txId));
    take({ action: 5, by: carol, data: { last: 1 }, next: [], previous: built.txId });
    sealed(objection(lie));
    expect(at.instance).to.include({ state: 'Completed' });
    expect(at.instance).to.not.have.property('dispute');
    expect(at.instance.faults).to.have.length(1);
    expect(inForce()).to.deep.equal([fork.txId, other.txId]);
  });

  it('take back the data of a run that a loop has left behind, and not the rounds after it', () => {
    const { at, sealed, fork, two, objection, inForce } = started();
    const lie = two(fork.txId, 9999, true);
    const alone = (tx: Transaction) => isVoidAlone({ isActive: true, flow: at.instance.flow }, tx.txId);
    expect(alone(lie), 'its route went back').to.equal(true);
    const next = two(lie.txId);
    expect([alone(lie), alone(next)], 'another turn').to.deep.equal([true, false]);
    sealed(objection(lie));
    expect(inForce()).to.deep.equal([fork.txId, next.txId]);
    expect(at.instance).to.include({ state: 'Active' });
    expect(at.instance).to.not.have.property('dispute');
    expect(at.instance.faults).to.have.length(1);
  });

  it('lengthen the window of a run by the pauses before it, too', () => {
    const { at, fork, two, objection } = started();
    at.ledger.sealAt(at.ledger.state.timestampMs + HOUR, objection(two(fork.txId, 9999)));
    const { dispute } = at.instance;
    const later = at.ledger.state.timestampMs + HOUR;
    const again = at.run({
      action: 2,
      by: bob,
      data: { again: false, double: 9998, ...decision(false) },
      next: [4],
      previous: dispute?.objection as string,
    });
    at.ledger.sealAt(later, again);
    const untilMs = later + 30 * 24 * HOUR + (at.instance.pausedMs ?? 0);
    expect(at.instance.pausedMs).to.be.greaterThan(0);
    expect(at.judge(objection(again), untilMs)).to.equal('ok');
    expect(at.judge(objection(again), untilMs + 1)).to.equal('VAL_OBJ_002');
  });

  it('start again with the action that opened the instance', () => {
    const { at, fork } = started();
    const claim = at.objection({ run: fork, by: bob, ground: 'schema', at: '/price', shown: [[fork, '/price']] });
    expect(at.judge(claim)).to.equal('VAL_OBJ_004');
    const other = new SealedLedger(DEFINITION, [alice, bob, carol]);
    const lie = other.take({ action: 1, by: alice, data: { price: 'ten' }, next: [2, 3] });
    const shown = [[lie, '/price']] as never;
    const good = other.objection({ run: lie, by: bob, ground: 'schema', at: '/price', shown });
    other.ledger.seal(good);
    expect(other.instance).to.include({ state: 'Disputed' });
    const again = other.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3], previous: good.txId });
    expect(openBranches(other.instance).map(({ actionId }) => actionId)).to.deep.equal([2, 3]);
    expect(other.instance.runs[1]).to.deep.include({ count: 1, last: again.txId });
  });

  it('meet what builds on the run in one docket, before it and after it', () => {
    const before = started();
    const lie = before.two(before.fork.txId, 9999);
    before.take(three(before.fork.txId));
    before.at.ledger.seal(before.at.run(join(lie.txId)), before.objection(lie));
    expect(before.at.instance).to.include({ state: 'Disputed' });
    expect(before.at.instance.runs[4]).to.include({ count: 0 });
    const after = started();
    const same = after.two(after.fork.txId, 9999);
    after.take(three(after.fork.txId));
    const late = after.at.run(join(same.txId));
    expect(() => after.at.ledger.seal(after.objection(same), late)).to.throw('VAL_BP_017');
  });

  // The attack: a lie in one branch, an objection by the liar or a friend, and nothing is ever done again.
  describe('stop nothing for longer than redoWithin', () => {
    const TIMED = timed();

    function attacked() {
      const at = new SealedLedger(TIMED, [alice, bob, carol]);
      const fork = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
      const lie = (previous = fork.txId): Transaction =>
        at.take({ action: 2, by: bob, data: { again: false, double: 9999, ...decision(false) }, next: [4], previous });
      const shown = (run: Transaction) =>
        [
          [run, '/double'],
          [fork, '/price'],
        ] as never;
      const object = (run: Transaction, by = bob): Transaction =>
        at.objection({ run, by, ground: 'calculation', at: '/calculations/double', shown: shown(run) });
      const fired = (action: number): Transaction => {
        const due = dueTimers(at.instance, planOf(at.definition)).find((one) => one.action === action) as DueTimer;
        const { registerId } = at.ledger.state;
        const { blueprintId, publicationTxId } = at.instance;
        const { instanceId = '' } = lastMove().header;
        return timerTransaction({ registerId, instanceId, blueprintId, publicationTxId }, due);
      };
      let newest = fork;
      const lastMove = () => newest;
      const objected = (run: Transaction): Transaction => {
        newest = object(run);
        at.ledger.seal(newest);
        return newest;
      };
      return { at, fork, lie, objected, object, fired };
    }

    const dueOf = (at: SealedLedger, action: number): number | undefined =>
      dueTimers(at.instance, planOf(at.definition)).find((one) => one.action === action)?.dueMs;

    it('so that the other branch goes on by itself', () => {
      const { at, fork, lie, objected, fired } = attacked();
      const before = dueOf(at, 3) as number;
      objected(lie());
      const { timestampMs } = at.ledger.state;
      const untilMs = timestampMs + 2 * HOUR;
      const other = three(fork.txId);
      expect(at.judge(at.run(other), untilMs)).to.equal('VAL_BP_017');
      expect(at.judge(at.run(other), untilMs + 1)).to.equal('ok');
      expect(dueOf(at, 3)).to.equal(before + 2 * HOUR);
      const timer = fired(3);
      expect(at.judge(timer, untilMs)).to.match(/VAL_FLOW_007/);
      expect(at.judge(timer, before + 2 * HOUR)).to.match(/VAL_FLOW_007/);
      at.ledger.sealAt(before + 2 * HOUR + 1, timer);
      expect(at.instance).to.include({ state: 'Active', pausedMs: 2 * HOUR });
      expect(at.instance).to.not.have.property('dispute');
      expect(branchesAt(at.instance, 0).map(({ actionId }) => actionId)).to.have.members([2, 4]);
    });

    it('so that the timer of the action itself ends it', () => {
      const { at, fork, lie, objected, fired } = attacked();
      const before = dueOf(at, 2) as number;
      const claim = objected(lie());
      // As it was placed first, and not as it was placed by the objection.
      expect(dueOf(at, 2)).to.equal(before + 2 * HOUR);
      at.ledger.sealAt(before + 2 * HOUR + 1, fired(2));
      expect(openBranches(at.instance).map(({ txId, actionId }) => [txId, actionId])).to.not.deep.include([
        claim.txId,
        2,
      ]);
      expect(at.instance).to.include({ state: 'Active' });
      expect(at.judge(at.run(three(fork.txId)))).to.equal('VAL_BP_012');
    });

    it('however often a party states what is false, and gain no new deadline', () => {
      const { at, lie, objected } = attacked();
      const [two, three] = [dueOf(at, 2) as number, dueOf(at, 3) as number];
      let claim = objected(lie());
      for (let i = 0; i < 5; i++) claim = objected(lie(claim.txId));
      expect(at.instance.faults).to.have.length(6);
      expect(at.instance.pausedMs).to.equal(2 * HOUR);
      expect(dueOf(at, 3)).to.equal(three + 2 * HOUR);
      expect(dueOf(at, 2)).to.equal(two + 2 * HOUR);
      expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
    });

    it('at any order of lies, objections and waits', () => {
      const ops = fc.array(fc.integer({ min: 1, max: 3 * HOUR }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(ops, (waits) => {
          const { at, lie, object } = attacked();
          const dues = [dueOf(at, 2) as number, dueOf(at, 3) as number];
          let previous: string | undefined;
          for (const wait of waits) {
            const run = previous === undefined ? lie() : lie(previous);
            const claim = object(run);
            const atMs = at.ledger.state.timestampMs + wait;
            if (at.judge(claim, atMs) !== 'ok') return;
            at.ledger.sealAt(atMs, claim);
            previous = claim.txId;
            expect(at.instance.pausedMs).to.be.at.most(2 * HOUR);
            const { dispute } = at.instance;
            expect((dispute?.untilMs ?? atMs) - atMs).to.be.at.most(2 * HOUR);
            expect(dueOf(at, 3)).to.be.at.most(Math.max((dues[1] as number) + 2 * HOUR, dispute?.untilMs ?? 0));
            if (atMs > (dueOf(at, 2) as number)) return;
          }
        }),
        { numRuns: 30 },
      );
    });
  });
});

/** The definition, with a timer of a day at both branches. */
function timed(): JsonObject {
  const timer = (nextActionIds: readonly number[]) => [{ id: 'silence', after: 'P1D', [THEN]: { nextActionIds } }];
  const actions = (DEFINITION.actions as readonly JsonObject[]).map((one) =>
    one.id === 2 || one.id === 3 ? { ...one, timers: timer([4]) } : one,
  );
  return { ...DEFINITION, actions } as JsonObject;
}
