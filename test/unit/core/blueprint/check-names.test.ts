// What a designer is told about names in language 2: what a payload may hold, what each rule reads, who sees it, and whether it is surely there. The workflows of
// the review in which money went wrong are refused (issue 15, D7, D8, D19).
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { checkBlueprint, isPublishable } from '../../../../core/blueprint/check.js';
import type { Finding } from '../../../../core/blueprint/finding.js';
import { resolvedOf } from '../../../../core/blueprint/names/resolve.js';
import type { Definition } from '../../../../core/blueprint/types.js';

/** Spelled so, because an object with such a member looks like a promise to the linter. */
const THEN = 'then';
const num = { type: 'number' };
const read = (name: string): JsonObject => ({ var: name });
const asks = (properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  dataSchemas: [
    {
      type: 'object',
      properties,
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
      additionalProperties: false,
    },
  ],
});
const shows = (told: Readonly<Record<string, readonly string[]>>): JsonObject => ({
  disclosures: Object.entries(told).map(([participantAddress, names]) => ({
    participantAddress,
    dataPointers: names.map((name) => `/${name}`),
  })),
});
const to = (...nextActionIds: readonly number[]): JsonObject => ({ routes: [{ id: 'r', nextActionIds }] });

function definitionOf(actions: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    language: 2,
    title: 'Probe',
    description: 'Probe of the language.',
    participants: [{ id: 'x' }, { id: 'y' }, { id: 'z' }],
    actions: actions.map((action, i) => ({ id: i + 1, sender: 'x', isStartingAction: i === 0, ...action })),
    ...more,
  };
}

function found(actions: readonly JsonObject[], more?: JsonObject): readonly string[] {
  return checkBlueprint(definitionOf(actions, more)).map(
    ({ severity, code, location }) => `${severity === 'error' ? 'E' : 'W'} ${code} ${location}`,
  );
}

function about(actions: readonly JsonObject[], code: string, more?: JsonObject): Finding {
  const findings = checkBlueprint(definitionOf(actions, more));
  const one = findings.find((finding) => finding.code === code);
  expect(one, `${code} among ${JSON.stringify(findings)}`).to.not.equal(undefined);
  return one as Finding;
}

/** Two actions: the first states a price, and the second calculates. */
function calculating(
  rule: Json,
  more: { readonly first?: JsonObject; readonly second?: JsonObject } = {},
): readonly JsonObject[] {
  return [
    {
      ...asks({ price: num, note: { type: 'string' } }, ['note']),
      ...shows({ y: ['*'], z: ['*'] }),
      ...to(2),
      ...more.first,
    },
    {
      sender: 'y',
      ...asks({ qty: num }),
      calculations: { fee: rule },
      ...shows({ x: ['*'], z: ['*'] }),
      ...more.second,
    },
  ];
}

describe('names: what a payload may hold', () => {
  it('refuses a root that takes what it does not name, also in a branch', () => {
    const open = (schema: JsonObject): readonly string[] => found([{ dataSchemas: [schema] }]);
    expect(open({ type: 'object', additionalProperties: num })).to.deep.equal([
      'E BP_SCHEMA_OPEN /actions/0/dataSchemas/0/additionalProperties',
    ]);
    expect(open({ patternProperties: { '^a': num } })).to.deep.equal([
      'E BP_SCHEMA_OPEN /actions/0/dataSchemas/0/patternProperties',
    ]);
    expect(open({ $ref: '#/$defs/a', $defs: { a: { anyOf: [{}, { additionalProperties: true }] } } })).to.deep.equal([
      'E BP_SCHEMA_OPEN /actions/0/dataSchemas/0/$defs/a/anyOf/1/additionalProperties',
    ]);
    for (const schema of [{ properties: { a: { additionalProperties: true } } }, { additionalProperties: false }, {}])
      expect(open(schema)).to.deep.equal([]);
  });

  it('keeps names that mean something else', () => {
    expect(
      found([{ dataSchemas: [{ properties: { '@route': {}, '*': {} } }], calculations: { '@total': 1 } }]),
    ).to.deep.equal([
      'E BP_NAME_RESERVED /actions/0/dataSchemas/0/properties/@route',
      'E BP_NAME_RESERVED /actions/0/dataSchemas/0/properties/*',
      'E BP_NAME_RESERVED /actions/0/calculations/@total',
    ]);
  });

  it('finds the names of an action in every part of its schemas', () => {
    const schema = {
      $ref: '#/$defs/base',
      $defs: { base: { properties: { a: num }, required: ['a'] } },
      allOf: [{ properties: { b: num } }],
      oneOf: [
        { properties: { c: num }, required: ['c'] },
        { properties: { c: { type: 'null' } }, required: ['c', 'd'] },
      ],
      if: { properties: { e: num } },
      [THEN]: { required: ['f'] },
      else: { properties: { f: num }, required: ['f'] },
    };
    const sum = (...names: readonly string[]): readonly string[] =>
      found([
        {
          dataSchemas: [schema],
          calculations: { all: { '+': names.map((name) => read(`in.${name}`)) } },
          ...shows({ y: ['*'] }),
        },
      ]);
    expect(sum('a', 'c', 'f')).to.deep.equal([]);
    expect(sum('b', 'd', 'e')).to.deep.equal(
      [0, 1, 2].map((i) => `E BP_READ_MAYBE_ABSENT /actions/0/calculations/all/+/${i}/var`),
    );
    expect(sum('g')).to.deep.equal(['E BP_NAME_UNKNOWN /actions/0/calculations/all/+/0/var']);
  });

  it('refuses disclosures of what is not there, and warns of such controls and mappings', () => {
    const address = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false };
    const pointers = (...names: readonly string[]): readonly string[] =>
      found([{ ...asks({ price: num, address, free: { type: 'object' } }), ...shows({ y: names }) }]);
    expect(pointers('price', 'address/city', 'free/any', '*', 'address/*', '@route')).to.deep.equal([]);
    expect(pointers('pirce', 'address/citty', 'price/net')).to.deep.equal(
      [0, 1, 2].map((i) => `E BP_POINTER_UNKNOWN /actions/0/disclosures/0/dataPointers/${i}`),
    );
    expect(
      about([{ ...asks({ price: num, address }), ...shows({ y: ['address/citty'] }) }], 'BP_POINTER_UNKNOWN').message,
    ).to.equal('/address declares no such member. Did you mean /address/city?');
    const form = { type: 'Layout', elements: [{ type: 'Numeric', scope: '/nope' }] };
    const credentialIssuanceConfig = {
      credentialType: 'a',
      claimMappings: [{ claimName: 'a', sourceField: '/pirce' }],
      recipientParticipantId: 'x',
    };
    expect(
      found([{ ...asks({ price: num }), form, credentialIssuanceConfig }]).filter((one) => one.includes('POINTER')),
    ).to.deep.equal([
      'W BP_POINTER_UNKNOWN /actions/0/form/elements/0/scope',
      'W BP_POINTER_UNKNOWN /actions/0/credentialIssuanceConfig/claimMappings/0/sourceField',
    ]);
  });
});

describe('names: what rules read', () => {
  it('takes each qualified name', () => {
    const names = [
      'in.qty',
      'act.1.price',
      'runs.1.price',
      'count.1',
      'fact.price',
      'time.opened',
      'time.previous',
      'time.signed',
    ];
    const facts = { price: [1] };
    expect(found(calculating(names.map(read)), { facts })).to.deep.equal([]);
    const definition = definitionOf(calculating([read('price'), read('qty')])) as unknown as Definition;
    const second = definition.actions[1];
    expect(second && [...resolvedOf(definition, second).names]).to.deep.equal([
      ['price', { kind: 'act', action: 1, path: ['price'] }],
      ['qty', { kind: 'in', path: ['qty'] }],
    ]);
  });

  it('refuses what is not there, with the name that was meant', () => {
    const place = 'E BP_NAME_UNKNOWN /actions/1/calculations/fee/var';
    const unknown = [
      'pirce',
      'in.price',
      'calc.qty',
      'act.1.pirce',
      'act.9.price',
      'act.1',
      'count.1.price',
      'fact.price',
      'time.now',
      '',
      'item.price',
    ];
    for (const name of unknown) expect(found(calculating(read(name))), name).to.deep.equal([place]);
    expect(found(calculating({ var: 'votes.1' }))).to.deep.equal([place]);
    const message = (name: string): string => about(calculating(read(name)), 'BP_NAME_UNKNOWN').message;
    expect(message('pirce')).to.equal('pirce is not there: nothing declares it here. Did you mean act.1.price?');
    expect(message('in.price')).to.equal('in.price is not there: nothing declares it here. Did you mean act.1.price?');
    expect(message('calc.qty')).to.equal('qty is given to this action: write in.qty.');
    expect(message('act.1.pirce')).to.equal(
      'act.1.pirce is not there: action 1 declares no pirce. Did you mean act.1.price?',
    );
    expect(message('act.9.price')).to.equal(
      'act.9.price names no member of an action: expected one like act.1.price, of actions 1, 2.',
    );
    expect(found(calculating({ var: { cat: ['in.', 'qty'] } }))).to.deep.equal([
      'E BP_LOGIC /actions/1/calculations/fee/var',
    ]);
    expect(found(calculating({ missing: { merge: [['in.qty']] } }))).to.deep.equal([
      'E BP_LOGIC /actions/1/calculations/fee/missing/0',
    ]);
  });

  it('refuses a short name that could be several, unless it is a fact', () => {
    const second = { ...asks({ qty: num, price: num }) };
    const doubt = calculating(read('price'), { second });
    expect(about(doubt, 'BP_NAME_AMBIGUOUS')).to.include({
      location: '/actions/1/calculations/fee/var',
      message: 'Several actions declare price: write in.price or act.1.price or act.2.price.',
    });
    expect(found(doubt, { facts: { price: [1, 2] } })).to.deep.equal([]);
    expect(found(doubt, { facts: { price: [1, 9] } })).to.deep.equal(['E BP_NAME_UNKNOWN /facts/price/1']);
    expect(found(doubt, { facts: { price: [1, 2], 'a.b': [1] } })).to.deep.equal([
      'E BP_NAME_RESERVED /facts/a.b',
      'E BP_NAME_UNKNOWN /facts/a.b/0',
    ]);
  });

  it('keeps items of lists apart from members', () => {
    const lines = { type: 'array', items: { type: 'object', properties: { net: num, tax: num }, required: ['net'] } };
    const first = { ...asks({ price: num, lines }) };
    const mapped = (body: Json): readonly string[] =>
      found(calculating({ map: [read('act.1.lines'), body] }, { first }));
    expect(mapped({ '*': [read('item.net'), read('in.qty'), read('index')] })).to.deep.equal([]);
    expect(mapped({ '*': [read(''), 1] })).to.deep.equal([]);
    expect(mapped(read('item.tax'))).to.deep.equal(['E BP_READ_MAYBE_ABSENT /actions/1/calculations/fee/map/1/var']);
    expect(mapped({ var: ['item.tax', 0] })).to.deep.equal([]);
    expect(mapped(read('net'))).to.deep.equal(['E BP_NAME_AMBIGUOUS /actions/1/calculations/fee/map/1/var']);
    expect(mapped(read('current'))).to.deep.equal(['E BP_NAME_AMBIGUOUS /actions/1/calculations/fee/map/1/var']);
    const sum = { reduce: [read('act.1.lines'), { '+': [read('accumulator'), read('current.net')] }, 0] };
    expect(found(calculating(sum, { first }))).to.deep.equal([]);
    const cheap = { filter: [read('act.1.lines'), { '<': [read('item.net'), 5] }] };
    expect(found(calculating({ map: [cheap, read('item.net')] }, { first }))).to.deep.equal([]);
  });

  it('orders calculations by what they read, and lets one read the run before', () => {
    const calculations = { total: { '+': [{ var: ['total', 0] }, read('qty')] } };
    expect(found([{ ...asks({ qty: num }), calculations, ...shows({ y: ['*'] }) }])).to.deep.equal([]);
    const waiting = { a: read('calc.b'), b: read('calc.a') };
    expect(about([{ calculations: waiting }], 'BP_CALCULATION_CYCLE').location).to.equal('/actions/0/calculations');
    expect(about([{ calculations: { a: read('calc.a') } }], 'BP_CALCULATION_CYCLE').message).to.include('act.1.a');
    expect(found([{ calculations: { a: { '+': [read('b'), 1] }, b: 1 } }])).to.not.include('E BP_CALCULATION_CYCLE');
  });
});

describe('names: what is surely there', () => {
  const maybe = 'E BP_READ_MAYBE_ABSENT /actions/1/calculations/fee/var';

  it('asks for a default where a member is not required or an action need not have run', () => {
    expect(found(calculating(read('act.1.price')))).to.deep.equal([]);
    expect(found(calculating(read('act.1.note')))).to.deep.equal([maybe]);
    expect(found(calculating({ var: ['act.1.note', ''] }))).to.deep.equal([]);
    expect(found(calculating({ if: [{ has: 'act.1.note' }, 1, 2] }))).to.deep.equal([]);
    expect(found(calculating({ missing: ['act.1.note', 'in.qty'] }))).to.deep.equal([]);
    expect(found(calculating(read('act.2.qty')))).to.deep.equal([maybe]);
    expect(about(calculating(read('act.1.note')), 'BP_READ_MAYBE_ABSENT').message).to.equal(
      'act.1.note may be absent: the data schemas of action 1 do not require it. Give a default: {"var": ["act.1.note", 0]}.',
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
    expect(forked({ joins: { fork: 1 } })).to.have.length(2);
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

describe('names: who sees what rules read', () => {
  it('refuses a rule whose sender does not see an operand', () => {
    const hidden = calculating(read('price'), { first: shows({ y: ['note'], z: ['*'] }) });
    expect(about(hidden, 'BP_READ_UNDISCLOSED')).to.include({
      severity: 'error',
      location: '/actions/1/calculations/fee/var',
      message: 'y does not see /price of action 1, which this rule reads: disclose it to y there, or leave price out.',
    });
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

  it('tells which rules nobody else can check, and refuses what checkedBy demands', () => {
    const alone = calculating({ '*': [read('price'), read('qty')] }, { second: shows({ x: ['fee'] }) });
    expect(about(alone, 'BP_UNCHECKED')).to.include({
      severity: 'warning',
      location: '/actions/1/calculations/fee',
      message:
        'Nobody but y can check fee of action 2: no other role sees all that it reads and what it gives. Disclose that to one, or take its word.',
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
    ]);
  });

  it('warn of both in language 1, which stays publishable', () => {
    const findings = checkBlueprint(definitionOf(undisclosed, { language: 1 }));
    expect(findings.map(({ severity, code, location }) => `${severity} ${code} ${location}`)).to.include.members([
      'warning BP_READ_UNDISCLOSED /actions/1/calculations/fee/*/0/var',
      'warning BP_NAME_UNKNOWN /actions/1/routes/0/condition/>/0/var',
    ]);
    expect(isPublishable(findings)).to.equal(true);
    expect(findings.find(({ code }) => code === 'BP_NAME_UNKNOWN')?.message).to.equal(
      'No data schema and no calculation declares pirce, so the rule reads null, which calculates as 0; did you mean price.',
    );
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
    const names = resolvedOf(definition, definition.actions[0] as Definition['actions'][0]).names;
    expect(names.get('qty')).to.deep.equal({ kind: 'in', path: ['qty'] });
    expect(names.get('in.total')).to.equal(undefined);
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
    expect(resolvedOf(definition, definition.actions[1] as Definition['actions'][0]).names.get('amount')).to.deep.equal(
      { kind: 'act', action: 1, path: ['amount'] },
    );
  });

  it('keep members of language 2 out of language 1', () => {
    const one = [{ checkedBy: ['y'], publicRoute: true, routes: [{ nextActionIds: [], end: true }] }];
    expect(found(one, { language: 1, facts: { a: [1] } })).to.deep.equal([
      'E BP_MEMBER_UNREAD /facts',
      'E BP_MEMBER_UNREAD /actions/0/checkedBy',
      'E BP_MEMBER_UNREAD /actions/0/publicRoute',
      'E BP_MEMBER_UNREAD /actions/0/routes/0/end',
    ]);
  });
});
