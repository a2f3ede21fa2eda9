// The rules of language 2: what a name reads, that an absent operand or one of another type ends the evaluation, and
// that null is not 0.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Facts, Read } from '../../../../../core/blueprint/logic/facts.js';
import { logicBudget } from '../../../../../core/blueprint/logic/logic-values.js';
import {
  type ExecutableRule,
  evaluateCondition,
  evaluateRule,
} from '../../../../../core/blueprint/operators/evaluate.js';

const NAMES: readonly (readonly [string, Read])[] = [
  ['in.qty', { kind: 'in', path: ['qty'] }],
  ['in.note', { kind: 'in', path: ['note'] }],
  ['in.list', { kind: 'in', path: ['list'] }],
  ['in.rows', { kind: 'in', path: ['rows'] }],
  ['in.nothing', { kind: 'in', path: ['nothing'] }],
  ['in.address.city', { kind: 'in', path: ['address', 'city'] }],
  ['calc.total', { kind: 'calc', path: ['total'] }],
  ['act.7.price', { kind: 'act', action: 7, path: ['price'] }],
  ['act.9.price', { kind: 'act', action: 9, path: ['price'] }],
  ['runs.7.price', { kind: 'runs', action: 7, path: ['price'] }],
  ['runs.7.rare', { kind: 'runs', action: 7, path: ['rare'] }],
  ['runs.9.price', { kind: 'runs', action: 9, path: ['price'] }],
  ['count.7', { kind: 'count', action: 7 }],
  ['count.9', { kind: 'count', action: 9 }],
  ['fact.price', { kind: 'fact', actions: [7, 8], path: ['price'] }],
  ['fact.rare', { kind: 'fact', actions: [7, 8], path: ['rare'] }],
  ['time.opened', { kind: 'time', of: 'opened' }],
  ['time.previous', { kind: 'time', of: 'previous' }],
  ['item', { kind: 'item', path: [] }],
  ['item.price', { kind: 'item', path: ['price'] }],
  ['index', { kind: 'index', path: [] }],
  ['current', { kind: 'current', path: [] }],
  ['accumulator', { kind: 'accumulator', path: [] }],
];

const FACTS: Facts = {
  input: {
    qty: 3,
    note: '',
    list: [1, 2, 3],
    rows: [{ price: 1 }, {}],
    nothing: null,
    address: { street: 'High Street' },
  },
  calculated: { total: 12 },
  runs: [
    { txId: 'a', action: 7, data: { price: 10, rare: 'x' } },
    { txId: 'b', action: 8, data: { price: 11 } },
    { txId: 'c', action: 7, data: { price: 12 } },
  ],
  time: { opened: '2026-11-23T00:00:00.000Z' },
};

/** The rule as it is written: types are found elsewhere. */
const ruleOf = (rule: Json): ExecutableRule => ({ rule, names: new Map(NAMES), constants: {} });

/** The value of a rule, or the code that it ends with. */
function run(rule: Json, facts: Facts = FACTS): Json | string {
  const found = evaluateRule(ruleOf(rule), facts);
  return isFailure(found) ? found.issue.code : found;
}

const read = (name: string): JsonObject => ({ var: name });

/** The value of a rule of whole numbers, by the language of this test. */
function plainly(rule: Json): number | boolean {
  if (typeof rule === 'number') return rule;
  const [[name = '', args] = []] = Object.entries(rule as JsonObject);
  if (name === 'var') return args === 'in.qty' ? 3 : 12;
  const [a, b, c] = (args as readonly Json[]).map((one) => () => plainly(one)) as (() => never)[];
  const operators: Readonly<Record<string, () => number | boolean>> = {
    ...{ '+': () => a!() + b!(), '-': () => a!() - b!() + 0, '*': () => a!() * b!() + 0 },
    ...{ max: () => Math.max(a!(), b!()), min: () => Math.min(a!(), b!()) },
    ...{ '<': () => a!() < b!(), '<=': () => a!() <= b!(), '>': () => a!() > b!(), '>=': () => a!() >= b!() },
    ...{ '==': () => a!() === b!(), '!=': () => a!() !== b!(), '!': () => !a!() },
    ...{ and: () => a!() && b!(), or: () => a!() || b!(), if: () => (a!() ? b!() : c!()) },
  };
  return (operators[name] as () => number | boolean)();
}

describe('rules of language 2', () => {
  it('read facts by the action that stated them', () => {
    const values: readonly (readonly [string, Json])[] = [
      ['in.qty', 3],
      ['calc.total', 12],
      ['act.7.price', 12],
      ['runs.7.price', [10, 12]],
      ['runs.7.rare', ['x']],
      ['runs.9.price', []],
      ['count.7', 2],
      ['count.9', 0],
      ['fact.price', 12],
      ['time.opened', '2026-11-23T00:00:00.000Z'],
      ['in.nothing', null],
    ];
    for (const [name, value] of values) expect(run(read(name)), name).to.deep.equal(value);
    const amended = { ...FACTS, runs: [...FACTS.runs, { txId: 'd', action: 8, data: { price: 13 } }] };
    expect(run(read('fact.price'), amended)).to.equal(13);
    expect(run({ '+': [read('runs.7.price')] })).to.equal(22);
    expect(run({ '+': [read('runs.9.price')] })).to.equal(0);
  });

  it('end where an operand is not there, and name it with the run at fault', () => {
    for (const name of ['act.9.price', 'in.address.city', 'time.previous', 'fact.rare', 'item'])
      expect(run({ '+': [1, read(name)] }), name).to.equal('LOGIC_ABSENT');
    const [missing, none] = [read('fact.rare'), read('act.9.price')].map((rule) => evaluateRule(ruleOf(rule), FACTS));
    expect(missing).to.have.nested.property(
      'issue.message',
      'fact.rare is not there: what is seen here of run c of action 7 has no /rare. Where it may be absent, give a default of its type: {"var": ["fact.rare", DEFAULT]}. What was sealed before somebody held a role is not there until it is delivered.',
    );
    expect(none).to.have.nested.property('issue.message').that.includes('no run of action 9 is in force');
    // A name that publishing did not resolve reads nothing, whatever the payload holds.
    for (const name of ['qty', 'in.nope', '', 7, null, { cat: ['in.', 'qty'] }])
      expect(run({ var: name as Json }), JSON.stringify(name)).to.equal('LOGIC_INVALID');
  });

  it('take a default for what is absent, and only then', () => {
    expect(run({ var: ['act.9.price', 5] })).to.equal(5);
    expect(run({ var: ['act.7.price', 5] })).to.equal(12);
    expect(run({ var: ['in.nothing', 5] })).to.equal(null);
    expect(run({ var: ['act.9.price', { '+': [read('in.qty'), 1] }] })).to.equal(4);
    expect(run({ var: ['act.9.price', read('act.9.price')] })).to.equal('LOGIC_ABSENT');
    expect(run({ var: ['in.qty', read('act.9.price')] })).to.equal(3);
    expect(run({ if: [{ has: 'act.9.price' }, read('act.9.price'), 0] })).to.equal(0);
    expect(run({ has: 'in.nothing' })).to.equal(true);
    expect(run({ missing: ['in.qty', 'act.9.price', 'in.nothing', 'in.address.city'] })).to.deep.equal([
      'act.9.price',
      'in.address.city',
    ]);
    expect(run({ missing_some: [1, ['in.qty', 'act.9.price']] })).to.deep.equal([]);
    expect(run({ missing_some: [2, ['in.qty', 'act.9.price']] })).to.deep.equal(['act.9.price']);
  });

  it('refuse operands of other types: null, texts and truth are no numbers', () => {
    const mistyped: readonly Json[] = [
      { '+': [1, null] },
      { '+': [1, ''] },
      { '*': [1, true] },
      { '-': [1, '1'] },
      { max: [[1, 'a']] },
      { '<': [1, '2'] },
      { '<': ['1', 2] },
      { '>': [null, 0] },
      { '>=': [[1], [1]] },
      { '<': [true, false] },
      { if: [1, 2, 3] },
      { and: [true, 'yes'] },
      { or: [0, true] },
      { '!': [null] },
      { '!!': ['a'] },
      { cat: ['a', null] },
      { substr: [123, 1] },
      { substr: ['abc', 0.5] },
      { in: ['a', 5] },
      { in: [1, '123'] },
      { map: [5, read('item')] },
      { filter: [[1, 2], read('item')] },
      { all: [null, true] },
      { reduce: ['ab', 1, 0] },
    ];
    for (const rule of mistyped) expect(run(rule), JSON.stringify(rule)).to.equal('LOGIC_TYPE');
    expect(evaluateRule(ruleOf({ '+': [1, read('in.note')] }), FACTS)).to.have.nested.property(
      'issue.message',
      '"+" takes numbers, and in.note is a text.',
    );
  });

  it('compare equal only what is equal in type and value', () => {
    for (const [a, b] of [
      [0, null],
      [0, ''],
      [1, true],
      [1, '1'],
      [[], ''],
      [null, false],
    ] as const)
      expect(run({ '==': [a, b] }), JSON.stringify([a, b])).to.equal(false);
    expect(run({ '==': [null, null] })).to.equal(true);
    expect(
      run({
        '!=': [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      }),
    ).to.equal(false);
    expect(run({ in: [2, read('in.list')] })).to.equal(true);
    expect(run({ in: ['2', read('in.list')] })).to.equal(false);
  });

  it('keep the names of the action inside of list operators', () => {
    expect(run({ map: [read('in.rows'), read('index')] })).to.deep.equal([0, 1]);
    expect(run({ map: [read('in.list'), { '*': [read('item'), read('in.qty')] }] })).to.deep.equal([3, 6, 9]);
    expect(run({ filter: [read('in.list'), { '>': [read('item'), read('index')] }] })).to.deep.equal([1, 2, 3]);
    const sum = { '+': [read('current'), read('accumulator')] };
    expect(run({ reduce: [read('in.list'), sum, 100] })).to.equal(106);
    expect(run({ map: [read('in.rows'), { var: ['item.price', 0] }] })).to.deep.equal([1, 0]);
    expect(run({ map: [read('in.rows'), read('item.price')] })).to.equal('LOGIC_ABSENT');
    const over = { '>': [read('item'), 2] };
    expect(
      [{ all: [read('in.list'), over] }, { some: [read('in.list'), over] }, { none: [[], over] }].map((rule) =>
        run(rule),
      ),
    ).to.deep.equal([false, true, true]);
    expect(run({ all: [[], over] })).to.equal(false);
  });

  it('choose by truth, and evaluate no more than they need', () => {
    expect(run({ if: [false, read('act.9.price'), true, 2, read('act.9.price')] })).to.equal(2);
    expect(run({ and: [true, { '>': [2, 1] }] })).to.equal(true);
    expect(run({ and: [false, read('act.9.price')] })).to.equal(false);
    expect(run({ or: [true, read('act.9.price')] })).to.equal(true);
    expect(run({ and: [] })).to.equal('LOGIC_INVALID');
    expect(run({ oder: [true] })).to.equal('LOGIC_INVALID');
    expect(evaluateCondition(ruleOf({ '>': [read('in.qty'), 2] }), FACTS)).to.equal(true);
    expect(evaluateCondition(ruleOf(read('in.qty')), FACTS)).to.have.nested.property('issue.code', 'LOGIC_TYPE');
    expect(evaluateCondition(ruleOf(read('act.9.price')), FACTS)).to.have.nested.property('issue.code', 'LOGIC_ABSENT');
  });

  it('find what whole numbers give', () => {
    const number = fc.integer({ min: -50, max: 50 });
    const { value } = fc.letrec<{ value: Json; test: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        number,
        fc.constantFrom(read('in.qty'), read('calc.total')),
        fc
          .tuple(fc.constantFrom('+', '-', '*', 'max', 'min'), tie('value'), tie('value'))
          .map(([op, a, b]) => ({ [op]: [a, b] })),
        fc.tuple(tie('test'), tie('value'), tie('value')).map((args) => ({ if: args })),
      ),
      test: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc
          .tuple(fc.constantFrom('<', '<=', '>', '>=', '==', '!='), tie('value'), tie('value'))
          .map(([op, a, b]) => ({ [op]: [a, b] })),
        fc.tuple(fc.constantFrom('and', 'or'), tie('test'), tie('test')).map(([op, a, b]) => ({ [op]: [a, b] })),
        tie('test').map((test) => ({ '!': [test] })),
      ),
    }));
    fc.assert(
      fc.property(value, (rule) => {
        expect(evaluateRule(ruleOf(rule), FACTS)).to.equal(plainly(rule));
      }),
      { numRuns: 500 },
    );
  });

  it('end within their budget, whatever the rule', () => {
    const pieces = fc.letrec<{ rule: Json }>((tie) => ({
      rule: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<Json>(1, '', null, true, 'abc', read('in.list'), read('item'), read('act.9.price')),
        fc.array(tie('rule'), { maxLength: 4 }),
        fc
          .tuple(
            fc.constantFrom(
              'map',
              'filter',
              'reduce',
              'all',
              'var',
              'cat',
              'merge',
              '+',
              '<',
              'if',
              'substr',
              'in',
              'missing',
            ),
            fc.array(tie('rule'), { maxLength: 3 }),
          )
          .map(([op, args]) => ({ [op]: args })),
      ),
    }));
    fc.assert(
      fc.property(pieces.rule, (rule) => {
        const budget = logicBudget();
        const { steps } = budget;
        const found = evaluateRule(ruleOf(rule), FACTS, budget);
        expect(budget.steps).to.be.lessThan(steps);
        if (!isFailure(found)) expect(found).to.not.equal(undefined);
      }),
      { numRuns: 500 },
    );
    const doubling: Json = {
      reduce: [Array.from({ length: 60 }, () => 1), { cat: [read('accumulator'), read('accumulator')] }, 'ab'],
    };
    expect(run(doubling)).to.equal('LOGIC_LIMIT');
    const runs = Array.from({ length: 2000 }, (_, i) => ({ txId: String(i), action: 7, data: { price: 1 } }));
    const many: Json = Array.from({ length: 100 }, () => ({ '+': [read('runs.7.price')] }));
    expect(run(many, { ...FACTS, runs })).to.equal('LOGIC_LIMIT');
  });
});
