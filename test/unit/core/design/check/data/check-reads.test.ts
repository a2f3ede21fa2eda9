// Reports to a designer about the reads of rules in language 2: whether they surely find a value, and who sees it. The
// workflows of the review in which money went wrong are refused (issue 15, D7, D8, D19).
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import type { Definition } from '../../../../../../core/blueprint/definition/types.js';
import { resolveNames } from '../../../../../../core/blueprint/names/resolve.js';
import {
  about,
  asks,
  calculating,
  definitionOf,
  found,
  num,
  read,
  shows,
  to,
} from '../../../../../support/definitions/short-definitions.js';

/** The linter takes an object with this member, written out, for a promise. */
const THEN = 'then';

describe('names: values that are surely there', () => {
  const maybe = 'E BP_READ_MAYBE_ABSENT /actions/1/calculations/fee/var';

  it('asks for a default where a member is not required or an action need not have run', () => {
    expect(found(calculating(read('act.1.price')))).to.deep.equal([]);
    expect(found(calculating(read('act.1.note')))).to.deep.equal([maybe]);
    expect(found(calculating({ var: ['act.1.note', ''] }))).to.deep.equal([]);
    expect(found(calculating({ if: [{ has: 'act.1.note' }, 1, 2] }))).to.deep.equal([]);
    expect(found(calculating({ missing: ['act.1.note', 'in.qty'] }))).to.deep.equal([]);
    expect(found(calculating(read('act.2.qty')))).to.deep.equal([maybe]);
    expect(about(calculating(read('act.1.note')), 'BP_READ_MAYBE_ABSENT').message).to.equal(
      'act.1.note may be absent: the data schemas of action 1 do not require it. Give a default of its type: {"var": ["act.1.note", DEFAULT]}.',
    );
    expect(about(calculating(read('act.2.fee')), 'BP_READ_MAYBE_ABSENT').message).to.include(
      'it is that of an earlier run of action 2, and there may be none',
    );
  });

  it('follows choices, joins and rejections', () => {
    const choice = (rule: Json, last: JsonObject = {}): readonly string[] =>
      found([
        {
          ...asks({ a: num }),
          ...shows({ y: ['*'], z: ['*'] }),
          routes: [
            { nextActionIds: [2], condition: { '>': [read('a'), 1] } },
            { nextActionIds: [3], isDefault: true },
          ],
        },
        { ...asks({ b: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(4) },
        { ...asks({ c: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(4) },
        { calculations: { d: rule }, ...shows({ y: ['*'] }), ...last },
      ]);
    expect(choice(read('a'))).to.deep.equal([]);
    expect(choice(read('b'))).to.deep.equal(['E BP_READ_MAYBE_ABSENT /actions/3/calculations/d/var']);
    expect(choice({ var: ['b', 0] })).to.deep.equal([]);
    const forked = (last: JsonObject): readonly string[] =>
      found([
        { ...shows({ y: ['*'] }), ...to(2, 3) },
        { ...asks({ b: num }), ...shows({ y: ['*'] }), ...to(4) },
        { ...asks({ c: num }), ...shows({ y: ['*'] }), ...to(4) },
        { calculations: { d: { '+': [read('b'), read('c')] } }, ...shows({ y: ['*'] }), ...last },
      ]);
    expect(forked({ requiredPriorActions: [2, 3] })).to.deep.equal([]);
    expect(forked({ joins: { fork: 1 } })).to.deep.equal([]);
    expect(forked({ joins: { fork: 1, need: 1 } })).to.have.length(2);
    // A rejection is no run of its action: what it would have stated is not there where it leads on.
    const rejected = (target: number): readonly string[] =>
      found([
        { ...asks({ a: num }), ...shows({ y: ['*'] }), ...to(2) },
        { ...asks({ b: num }), ...shows({ y: ['*'] }), ...to(3), rejectionConfig: { targetActionId: target } },
        { calculations: { d: read('b') }, ...shows({ y: ['*'] }), ...to(4) },
        {},
      ]).filter((one) => one.startsWith('E'));
    expect(rejected(1)).to.deep.equal([]);
    expect(rejected(3)).to.deep.equal(['E BP_READ_MAYBE_ABSENT /actions/2/calculations/d/var']);
  });

  it('counts at a join of a fork on each branch that cannot end before it', () => {
    const joining = ({ routes = [{ nextActionIds: [4] }], join = {} }: { routes?: Json; join?: JsonObject }) =>
      found([
        { ...asks({ a: num }), ...shows({ y: ['*'] }), ...to(2, 3) },
        { ...asks({ b: num }), ...shows({ y: ['*'] }), routes },
        { ...asks({ c: num }), ...shows({ y: ['*'] }), ...to(4) },
        { ...join, joins: { fork: 1 }, ...shows({ y: ['*'] }), ...to(5) },
        { calculations: { d: read('b'), e: read('c') }, ...shows({ y: ['*'] }) },
      ]).filter((one) => one.startsWith('E'));
    const ends = [
      { nextActionIds: [4], condition: { '>': [read('b'), 1] } },
      { nextActionIds: [], isDefault: true },
    ];
    const silence = { timers: [{ id: 't', after: 'P1D', [THEN]: { nextActionIds: [5] } }] };
    expect(joining({})).to.deep.equal([]);
    expect(joining({ routes: ends })).to.deep.equal(['E BP_READ_MAYBE_ABSENT /actions/4/calculations/d/var']);
    // The timer of the join does not wait for the branches.
    expect(joining({ join: silence })).to.have.length(2);
  });

  it('counts on the items of a list that has them, and on the parts of an amount that is calculated', () => {
    const first = (rule: Json, minItems: number): readonly string[] =>
      found(
        calculating(rule, {
          first: {
            ...asks({
              lines: {
                type: 'array',
                minItems,
                items: { type: 'object', properties: { net: num }, required: ['net'] },
              },
            }),
            ...shows({ y: ['*'] }),
          },
        }),
      ).filter((one) => one.startsWith('E'));
    expect(first(read('act.1.lines.1.net'), 2)).to.deep.equal([]);
    expect(first(read('act.1.lines.2.net'), 2)).to.deep.equal([maybe]);
    expect(first(read('act.1.lines.0.net'), 0)).to.deep.equal([maybe]);
    const paid = { money: [{ var: 'act.1.price' }, 'EUR'] };
    const part = (gives: Json, name: string): readonly string[] =>
      found(
        [
          { ...asks({ price: { type: 'integer' } }), ...shows({ y: ['*'] }), ...to(2) },
          { calculations: { paid: gives }, ...shows({ y: ['*'], x: ['*'] }), ...to(3) },
          { sender: 'y', calculations: { fee: read(`act.2.paid.${name}`) }, ...shows({ x: ['*'] }) },
        ],
        { currencies: { EUR: 2 } },
      ).filter((one) => !one.startsWith('W BP_UNCHECKED'));
    expect(part(paid, 'amount')).to.deep.equal([]);
    expect(part(paid, 'currency')).to.deep.equal([]);
    expect(part({ if: [{ '>': [{ var: 'act.1.price' }, 1] }, paid] }, 'amount')).to.include(
      'E BP_READ_MAYBE_ABSENT /actions/2/calculations/fee/var',
    );
  });

  it('tells of a place that no number of items makes certain that it takes a default', () => {
    const places = (place: Json): string =>
      about(
        calculating(
          { at: [read('act.1.lines'), place] },
          { first: { ...asks({ lines: { type: 'array', minItems: 1, items: num } }), ...shows({ y: ['*'] }) } },
        ),
        'BP_TYPE_OPEN',
      ).message;
    expect(places(1)).to.match(/as value 3, or say minItems in the schema\.$/);
    expect(places(read('count.1'))).to.match(/as value 3\.$/);
  });

  it('asks it of the time before a first action, and not of lists and numbers of runs', () => {
    const first = (rule: Json): readonly string[] => found([{ calculations: { a: rule }, ...shows({ y: ['*'] }) }]);
    expect(first(read('time.previous'))).to.deep.equal(['E BP_READ_MAYBE_ABSENT /actions/0/calculations/a/var']);
    for (const name of ['time.opened', 'runs.1.a', 'count.1']) expect(first(read(name)), name).to.deep.equal([]);
  });

  it('looks at every action of a fact', () => {
    const second = { ...asks({ qty: num, price: num }, ['price']) };
    expect(found(calculating(read('fact.price'), { second }), { facts: { price: [1, 2] } })).to.deep.equal([maybe]);
    expect(found(calculating(read('fact.price')), { facts: { price: [2, 1] } })).to.deep.equal([
      'E BP_NAME_UNKNOWN /facts/price/0',
    ]);
  });
});

describe('names: roles that see what rules read', () => {
  it('refuses a rule whose sender does not see an operand', () => {
    const hidden = calculating(read('price'), { first: shows({ y: ['note'], z: ['*'] }) });
    expect(about(hidden, 'BP_READ_UNDISCLOSED')).to.include({
      severity: 'error',
      location: '/actions/1/calculations/fee/var',
      message: 'y does not see /price of action 1, which this rule reads: disclose it to y there, or leave price out.',
    });
    expect(about(hidden, 'BP_READ_UNDISCLOSED').needs).to.deep.equal({ role: 'y', action: 1, field: 'price' });
    expect(found(calculating({ has: 'price' }, { first: shows({ y: ['note'] }) }))).to.include(
      'E BP_READ_UNDISCLOSED /actions/1/calculations/fee/has',
    );
    const address = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const part = (name: string): readonly string[] =>
      found(calculating(read(name), { first: { ...asks({ address }), ...shows({ y: ['address/city'], x: ['*'] }) } }));
    expect(part('act.1.address.city').filter((one) => one.startsWith('E'))).to.deep.equal([]);
    expect(part('act.1.address').filter((one) => one.startsWith('E'))).to.deep.equal([
      'E BP_READ_UNDISCLOSED /actions/1/calculations/fee/var',
    ]);
  });

  it('tells which rules no other role can check, and refuses what checkedBy demands', () => {
    const alone = calculating({ '*': [read('price'), read('qty')] }, { second: shows({ x: ['fee'] }) });
    expect(about(alone, 'BP_UNCHECKED')).to.include({
      severity: 'warning',
      location: '/actions/1/calculations/fee',
      message:
        'Only y can check fee of action 2: no other role sees all that it reads and what it gives. Disclose that to one, or take its word.',
    });
    const demanded = (checkedBy: readonly string[], more: JsonObject = {}): readonly JsonObject[] =>
      calculating(
        { '*': [read('price'), read('qty')] },
        { second: { ...shows({ x: ['fee', 'qty'] }), ...more, checkedBy } },
      );
    expect(found(demanded(['x']))).to.deep.equal([]);
    expect(about(demanded(['z']), 'BP_UNCHECKED')).to.include({
      severity: 'error',
      message:
        'z cannot check fee, as checkedBy demands: it does not see /fee of action 2 and /qty of action 2. Disclose it, or leave z out.',
    });
    expect(found(demanded(['zz', 'y']))).to.deep.equal([
      'E BP_CHECKER_UNKNOWN /actions/1/checkedBy/0',
      'E BP_CHECKER_UNKNOWN /actions/1/checkedBy/1',
    ]);
  });

  it('tells whom a route tells what they do not see', () => {
    const routed = (routes: readonly JsonObject[], more: JsonObject = {}): readonly string[] =>
      found([{ ...asks({ value: num }), ...shows({ y: ['*'] }), routes, ...more }, { ...to() }, { ...to() }]);
    const test = { '>': [read('value'), 100_000] };
    const apart = [
      { nextActionIds: [2], condition: test },
      { nextActionIds: [3], isDefault: true },
    ];
    expect(routed(apart)).to.deep.equal(['W BP_ROUTE_TELLS /actions/0/routes/0/condition']);
    expect(routed(apart, { publicRoute: true })).to.deep.equal([]);
    expect(routed(apart, shows({ y: ['*'], z: ['*'] }))).to.deep.equal([]);
    const alike = [
      { nextActionIds: [2, 3], condition: test },
      { nextActionIds: [3, 2], isDefault: true },
    ];
    expect(routed(alike)).to.deep.equal([]);
    expect(routed([{ nextActionIds: [2, 3], condition: test }])).to.deep.equal([
      'E BP_ROUTE_NO_DEFAULT /actions/0/routes',
      'W BP_ROUTE_TELLS /actions/0/routes/0/condition',
    ]);
    expect(routed([{ nextActionIds: [2, 3], condition: test, end: true }])).to.deep.equal([
      'W BP_ROUTE_TELLS /actions/0/routes/0/condition',
    ]);
  });

  it('asks for one deadline where several routes lead to the same actions', () => {
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timed = { timers: [{ id: 'late', after: 'P8D', then: { nextActionIds: [] } }] };
    const test = { '>': [read('value'), 100_000] };
    const routed = (first: JsonObject, second: JsonObject): readonly string[] =>
      found([
        {
          ...asks({ value: num }),
          ...shows({ y: ['*'], z: ['*'] }),
          routes: [
            { nextActionIds: [2, 3], condition: test, ...first },
            { nextActionIds: [3, 2], isDefault: true, ...second },
          ],
        },
        { ...to(), ...timed },
        { ...to(), ...timed },
      ]);
    const [day, week] = [{ branchDeadline: 'P1D' }, { branchDeadline: 'P7D' }];
    expect(routed(day, day)).to.deep.equal([]);
    expect(routed(day, { branchDeadline: 'PT24H' })).to.deep.equal([]);
    expect(routed(day, week)).to.deep.equal(['E BP_ROUTE_DEADLINE /actions/0/routes/1/branchDeadline']);
    expect(routed(day, {})).to.deep.equal(['E BP_ROUTE_DEADLINE /actions/0/routes/1']);
    expect(routed({ ...day, nextActionIds: [2] }, { ...week, nextActionIds: [3] })).to.deep.equal([]);
  });
});

describe('names: the workflows of the review', () => {
  const undisclosed = [
    { ...asks({ price: num }), ...to(2) },
    {
      sender: 'y',
      ...asks({ fee: num }),
      calculations: { fee: { '*': [read('price'), 0.1] } },
      routes: [
        { id: 'q', nextActionIds: [1], condition: { '>': [read('pirce'), 100] } },
        { id: 'e', nextActionIds: [], isDefault: true },
      ],
    },
  ];

  it('refuse an operand that is not disclosed, and one that is mistyped', () => {
    expect(found(undisclosed).filter((one) => one.startsWith('E'))).to.deep.equal([
      'E BP_NAME_UNKNOWN /actions/1/routes/0/condition/>/0/var',
    ]);
    const typed = [undisclosed[0] as JsonObject, { ...undisclosed[1], routes: [] }];
    expect(found(typed).filter((one) => one.startsWith('E'))).to.deep.equal([
      'E BP_READ_UNDISCLOSED /actions/1/calculations/fee/*/0/var',
      // A product of numbers is a decimal, and the schema says number.
      'E BP_TYPE /actions/1/calculations/fee',
    ]);
  });

  it('add up in a loop what no payload can touch', () => {
    const routes = [
      { id: 'r', nextActionIds: [1], condition: { '<': [read('total'), 100] } },
      { id: 'e', nextActionIds: [], isDefault: true },
    ];
    const total = { '+': [{ var: ['total', 0] }, read('qty')] };
    const adding = [{ ...asks({ qty: num }), calculations: { total }, ...shows({ y: ['*'], z: ['*'] }), routes }];
    expect(found(adding)).to.deep.equal(['W BP_CYCLE /actions/0/routes']);
    const definition = definitionOf(adding) as unknown as Definition;
    const [calculation, condition] = resolveNames(definition, definition.actions[0] as Definition['actions'][0]).rules;
    expect(calculation?.names.get('qty')).to.deep.equal({ kind: 'in', path: ['qty'] });
    expect(calculation?.names.get('total')).to.deep.equal({ kind: 'act', action: 1, path: ['total'] });
    expect(condition?.names.get('total')).to.deep.equal({ kind: 'calc', path: ['total'] });
  });

  it('read the amount that the first party stated, whatever the second sends', () => {
    const small = { id: 'small', nextActionIds: [], isDefault: true };
    const override = [
      { ...asks({ amount: num }), ...shows({ y: ['amount'], z: ['amount'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ note: { type: 'string' } }),
        routes: [{ id: 'big', nextActionIds: [3], condition: { '>': [read('amount'), 1000] } }, small],
      },
      {},
    ];
    expect(found(override)).to.deep.equal([]);
    const definition = definitionOf(override) as unknown as Definition;
    const [condition] = resolveNames(definition, definition.actions[1] as Definition['actions'][0]).rules;
    expect(condition?.names.get('amount')).to.deep.equal({ kind: 'act', action: 1, path: ['amount'] });
  });
});
