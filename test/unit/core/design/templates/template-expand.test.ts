// The language of templates: each form, what is refused and where, and its bounds.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { expand } from '../../../../../core/design/templates/template-expand.js';

const SCOPE = new Map<string, Json>([
  ['name', 'Ada'],
  ['n', 3],
  ['flag', true],
  ['off', false],
  ['party', { name: 'Bank', tags: ['a', 'b'] }],
  [
    'levels',
    [
      { id: 'x', sign: true },
      { id: 'y', sign: false },
      { id: 'z', sign: true },
    ],
  ],
]);
const value = (template: Json): unknown => {
  const made = expand(template, SCOPE);
  return isFailure(made) ? `${made.issue.code} ${made.issue.path}` : made;
};
const param = (name: string) => ({ $param: name });

describe('the language of templates', () => {
  const CASES: readonly (readonly [string, Json, unknown])[] = [
    ['plain values stay', { a: [1, null, 'x', { var: 'n' }] }, { a: [1, null, 'x', { var: 'n' }] }],
    [
      'members of JSON Schema stay',
      { $schema: 's', $ref: '#/$defs/a', $defs: { a: {} } },
      { $schema: 's', $ref: '#/$defs/a', $defs: { a: {} } },
    ],
    ['$param', [param('name'), param('party.name'), param('party.tags.1')], ['Ada', 'Bank', 'b']],
    ['$param without a value is left out', { a: param('none'), b: [param('party.none'), 1] }, { b: [1] }],
    ['$param sees own members only', { a: param('party.constructor'), b: param('name.length') }, {}],
    ['$given', [{ $given: 'name' }, { $given: 'party.none' }], [true, false]],
    ['$text', { $text: ['Level ', param('n'), ' ', true] }, 'Level 3 true'],
    ['$if', { $if: param('flag'), $then: 1, $else: 2 }, 1],
    ['$if without the branch', { a: { $if: param('off'), $then: 1 }, b: [{ $if: param('off'), $then: 1 }] }, { b: [] }],
    [
      '$each',
      { $each: param('party.tags'), $as: 't', $index: 'i', $do: [param('t'), param('i')] },
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    ['$each inside a list', [0, { $each: param('party.tags'), $as: 't', $do: param('t') }, 9], [0, 'a', 'b', 9]],
    [
      '$each that chooses',
      { $each: param('levels'), $as: 'l', $do: { $if: param('l.sign'), $then: param('l.id') } },
      ['x', 'z'],
    ],
    ['$each in a branch of a list', [{ $if: true, $then: { $each: [1, 2], $as: 'x', $do: param('x') } }], [1, 2]],
    ['a list of lists', { $each: [1], $as: 'x', $do: { $literal: [1, 2] } }, [[1, 2]]],
    [
      '$members',
      {
        $members: [
          ['a', 1],
          [{ $text: ['b', param('n')] }, 2],
        ],
      },
      { a: 1, b3: 2 },
    ],
    [
      '$equal',
      [
        {
          $equal: [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        },
        { $equal: [1, '1'] },
      ],
      [true, false],
    ],
    ['$less', [{ $less: [1, param('n')] }, { $less: [3, param('n')] }, { $less: [1, 2, 2] }], [true, false, false]],
    [
      '$not, $all and $any',
      [{ $not: param('flag') }, { $all: [true, param('off')] }, { $any: [false, true] }],
      [false, false, true],
    ],
    ['$sum and $length', [{ $sum: [param('n'), 1, -2] }, { $length: param('levels') }], [2, 3]],
    ['$literal', { $literal: { $param: 'name' } }, { $param: 'name' }],
    ['an unknown form', { a: { $parm: 'name' } }, 'TEMPLATE_INVALID /a/$parm'],
    ['a form with a stranger', { $param: 'name', default: 1 }, 'TEMPLATE_INVALID /default'],
    ['nothing at the top', param('none'), 'TEMPLATE_INVALID '],
    ['a condition that is no truth value', { a: { $if: 1, $then: 1 } }, 'TEMPLATE_INVALID /a/$if'],
    ['a text of a list', { $text: [param('levels')] }, 'TEMPLATE_INVALID /$text/0'],
    ['a loop over a text', [{ $each: param('name'), $as: 'x', $do: 1 }], 'TEMPLATE_INVALID /0/$each'],
    ['a loop without a variable', { $each: [], $do: 1 }, 'TEMPLATE_INVALID /$each'],
    [
      'a name that is there twice',
      {
        $members: [
          ['a', 1],
          ['a', 2],
        ],
      },
      'TEMPLATE_INVALID /$members/1',
    ],
    ['a comparison of three', { $equal: [1, 1, 1] }, 'TEMPLATE_INVALID /$equal'],
    ['the size of a text', { $less: ['a', 'b'] }, 'TEMPLATE_INVALID /$less'],
    ['a sum out of range', { $sum: [Number.MAX_SAFE_INTEGER, 1] }, 'TEMPLATE_INVALID /$sum'],
    ['a parameter without a name', { $param: 3 }, 'TEMPLATE_INVALID /$param'],
    ['a fault in a loop', { $each: [1], $as: 'x', $do: { y: { $no: 1 } } }, 'TEMPLATE_INVALID /$do/y/$no'],
  ];
  for (const [name, template, wanted] of CASES)
    it(`${name}: ${typeof wanted === 'string' && wanted.startsWith('TEMPLATE') ? 'refused' : 'made'}`, () =>
      expect(value(template)).to.deep.equal(wanted));

  it('makes own members of every name', () => {
    const made = value({ $members: [['__proto__', { polluted: true }]] }) as object;
    expect(Object.keys(made)).to.deep.equal(['__proto__']);
    expect((made as { polluted?: boolean }).polluted).to.equal(undefined);
  });

  it('bounds loops in loops, texts of texts, copies and depth', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i);
    const loops = ['a', 'b', 'c', 'd', 'e'].reduce<Json>(
      (inner, name) => ({ $each: hundred, $as: name, $do: inner }),
      1,
    );
    expect(value(loops)).to.match(/^TEMPLATE_LIMIT /);
    const large = new Map<string, Json>([['t', 'x'.repeat(100_000)]]);
    const copies = expand({ $each: hundred, $as: 'i', $do: param('t') }, large);
    expect(isFailure(copies) && copies.issue.code).to.equal('TEMPLATE_LIMIT');
    const joined = expand({ $text: hundred.map(() => param('t')) }, large);
    expect(isFailure(joined) && joined.issue.code).to.equal('TEMPLATE_LIMIT');
    let deep: Json = 1;
    for (let i = 0; i < 60; i++) deep = [deep];
    const nested = expand([[[[[[param('deep')]]]]]], new Map([['deep', deep]]));
    expect(isFailure(nested) && nested.issue.code).to.equal('TEMPLATE_LIMIT');
  });
});
