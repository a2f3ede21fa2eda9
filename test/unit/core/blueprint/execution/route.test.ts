// Where an action leads: order of routes, defaults, branches, the older form, and that a condition without a value
// never counts as false.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition, Route } from '../../../../../core/blueprint/definition/types.js';
import { route } from '../../../../../core/blueprint/execution/route.js';
import type { Facts } from '../../../../../core/blueprint/logic/facts.js';
import { logicBudget } from '../../../../../core/blueprint/logic/logic-values.js';
import { isImplied, routesOf } from '../../../../../core/blueprint/plan/routes.js';
import { issueOf } from '../../../../support/base/results.js';

const DEFINITION: Definition = {
  language: 2,
  title: 'Routes',
  participants: [{ id: 'a' }, { id: 'b' }],
  actions: [
    { id: 0, sender: 'a' },
    { id: 1, sender: 'b' },
    { id: 2, sender: 'a' },
    { id: 3, sender: 'b' },
  ],
};

const NUMBERED = [{ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }];
const given = (input = {}) => ({
  facts: { input: input as JsonObject, runs: [], time: {} } as unknown as Facts,
  budget: logicBudget(),
});

function decide(routes: readonly Route[], input = {}) {
  const action: Action = { id: 0, sender: 'a', dataSchemas: NUMBERED, routes };
  return route({ ...DEFINITION, actions: [action, ...DEFINITION.actions.slice(1)] }, action, given(input));
}

const over = (limit: number): Json => ({ '>': [{ var: 'n' }, limit] });

describe('routes', () => {
  it('are tried in their order, the default last wherever it stands', () => {
    const routes: Route[] = [
      { id: 'd', nextActionIds: [1], isDefault: true },
      { id: 'big', nextActionIds: [2], condition: over(10) },
      { nextActionIds: [3], condition: over(5) },
    ];
    expect(decide(routes, { n: 11 })).to.deep.equal({
      completedActionId: 0,
      nextActions: [{ actionId: 2 }],
      routeId: 'big',
      reasonCode: 'ConditionMatched',
    });
    expect(decide(routes, { n: 7 })).to.deep.include({ routeId: 'route-2' });
    expect(decide(routes, { n: 1 })).to.deep.include({ routeId: 'd', reasonCode: 'DefaultRoute' });
  });

  it('without condition always match; where none matches the branch ends', () => {
    expect(
      decide([
        { id: 'x', nextActionIds: [1] },
        { id: 'y', nextActionIds: [2] },
      ]),
    ).to.deep.include({ routeId: 'x', reasonCode: 'Unconditional' });
    expect(decide([{ nextActionIds: [1], condition: false }])).to.deep.equal({
      completedActionId: 0,
      nextActions: [],
      reasonCode: 'NoRoute',
    });
    expect(decide([{ nextActionIds: [1], condition: null }])).to.deep.include({ reasonCode: 'Unconditional' });
    expect(decide([])).to.deep.include({ reasonCode: 'NoRoute' });
  });

  it('to several actions name their branches', () => {
    expect(decide([{ id: 'fan', nextActionIds: [1, 2] }])).to.have.deep.property('nextActions', [
      { actionId: 1, branchKey: 'fan-branch-0' },
      { actionId: 2, branchKey: 'fan-branch-1' },
    ]);
  });

  it('stop at a condition that has no value', () => {
    const found = decide([
      { nextActionIds: [1], condition: { '>': [{ '+': ['x', 1] }, 1] } },
      { nextActionIds: [2], isDefault: true },
    ]);
    expect(issueOf(found)).to.deep.include({ code: 'LOGIC_TYPE', path: '/routes/0/condition' });
  });

  it('are read from the older form where there are none', () => {
    const older = (more: object) => ({ ...DEFINITION.actions[1], dataSchemas: NUMBERED, ...more }) as Action;
    const within = (action: Action) => ({
      ...DEFINITION,
      actions: DEFINITION.actions.map((a) => (a.id === 1 ? action : a)),
    });
    const to = (more: object, data = {}) => {
      const action = older(more);
      return route(within(action), action, given(data));
    };
    expect(to({ target: 'a', condition: over(1) }, { n: 2 })).to.deep.equal({
      completedActionId: 1,
      nextActions: [{ actionId: 2 }],
      routeId: 'target',
      reasonCode: 'ConditionMatched',
    });
    expect(to({ target: 'a', condition: over(1) }, { n: 0 })).to.deep.include({ reasonCode: 'NoRoute' });
    expect(to({ target: 'b' })).to.deep.include({ nextActions: [{ actionId: 3 }] });
    expect(to({ target: 'a', routes: [] })).to.deep.include({ nextActions: [] });
    const last = older({ id: 3, target: 'a' });
    expect(routesOf({ ...DEFINITION, actions: [...DEFINITION.actions.slice(0, 3), last] }, last)).to.deep.equal([
      { id: 'target', nextActionIds: [0] },
    ]);
    expect(issueOf(to({ target: 'a', condition: { '>': [{ '+': ['x', 1] }, 1] } }))).to.deep.include({
      path: '/condition',
    });
  });

  it('decide alone where nothing depends on data', () => {
    const implied = (routes: readonly Route[]) => isImplied(DEFINITION, { id: 0, sender: 'a', routes });
    expect([
      implied([]),
      implied([{ nextActionIds: [1] }]),
      implied([{ nextActionIds: [1], condition: true }]),
      implied([{ nextActionIds: [1] }, { nextActionIds: [2] }]),
    ]).to.deep.equal([true, true, false, false]);
  });

  it('give every data one decision, of a route that is there', () => {
    const routes = fc.array(
      fc.record({
        id: fc.string({ minLength: 1, maxLength: 8 }),
        nextActionIds: fc.subarray([1, 2, 3]),
        condition: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9 }).map(over), fc.boolean()),
        isDefault: fc.boolean(),
      }),
      { maxLength: 5 },
    ) as unknown as fc.Arbitrary<Route[]>;
    fc.assert(
      fc.property(routes, fc.record({ n: fc.integer({ min: 0, max: 12 }) }), (list, data) => {
        const found = decide(list, data);
        expect(decide(list, data)).to.deep.equal(found);
        if (isFailure(found)) throw new Error(found.issue.message);
        const taken = list.find(({ id }) => id === found.routeId);
        if (found.routeId === undefined) expect(found.nextActions).to.deep.equal([]);
        else
          expect(
            list.some(
              ({ nextActionIds }) =>
                String(nextActionIds) === String(found.nextActions.map(({ actionId }) => actionId)),
            ),
            JSON.stringify(taken),
          ).to.equal(true);
      }),
    );
  });
});
