// The judgement of the pipeline on workflows of language 2, and what sealing them does: the reducer of core/flow
// decides, whatever the definition.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { openBranches, waitsFor } from '../../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import { type FlowMove, isAllowed, movedFlow, openedFlow } from '../../../../core/flow/move.js';
import { type Net, type NetAction, openings } from '../../../../core/flow/net.js';
import { type Flow, tokensOf } from '../../../../core/flow/runs.js';
import { checkStructure } from '../../../../core/flow/structure.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { validate } from '../../../../core/validate/validate.js';
import { Dice } from '../../../support/base/dice.js';
import { randomNet } from '../../../support/definitions/nets.js';
import { definitionOf, FlowLedger, type FlowStep } from '../../../support/register/flow-ledger.js';
import { HistoryWalk } from '../../../support/register/in-force.js';
import { Ledger, publish } from '../../../support/register/ledger.js';
import { readAnew } from '../../../support/register/runs-anew.js';
import { netFrom } from '../flow/nets.js';

/** Two branches, a join, and an action that may be rejected to the join. */
const DIAMOND = netFrom({ 1: '2+3', 2: '4', 3: '4', 4: '5 <2,3', 5: '- !4' });

function played(net: Net) {
  const at = new FlowLedger(definitionOf(net));
  const step = (action: number, previous?: string, by: FlowStep['by'] = 0) => at.transaction({ action, by, previous });
  const take = (...given: Parameters<typeof step>) => at.seal(step(...given)).txId;
  return { at, step, take };
}

describe('the validation pipeline of control flows', () => {
  it('opens a join again that is rejected to', () => {
    const { at, step, take } = played(DIAMOND);
    const fork = take(1);
    const two = take(2, fork);
    take(3, fork);
    const back = take(5, take(4, two), 'rejection');
    expect(at.judge(step(4, back))).to.equal('ok');
  });

  it('keeps runs in canonical form, and no more than the definition has actions', () => {
    const { at, take } = played(DIAMOND);
    const fork = take(1);
    const two = take(2, fork);
    const { flow, ...rest } = at.instance as Instance;
    expect(Object.keys(at.instance)).to.deep.equal([
      'blueprintId',
      'flow',
      'language',
      'moves',
      'opener',
      'participants',
      'publicationTxId',
      'runs',
      'since',
      'state',
    ]);
    expect(rest).to.include({ language: 2, state: 'Active' });
    const { timestampMs: atMs } = at.ledger.state;
    const inOrder = (runs: Flow): Flow => Object.fromEntries(Object.entries(runs).sort(([a], [b]) => (a < b ? -1 : 1)));
    const expected: Flow = {
      [fork]: { action: 1, after: [], atMs: atMs - 1000, next: [2, 3], took: [] },
      [two]: { action: 2, after: [], atMs, next: [4], took: [[fork, 2]] },
    };
    expect(JSON.stringify(flow)).to.equal(JSON.stringify(inOrder(expected)));
    expect(canonical(at.instance as unknown as JsonObject)).to.equal(JSON.stringify(at.instance));
    take(3, fork);
    let last = take(4, two);
    for (let round = 0; round < 5; round++) last = take(4, take(5, last, 'rejection'));
    // 1 to 4, and the last rejection, which gave the tokens of the join again.
    expect(Object.keys((at.instance as Instance).flow)).to.have.length(5);
    take(5, last);
    expect(at.instance).to.deep.include({ state: 'Completed', flow: {} });
  });

  it('waits at a join by fork for the branches that were opened, and for no other', () => {
    const { at, step, take } = played(netFrom({ 1: '2+3 | 2', 2: '4 | -', 3: '4', 4: '- <<1' }));
    const fork = take(1);
    const two = take(2, fork);
    expect(at.judge(step(4, two))).to.equal('retry VAL_BP_013');
    const plan = planOf(
      definitionOf(netFrom({ 1: '2+3 | 2', 2: '4 | -', 3: '4', 4: '- <<1' })) as unknown as Definition,
    );
    const [branch] = openBranches(at.instance).filter(({ actionId }) => actionId === 4);
    expect(branch && waitsFor(at.instance, plan, branch)).to.deep.equal([3]);
    take(3, fork);
    expect(at.judge(step(4, two))).to.equal('ok');
    const alone = played(netFrom({ 1: '2+3 | 2', 2: '4 | -', 3: '4', 4: '- <<1' }));
    const only = alone.take(2, alone.take(1, undefined, 1));
    expect(alone.at.judge(alone.step(4, only))).to.equal('ok');
  });

  it('closes the branches that a join no longer needs, and a late move is told so', () => {
    const { at, step, take } = played(netFrom({ 1: '2+3', 2: '4', 3: '4', 4: '5 <<1:1', 5: '-' }));
    const fork = take(1);
    take(4, take(2, fork));
    expect(openBranches(at.instance).map(({ actionId }) => actionId)).to.deep.equal([5]);
    expect(at.judge(step(3, fork))).to.equal('reject VAL_CHAIN_FORK');
  });

  it('withdraws the branch beside the one that goes back to the fork', () => {
    const { at, step, take } = played(netFrom({ 1: '2+3', 2: '4 !1', 3: '4', 4: '- <2,3' }));
    const fork = take(1);
    const beside = step(3, fork);
    expect(at.judge(beside)).to.equal('ok');
    const back = take(2, fork, 'rejection');
    expect(at.judge(beside)).to.equal('reject VAL_CHAIN_FORK');
    expect(at.judge(step(1, back))).to.equal('ok');
    expect(at.judge(step(1))).to.equal('ok');
  });

  it('goes on with many open branches: each of them has to come to the join', () => {
    const pairs = Array.from({ length: 33 }, (_, k) => [2 + 3 * k, 3 + 3 * k, 4 + 3 * k] as const);
    const forks = pairs.flatMap(([fork, one, other]) => [
      [fork, `${one}+${other}`],
      [one, '200'],
      [other, '200'],
    ]);
    const { at, take } = played(
      netFrom(Object.fromEntries([[1, pairs.map(([fork]) => fork).join('+')], ...forks, [200, '- <<1']])),
    );
    const first = take(1);
    const moved = pairs.map(([fork]) => take(fork, first));
    expect(openBranches(at.instance)).to.have.length(66);
    for (const [i, [, one, other]] of pairs.entries()) {
      take(one, moved[i]);
      take(other, moved[i]);
    }
    const last = openBranches(at.instance)[0]?.txId;
    take(200, last);
    expect(at.instance.state).to.equal('Completed');
  });

  it('keeps a small state of an action that waits for all before it', () => {
    const ids = Array.from({ length: 60 }, (_, i) => i + 1);
    const waits = ids.map((id) => [id, `${id < 60 ? id + 1 : '-'}${id > 1 ? ` <${ids.slice(0, id - 1).join()}` : ''}`]);
    const { at, take } = played(netFrom(Object.fromEntries(waits)));
    let last: string | undefined;
    for (const id of ids.slice(0, 59)) last = take(id, last);
    // With the TxIds of all that each waited for it had 120,000 characters.
    expect(JSON.stringify(at.instance).length).to.be.lessThan(20_000);
  });

  it('does an action once, so that no definition makes an instance grow', () => {
    // Unsound: both branches lead to 4, which does not join them. A ledger does not look for that, those who publish
    // do.
    const { at, step, take } = played(netFrom({ 1: '2+3', 2: '4', 3: '4', 4: '-' }));
    const fork = take(1);
    const [two, three] = [take(2, fork), take(3, fork)];
    take(4, two);
    expect(at.judge(step(4, three))).to.equal('reject VAL_BP_003');
  });

  it('refuses what a definition may not have', () => {
    const judged = (definition: JsonObject) => {
      const { state, view } = new Ledger();
      const verdict = validate(publish(definition), { state, view, signaturesOk: true });
      return verdict.ok ? 'ok' : verdict.issues.map(({ code, path }) => `${code} ${path}`).join(', ');
    };
    const diamond = definitionOf(DIAMOND);
    expect(judged(diamond)).to.equal('ok');
    const { language: _, ...older } = diamond;
    const cases: readonly (readonly [JsonObject, string])[] = [
      [older, 'VAL_BP_010 /payload/language'],
      [{ ...diamond, language: null }, 'VAL_BP_010 /payload/language'],
      [{ ...diamond, language: 1 }, 'VAL_BP_010 /payload/language'],
      [{ ...diamond, language: 3 }, 'VAL_BP_010 /payload/language'],
      [{ ...diamond, language: '2' }, 'VAL_BP_010 /payload/language'],
      [{ ...diamond, timer: 1 }, 'VAL_BP_010 /payload/timer'],
      [
        definitionOf(netFrom({ 1: '2+3', 2: '1+3', 3: '4', 4: '- <<1' })),
        'VAL_BP_010 /payload/actions/1/routes/0/nextActionIds',
      ],
      [definitionOf(netFrom({ 1: '2', 2: '- <<1' })), 'VAL_BP_010 /payload/actions/1/joins/fork'],
    ];
    for (const [definition, found] of cases) expect(judged(definition), JSON.stringify(definition)).to.equal(found);
    expect(judged({ ...diamond, 'x-note': 1 }), 'a hint').to.equal('ok');
  });

  it('takes exactly the moves of the reducer, and comes to its states, on random workflows', () => {
    const counted = { refused: 0, moves: 0, back: 0, ended: 0 };
    for (let seed = 1; seed <= 30; seed++) {
      const dice = new Dice(`ledger flow ${seed}`);
      const net = randomNet(dice, { actionsMax: 14, scopes: seed % 2 === 0, changesMax: 1 });
      const isSound = checkStructure(net).length === 0;
      const definition = definitionOf(net);
      const { state, view } = new Ledger();
      expect(validate(publish(definition), { state, view, signaturesOk: true }).ok, `seed ${seed}`).to.equal(isSound);
      if (isSound) walk(new FlowLedger(definition), { net, dice, counted });
      else counted.refused++;
    }
    expect(counted.refused).to.be.above(0).and.below(20);
    expect(counted.moves).to.be.above(150);
    expect(counted.back).to.be.above(5);
    expect(counted.ended).to.be.above(5);
  });
});

const MOVES_MAX = 20;

interface Walking {
  readonly net: Net;
  readonly dice: Dice;
  readonly counted: { moves: number; back: number; ended: number };
}

/**
 * Random moves of one instance, on the ledger and by the reducer, and random moves that only one of them might take.
 */
function walk(at: FlowLedger, { net, dice, counted }: Walking): void {
  const [start] = openings(net);
  if (start === undefined) return;
  let flow: Flow | undefined;
  const sealed: string[] = [];
  const history = new HistoryWalk(net);
  const moved: Transaction[] = [];
  let next: FlowStep | undefined = { action: start, by: outcomeOf(net, start, dice), previous: undefined };
  while (next && sealed.length < MOVES_MAX) {
    const { action, by, previous } = next;
    const tx = at.take(next);
    const { txId } = tx;
    const atMs = at.ledger.state.timestampMs;
    const to = by === 'rejection' ? [rejectionOf(net, action)] : (net.get(action) as NetAction).outcomes[by];
    const move: FlowMove = {
      txId,
      kind: by === 'rejection' ? 'reject' : 'act',
      action,
      previous,
      next: to ?? [],
      atMs,
    };
    flow = flow ? movedFlow(flow, net, move) : openedFlow(move);
    // The second implementation names its runs by their number.
    const token = { txId: `t${String(sealed.indexOf(previous ?? '') + 1).padStart(4, '0')}`, target: action };
    if (previous === undefined) history.open(action, move.next, {});
    else if (by === 'rejection') history.reject(token, move.next[0] as number);
    else history.act(token, move.next, {});
    sealed.push(txId);
    moved.push(tx);
    const inForce = readAnew(at.ledger, { definition: at.definition, transactions: moved }).runs.map(
      (txId) => sealed.indexOf(txId) + 1,
    );
    expect(inForce).to.deep.equal(history.inForce().map((run) => Number(run.txId.slice(1))));
    counted.moves++;
    if (flow[txId]?.kind === 'back') counted.back++;
    const { instance } = at;
    const isOver = tokensOf(flow).length === 0;
    expect(instance.state).to.equal(isOver ? 'Completed' : 'Active');
    if (isOver) {
      counted.ended++;
      return;
    }
    expect(JSON.stringify((instance as Instance).flow)).to.equal(JSON.stringify(flow));
    expect(Object.keys(flow).length).to.be.at.most(2 * net.size);
    next = choose(at, flow, { net, dice, sealed });
  }
}

/** Judges every token and some steps at random, and gives one that is allowed. */
function choose(
  at: FlowLedger,
  flow: Flow,
  given: Pick<Walking, 'net' | 'dice'> & { readonly sealed: readonly string[] },
) {
  const { net, dice, sealed } = given;
  const tokens = tokensOf(flow).map(({ txId, target }) => ({ previous: txId, action: target }));
  const others = Array.from({ length: 4 }, () => ({ previous: dice.pick(sealed), action: dice.pick([...net.keys()]) }));
  const allowed: FlowStep[] = [];
  for (const step of [...tokens, ...others]) {
    const { rejection } = net.get(step.action) as NetAction;
    const isBack = typeof rejection === 'number' && dice.chance(0.4);
    const full: FlowStep = { ...step, by: isBack ? 'rejection' : outcomeOf(net, step.action, dice) };
    const isTwice = Object.values(flow).some(({ action, kind }) => action === step.action && kind !== 'back');
    const isOk = isAllowed(flow, net, step) && !isTwice;
    expect(at.judge(at.transaction(full)) === 'ok', JSON.stringify(full)).to.equal(isOk);
    if (isOk) allowed.push(full);
  }
  return allowed.length > 0 ? dice.pick(allowed) : undefined;
}

function outcomeOf(net: Net, action: number, dice: Dice): number {
  return dice.pick([...(net.get(action) as NetAction).outcomes.keys()]);
}

function rejectionOf(net: Net, action: number): number {
  return (net.get(action) as NetAction).rejection as number;
}
