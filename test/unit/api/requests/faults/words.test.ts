// Refusals of a request's form name each place in words of the field, and all missing members at once.
import { expect } from 'chai';
import type { AnyGroup } from '../../../../../api/define.js';
import { groups } from '../../../../../api/groups/index.js';
import { PATTERNS } from '../../../../../api/requests/faults/patterns.js';
import { faultsOf } from '../../../../../api/requests/faults/words.js';
import { bodyAjv } from '../../../../../api/requests/validation.js';

const UUID = PATTERNS[Object.keys(PATTERNS)[0] as string] as string;
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: Object.keys(PATTERNS)[0] },
    name: { type: 'string', minLength: 1, maxLength: 3 },
    kind: { enum: ['a', 'b'] },
    when: { type: 'string', format: 'date-time' },
    list: { type: 'array', maxItems: 1, items: { type: 'integer', minimum: 2 } },
    inner: { type: 'object', required: ['x', 'y'], properties: {} },
  },
  required: ['id', 'name', 'constructor'],
};
const GOOD = { id: '3b9d2c64-5a0e-4c1b-8f7d-2e6a90c4b815', name: 'n', constructor: undefined };

describe('api/requests/faults/words', () => {
  const check = bodyAjv().compile({ ...SCHEMA, properties: { ...SCHEMA.properties, constructor: {} } });
  const faults = (value: unknown) => (check(value) ? [] : faultsOf(check.errors ?? []));

  it('tells all missing members of a place, an inherited name among them', () => {
    expect(faults({})).to.deep.equal(
      ['id', 'name', 'constructor'].map((member) => ({ path: `/${member}`, message: 'This member is required.' })),
    );
    expect(faults({ ...GOOD, constructor: 1, inner: {} }).map(({ path }) => path)).to.deep.equal([
      '/inner/x',
      '/inner/y',
    ]);
  });

  const cases: readonly (readonly [object, string, string])[] = [
    [{ id: 'zzz' }, '/id', `The value must be ${UUID}.`],
    [{ id: 7 }, '/id', 'The value must be a text.'],
    [{ name: '' }, '/name', 'The value must not be empty.'],
    [{ name: 'long' }, '/name', 'The value must have at most 3 characters.'],
    [{ kind: 'c' }, '/kind', 'The value must be one of a, b.'],
    [{ when: 'today' }, '/when', 'The value must be a time such as 2027-01-31T09:30:00Z.'],
    [{ list: {} }, '/list', 'The value must be a list.'],
    [{ list: [2, 3] }, '/list', 'The value must have at most 1 items.'],
    [{ list: [1] }, '/list/0', 'The value must be at least 2.'],
    [{ 'a/b': 1 }, '/a~1b', 'This member is not known here.'],
  ];
  for (const [value, path, message] of cases)
    it(`says "${message}"`, () => {
      expect(faults({ ...GOOD, constructor: 1, ...value })).to.deep.equal([{ path, message }]);
    });

  it('has words for every pattern of every operation', () => {
    const found = new Set<string>();
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      // A documented pattern is judged behind the schema, and a name has its own rule.
      const { pattern, format } = schema as Readonly<Record<string, unknown>>;
      if (format === 'name') return;
      if (typeof pattern === 'string') found.add(pattern);
      for (const [member, inner] of Object.entries(schema)) if (member !== 'documented') walk(inner);
    };
    for (const { routes } of Object.values(groups as Readonly<Record<string, AnyGroup>>))
      for (const { input = {} } of Object.values(routes)) walk(input);
    expect(found.size).to.be.greaterThan(5);
    expect([...found].filter((pattern) => !(pattern in PATTERNS))).to.deep.equal([]);
  });
});
