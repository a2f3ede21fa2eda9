// The OpenAPI documents as generators of clients read them: each rule is one by which a client of some language did not
// compile, or was awkward to call.
import { expect } from 'chai';
import { checkOf } from '../world/document-check.js';

type Json = Readonly<Record<string, unknown>>;
interface Place {
  /** Names from the document on. */
  readonly path: readonly string[];
  readonly value: Json;
}

const LISTENERS = ['public', 'internal', 'workload'] as const;
/** Members of JSON Schema that hold names of the caller, or values: no schema stands right below them. */
const NAMED_BY_US: ReadonlySet<string> = new Set(['properties', 'schemas']);
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'default', 'x-codes']);

/** Every object of a document but examples and values, with the way to it. */
function* objectsIn(value: unknown, path: readonly string[] = []): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, value: value as Json };
  const isMap = NAMED_BY_US.has(path.at(-1) ?? '');
  for (const [name, one] of Object.entries(value))
    if (isMap || !VALUES.has(name)) yield* objectsIn(one, [...path, name]);
}

const places = LISTENERS.flatMap((listener) => [...objectsIn(checkOf(listener).document)]);
const schemas = Object.assign({}, ...LISTENERS.map((listener) => checkOf(listener).document.components.schemas));
const shown = ({ path }: Place) => path.join('/');

/**
 * Reserved words of Go, Java, C#, Python and Rust; words that only begin a statement in some place are not among them.
 */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package',
    'range return select struct switch type var',
    'abstract assert boolean byte catch char class do double enum extends final finally float implements instanceof int',
    'long native new private protected public short static super synchronized this throw throws transient try void',
    'volatile while true false null',
    'as base bool checked decimal delegate event explicit extern fixed foreach implicit in internal is lock namespace',
    'object operator out override params readonly ref sbyte sealed sizeof stackalloc string typeof uint ulong unchecked',
    'unsafe ushort using virtual',
    'and async await def del elif except from global lambda nonlocal not or pass raise with yield False None True',
    'crate dyn fn impl let loop match mod move mut pub self Self trait use where become box do final macro priv unsized',
  ].flatMap((line) => line.split(' ')),
);
/** Words that a standard, the specification or the ledger gives, each with which. */
const NEEDED: Readonly<Record<string, string>> = {
  type: 'RFC 9457, WebAuthn, and the kind of a transaction in its header',
  override: 'specification 4.1: the body of a publication',
  from: 'RFC 6902, and a delegation in a participant record and a definition',
  var: 'the bound of a delegation in a participant record, as in JSON Logic',
  for: 'the vote of a deputy in the header of its transaction',
  sealed: 'the word of the ledger for what a docket holds',
  event: 'the word of Standard Webhooks',
};

describe('the OpenAPI documents for generators', () => {
  it('call no schema New...: a Go client has a function of this name for each schema', () => {
    expect(Object.keys(schemas).filter((name) => /^New[A-Z]/.test(name))).to.deep.equal([]);
  });

  it('name schemas by words of letters and digits, no two of them but for capitals', () => {
    const names = Object.keys(schemas);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).to.deep.equal([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).to.equal(names.length);
  });

  it('name every closed list of values, by one name', () => {
    const lists = places.filter(({ value }) => Array.isArray(value.enum) && value.enum.length > 1);
    const unnamed = lists.filter(({ path }) => path.at(-2) !== 'schemas');
    expect(unnamed.map(shown)).to.deep.equal([]);
    const byValues = new Map<string, Set<string>>();
    for (const { path, value } of lists) {
      const values = JSON.stringify(value.enum);
      byValues.set(values, (byValues.get(values) ?? new Set()).add(path.at(-1) as string));
    }
    expect([...byValues.values()].filter(({ size }) => size > 1).map((names) => [...names])).to.deep.equal([]);
    expect(byValues.size).to.be.above(100);
  });

  it('give each value of a list a name of its own among all names of the document', () => {
    const lists = Object.values(schemas as Record<string, Json>).filter(
      ({ enum: values }) => Array.isArray(values) && values.length > 1,
    );
    const names = lists.flatMap((list) => list['x-enum-varnames'] as readonly string[]);
    expect(names.length).to.equal(lists.flatMap(({ enum: values }) => values as unknown[]).length);
    expect(new Set([...names, ...Object.keys(schemas)]).size).to.equal(names.length + Object.keys(schemas).length);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9_]*$/.test(name))).to.deep.equal([]);
  });

  it('say integer where all values are whole', () => {
    const wrong = places.filter(({ value: { enum: values, type } }) => {
      if (!Array.isArray(values)) return false;
      const needed = values.every((one) => Number.isSafeInteger(one)) ? 'integer' : typeof values[0];
      return type !== needed;
    });
    expect(wrong.map(shown)).to.deep.equal([]);
    const narrow = places.filter(
      ({ value: { type, maximum, format } }) =>
        type === 'integer' && !(Number(maximum) < 2 ** 31) && format !== 'int64',
    );
    expect(narrow.filter(({ value }) => value.enum === undefined).map(shown), 'of 32 bits to clients').to.deep.equal(
      [],
    );
    // The others have a fraction: times in milliseconds, points, percent, rates, and the figures of a series.
    const numbers = places.filter(({ value: { type } }) => type === 'number').map(({ path }) => path.at(-1) as string);
    const fractions = /(Ms|Score|score|Rate|Percent|Percentage|duration|milliseconds|additionalProperties|items|\d)$/;
    expect(numbers.filter((name) => !fractions.test(name))).to.deep.equal([]);
  });

  it('bound every whole number that a request brings or an answer has', () => {
    const isBounded = ({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Json) =>
      (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined;
    const open = places.filter(
      ({ value }) => value.type === 'integer' && value.enum === undefined && !isBounded(value),
    );
    expect(open.map(shown)).to.deep.equal([]);
  });

  it('have no field of a form with a list of values: of one a generator of Rust makes what does not compile', () => {
    const forms = places.filter(({ path }) => path.at(-1) === 'application/x-www-form-urlencoded');
    const names = forms.map(
      ({ value }) =>
        String((value.schema as Json).$ref)
          .split('/')
          .at(-1) as string,
    );
    const lists = names.flatMap((name) =>
      Object.entries((schemas[name]?.properties ?? {}) as Readonly<Record<string, Json>>)
        .filter(([, field]) => 'allOf' in field || '$ref' in field)
        .map(([field]) => `${name}/${field}`),
    );
    expect(lists).to.deep.equal([]);
    expect(names).to.include('TokenRequest');
  });

  it('offer a choice where values are of several kinds, and no mixture', () => {
    expect(places.filter(({ value }) => 'anyOf' in value).map(shown)).to.deep.equal([]);
  });

  it('have no member or parameter that is a reserved word, but those that others named', () => {
    const members = places
      .filter(({ path }) => path.at(-1) === 'properties')
      .flatMap(({ value }) => Object.keys(value));
    const parameters = places.flatMap(({ value }) =>
      typeof value.in === 'string' && typeof value.name === 'string' ? [value.name] : [],
    );
    const used = new Set([...members, ...parameters].filter((name) => RESERVED.has(name)));
    expect([...used]).to.have.members(Object.keys(NEEDED));
  });
});
