// JSON Logic beyond the public suite: where it refuses, what it cannot see, and that no rule and no data makes it
// expensive.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Json } from '../../../../../core/base/json.js';
import {
  LOGIC_DEPTH_MAX,
  LOGIC_NODES_MAX,
  LOGIC_OUTPUT_MAX,
  LOGIC_STEPS_MAX,
} from '../../../../../core/base/limits/ledger/definitions.js';
import { isFailure } from '../../../../../core/base/result.js';
import { checkLogic, evaluate } from '../../../../../core/blueprint/logic/logic.js';
import { readsOf, readsOnly } from '../../../../../core/blueprint/logic/logic-reads.js';
import { logicBudget } from '../../../../../core/blueprint/logic/logic-values.js';

function run(rule: Json, data: Json = {}): unknown {
  const found = evaluate(rule, data);
  return isFailure(found) ? found.issue.code : found;
}

describe('logic', () => {
  it('has no value where a number is missing, instead of a wrong one', () => {
    for (const rule of [
      { '+': ['x', 1] },
      { '/': [1, 0] },
      { '%': [1, 0] },
      { '*': [1e308, 10] },
      { max: [] },
      { '-': [] },
      { '+': [{ var: 'o' }, 1] },
      { '<': [1] },
      { cat: [{ var: 'o' }] },
      { missing_some: [1, 'a'] },
      { substr: ['😀', 0, 1] },
      { log: 'x' },
      { now: [] },
      { constructor: [] },
    ] as Json[])
      expect(run(rule, { o: { a: 1 } }), JSON.stringify(rule)).to.equal('LOGIC_INVALID');
  });

  it('reads null as 0, and lists that the data holds as the arguments of a sum', () => {
    const data = { n: [3, 4, 5], t: '7' };
    expect(
      [{ '+': [null, 1] }, { '+': { var: 'n' } }, { max: { var: 'n' } }, { '*': [{ var: 't' }, true] }].map((r) =>
        run(r as Json, data),
      ),
    ).to.deep.equal([1, 12, 5, 7]);
    expect(Object.is(run({ '*': [-1, 0] }), 0)).to.equal(true);
  });

  it('compares like JavaScript, and structures by what they hold', () => {
    const is = (rule: Json) => run(rule, { a: { x: [1] }, b: { x: [1] }, c: { x: [2] } });
    expect([
      is({ '==': [{ var: 'a' }, { var: 'b' }] }),
      is({ '===': [{ var: 'a' }, { var: 'c' }] }),
      is({ '==': [null, 0] }),
      is({ '==': [null, null] }),
      is({ '==': [[1], 1] }),
      is({ '==': ['1', true] }),
      is({ '==': [{ var: 'a' }, '[object Object]'] }),
      is({ '<': ['10', '9'] }),
      is({ '<': ['10', 9] }),
      is({ '>': [3, 2, 1] }),
      is({ '>=': ['x', 1] }),
      is({ in: [[1], [[1]]] }),
    ]).to.deep.equal([true, false, false, true, true, true, false, true, false, true, false, true]);
  });

  it('evaluates only the branch that is taken', () => {
    const bad = { '+': ['x', 1] };
    expect(run({ if: [true, 1, bad] })).to.equal(1);
    expect(run({ and: [false, bad] })).to.equal(false);
    expect(run({ or: ['yes', bad] })).to.equal('yes');
    expect(run({ some: [[1, 'x'], { '>': [{ '+': [{ var: '' }] }, 0] }] })).to.equal(true);
  });

  it('cannot see what objects inherit', () => {
    for (const path of [
      'constructor',
      'constructor.name',
      '__proto__',
      '__proto__.toString',
      'a.constructor',
      'toString',
    ])
      expect(run({ var: path }, { a: [] }), path).to.equal(null);
    expect(run({ var: '__proto__.x' }, JSON.parse('{"__proto__": {"x": 5}}') as Json)).to.equal(5);
    expect(run({ missing: ['toString', 'a'] }, { a: 1 })).to.deep.equal(['toString']);
  });

  it('ends before it is expensive', () => {
    const doubling = { reduce: [{ var: 'n' }, { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'x'] };
    expect(run(doubling, { n: Array.from({ length: 26 }, () => 0) })).to.equal('LOGIC_LIMIT');
    const sharing = { reduce: [{ var: 'n' }, [{ var: 'accumulator' }, { var: 'accumulator' }], 'x'] };
    expect(run(sharing, { n: Array.from({ length: 40 }, () => 0) })).to.equal('LOGIC_LIMIT');
    const nesting = { reduce: [{ var: 'n' }, [{ var: 'accumulator' }], 'x'] };
    expect(run(nesting, { n: Array.from({ length: 90 }, () => 0) })).to.equal('LOGIC_INVALID');
    const inside = { map: [{ var: 'n' }, { map: [[1, 2, 3, 4, 5, 6, 7, 8], 1] }] };
    expect(run(inside, { n: Array.from({ length: 50_000 }, () => 0) })).to.equal('LOGIC_LIMIT');
    expect(run({ in: [`${'a'.repeat(300)}b`, { var: 't' }] }, { t: 'a'.repeat(1_000_000) })).to.equal('LOGIC_INVALID');
    expect(run({ in: ['aab', { var: 't' }] }, { t: 'a'.repeat(10_000) })).to.equal(false);
    expect(run({ var: '' }, 'x'.repeat(LOGIC_OUTPUT_MAX + 1))).to.equal('LOGIC_LIMIT');
    let deep: Json = 1;
    for (let i = 0; i < 5000; i++) deep = { '!': [deep] };
    expect(run(deep)).to.equal('LOGIC_LIMIT');
    expect(checkLogic(deep).map(({ code }) => code)).to.deep.equal(['LOGIC_LIMIT']);
  });

  it('shares one budget among rules', () => {
    const budget = logicBudget();
    budget.steps = 10;
    expect(evaluate({ '+': [1, 2] }, {}, budget)).to.equal(3);
    expect(evaluate({ '+': [1, 2] }, {}, budget)).to.have.nested.property('issue.code', 'LOGIC_LIMIT');
  });

  it('is checked before it is published, with the place of each fault', () => {
    const codes = (rule: Json) => checkLogic(rule, '/c').map(({ code, path }) => `${code} ${path}`);
    expect(codes({ and: [{ '>': [{ var: 'a' }, 1] }, { oder: [1] }] })).to.deep.equal(['LOGIC_INVALID /c/and/1/oder']);
    expect(codes({ log: 1 })).to.deep.equal(['LOGIC_INVALID /c/log']);
    expect(codes({ a: 1, b: 2 })).to.deep.equal([]);
    expect(codes(Array.from({ length: LOGIC_NODES_MAX }, () => 1))).to.deep.equal(['LOGIC_LIMIT /c']);
    let deep: Json = 1;
    for (let i = 0; i <= LOGIC_DEPTH_MAX; i++) deep = [deep];
    expect(codes(deep)).to.deep.equal(['LOGIC_LIMIT /c']);
    expect(checkLogic({ iff: [] })[0]?.message).to.contain('did you mean if');
  });

  it('tells which fields a rule reads, never fewer', () => {
    const reads = (rule: Json) => {
      const { fields, whole } = readsOf(rule);
      return [[...fields].sort().join(), whole];
    };
    expect(reads({ '+': [{ var: 'a.b' }, { var: ['c', { var: 'd' }] }, { missing: ['e', 'f.g'] }] })).to.deep.equal([
      'a,c,d,e,f',
      false,
    ]);
    expect(reads({ map: [{ var: 'list' }, { var: 'inner' }] })).to.deep.equal(['list', false]);
    expect(reads({ reduce: [{ var: 'list' }, { var: 'accumulator' }, { var: 'start' }] })).to.deep.equal([
      'list,start',
      false,
    ]);
    expect(reads({ var: '' })).to.deep.equal(['', true]);
    expect(reads({ var: [{ cat: ['a', 'b'] }] })).to.deep.equal(['', true]);
    expect(reads({ missing: { merge: ['a', []] } })).to.deep.equal(['', true]);
    expect([
      readsOnly({ var: 'a' }, (f) => f === 'a'),
      readsOnly({ var: 'b' }, (f) => f === 'a'),
      readsOnly({ var: '' }, () => true),
    ]).to.deep.equal([true, false, false]);
  });
});

/** Rules made of the real operators, with arguments of any kind. */
const names = [
  'var',
  'if',
  'and',
  'or',
  '!',
  '==',
  '<',
  '+',
  '-',
  '*',
  '/',
  '%',
  'max',
  'cat',
  'substr',
  'in',
  'merge',
  'missing',
  'missing_some',
  'map',
  'filter',
  'reduce',
  'all',
  'some',
  'none',
  'nope',
  '__proto__',
];
const paths = fc.constantFrom(
  '',
  'a',
  'b.c',
  'list',
  'current',
  'accumulator',
  '__proto__',
  'constructor.name',
  'text',
);
const { rule } = fc.letrec<{ rule: Json }>((tie) => ({
  rule: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    paths as fc.Arbitrary<Json>,
    fc.integer() as fc.Arbitrary<Json>,
    paths.map((path): Json => ({ var: path })),
    fc
      .tuple(fc.constantFrom(...names), fc.array(tie('rule'), { maxLength: 4 }))
      .map(([name, args]): Json => Object.fromEntries([[name, args]])),
  ),
}));
const data = fc.record({
  a: fc.jsonValue(),
  b: fc.jsonValue(),
  list: fc.array(fc.jsonValue(), { maxLength: 8 }),
  text: fc.string(),
}) as fc.Arbitrary<Json>;

describe('logic, with hostile rules', () => {
  it('makes the names of large objects once, however often they are compared', () => {
    let asked = 0;
    const counting = (members: number) =>
      new Proxy(Object.fromEntries(Array.from({ length: members }, (_, i) => [`name${i}`, 0])), {
        ownKeys(of) {
          asked++;
          return Reflect.ownKeys(of);
        },
      });
    const data = { x: counting(100), y: counting(101) };
    const rule = { or: Array.from({ length: 50 }, () => ({ '==': [{ var: 'x' }, { var: 'y' }] })) };
    expect(evaluate(rule, data)).to.equal(false);
    expect(asked).to.equal(2);
  });

  it('gives a value or an issue within its bounds, the same each time', () => {
    fc.assert(
      fc.property(rule, data, (hostile, input) => {
        const before = JSON.stringify(input);
        const budget = logicBudget();
        const found = evaluate(hostile, input, budget);
        expect(JSON.stringify(evaluate(hostile, input))).to.equal(JSON.stringify(found));
        expect(JSON.stringify(input)).to.equal(before);
        expect(budget.steps).to.be.at.most(LOGIC_STEPS_MAX);
        if (isFailure(found)) expect(found.issue.code).to.match(/^LOGIC_(INVALID|LIMIT)$/);
        else expect(JSON.stringify(found).length).to.be.below(LOGIC_OUTPUT_MAX * 8);
      }),
      { numRuns: 500 },
    );
  });

  it('never takes a published rule for one with an unknown operator', () => {
    fc.assert(
      fc.property(rule, data, (hostile, input) => {
        fc.pre(checkLogic(hostile).length === 0);
        const found = evaluate(hostile, input);
        if (isFailure(found)) expect(found.issue.message).to.not.contain('operator');
      }),
      { numRuns: 300 },
    );
  });
});
