// The verdicts of readers about a run: honest ones are never denied, each lie that a reader can see is, and a value
// that only its owner sees is its word.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { checkBlueprint, isPublishable } from '../../../../../core/design/check/check.js';
import { layoutOf, ROUTE_MEMBER } from '../../../../../core/envelope/layout/layout.js';
import { dataOf, decisionCell, valuesOf } from '../../../../../core/envelope/layout/values.js';
import { checkRun, isSeenIn, type RunState, type SeenRun } from '../../../../../core/instance/runs/check-run.js';
import { asks, definitionOf, num, read, shows, to } from '../../../../support/definitions/short-definitions.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const site = { type: 'object', properties: { street: text, plot: integer }, required: ['street'] };
const first = {
  ...asks({ price: integer, secret: integer, note: text }, ['note']),
  ...shows({ y: ['price', 'note'], z: ['*'] }),
  ...to(2),
};
const second = {
  sender: 'y',
  dataSchemas: [{ type: 'object', properties: { qty: integer, site }, required: ['qty', 'site'] }],
  calculations: {
    total: { '*': [read('qty'), read('act.1.price')] },
    double: { '*': [read('calc.total'), 2] },
    spent: {
      '+': [read('total'), { reduce: [{ var: 'runs.2.total' }, { '+': [read('accumulator'), read('item')] }, 0] }],
    },
  },
  ...shows({ x: ['qty', 'total', 'double', 'site/street'], z: ['qty', 'double', 'spent'] }),
  routes: [
    { id: 'much', nextActionIds: [3], condition: { '>': [read('calc.total'), 100] } },
    { id: 'some', nextActionIds: [2], condition: { '>': [read('in.qty'), 5] } },
    { id: 'end', nextActionIds: [], isDefault: true },
  ],
};
const third = { ...asks({ done: num }) };
const definition = definitionOf([first, second, third]) as unknown as Definition;
const [one, two] = definition.actions as [Action, Action];

function seenRun(role: string, txId: string, action: Action, data: JsonObject): SeenRun {
  const layout = layoutOf(definition, action);
  const values = valuesOf(layout, data);
  const seen = new Map(
    layout.cells.filter((cell) => layout.classesOf(role).includes(cell.class)).map((cell) => [cell, values[cell.at]]),
  );
  return { txId, action: action.id, data: dataOf(layout, seen).data, has: isSeenIn(layout, seen) };
}

interface Made {
  readonly data: JsonObject;
  readonly next: readonly number[];
}

const FIRST = { price: 7, secret: 1 };

/** The parts that an honest sender commits. */
function honest(payload: Json, earlier: readonly JsonObject[] = []): Made {
  const runs = stateFor('y', earlier).runs;
  const executed = execute({ definition, actionId: '2', payload, facts: { runs, time: {} } });
  if (isFailure(executed)) throw new Error(JSON.stringify(executed));
  const { nextActions, routeId, reasonCode } = executed.decision;
  const route = decisionCell({ routeId, reasonCode: reasonCode as string });
  return { data: { ...executed.data, [ROUTE_MEMBER]: route }, next: nextActions.map(({ actionId }) => actionId) };
}

function stateFor(role: string, earlier: readonly JsonObject[]): RunState {
  return {
    runs: [seenRun(role, 'one', one, FIRST), ...earlier.map((data, i) => seenRun(role, `two ${i}`, two, data))],
    time: {},
  };
}

/** `rule: cells` of what a role finds violated, and its verdicts of members. */
function judged(role: string, made: Made, earlier: readonly JsonObject[] = []) {
  const layout = layoutOf(definition, two);
  const values = valuesOf(layout, made.data);
  const cells = layout.cells.filter((cell) => layout.classesOf(role).includes(cell.class));
  const { verdicts, members } = checkRun({
    ...{ definition, action: two, next: made.next },
    seen: new Map(cells.map((cell) => [cell, values[cell.at]])),
    state: stateFor(role, earlier),
  });
  const denied = verdicts.filter(({ verdict }) => verdict === 'violated');
  return {
    denied: denied.map(({ rule, cells: at }) => `${rule}: ${at.join(' ')}`),
    members: Object.fromEntries(members),
  };
}

const payload = { qty: 3, site: { street: 'Mill Lane', plot: 1 } };

describe('cells: checking a run', () => {
  it('is of a definition that may be published', () => {
    expect(
      isPublishable(checkBlueprint(definition as unknown as Json)),
      JSON.stringify(checkBlueprint(definition as unknown as Json)),
    ).to.equal(true);
  });

  it('verifies what the reader can compute, and takes the owner at its word for the rest', () => {
    const stated = { '/qty': 'stated', '/site/street': 'stated', '/total': 'stated' };
    expect(judged('x', honest(payload))).to.deep.equal({
      denied: [],
      members: { '/@route': 'verified', ...stated, '/double': 'verified', '/total': 'verified' },
    });
    // It does not see the total.
    const { denied, members } = judged('z', honest(payload));
    expect(denied).to.deep.equal([]);
    expect(members).to.deep.equal({ '/double': 'stated', '/qty': 'stated', '/spent': 'stated' });
  });

  it('never denies what an honest sender commits', () => {
    const qty = fc.integer({ min: -30, max: 30 });
    fc.assert(
      fc.property(fc.array(qty, { maxLength: 3 }), qty, (before, now) => {
        const earlier: JsonObject[] = [];
        for (const one of before) earlier.push(honest({ ...payload, qty: one }, earlier).data);
        const made = honest({ ...payload, qty: now }, earlier);
        for (const role of ['x', 'y', 'z']) expect(judged(role, made, earlier).denied).to.deep.equal([]);
        const { members } = judged('y', made, earlier);
        for (const pointer of ['/total', '/double', '/spent', '/@route'])
          expect(members[pointer], pointer).to.equal('verified');
      }),
      { numRuns: 60 },
    );
  });

  it('finds a calculated member that is wrong or missing', () => {
    const made = honest(payload);
    const lie = (change: JsonObject, without: readonly string[] = []) => {
      const data = { ...made.data, ...change };
      return { ...made, data: Object.fromEntries(Object.entries(data).filter(([name]) => !without.includes(name))) };
    };
    expect(judged('x', lie({ total: 22, double: 44 })).denied).to.deep.equal(['/calculations/total: /total']);
    expect(judged('x', lie({ double: 43 })).denied).to.deep.equal(['/calculations/double: /double']);
    expect(judged('x', lie({}, ['double'])).denied).to.deep.equal(['/calculations/double: /double']);
    expect(judged('z', lie({ double: 43 })).denied).to.deep.equal([]);
    expect(judged('x', lie({ total: 22, double: 44 })).members).to.include({
      '/total': 'violated',
      '/double': 'verified',
      '/qty': 'stated',
    });
    expect(judged('y', lie({ spent: 1 })).denied).to.deep.equal(['/calculations/spent: /spent']);
  });

  it('finds what breaks its schema, is not given, or stands in no object', () => {
    const made = honest(payload);
    const lie = (change: JsonObject) => ({ ...made, data: { ...made.data, ...change } });
    const text7 = lie({ qty: '7' });
    // The condition on it has no value, and another outcome needs it.
    expect(judged('z', text7).denied).to.deep.equal(['schema: /qty', '/routes: ']);
    expect(judged('x', lie({ site: { street: 5 } })).denied).to.deep.equal(['schema: /site/street']);
    expect(judged('x', lie({ site: { plot: 5 } })).denied).to.deep.equal(['schema: /site/street']);
    expect(judged('y', lie({ site: { plot: 5 } })).members['/site/street']).to.equal('violated');
    const { qty: _, ...none } = made.data;
    expect(judged('z', { ...made, data: none }).denied).to.include('schema: /qty');
    const layout = layoutOf(definition, two);
    const values = valuesOf(layout, made.data);
    const seen = new Map(layout.cells.map((cell) => [cell, cell.pointer === '/site' ? 'no object' : values[cell.at]]));
    const { verdicts } = checkRun({ definition, action: two, next: made.next, seen, state: stateFor('y', []) });
    expect(
      verdicts.filter(({ verdict }) => verdict === 'violated').map(({ rule, cells }) => `${rule}: ${cells}`),
    ).to.include('shape: /site/street');
  });

  it('finds a route that the data denies, and a decision that is not the public one', () => {
    const made = honest(payload);
    expect(made.next).to.deep.equal([]);
    expect(judged('x', { ...made, next: [3] }).denied).to.deep.equal(['/routes: /@route']);
    const route = (routeId: string, reasonCode: string) => ({
      ...made,
      data: { ...made.data, [ROUTE_MEMBER]: { routeId, reasonCode } },
    });
    expect(judged('x', route('some', 'ConditionMatched')).denied).to.deep.equal(['/routes: /@route']);
    // It sees one condition only, which cannot hold for this quantity.
    expect(judged('z', { ...made, next: [2] }).denied).to.deep.equal(['/routes: ']);
    expect(judged('z', { ...made, next: [3] }).denied).to.deep.equal([]);
    const many = honest({ ...payload, qty: 30 });
    expect(many.next).to.deep.equal([3]);
    expect(judged('x', many).denied).to.deep.equal([]);
    expect(judged('x', { ...many, next: [2] }).denied).to.deep.equal(['/routes: /@route']);
  });
});
