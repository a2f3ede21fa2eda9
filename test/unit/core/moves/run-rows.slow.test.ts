// The rows of runs on a register: in force is what the slow reading of all transactions says, now and as of every
// earlier place, whatever was rejected, joined or repeated.
import { expect } from 'chai';
import { canonical } from '../../../../core/base/json.js';
import { INSTANCE_COMMON_MAX } from '../../../../core/base/limits/ledger/instances.js';
import { lastInForceAt, runsInForceAt } from '../../../../core/blueprint/instance/run-rows.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import type { RunRow } from '../../../../core/blueprint/state/run-row.js';
import { isAllowed } from '../../../../core/flow/move.js';
import { type Net, type NetAction, openings } from '../../../../core/flow/net.js';
import { tokensOf } from '../../../../core/flow/runs.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { validate } from '../../../../core/validate/validate.js';
import { Dice } from '../../../support/base/dice.js';
import { randomNet } from '../../../support/definitions/nets.js';
import { definitionOf, FlowLedger, type FlowStep } from '../../../support/register/flow-ledger.js';
import { Ledger, publish } from '../../../support/register/ledger.js';
import { readAnew } from '../../../support/register/runs-anew.js';
import { netFrom } from '../flow/nets.js';

/** Actions in force after the moves of the instance as it was given, by its rows as they stand now. */
function byRows(at: FlowLedger, instance: Instance): readonly string[] {
  const actions = at.definition.actions.map(({ id }) => id);
  return runsInForceAt(instance, actions, rowsIn(at.ledger.view)).map(({ txId }) => txId);
}

function started(net: Net) {
  const at = new FlowLedger(definitionOf(net));
  const moved: Transaction[] = [];
  const take = (action: number, previous?: string, by: FlowStep['by'] = 0): string => {
    const tx = at.take({ action, by, previous });
    moved.push(tx);
    return tx.txId;
  };
  const row = (txId: string): RunRow => rowsIn(at.ledger.view)(txId) as RunRow;
  const check = (...expected: readonly string[]): void => {
    const instance = at.instance as Instance;
    expect(byRows(at, instance)).to.deep.equal(expected);
    expect(readAnew(at.ledger, { definition: at.definition, transactions: moved }).runs).to.deep.equal(expected);
  };
  return { at, take, row, check };
}

describe('rows of runs', () => {
  it('hold what a run comes from, and are undone with all that came of them', () => {
    const { at, take, row, check } = started(netFrom({ 1: '2+3', 2: '4 !1', 3: '4', 4: '- <2,3 !2' }));
    const fork = take(1);
    const two = take(2, fork);
    const at2 = at.ledger.state.timestampMs;
    const three = take(3, fork);
    expect(row(two)).to.deep.equal({ action: 2, at: at2, causes: [[fork, null]], n: 1 });
    expect(row(three)).to.deep.include({ action: 3, causes: [[fork, two]], n: 2 });
    expect(row(fork)).to.deep.include({ action: 1, causes: [], child: three, n: 0 });
    // Since its opening one wallet holds the role.
    expect((at.instance as Instance).since).to.deep.equal({ one: 0 });
    check(fork, two, three);
    const back = take(4, two, 'rejection');
    check(fork, three);
    expect(row(two).undone).to.deep.equal({ by: back, n: 3 });
    expect(row(back)).to.deep.include({ action: 4, causes: [], kind: 'back', n: 3 });
    expect((at.instance as Instance).runs[2]).to.deep.include({ count: 0, last: two });
    const again = take(2, back);
    expect(row(again)).to.deep.include({ before: two, n: 4 });
    check(fork, three, again);
    for (const txId of [fork, two, back, again]) expect(canonical(row(txId))).to.equal(JSON.stringify(row(txId)));
    const end = take(4, again);
    check(fork, three, again, end);
    expect(at.instance).to.deep.include({ state: 'Completed', moves: 6 });
  });

  it('keep earlier rounds of a loop, until what the loop began with is undone', () => {
    const { take, check } = started(netFrom({ 1: '2', 2: '3', 3: '2 | 4', 4: '- !1' }));
    const one = take(1);
    const rounds = [take(2, one)];
    for (let i = 0; i < 3; i++) {
      rounds.push(take(3, rounds.at(-1)));
      rounds.push(take(2, rounds.at(-1)));
    }
    check(one, ...rounds);
    const left = take(3, rounds.at(-1), 1);
    check(one, ...rounds, left);
    take(4, left, 'rejection');
    check();
  });

  it('undo through a rejection that led forward, also where a loop has left it behind', () => {
    // 2 is rejected to 3, which never ran before; 3 leads back to 2. Then all is rejected to 1.
    const { take, row, check } = started(netFrom({ 1: '4', 4: '2', 2: '5 !3', 3: '4', 5: '- !1' }));
    const one = take(1);
    const four = take(4, one);
    const forward = take(2, four, 'rejection');
    expect(row(forward)).to.deep.include({ kind: 'reject', n: 2 });
    const three = take(3, forward);
    const again = take(4, three);
    check(one, four, three, again);
    const two = take(2, again);
    check(one, four, three, again, two);
    take(5, two, 'rejection');
    check();
  });

  it('say what the reading of all transactions says, now and as of every earlier place, on random workflows', () => {
    const counted = { moves: 0, rejections: 0, undone: 0, loops: 0, joins: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const dice = new Dice(`run rows ${seed}`);
      const net = rejecting(randomNet(dice, { actionsMax: 12, scopes: seed % 2 === 0, changesMax: 1 }), dice);
      if (isTaken(net)) walk(net, dice, counted);
    }
    expect(counted.moves).to.be.above(350);
    expect(counted.rejections).to.be.above(50);
    expect(counted.undone).to.be.above(15);
    expect(counted.loops).to.be.above(10);
    expect(counted.joins).to.be.above(30);
  });

  it('end where an instance has its most moves, and leave room to end it', () => {
    const { at, take } = started(netFrom({ 1: '2', 2: '2 | - !!' }));
    const one = take(1);
    const { view } = at.ledger;
    const late = { one: { moves: INSTANCE_COMMON_MAX, wallet: '' } };
    const most = { ...at.instance, late, moves: 2 * INSTANCE_COMMON_MAX };
    const isInstance = (key: string): boolean => key.startsWith('inst/');
    const full = { ...view, state: (key: string) => (isInstance(key) ? (most as never) : view.state(key)) };
    const judge = (by: FlowStep['by']): string => at.judge(at.transaction({ action: 2, by, previous: one }), full);
    expect(at.judge(at.transaction({ action: 2, by: 0, previous: one }))).to.equal('ok');
    expect(judge(0)).to.equal('reject VAL_BP_015');
    expect(judge('rejection')).to.equal('ok');
  });
});

/** Rejections anywhere, forward too. */
function rejecting(net: Net, dice: Dice): Net {
  const ids = [...net.keys()];
  const more = [...net.values()].map((action): NetAction => {
    return action.rejection === undefined && dice.chance(0.4) ? { ...action, rejection: dice.pick(ids) } : action;
  });
  return new Map(more.map((action) => [action.id, action]));
}

function isTaken(net: Net): boolean {
  const { state, view } = new Ledger();
  return validate(publish(definitionOf(net)), { state, view, signaturesOk: true }).ok;
}

interface Counted {
  moves: number;
  rejections: number;
  undone: number;
  loops: number;
  joins: number;
}

function walk(net: Net, dice: Dice, counted: Counted): void {
  const [start] = openings(net);
  if (start === undefined) return;
  const at = new FlowLedger(definitionOf(net));
  const moved: Transaction[] = [];
  const before: { readonly instance: Instance; readonly expected: readonly string[] }[] = [];
  let next: FlowStep | undefined = { action: start, by: outcomeOf(net, start, dice), previous: undefined };
  while (next && moved.length < 30) {
    const tx = at.take(next);
    moved.push(tx);
    const instance = at.instance as Instance;
    const expected = readAnew(at.ledger, { definition: at.definition, transactions: moved }).runs;
    expect(byRows(at, instance)).to.deep.equal(expected);
    for (const { id } of at.definition.actions) {
      const own = moved.filter(({ txId, header }) => expected.includes(txId) && header.actionId === String(id));
      expect(instance.runs[id]?.count ?? 0).to.equal(own.length);
      expect(lastInForceAt(instance, id, rowsIn(at.ledger.view))?.txId).to.equal(own.at(-1)?.txId);
    }
    count(counted, { net, instance, step: next, undone: (before.at(-1)?.expected.length ?? 0) - expected.length });
    before.push({ instance, expected });
    next = instance.state === 'Active' ? choose(net, instance, dice) : undefined;
  }
  for (const { instance, expected } of before) expect(byRows(at, instance)).to.deep.equal(expected);
}

function count(
  counted: Counted,
  {
    net,
    instance,
    step,
    undone,
  }: { readonly net: Net; readonly instance: Instance; readonly step: FlowStep; readonly undone: number },
): void {
  const { priors, joins } = net.get(step.action) as NetAction;
  counted.moves++;
  if (step.by === 'rejection') counted.rejections++;
  else if (Object.values(instance.flow).some(({ kind }) => kind === 'back')) counted.loops++;
  if (undone > 0) counted.undone++;
  if (priors.length > 0 || joins) counted.joins++;
}

function choose(net: Net, { flow }: Instance, dice: Dice): FlowStep | undefined {
  const allowed = tokensOf(flow)
    .map(({ txId, target }) => ({ previous: txId, action: target }))
    .filter((step) => isAllowed(flow, net, step))
    .filter(({ action }) => !Object.values(flow).some((run) => run.action === action && run.kind !== 'back'));
  if (allowed.length === 0) return undefined;
  const step = dice.pick(allowed);
  const { rejection, outcomes } = net.get(step.action) as NetAction;
  if (typeof rejection === 'number' && dice.chance(0.5)) return { ...step, by: 'rejection' };
  // Rather a loop than an end.
  const by = dice.chance(0.6) && outcomes.length > 1 ? outcomes.length - 1 : outcomeOf(net, step.action, dice);
  return { ...step, by };
}

function outcomeOf(net: Net, action: number, dice: Dice): number {
  return dice.pick([...(net.get(action) as NetAction).outcomes.keys()]);
}
