// Runs that others confirm, on a register: until all have, nothing follows and no rule reads it; a role that does not
// agree has it done again without a fault; and when the time is over the ledger goes on by itself, whatever was said
// too late.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { openBranches } from '../../../../../core/blueprint/instance/branches.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { SealedMove } from '../../../../../core/instance/runs/facts-before.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { type ReadRun, RunFold } from '../../../../../core/reading/cells/run-fold.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { act, alice, bob, REGISTER_ID, wallet } from '../../../../support/register/ledger.js';
import { readAnew } from '../../../../support/register/runs-anew.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const HOUR = 3_600_000;
const num = { type: 'integer' };

interface Asked {
  readonly otherwise?: 'redo' | 'count';
  readonly again?: readonly number[];
  readonly more?: JsonObject;
}

/** x orders; y states a price that x and z confirm within two hours; x pays what the price says. */
function definition({ otherwise = 'redo', again = [3], more = {} }: Asked = {}): JsonObject {
  return {
    ...definitionOf([
      { ...asks({ order: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'on', nextActionIds: [2] }] },
      {
        sender: 'y',
        ...asks({ price: num }),
        calculations: { double: { '*': [read('in.price'), 2] } },
        ...shows({ x: ['*'], z: ['*'] }),
        confirm: { by: ['x', 'z'], within: 'PT2H', otherwise },
        routes: [{ id: 'on', nextActionIds: again }],
        ...more,
      },
      { ...asks({ paid: num }), calculations: { count: read('count.2') }, ...shows({ y: ['*'] }), ...to() },
    ]),
    participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
      id,
      walletAddress: address,
    })),
    disputes: { redoWithin: 'PT4H' },
  };
}

function started(asked: Asked = {}) {
  const at = new SealedLedger(definition(asked), [alice, bob, carol]);
  const moved: Transaction[] = [];
  const sealed = (tx: Transaction, afterMs = 1000): Transaction => {
    expect(at.judge(tx, at.ledger.state.timestampMs + afterMs)).to.equal('ok');
    at.ledger.sealAt(at.ledger.state.timestampMs + afterMs, tx);
    moved.push(tx);
    return tx;
  };
  const order = sealed(at.run({ action: 1, by: alice, data: { order: 1 }, next: [2] }));
  const price = (previous: string, double = 20): Transaction =>
    at.run({ action: 2, by: bob, data: { price: 10, double }, next: asked.again ?? [3], previous });
  const paid = (previous: string, count = 1): Transaction =>
    at.run({ action: 3, by: alice, data: { paid: 20, count }, next: [], previous });
  const timer = (): Transaction => {
    const [due] = dueTimers(at.instance, planOf(at.definition));
    const { blueprintId, publicationTxId } = at.instance;
    if (!due) throw new Error('no timer runs');
    return timerTransaction({ registerId: REGISTER_ID, instanceId: 'inst-1', blueprintId, publicationTxId }, due);
  };
  const inForce = (): readonly string[] => {
    const ids = at.definition.actions.map(({ id }) => id);
    const byRows = runsInForceAt(at.instance, ids, rowsIn(at.ledger.view)).map(({ txId }) => txId);
    expect(readAnew(at.ledger, { definition: at.definition, transactions: moved }).runs).to.deep.equal(byRows);
    expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
    return byRows;
  };
  return { at, order, price, paid, sealed, timer, inForce, now: () => at.ledger.state.timestampMs };
}

const branches = (instance: Instance) => openBranches(instance).map(({ txId, actionId }) => [txId, actionId]);

describe('confirmation', () => {
  it('holds a run back until all have agreed, and then it leads on', () => {
    const { at, order, price, paid, sealed, inForce } = started();
    const run = sealed(price(order.txId));
    expect(inForce()).to.deep.equal([order.txId]);
    expect(at.instance.flow[run.txId]).to.deep.include({ kind: 'waits', confirm: { leads: [3], missing: ['x', 'z'] } });
    expect(at.judge(paid(run.txId))).to.equal('VAL_CONF_001');
    expect(at.judge(price(order.txId, 22))).to.equal('VAL_CHAIN_FORK');
    expect(at.judge(price(run.txId, 22))).to.equal('VAL_BP_003');
    const first = sealed(at.answer({ run, by: carol, role: 'z' }));
    expect(at.judge(at.answer({ run, by: carol, role: 'z' }))).to.match(/VAL_REPLAY_001|VAL_CONF_003/);
    expect(at.judge(paid(run.txId))).to.equal('VAL_CONF_001');
    expect(inForce()).to.deep.equal([order.txId]);
    sealed(at.answer({ run, by: alice, role: 'x' }));
    expect(inForce()).to.deep.equal([order.txId, run.txId]);
    expect(branches(at.instance)).to.deep.equal([[run.txId, 3]]);
    expect(at.judge(at.answer({ run, by: carol, role: 'z', reason: 'too late' }))).to.equal('VAL_CONF_002');
    const last = sealed(paid(run.txId));
    expect(at.instance).to.include({ state: 'Completed' });
    expect(inForce()).to.deep.equal([order.txId, run.txId, last.txId]);
    expect(first.payload).to.deep.equal({ type: 'confirmation' });
  });

  it('is refused without a fault, and the run is done again after that', () => {
    const { at, order, price, paid, sealed, inForce } = started();
    const run = sealed(price(order.txId));
    sealed(at.answer({ run, by: alice, role: 'x' }));
    const no = sealed(at.answer({ run, by: carol, role: 'z', reason: 'the price is too high' }));
    expect(inForce()).to.deep.equal([order.txId]);
    expect(at.instance).to.include({ state: 'Active' }).and.not.have.property('faults');
    expect(branches(at.instance)).to.deep.equal([[no.txId, 2]]);
    expect(at.judge(paid(run.txId))).to.equal('VAL_CHAIN_FORK');
    const again = sealed(price(no.txId, 18));
    // The run that one of them agreed to is another one.
    for (const [by, role] of [
      [alice, 'x'],
      [carol, 'z'],
    ] as const)
      sealed(at.answer({ run: again, by, role }));
    expect(inForce()).to.deep.equal([order.txId, again.txId]);
    sealed(paid(again.txId));
    expect(at.instance).to.include({ state: 'Completed' });
  });

  it('takes no answer but that of who holds the role, once, to this run, in time', () => {
    const { at, order, price, sealed, now } = started();
    const run = sealed(price(order.txId));
    const eve = wallet('eve');
    const untilMs = now() + 2 * HOUR;
    const answer = (by: typeof alice, role: string, reason?: string): string =>
      at.judge(at.answer({ run, by, role, isPlain: true, ...(reason !== undefined && { reason }) }));
    expect(answer(carol, 'z')).to.equal('ok');
    expect(answer(carol, 'z', 'no')).to.equal('ok');
    for (const [by, role] of [
      [carol, 'x'],
      [bob, 'y'],
      [bob, 'z'],
      [eve, 'z'],
      [carol, 'w'],
    ] as const)
      expect(answer(by, role), role).to.equal('VAL_CONF_003');
    expect(at.judge(at.answer({ run, by: carol, role: 'z' }), untilMs)).to.equal('ok');
    expect(at.judge(at.answer({ run, by: carol, role: 'z' }), untilMs + 1)).to.equal('VAL_CONF_004');
    expect(at.judge(at.answer({ run: order, by: carol, role: 'z' }))).to.equal('VAL_CONF_002');
    const stray = at.answer({ run, by: carol, role: 'z' });
    const other = act({ ...headerOf(stray), instanceId: 'inst-2' }, carol);
    expect(at.judge(other)).to.equal('VAL_CHAIN_002');
    const bare = act({ ...headerOf(stray), metadata: { type: 'Confirmation' } }, carol);
    expect(at.judge(bare)).to.include('VAL_STRUCT_011');
    const spelled = { answer: { accept: true, role: 'z', more: 1 }, type: 'Confirmation' };
    expect(at.judge(act({ ...headerOf(stray), metadata: spelled }, carol))).to.include('VAL_STRUCT_011');
    expect(at.judge(act({ ...headerOf(stray), payload: { type: 'confirmation', reason: 'r' } }, carol))).to.equal(
      'VAL_SCHEMA_004',
    );
    const mute = { answer: { accept: false, role: 'z' }, type: 'Confirmation' };
    expect(at.judge(act({ ...headerOf(stray), metadata: mute }, carol))).to.equal('VAL_SCHEMA_004');
    sealed(at.answer({ run, by: carol, role: 'z' }));
    expect(answer(carol, 'z', 'after all not')).to.equal('VAL_CONF_003');
  });

  it('tells why a run is refused to who sent it and who confirm it, and to no others', () => {
    const { at, order, price, sealed } = started();
    const run = sealed(price(order.txId));
    const refused = at.answer({ run, by: carol, role: 'z', reason: 'no' });
    expect(refused.header.recipients).to.have.members([alice, bob, carol].map(({ address }) => address));
    for (const readers of [[carol], [carol, bob]])
      expect(at.judge(at.answer({ run, by: carol, role: 'z', reason: 'no', readers }))).to.equal('VAL_CELL_003');
    expect(at.judge(refused)).to.equal('ok');
  });

  it('takes silence as it is said, by a timer that no wallet signs', () => {
    for (const otherwise of ['redo', 'count'] as const) {
      const { at, order, price, paid, sealed, timer, inForce, now } = started({ otherwise });
      const run = sealed(price(order.txId));
      const untilMs = now() + 2 * HOUR;
      sealed(at.answer({ run, by: alice, role: 'x' }));
      const due = timer();
      expect(due.header).to.deep.include({ senderWallet: 'timer', metadata: { timer: '@confirm', type: 'Timer' } });
      const key = `due/${String(untilMs).padStart(15, '0')}/${run.txId}/2`;
      expect(at.ledger.view.state(key)).to.deep.include({ timer: '@confirm', dueMs: untilMs });
      expect(at.judge(due, untilMs)).to.equal('VAL_FLOW_007');
      expect(at.judge(due, untilMs + 1)).to.equal('ok');
      sealed(due, untilMs + 1 - now());
      expect(at.ledger.view.state(key) ?? null).to.equal(null);
      expect(inForce()).to.deep.equal(otherwise === 'count' ? [order.txId, run.txId] : [order.txId]);
      const next = otherwise === 'count' ? paid(run.txId) : price(due.txId);
      expect(at.judge(next, now() + 1000)).to.equal('ok');
      expect(at.instance.faults).to.equal(undefined);
      expect(at.judge(due, now() + 1)).to.include('VAL_REPLAY_001');
    }
  });

  it('can be objected to while it waits, and has its fault then', () => {
    const { at, order, price, sealed, inForce } = started();
    const lie = sealed(price(order.txId, 9999));
    sealed(at.answer({ run: lie, by: alice, role: 'x' }));
    const shown = [[lie, '/double', '/price']] as never;
    const claim = at.objection({ run: lie, by: carol, ground: 'calculation', at: '/calculations/double', shown });
    sealed(claim);
    expect(at.instance).to.include({ state: 'Disputed' });
    expect(at.instance.faults).to.have.length(1);
    expect(inForce()).to.deep.equal([order.txId]);
    expect(at.judge(at.answer({ run: lie, by: carol, role: 'z' }))).to.equal('VAL_BP_017');
    const again = sealed(price(claim.txId));
    for (const [by, role] of [
      [carol, 'z'],
      [alice, 'x'],
    ] as const)
      sealed(at.answer({ run: again, by, role }));
    expect(inForce()).to.deep.equal([order.txId, again.txId]);
    // The value is right: no party is at fault for a confirmed run.
    const twice = [[again, '/double', '/price']] as never;
    const wrong = at.objection({
      run: again,
      by: carol,
      ground: 'calculation',
      at: '/calculations/double',
      shown: twice,
    });
    expect(at.judge(wrong)).to.equal('VAL_OBJ_004');
  });

  it('stands after a refusal in the same docket, and the other way round', () => {
    for (const isFirst of [true, false]) {
      const { at, order, price, sealed, now } = started();
      const run = sealed(price(order.txId));
      sealed(at.answer({ run, by: alice, role: 'x' }));
      const [yes, no] = [undefined, 'no'].map((reason) =>
        at.answer({ run, by: carol, role: 'z', ...(reason !== undefined && { reason }) }),
      ) as [Transaction, Transaction];
      const [one, other] = isFirst ? [yes, no] : [no, yes];
      expect(at.judge(one)).to.equal('ok');
      at.ledger.sealAt(now() + 1000, one);
      expect(at.judge(other)).to.equal('VAL_CONF_002');
      expect(at.instance.runs['2']?.count ?? 0).to.equal(isFirst ? 1 : 0);
    }
  });

  it('has readers go by the runs that count, and by no other', () => {
    const { at, order, price, paid, sealed } = started();
    const moves: SealedMove[] = [{ transaction: order, timestampMs: at.ledger.state.timestampMs }];
    const take = (tx: Transaction): Transaction => {
      sealed(tx);
      moves.push({ transaction: tx, timestampMs: at.ledger.state.timestampMs });
      return tx;
    };
    const runs = (): readonly ReadRun[] => {
      const rowOf = rowsIn(at.ledger.view);
      const fold = new RunFold({ definition: at.definition, wallet: alice.address, moves, rowOf });
      for (const [place, { transaction }] of moves.entries()) fold.take(place, { given: at.given(transaction, alice) });
      return fold.runs;
    };
    const refused = take(price(order.txId));
    expect(runs().at(-1)).to.deep.include({ isInForce: false, waits: true });
    const no = take(at.answer({ run: refused, by: carol, role: 'z', reason: 'no', isPlain: true }));
    expect(runs().at(-1)?.waits).to.equal(undefined);
    const run = take(price(no.txId, 20));
    for (const [by, role] of [
      [alice, 'x'],
      [carol, 'z'],
    ] as const)
      take(at.answer({ run, by, role }));
    take(paid(run.txId));
    expect(runs().map(({ isInForce }) => isInForce)).to.deep.equal([true, false, true, true]);
    expect(runs().flatMap(({ verdicts }) => verdicts.map(({ verdict }) => verdict))).to.not.include('violated');
    const last = runs().at(-1) as ReadRun;
    expect(last.members.get('/count')).to.equal('verified');
  });

  it('is in force for no sender who acted before it counted, as readers and judges see it later', () => {
    const made = definition();
    const actions = definitionOf([
      { ...asks({ order: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2, 3) },
      {
        ...{ sender: 'y', ...asks({ price: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
        confirm: { by: ['x'], within: 'PT2H', otherwise: 'redo' },
      },
      { sender: 'z', ...asks({ note: num }), ...shows({ x: ['*'] }), ...to(4) },
      { sender: 'z', ...asks({}), calculations: { seen: read('count.2') }, ...shows({ x: ['*'] }), ...to() },
    ]).actions as JsonObject[];
    const at = new SealedLedger({ ...made, actions }, [alice, bob, carol]);
    const moves: SealedMove[] = [];
    const take = (tx: Transaction): Transaction => {
      at.ledger.seal(tx);
      moves.push({ transaction: tx, timestampMs: at.ledger.state.timestampMs });
      return tx;
    };
    const order = take(at.run({ action: 1, by: alice, data: { order: 1 }, next: [2, 3] }));
    const run = take(at.run({ action: 2, by: bob, data: { price: 5 }, next: [], previous: order.txId }));
    const note = take(at.run({ action: 3, by: carol, data: { note: 1 }, next: [4], previous: order.txId }));
    const seen = take(at.run({ action: 4, by: carol, data: { seen: 0 }, next: [], previous: note.txId }));
    take(at.answer({ run, by: alice, role: 'x' }));
    const shown = [[seen, '/seen']] as never;
    const claim = at.objection({ run: seen, by: alice, ground: 'calculation', at: '/calculations/seen', shown });
    expect(at.judge(claim)).to.equal('VAL_OBJ_004');
    const rowOf = rowsIn(at.ledger.view);
    const fold = new RunFold({ definition: at.definition, wallet: alice.address, moves, rowOf });
    for (const [place, { transaction }] of moves.entries()) fold.take(place, { given: at.given(transaction, alice) });
    const found = fold.runs.find(({ txId }) => txId === seen.txId) as ReadRun;
    expect(found.verdicts.map(({ verdict }) => verdict)).to.not.include('violated');
    expect(found.members.get('/seen')).to.equal('verified');
  });

  it('gives the sender the time that it waited, and no more than that once', () => {
    const due = { id: 'on', nextActionIds: [2], branchDeadline: 'PT3H' };
    const made = definition();
    const [first, ...others] = made.actions as JsonObject[];
    const at = new SealedLedger({ ...made, actions: [{ ...first, routes: [due] }, ...others] }, [alice, bob, carol]);
    const sealed = (tx: Transaction, ms: number): Transaction => {
      at.ledger.sealAt(at.ledger.state.timestampMs + ms, tx);
      return tx;
    };
    const order = at.take({ action: 1, by: alice, data: { order: 1 }, next: [2] });
    const dueMs = (): number | undefined => openBranches(at.instance)[0]?.dueMs;
    const before = dueMs() as number;
    const price = (previous: string) =>
      at.run({ action: 2, by: bob, data: { price: 10, double: 20 }, next: [3], previous });
    const run = sealed(price(order.txId), HOUR);
    const no = sealed(at.answer({ run, by: carol, role: 'z', reason: 'no', isPlain: true }), 1.5 * HOUR);
    expect(dueMs()).to.equal(before + 1.5 * HOUR);
    const again = sealed(price(no.txId), HOUR);
    // Two hours are all that waiting moves it by: half an hour is left of them.
    sealed(at.answer({ run: again, by: carol, role: 'z', reason: 'no', isPlain: true }), HOUR);
    expect(dueMs()).to.equal(before + 2 * HOUR);
    expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
  });

  it('decides nothing before it counts, also where it leads back to its own past', () => {
    const { at, order, price, sealed, inForce } = started({ again: [1] });
    const run = sealed(price(order.txId));
    expect(branches(at.instance)).to.deep.equal([]);
    const no = sealed(at.answer({ run, by: alice, role: 'x', reason: 'no' }));
    const again = sealed(price(no.txId));
    for (const [by, role] of [
      [carol, 'z'],
      [alice, 'x'],
    ] as const)
      sealed(at.answer({ run: again, by, role }));
    expect(branches(at.instance)).to.deep.equal([[again.txId, 1]]);
    expect(inForce()).to.deep.equal([order.txId, again.txId]);
  });

  it('opens an instance, and ends one, only when it counts', () => {
    const confirm = { by: ['y'], within: 'PT2H', otherwise: 'redo' };
    const made = definition();
    const actions = made.actions as JsonObject[];
    const at = new SealedLedger(
      { ...made, actions: [{ ...actions[0], confirm, routes: [{ id: 'on', nextActionIds: [] }] }] },
      [alice, bob, carol],
    );
    const order = at.take({ action: 1, by: alice, data: { order: 1 }, next: [] });
    expect(at.instance).to.include({ state: 'Active' });
    const no = at.answer({ run: order, by: bob, role: 'y', reason: 'no' });
    at.ledger.seal(no);
    const again = at.take({ action: 1, by: alice, data: { order: 2 }, next: [], previous: no.txId });
    at.ledger.seal(at.answer({ run: again, by: bob, role: 'y' }));
    expect(at.instance).to.include({ state: 'Completed' });
    expect(canonical(at.instance)).to.equal(JSON.stringify(at.instance));
    expect(at.instance.runs['1']).to.deep.include({ count: 1, last: again.txId });
  });
});

const headerOf = ({ header, payload }: Transaction) => ({
  actionId: header.actionId,
  instanceId: 'inst-1',
  publicationTxId: header.publicationTxId as string,
  previousTransactionId: header.previousTransactionId as string,
  payload,
  metadata: header.metadata as JsonObject,
});
