// A query for credentials: its form, its bounds, and each rule of matching by itself.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { DCQL_STEPS_MAX } from '../../../../../core/base/limits/ledger/credentials.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { readDcql } from '../../../../../core/credentials/query/dcql.js';
import { type HeldCredential, matchDcql } from '../../../../../core/credentials/query/match.js';

const CREDENTIAL = { id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:a'] } };
const one = (change: JsonObject): JsonObject => ({ credentials: [{ ...CREDENTIAL, ...change }] });
const claims = (...all: readonly Json[]): JsonObject => one({ claims: all });
const sets = (...all: readonly Json[]): JsonObject => ({ credentials: [CREDENTIAL], credential_sets: all });
const many = (count: number, make: (i: number) => Json): readonly Json[] =>
  Array.from({ length: count }, (_, i) => make(i));
const claim = (i: number) => ({ id: `c${i}`, path: [`p${i}`] });

const REFUSED: readonly (readonly [what: string, query: Json, says: string])[] = [
  ['a list', [], 'not an object'],
  ['no credentials', {}, 'credentials has not 1 to 16'],
  ['an empty list of credentials', { credentials: [] }, 'credentials has not 1 to 16'],
  ['17 credentials', { credentials: many(17, (i) => ({ ...CREDENTIAL, id: `q${i}` })) }, 'credentials has not 1 to 16'],
  ['an id twice', { credentials: [CREDENTIAL, CREDENTIAL] }, 'credentials has an id twice'],
  ['an id with a space', one({ id: 'a b' }), 'other characters'],
  ['an empty id', one({ id: '' }), 'other characters'],
  ['no meta', { credentials: [{ id: 'a', format: 'dc+sd-jwt' }] }, 'with meta'],
  ['a format that is a number', one({ format: 1 }), 'has no format'],
  ['multiple as a text', one({ multiple: 'true' }), 'multiple is not'],
  ['holder binding as a text', one({ require_cryptographic_holder_binding: 'no' }), 'is not a boolean'],
  ['types that are no list', one({ meta: { vct_values: 'urn:a' } }), 'of texts has not'],
  ['a type that is a number', one({ meta: { vct_values: [1] } }), 'The types of meta are not texts'],
  [
    'a docType that is a number',
    one({ format: 'mso_mdoc', meta: { doctype_value: 1 } }),
    'The types of meta are not texts',
  ],
  [
    'types in JWT that are no lists',
    one({ format: 'jwt_vc_json', meta: { type_values: ['Degree'] } }),
    'not one type of its own',
  ],
  [
    'two types in JWT at once',
    one({ format: 'jwt_vc_json', meta: { type_values: [['VerifiableCredential', 'A', 'B']] } }),
    'not one type of its own',
  ],
  [
    'the type of all alone',
    one({ format: 'jwt_vc_json', meta: { type_values: [['VerifiableCredential']] } }),
    'not one type of its own',
  ],
  ['authorities without a type', one({ trusted_authorities: [{ values: ['a'] }] }), 'has no type'],
  ['authorities without values', one({ trusted_authorities: [{ type: 'aki', values: [] }] }), 'of texts has not'],
  ['an empty list of claims', claims(), 'claims has not 1 to 64'],
  ['65 claims', claims(...many(65, claim)), 'claims has not 1 to 64'],
  ['a claim that is a text', claims('name'), 'An element of claims is not an object'],
  ['a claim without a path', claims({}), 'path has not 1 to 8'],
  ['a path of nine steps', claims({ path: many(9, () => 'a') }), 'path has not 1 to 8'],
  ['a place below 0', claims({ path: ['a', -1] }), 'A step of a path'],
  ['a path that begins with a place', claims({ path: [0] }), 'not one of the format'],
  [
    'a path of an mdoc with three steps',
    one({ format: 'mso_mdoc', meta: {}, claims: [{ path: ['a', 'b', 'c'] }] }),
    'not one of the format',
  ],
  [
    'a path of an mdoc with a place',
    one({ format: 'mso_mdoc', meta: {}, claims: [{ path: ['a', 0] }] }),
    'not one of the format',
  ],
  ['33 values', claims({ path: ['a'], values: many(33, (i) => i) }), 'values has not 1 to 32'],
  ['a fraction as a value', claims({ path: ['a'], values: [0.5] }), 'A value is not'],
  ['a claim id twice', claims({ id: 'x', path: ['a'] }, { id: 'x', path: ['b'] }), 'claims has an id twice'],
  ['claim_sets without claims', one({ claim_sets: [['a']] }), 'claim_sets without claims'],
  ['claim_sets of claims without ids', one({ claims: [{ path: ['a'] }], claim_sets: [['a']] }), 'has no id'],
  [
    'claim_sets that name another claim',
    one({ claims: [claim(1)], claim_sets: [['c2']] }),
    'a claim that is not there',
  ],
  ['17 claim_sets', one({ claims: [claim(1)], claim_sets: many(17, () => ['c1']) }), 'claim_sets has not 1 to 16'],
  ['sets that name another credential', sets({ options: [['b']] }), 'a credential that is not there'],
  ['sets without options', sets({}), 'options has not 1 to 16'],
  ['required as a text', sets({ options: [['a']], required: 'yes' }), 'required is not'],
  ['17 sets', sets(...many(17, () => ({ options: [['a']] }))), 'credential_sets has not 1 to 16'],
  ['over 64 KiB', one({ note: 'x'.repeat(65_536) }), 'over 65536 characters'],
];

const HELD: HeldCredential = {
  ...{ id: 'held', format: 'dc+sd-jwt', types: ['urn:b', 'urn:a'], authorityKeys: ['AKI'], hasHolderKey: true },
  claims: {
    name: 'Ada',
    age: 36,
    isAlive: false,
    list: [{ at: 'x' }, { at: 'y' }],
    none: [],
    nested: { a: { b: null } },
  },
};

/** Whether the credential answers, with these members of its query. */
const isAnswered = (change: JsonObject, held: HeldCredential = HELD): boolean =>
  matchDcql(readDcql(one(change)), [held]).candidates.get('a')?.length === 1;
const asking = (path: readonly Json[], values?: readonly Json[]): JsonObject => ({
  claims: [{ path, ...(values && { values }) }],
});

const MATCHES: readonly (readonly [
  what: string,
  change: JsonObject,
  isThere: boolean,
  held?: Partial<HeldCredential>,
])[] = [
  ['no claims', {}, true],
  ['another format', {}, false, { format: 'mso_mdoc' }],
  ['another type', {}, false, { types: ['urn:c'] }],
  ['any type', { meta: {} }, true, { types: [] }],
  ['no key of a holder', {}, false, { hasHolderKey: false }],
  ['no key where none is asked for', { require_cryptographic_holder_binding: false }, true, { hasHolderKey: false }],
  ['an authority of its chain', { trusted_authorities: [{ type: 'aki', values: ['x', 'AKI'] }] }, true],
  ['another authority', { trusted_authorities: [{ type: 'aki', values: ['x'] }] }, false],
  ['an authority of another kind', { trusted_authorities: [{ type: 'etsi_tl', values: ['AKI'] }] }, false],
  [
    'one of two authorities',
    {
      trusted_authorities: [
        { type: 'etsi_tl', values: ['x'] },
        { type: 'aki', values: ['AKI'] },
      ],
    },
    true,
  ],
  ['a claim', asking(['name']), true],
  ['a claim that is not there', asking(['surname']), false],
  ['a claim that every object has', asking(['toString']), false],
  ['a claim that is null', asking(['nested', 'a', 'b']), true],
  ['a member of a text', asking(['name', 'length']), false],
  ['an element of a list', asking(['list', 1, 'at'], ['y']), true],
  ['an element beyond a list', asking(['list', 2]), false],
  ['an element of an object', asking(['nested', 0]), false],
  ['each element', asking(['list', null, 'at'], ['y']), true],
  ['each element of an empty list', asking(['none', null]), false],
  ['each element of an object', asking(['nested', null]), false],
  ['a value', asking(['name'], ['Bob', 'Ada']), true],
  ['another value', asking(['name'], ['ada']), false],
  ['a value of another type', asking(['age'], ['36']), false],
  ['an integer', asking(['age'], [36]), true],
  ['a boolean', asking(['isAlive'], [false]), true],
  ['a list as a value', asking(['list'], ['x']), false],
  ['one claim of two', { claims: [{ path: ['name'] }, { path: ['surname'] }] }, false],
  ['an unknown member', { wish: 'much' }, true],
];

describe('a query for credentials', () => {
  for (const [what, query, says] of REFUSED)
    it(`is refused with ${what}`, () => {
      const fault = faultOr(() => readDcql(query));
      expect(fault instanceof FormatFault && fault.message).to.include(says);
    });

  for (const [what, change, isThere, held] of MATCHES)
    it(`is ${isThere ? '' : 'not '}answered: ${what}`, () =>
      expect(isAnswered(change, { ...HELD, ...held })).to.equal(isThere));

  it('gives the claims of the first set that there are, and none where none is asked for', () => {
    const asked = [claim(0), { id: 'n', path: ['name'] }, { id: 'g', path: ['age'] }];
    const query = readDcql(one({ claims: asked, claim_sets: [['n', 'c0'], ['g'], ['n']] }));
    expect(matchDcql(query, [HELD]).candidates.get('a')?.[0]?.paths).to.deep.equal([['age']]);
    expect(matchDcql(readDcql(one({})), [HELD]).candidates.get('a')?.[0]?.paths).to.deep.equal([]);
    expect(matchDcql(readDcql(one({ claims: asked, claim_sets: [['c0']] })), [HELD]).shown).to.equal(undefined);
  });

  it('gives all credentials that answer, and says whether several may be shown', () => {
    const query = readDcql(one({ multiple: true }));
    expect(query.credentials[0]?.isMultiple).to.equal(true);
    const found = matchDcql(query, [HELD, { ...HELD, id: 'other' }]).candidates.get('a');
    expect(found?.map(({ credential }) => credential.id)).to.deep.equal(['held', 'other']);
  });

  it('shows of each required set the first option that can be, of others nothing unasked', () => {
    const credentials = ['a', 'b', 'c', 'd'].map((id) => ({
      ...CREDENTIAL,
      id,
      ...(id === 'b' && { meta: { vct_values: ['urn:z'] } }),
    }));
    const shown = (...all: readonly JsonObject[]) =>
      matchDcql(readDcql({ credentials, credential_sets: all }), [HELD]).shown;
    expect(shown({ options: [['a', 'b'], ['c', 'd'], ['a']] })).to.deep.equal(['c', 'd']);
    expect(shown({ options: [['a']] }, { options: [['a'], ['c']] })).to.deep.equal(['a']);
    expect(shown({ options: [['a']] }, { options: [['c']], required: false })).to.deep.equal(['a']);
    expect(shown({ options: [['a']] }, { options: [['b']], required: false })).to.deep.equal(['a']);
    expect(shown({ options: [['a']] }, { options: [['b']] })).to.equal(undefined);
    expect(shown({ options: [['b']], required: false })).to.deep.equal([]);
    expect(matchDcql(readDcql({ credentials }), [HELD]).shown).to.equal(undefined);
  });

  it('ends at its bound of steps, soon, whatever it asks of a full wallet', () => {
    const wide = Array.from({ length: 1000 }, (_, i) => ({
      ...HELD,
      id: `h${i}`,
      claims: { l: many(500, () => ({ l: [1, 2] })) },
    }));
    const query = readDcql(one({ claims: many(64, (i) => ({ path: ['l', null, 'l', null], values: [`${i}`] })) }));
    const started = process.cpuUsage();
    expect(() => matchDcql(query, wide)).to.throw(FormatFault, `over ${DCQL_STEPS_MAX} steps`);
    expect(process.cpuUsage(started).user).to.be.lessThan(1_000_000);
  });

  it('answers a usual query over a thousand credentials within its bound', () => {
    const wallet = many(1000, (i) => i).map((i) => ({ ...HELD, id: `h${i}` }));
    const credentials = many(16, (i) => ({ ...CREDENTIAL, id: `q${i}`, meta: { vct_values: [`urn:${i}`] } }));
    expect(matchDcql(readDcql({ credentials }), wallet).shown).to.equal(undefined);
    const asked = readDcql(
      one({ claims: [{ path: ['name'] }, { path: ['age'], values: [36] }, { path: ['nested', 'a'] }] }),
    );
    expect(matchDcql(asked, wallet).candidates.get('a')).to.have.lengthOf(1000);
  });
});
