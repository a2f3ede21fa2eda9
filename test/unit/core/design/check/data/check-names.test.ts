// Findings about names in language 2: what a payload may hold, and what each name of a rule reads.
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
} from '../../../../../support/definitions/short-definitions.js';

/** Spelled so, because an object with such a member looks like a promise to the linter. */
const THEN = 'then';
describe('names: the contents of a payload', () => {
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
          calculations: { all: { '==': [names.map((name) => read(`in.${name}`)), []] } },
          ...shows({ y: ['*'] }),
        },
      ]);
    expect(sum('a', 'c', 'f')).to.deep.equal([]);
    expect(sum('b', 'd', 'e')).to.deep.equal(
      [0, 1, 2].map((i) => `E BP_READ_MAYBE_ABSENT /actions/0/calculations/all/==/0/${i}/var`),
    );
    expect(sum('g')).to.deep.equal(['E BP_NAME_UNKNOWN /actions/0/calculations/all/==/0/0/var']);
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

describe('names: the reads of rules', () => {
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
    expect(second && [...(resolveNames(definition, second).rules[0]?.names ?? [])]).to.deep.equal([
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

  it('stops looking where there are more faults than anybody reads', () => {
    const unknown = Array.from({ length: 300 }, (_, i) => read(`price${i}`));
    const definition = definitionOf(calculating({ '+': unknown })) as unknown as Definition;
    const { faults } = resolveNames(definition, definition.actions[1] as Definition['actions'][number]);
    expect(faults).to.have.length(200);
    expect(faults.filter(({ message }) => message.includes('Did you mean'))).to.have.length(20);
  });

  it('refuses the time of the docket, which comes after every rule, and says what to read in its place', () => {
    const found = about(calculating({ dateOf: [read('time.docket'), 'UTC'] }), 'BP_TIME_DOCKET');
    expect(found).to.include({ severity: 'error', location: '/actions/1/calculations/fee/dateOf/0/var' });
    expect(found.message).to.contain('time.signed').and.contain('"plus"');
    for (const name of ['time.docket.day', 'time.dockets'])
      expect(about(calculating({ dateOf: [read(name), 'UTC'] }), 'BP_NAME_UNKNOWN').message).to.contain('time.signed');
    const condition = { '>': [read('time.docket'), '2026-01-01T00:00:00.000Z'] };
    const routes = [
      { id: 'a', nextActionIds: [2], condition },
      { id: 'b', nextActionIds: [], isDefault: true },
    ];
    expect(about(calculating(1, { first: { routes } }), 'BP_TIME_DOCKET').location).to.contain('/actions/0/routes/0');
  });

  it('refuses a short name that could be several, unless it is a fact', () => {
    const second = { ...asks({ qty: num, price: num }) };
    const doubt = calculating(read('price'), { second });
    expect(about(doubt, 'BP_NAME_AMBIGUOUS')).to.include({
      location: '/actions/1/calculations/fee/var',
      message: 'Several actions declare price: write in.price or act.1.price or act.2.price.',
    });
    // A member that is read in its own calculation is that of the run before, which calc is not.
    const fee = { ...asks({ price: num, fee: num }) };
    const total = calculating({ '+': [{ var: ['fee', 0] }, read('in.qty')] }, { first: fee });
    expect(about(total, 'BP_NAME_AMBIGUOUS').message).to.equal(
      'Several actions declare fee: write act.1.fee or act.2.fee.',
    );
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
    expect(mapped({ '*': [read(''), 1] })).to.deep.equal(['E BP_TYPE /actions/1/calculations/fee/map/1/*']);
    expect(mapped(read('item.tax'))).to.deep.equal(['E BP_READ_MAYBE_ABSENT /actions/1/calculations/fee/map/1/var']);
    expect(mapped({ var: ['item.tax', 0] })).to.deep.equal([]);
    expect(mapped(read('net'))).to.deep.equal(['E BP_NAME_AMBIGUOUS /actions/1/calculations/fee/map/1/var']);
    expect(mapped(read('current'))).to.deep.equal(['E BP_NAME_AMBIGUOUS /actions/1/calculations/fee/map/1/var']);
    const sum = { reduce: [read('act.1.lines'), { '+': [read('accumulator'), read('current.net')] }, 0] };
    expect(found(calculating(sum, { first }))).to.deep.equal([]);
    const cheap = { filter: [read('act.1.lines'), { '<': [read('item.net'), 5] }] };
    expect(found(calculating({ map: [cheap, read('item.net')] }, { first }))).to.deep.equal([]);
  });

  it('refuses a closed schema that takes no calculated member', () => {
    const closed = (...names: readonly string[]) => ({
      dataSchemas: [
        {
          type: 'object',
          properties: Object.fromEntries(names.map((name) => [name, num])),
          additionalProperties: false,
        },
      ],
      calculations: { fee: { '==': [1, 1] }, sum: { '==': [1, 2] } },
      ...shows({ y: ['*'], z: ['*'] }),
    });
    const place = 'E BP_RESULT_REFUSED /actions/0/dataSchemas/0/additionalProperties';
    expect(found([closed('qty')])).to.deep.equal([place]);
    expect(about([closed('qty')], 'BP_RESULT_REFUSED').message).to.include('takes no fee, sum, which');
    expect(about([closed('fee')], 'BP_RESULT_REFUSED').message).to.include('takes no sum, which');
    expect(found([closed('fee', 'sum')])).to.not.include(place);
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
