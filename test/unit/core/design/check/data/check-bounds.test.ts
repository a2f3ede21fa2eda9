// Warnings about bounds: each that nothing asks of such a value, and the weight of a vote that a schema leaves open;
// with the change that repairs it, after which nothing is left to say.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { fixBlueprint } from '../../../../../../core/design/authoring/fixes.js';
import { checkBlueprint } from '../../../../../../core/design/check/check.js';
import { definitionOf, shows, to } from '../../../../../support/definitions/short-definitions.js';

const CODES = ['BP_BOUND', 'BP_WEIGHT_RANGE'];

function told(blueprint: JsonObject) {
  const findings = checkBlueprint(blueprint);
  expect(findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  return findings.filter(({ code }) => CODES.includes(code));
}

const stating = (member: JsonObject, more: JsonObject = {}): JsonObject =>
  ({
    ...definitionOf([
      {
        dataSchemas: [{ type: 'object', properties: { m: member }, required: ['m'] }],
        ...shows({ y: ['*'] }),
        ...to(2),
      },
      { sender: 'y', ...to() },
    ]),
    ...more,
  }) as unknown as JsonObject;

describe('checkBlueprint: bounds', () => {
  const at = '/actions/0/dataSchemas/0/properties/m';
  const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['of a number', { type: 'integer', minimum: 1, maximum: 1 }, []],
    ['of a text', { type: 'string', minLength: 1, maxLength: 3, pattern: '^a' }, []],
    ['of a decimal', { type: 'string', format: 'decimal', 'x-minimum': '0.10', 'x-maximum': '0.1' }, []],
    ['of no type', { minimum: 1, minItems: 2 }, []],
    ['of one of several types', { type: ['string', 'integer', 'null'], minimum: 1, minLength: 1 }, []],
    ['of a number, of a text', { type: ['string', 'null'], minimum: 1 }, [`${at}/minimum`]],
    ['of a text, of a number', { type: 'integer', minLength: 1 }, [`${at}/minLength`]],
    ['of a list, of an object', { type: 'object', minItems: 1 }, [`${at}/minItems`]],
    ['that leave no value', { type: 'integer', minimum: 2, maximum: 1 }, [`${at}/maximum`]],
    [
      'that leave no decimal',
      { type: 'string', format: 'decimal', 'x-minimum': '10.0', 'x-maximum': '9' },
      [`${at}/x-maximum`],
    ],
    ['of a member that is called like one', { type: 'object', properties: { minimum: { type: 'string' } } }, []],
    ['of data', { type: 'object', const: { type: 'string', minimum: 1 } }, []],
    ['in the items of a list', { type: 'array', items: { type: 'string', maximum: 9 } }, [`${at}/items/maximum`]],
  ];
  for (const [name, member, places] of cases)
    it(`tells ${places.length === 0 ? 'nothing' : 'one'} of those ${name}`, () => {
      expect(told(stating(member)).map(({ location }) => location)).to.deep.equal(places);
    });

  it('moves those of a number to those of a decimal, and leaves others out', () => {
    const wrong = stating({ type: 'string', format: 'decimal', minimum: 0.5, maximum: 1e21, minItems: 1 });
    const { blueprint } = fixBlueprint(wrong);
    expect(told(blueprint as JsonObject)).to.deep.equal([]);
    expect(blueprint).to.deep.equal(
      stating({ type: 'string', format: 'decimal', 'x-minimum': '0.5', 'x-maximum': '1000000000000000000000' }),
    );
  });

  it('has no fix where a bound of a decimal stands beside, none that is exclusive, and none for money', () => {
    const beside = stating({ type: 'string', format: 'decimal', minimum: 1, 'x-minimum': '0' });
    const above = stating({ type: 'string', format: 'decimal', exclusiveMinimum: 0 });
    const money = stating({ type: 'object', format: 'money', minimum: 1 }, { currencies: { EUR: 2 } });
    for (const wrong of [beside, above, money])
      expect(told(wrong).map(({ code, fix }) => [code, fix])).to.deep.equal([['BP_BOUND', undefined]]);
  });

  const voting = (share: JsonObject): JsonObject => {
    const made = stating(share);
    const [first] = made.actions as readonly JsonObject[];
    const of = [{ role: 'y', weightOf: { var: 'act.1.m' } }, { role: 'z' }];
    const routes = [
      { id: 'granted', nextActionIds: [3] },
      { id: 'refused', nextActionIds: [] },
    ];
    const approval = { of, need: 1, yes: 'granted', no: 'refused' };
    const second = { id: 2, sender: 'y', approval, routes };
    return { ...made, actions: [first, second, { id: 3, sender: 'x', routes: [] }] } as unknown as JsonObject;
  };

  it('asks for the range of a weight that a member gives, and says it', () => {
    const open = voting({ type: 'integer' });
    const [found, ...more] = told(open);
    expect(more).to.deep.equal([]);
    expect(found?.location).to.equal('/actions/1/approval/of/0/weightOf/var');
    const { blueprint } = fixBlueprint(open);
    expect(blueprint).to.deep.equal(voting({ type: 'integer', minimum: 0, maximum: 1_000_000 }));
    expect(told(blueprint as JsonObject)).to.deep.equal([]);
    expect(told(voting({ type: 'integer', minimum: -1, maximum: 5 })).map(({ fix }) => fix?.length)).to.deep.equal([1]);
    for (const narrow of [{ exclusiveMinimum: -1, exclusiveMaximum: 1_000_001 }, { enum: [0, 7] }])
      expect(told(voting({ type: 'integer', ...narrow }))).to.deep.equal([]);
    expect(told(voting({ type: 'integer', enum: [0, 2_000_000] }))).to.have.length(1);
  });
});
