// Names of rules of language 1: each is written in full by its place and by who states the member, or asked about.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import type { Executed } from '../../../../../core/blueprint/execution/execute.js';
import { lift } from '../../../../../core/design/lift/lift.js';
import { runTask } from '../../../../../core/design/task.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';

const whole = { type: 'integer' };
const lines = { type: 'array', items: { type: 'object', required: ['amount'], properties: { amount: whole } } };

function language1(actions: readonly JsonObject[], more?: JsonObject): JsonObject {
  const { language: _, ...rest } = definitionOf(actions, more);
  return rest;
}

const errorsOf = (text: JsonObject): readonly string[] =>
  lift(text).findings.flatMap(({ severity, code, location }) => (severity === 'error' ? [`${code} ${location}`] : []));

const changesOf = (text: JsonObject): readonly string[] =>
  lift(text).changes.map(({ location, message }) => `${location} ${message.split(':')[0]}`);

function calculationsOf(text: JsonObject, i: number): JsonObject | undefined {
  const { actions } = lift(text).definition as unknown as Definition;
  return actions[i]?.calculations;
}

/** A text of one action that is given an amount and lines, with a rule. */
const ofLines = (rule: Json, more: JsonObject = {}): JsonObject =>
  language1([{ ...asks({ amount: whole, lines }), calculations: { made: rule }, ...to(), ...more }]);

describe('core/design/lift/lift-rules', () => {
  it('reads the item inside of a list operator, and discloses no member in its place', () => {
    const over = read('lines');
    const inner = { '>': [read('amount'), 3] };
    for (const [rule, expected] of [
      [{ map: [over, read('amount')] }, { map: [read('in.lines'), read('item.amount')] }],
      [{ some: [over, read('')] }, { some: [read('in.lines'), read('item')] }],
      [
        { map: [{ filter: [over, inner] }, read('amount')] },
        { map: [{ filter: [read('in.lines'), { '>': [read('item.amount'), 3] }] }, read('item.amount')] },
      ],
      [
        { reduce: [over, { '+': [read('accumulator'), read('current.amount')] }, read('amount')] },
        { reduce: [read('in.lines'), { '+': [read('accumulator'), read('current.amount')] }, read('in.amount')] },
      ],
    ] as const)
      expect(calculationsOf(ofLines(rule), 0)).to.deep.equal({ made: expected });
    const definition = ofLines({ map: [over, read('amount')] }, shows({ y: ['made'] }));
    const data = { amount: 777, lines: [{ amount: 1 }] };
    const shown = runTask({ kind: 'disclose', definition, draft: true, actionId: '1', data }, () => undefined);
    const { disclosures } = shown as Executed;
    expect(disclosures.find(({ participantId }) => participantId === 'y')?.data).to.deep.equal({ made: [1] });
  });

  it('asks about names inside of a list operator that both languages have, and those that language 2 has not', () => {
    for (const name of ['item.amount', 'in.amount']) {
      const text = ofLines({ map: [read('lines'), read(name)] });
      expect(errorsOf(text)).to.deep.equal(['BP_READ_MAYBE_ABSENT /actions/0/calculations/made/map/1/var']);
      expect(JSON.stringify(lift(text).questions)).to.match(/alone language 1 read/);
    }
    for (const name of ['', 'amount', 'item.amount', 'index', 'in.amount', 'act.1.amount', 'currently'])
      for (const fallback of [[], [5]]) {
        const total = { '+': [read('accumulator'), { var: [name, ...fallback] }] };
        expect(errorsOf(ofLines({ reduce: [read('lines'), total, 0] })), name).to.have.length(1);
      }
  });

  it('decides the same whatever else the text has: facts, many names, or members that are called as a prefix', () => {
    const second = (calculations: JsonObject) => ({ ...asks({ price: whole }), calculations, ...to() });
    const first = { ...asks({ price: whole }), ...to(2) };
    const total = { '*': [read('price'), 2] };
    const many = { '+': Array.from({ length: 210 }, () => read('price')) };
    expect(calculationsOf(language1([first, second({ many, total })]), 1)?.total).to.deep.equal({
      '*': [read('in.price'), 2],
    });
    const facts = language1([first, second({ total })], { facts: { price: [1] } });
    expect(calculationsOf(facts, 1)).to.deep.equal({ total: { '*': [read('in.price'), 2] } });
    const named = language1([
      { ...asks({ item: whole, in: whole }), calculations: { s: { '+': [read('item'), read('in')] } } },
    ]);
    expect(calculationsOf(named, 0)).to.deep.equal({ s: { '+': [read('in.item'), read('in.in')] } });
    const missing = language1([first, second({ gaps: { missing: ['price'] } })]);
    expect(calculationsOf(missing, 1)).to.deep.equal({ gaps: { missing: ['in.price'] } });
  });

  it('reads of an own calculation the run before, and the other calculations of this one', () => {
    const calculations = { sum: { '+': [read('sum'), read('twice')] }, twice: { '*': [read('n'), 2] } };
    expect(calculationsOf(language1([{ ...asks({ n: whole }), calculations, ...to() }]), 0)).to.deep.equal({
      sum: { '+': [{ var: ['act.1.sum', 0] }, read('calc.twice')] },
      twice: { '*': [read('in.n'), 2] },
    });
  });

  it('reads the earlier value where the own member is absent, and asks where that is not certain', () => {
    const first = { ...asks({ discount: whole }), ...to(2) };
    const net = { '-': [100, read('discount')] };
    const second = { ...asks({ discount: whole }, ['discount']), calculations: { net }, ...to() };
    const text = language1([first, second]);
    const own = { var: ['in.discount', read('act.1.discount')] };
    expect(errorsOf(text)).to.deep.equal([]);
    expect(calculationsOf(text, 1)).to.deep.equal({ net: { '-': [100, own] } });
    const previous = { 1: { discount: 30 } };
    for (const [data, expected] of [
      [{}, 70],
      [{ discount: 5 }, 95],
    ] as const) {
      const run = runTask(
        { kind: 'calculate', definition: text, draft: true, actionId: '2', data, previous },
        () => undefined,
      );
      expect(run).to.have.nested.property('data.net', expected);
    }
    const maybe = { ...asks({ discount: whole }, ['discount']), ...to(2) };
    const doubts = [
      // The second may run again, and then its own earlier value stood; the first need not state it.
      [first, { ...second, ...to(2) }],
      [{ ...maybe, ...to(1, 2) }, second],
      [first, { ...maybe, ...to(3) }, { calculations: { net }, ...to() }],
    ];
    for (const actions of doubts) {
      const asked = language1(actions);
      expect(errorsOf(asked)).to.satisfy((all: readonly string[]) =>
        all.some((one) => /^BP_READ_MAYBE_ABSENT .*net/.test(one)),
      );
      expect(JSON.stringify(lift(asked).questions)).to.match(/an older value stood/);
    }
    // A default of the author does not answer it.
    const withDefault = { '-': [100, { var: ['discount', 1] }] };
    const stated = language1([first, { ...second, calculations: { net: withDefault }, ...to(2) }]);
    expect(lift(stated).questions.map(({ location }) => location)).to.include('/actions/1/calculations/net');
  });

  it('gives an absent value the default that counts as null did, or none where no value does', () => {
    const schemas = { n: whole, t: { type: 'string' }, b: { type: 'boolean' }, list: { type: 'array', items: whole } };
    const rows: readonly (readonly [Json, Json | undefined])[] = [
      [{ '==': [read('n'), 0] }, false],
      [{ '!=': [read('n'), 0] }, true],
      [{ '==': [read('n'), null] }, true],
      [{ '===': [read('t'), ''] }, false],
      [{ '==': [{ if: [true, read('n'), 1] }, 0] }, false],
      [{ '==': [{ var: ['n', read('n')] }, 0] }, false],
      [{ in: [read('n'), [0, 1]] }, false],
      [{ merge: [read('n'), [1]] }, [null, 1]],
      [{ '+': [read('n'), 1] }, 1],
      [{ '+': [{ if: [true, read('n'), 1] }, 1] }, 1],
      [{ '<': [read('n'), 1] }, true],
      [{ cat: [read('t'), 'x'] }, 'x'],
      [{ or: [read('b'), true] }, true],
      [{ map: [read('list'), read('')] }, []],
      // As a text null is empty, and a number is not; a text came neither before nor behind null.
      [{ cat: [read('n'), 'x'] }, undefined],
      [{ '<': [read('t'), 'x'] }, undefined],
      // A list had a length; it has items by their place.
      [{ var: ['list.length', 0] }, undefined],
    ];
    for (const [rule, expected] of rows) {
      const definition = language1([{ ...asks(schemas, Object.keys(schemas)), calculations: { made: rule }, ...to() }]);
      const task = { kind: 'calculate', definition, draft: true, actionId: '1', data: {} } as const;
      const run = runTask(task, () => undefined);
      if (expected === undefined) expect(errorsOf(definition), JSON.stringify(rule)).to.have.length(1);
      else expect(run, JSON.stringify(rule)).to.have.deep.nested.property('data.made', expected);
    }
  });

  it('asks where null had the default of a name, and about "missing", which named null and empty texts too', () => {
    const schemas = { maybe: { type: ['integer', 'null'] }, open: {}, n: whole };
    const asked = (rule: Json) => {
      const { findings, questions } = lift(language1([{ ...asks(schemas), calculations: { made: rule }, ...to() }]));
      expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
      return questions.map(({ message }) => message.split(' ').slice(0, 4).join(' '));
    };
    for (const [rule, expected] of [
      [{ var: ['maybe', 5] }, ['in.maybe may be null,']],
      [{ var: ['open', 5] }, ['in.open may be null,']],
      [{ var: ['n', 5] }, []],
      [{ missing: ['n'] }, ['"missing" gave short names,']],
      [{ missing_some: [1, ['n']] }, ['"missing" gave short names,']],
    ] as const)
      expect(asked(rule), JSON.stringify(rule)).to.deep.equal(expected);
  });

  it('lifts divisions inside of divisions, and as many as there are', () => {
    const nested = Array.from({ length: 9 }).reduce<Json>((rule) => ({ '/': [rule, 2] }), read('n'));
    const many = { '+': Array.from({ length: 110 }, () => ({ '/': [read('n'), 3] })) };
    const text = language1([{ ...asks({ n: whole }), calculations: { many, more: many, nested }, ...to() }]);
    expect(errorsOf(text)).to.deep.equal([]);
    expect(JSON.stringify(lift(text).definition)).to.not.contain('"/"');
  });

  it('tells where a calculated number is compared or written, and leaves an empty "and" to the author', () => {
    const sum = { '+': [read('n'), 1] };
    const rules = {
      sum,
      is: { '==': [read('sum'), 3] },
      not: { '!=': [3, sum] },
      under: { '<': [sum, 3] },
      text: { cat: [sum] },
      plain: { '==': [read('n'), 3] },
      half: { '*': [read('n'), 0.5] },
    };
    const text = language1([{ ...asks({ n: whole }), calculations: rules, ...to() }]);
    const told = changesOf(text).filter((one) => one.includes('is exact'));
    expect(told.map((one) => one.split(' ')[0])).to.deep.equal([
      '/actions/0/calculations/is',
      '/actions/0/calculations/not',
      '/actions/0/calculations/under',
      '/actions/0/calculations/text',
    ]);
    expect(changesOf(text)).to.include(
      '/actions/0/calculations/half half is an exact decimal, written as a text such as "12.50".',
    );
    for (const name of ['and', 'or'])
      expect(errorsOf(ofLines({ [name]: [] }))).to.deep.equal([`BP_TYPE /actions/0/calculations/made/${name}`]);
  });
});
