// Questions of the ledger to a definition: the decisions that an action can have, which of them is implied, and what
// leads where.
import { expect } from 'chai';
import type { Action, Definition, Route } from '../../../../../core/blueprint/definition/types.js';
import { planOf, reachable } from '../../../../../core/blueprint/plan/plan.js';

function definition(...actions: readonly Partial<Action>[]): Definition {
  return {
    language: 2,
    title: 'x',
    participants: [{ id: 'a' }, { id: 'b', walletAddress: 'w' }],
    actions: actions.map((action, id) => ({ id, sender: 'a', ...action })),
  };
}

const plannedOf = (routes: readonly Route[], more: Partial<Action> = {}) =>
  planOf(definition({ routes, ...more }, {}, {})).actions.get('0')!;
const reasons = (routes: readonly Route[]) =>
  plannedOf(routes).outcomes.map(({ i, reasonCode }) => `${i} ${reasonCode}`);

describe('the plan of a definition', () => {
  it('is made once, and knows roles, starts and what waits for what', () => {
    const made = definition({}, { sender: 'b', requiredPriorActions: [0, 0] });
    const plan = planOf(made);
    expect(planOf(made)).to.equal(plan);
    const [first, second] = [plan.actions.get('0')!, plan.actions.get('1')!];
    expect([first.isStarting, first.isOpenRole, first.priors]).to.deep.equal([true, true, []]);
    expect([second.isStarting, second.isOpenRole, second.priors]).to.deep.equal([false, false, [0]]);
    expect(plan.actions.get('2')).to.equal(undefined);
  });

  it('lists every decision that data can give, and no other', () => {
    const when: Route = { nextActionIds: [1], condition: { var: 'x' } };
    const rest: Route = { nextActionIds: [2], isDefault: true };
    const plain: Route = { nextActionIds: [2] };
    expect(reasons([])).to.deep.equal(['0 NoRoute']);
    expect(reasons([when])).to.deep.equal(['0 ConditionMatched', '1 NoRoute']);
    expect(reasons([when, rest])).to.deep.equal(['0 ConditionMatched', '1 DefaultRoute']);
    expect(reasons([rest, when])).to.deep.equal(['1 ConditionMatched', '0 DefaultRoute']);
    expect(reasons([when, plain, when, rest])).to.deep.equal(['0 ConditionMatched', '1 Unconditional']);
    expect(reasons([{ ...when, isDefault: true }])).to.deep.equal(['0 ConditionMatched', '0 DefaultRoute']);
  });

  it('implies the decision only where at most one route has no condition', () => {
    const implied = (...routes: readonly Route[]) => plannedOf(routes).implied?.reasonCode;
    expect(implied()).to.equal('NoRoute');
    expect(implied({ nextActionIds: [1] })).to.equal('Unconditional');
    expect(implied({ nextActionIds: [1], isDefault: true })).to.equal('DefaultRoute');
    expect(implied({ nextActionIds: [1], condition: true })).to.equal(undefined);
    expect(implied({ nextActionIds: [1] }, { nextActionIds: [2] })).to.equal(undefined);
  });

  it('tells what leads where', () => {
    // 0 splits into 1 and 2, which join in 3; 3 goes round to 4 and back to 2.
    const plan = planOf(
      definition(
        { routes: [{ nextActionIds: [1, 2] }] },
        { routes: [{ nextActionIds: [3] }], rejectionConfig: { targetActionId: 5 } },
        { routes: [{ nextActionIds: [3] }] },
        { routes: [{ nextActionIds: [4] }], rejectionConfig: { targetActionId: 0, isTerminal: true } },
        { routes: [{ nextActionIds: [2] }] },
        {},
      ),
    );
    expect([...reachable(plan, [2], 3)]).to.deep.equal([2]);
    expect([...reachable(plan, [1], 9)].sort()).to.deep.equal([1, 2, 3, 4, 5]);
  });
});
