// Templates: parameters over defaults, what is refused and where, and the check for authors.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Failure } from '../../../../../core/base/result.js';
import type { Blueprint } from '../../../../../core/blueprint/definition/types.js';
import { checkTemplate, instantiate, type Template } from '../../../../../core/design/templates/template.js';
import { placesOf } from '../../../../support/base/results.js';

const TEMPLATE: Template = {
  id: 'sign-off',
  title: 'Sign-off',
  description: 'Somebody asks, and others sign one after the other.',
  category: 'general',
  version: 3,
  parameterSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 3 },
      signers: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 5 },
      wallet: { type: 'string' },
    },
    required: ['title', 'signers'],
  },
  defaults: { title: 'Sign-off', signers: ['head'] },
  examples: [
    { name: 'one', parameters: {} },
    { name: 'two', parameters: { signers: ['head', 'board'] } },
  ],
  body: {
    title: { $param: 'title' },
    description: 'One asks, others sign.',
    metadata: { colour: 'blue' },
    participants: [
      { id: 'asker', walletAddress: { $param: 'wallet' } },
      { $each: { $param: 'signers' }, $as: 'signer', $do: { id: { $param: 'signer' } } },
    ],
    actions: [
      { id: 1, sender: 'asker', isStartingAction: true, routes: [{ id: 'ask', nextActionIds: [2] }] },
      {
        $each: { $param: 'signers' },
        $as: 'signer',
        $index: 'i',
        $do: {
          id: { $sum: [{ $param: 'i' }, 2] },
          sender: { $param: 'signer' },
          routes: {
            $if: { $less: [{ $sum: [{ $param: 'i' }, 1] }, { $length: { $param: 'signers' } }] },
            $then: [{ id: 'next', nextActionIds: [{ $sum: [{ $param: 'i' }, 3] }] }],
            $else: [],
          },
        },
      },
    ],
  },
};

const checked = (change: JsonObject): string[] =>
  checkTemplate({ ...TEMPLATE, ...change } as unknown as Json).map(({ code, path }) => `${code} ${path}`);

describe('instantiate', () => {
  it('takes defaults, and parameters over them', () => {
    const one = instantiate(TEMPLATE, {}) as Blueprint;
    expect(one.participants).to.deep.equal([{ id: 'asker' }, { id: 'head' }]);
    expect(one.actions.map(({ routes }) => routes?.[0]?.nextActionIds)).to.deep.equal([[2], undefined]);
    expect(one.metadata).to.deep.equal({ colour: 'blue', 'x-template': 'sign-off', 'x-template-version': '3' });
    const three = instantiate(TEMPLATE, { title: 'Three', signers: ['a', 'b', 'c'], wallet: 'qr1x' }) as Blueprint;
    expect([three.title, three.participants[0]?.walletAddress, three.actions.length]).to.deep.equal([
      'Three',
      'qr1x',
      4,
    ]);
    expect(three.actions.map(({ routes }) => routes?.[0]?.nextActionIds?.[0])).to.deep.equal([2, 3, 4, undefined]);
  });

  it('locates parameters that are wrong, unknown or missing', () => {
    expect(placesOf(instantiate(TEMPLATE, { title: 'x', signers: [1, ''], singers: [] }))).to.deep.equal([
      'TEMPLATE_PARAMETER_INVALID /parameters/singers',
      'TEMPLATE_PARAMETER_INVALID /parameters/title',
      'TEMPLATE_PARAMETER_INVALID /parameters/signers/0',
      'TEMPLATE_PARAMETER_INVALID /parameters/signers/1',
    ]);
    const [unknown] = (instantiate(TEMPLATE, { singers: [] }) as Failure).issues;
    expect(unknown?.message).to.equal('There is no such parameter; did you mean signers.');
    expect(placesOf(instantiate({ ...TEMPLATE, defaults: {} }, { title: 'Good' }))).to.deep.equal([
      'TEMPLATE_PARAMETER_INVALID /parameters/signers',
    ]);
  });

  it('locates what parameters make wrong in the blueprint', () => {
    expect(placesOf(instantiate(TEMPLATE, { signers: ['head', 'head'] }))).to.deep.equal([
      'TEMPLATE_INVALID /blueprint/participants/2/id',
    ]);
    expect(placesOf(instantiate({ ...TEMPLATE, body: { title: { $sum: ['x'] } } }, {}))).to.deep.equal([
      'TEMPLATE_INVALID /template/body/title/$sum',
    ]);
  });

  it('is not misled by names of the prototype', () => {
    expect(
      placesOf(instantiate(TEMPLATE, JSON.parse('{"__proto__": {"title": "Bad one"}}') as JsonObject)),
    ).to.deep.equal(['TEMPLATE_PARAMETER_INVALID /parameters/__proto__']);
    expect(placesOf(instantiate(TEMPLATE, { constructor: 1 }))).to.deep.equal([
      'TEMPLATE_PARAMETER_INVALID /parameters/constructor',
    ]);
  });
});

describe('checkTemplate', () => {
  it('passes a good template', () => expect(checked({})).to.deep.equal([]));

  for (const [name, change, wanted] of [
    ['no object', { body: 3 }, ['TEMPLATE_INVALID /body']],
    ['a bad id', { id: 'Sign Off' }, ['TEMPLATE_INVALID /id']],
    ['a member too many', { colour: 'red' }, ['TEMPLATE_INVALID /colour']],
    ['no examples', { examples: [] }, ['TEMPLATE_INVALID /examples']],
    [
      'a parameter schema that costs too much',
      { parameterSchema: { type: 'object', properties: { title: { pattern: '(?=a)' } } } },
      ['TEMPLATE_INVALID /parameterSchema'],
    ],
    [
      'a parameter with a path for a name',
      { parameterSchema: { type: 'object', properties: { 'a.b': {}, title: {}, signers: {}, wallet: {} } } },
      ['TEMPLATE_INVALID /parameterSchema/properties/a.b'],
    ],
    ['a default of nothing', { defaults: { colour: 1 } }, ['TEMPLATE_INVALID /defaults/colour']],
    [
      'an example that makes nothing good',
      { examples: [{ name: 'x', parameters: { title: '' } }] },
      ['TEMPLATE_INVALID /examples/0'],
    ],
    [
      'two examples of one name',
      {
        examples: [
          { name: 'x', parameters: {} },
          { name: 'x', parameters: {} },
        ],
      },
      ['TEMPLATE_INVALID /examples/1/name'],
    ],
    [
      'forms that are wrong in a branch no example takes',
      { body: { ...TEMPLATE.body, metadata: { $if: false, $then: { $texts: [] }, $else: { a: 'b' } } } },
      ['TEMPLATE_INVALID /body/metadata/$then/$texts'],
    ],
    [
      'parameters that are not there, and loops that hide one',
      {
        body: {
          ...TEMPLATE.body,
          metadata: {
            $if: false,
            $then: [{ $param: 'titel' }, { $each: [], $as: 'title', $do: 1 }, { $each: [], $as: 'x' }],
          },
        },
      },
      [
        'TEMPLATE_INVALID /body/metadata/$then/0/$param',
        'TEMPLATE_INVALID /body/metadata/$then/1/$as',
        'TEMPLATE_INVALID /body/metadata/$then/2/$do',
      ],
    ],
  ] as readonly (readonly [string, JsonObject, readonly string[]])[])
    it(`refuses ${name}`, () => expect(checked(change)).to.deep.equal(wanted));

  it('refuses what is no template at all', () => {
    for (const value of [null, [], 'x', {}] as Json[])
      expect(checkTemplate(value), JSON.stringify(value)).to.not.be.empty;
  });
});
