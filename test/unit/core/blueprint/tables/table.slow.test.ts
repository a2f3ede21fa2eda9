// Decision tables: which row is taken, their form, and gaps and overlaps, against somebody who tries all values.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import {
  TABLE_CELL_VALUES_MAX,
  TABLE_INPUTS_MAX,
  TABLE_ROWS_MAX,
} from '../../../../../core/base/limits/ledger/constants.js';
import { coverageOf } from '../../../../../core/blueprint/tables/coverage.js';
import { isFault, type Table, tableOf } from '../../../../../core/blueprint/tables/table.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { typeOf, valueFor } from '../../../../support/definitions/typed-rule.js';

const row = (when: Json, gives: Json): JsonObject =>
  Object.fromEntries([
    ['when', when],
    ['then', gives],
  ]);
const COUNTRY = { title: 'country', type: 'string', enum: ['DE', 'FR', 'CH'] };
const WEIGHT = { title: 'weight', type: 'integer', minimum: 0, maximum: 100 };
const VALUE = { title: 'value', type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '0.00' };

const table = (inputs: Json, rows: Json, more: JsonObject = {}): JsonObject => ({
  inputs,
  hit: 'unique',
  rows,
  ...more,
});
const FEE = table(
  [COUNTRY, WEIGHT],
  [row(['DE', '-'], 'low'), row([['FR', 'CH'], { below: 10 }], 'middle'), row([['FR', 'CH'], { from: 10 }], 'high')],
);

const decide = (data: Json, ...values: readonly Json[]): Json =>
  valueFor({ table: ['fee', ...values] }, { constants: { tables: { fee: data } } });

function told(data: Json): readonly string[] {
  const blueprint = {
    language: 2,
    title: 'Order',
    description: 'An order.',
    participants: [{ id: 'buyer' }, { id: 'seller' }],
    tables: { fee: data },
    actions: [{ id: 1, sender: 'buyer', isStartingAction: true, routes: [] }],
  };
  return checkBlueprint(blueprint as Json)
    .filter(({ location }) => location.startsWith('/tables'))
    .map(({ code, location, message }) => `${code} ${location} ${message}`);
}

describe('decision tables', () => {
  it('give what follows from the row that is met', () => {
    expect(told(FEE)).to.deep.equal([]);
    expect(decide(FEE, 'DE', 50)).to.equal('low');
    expect(decide(FEE, 'FR', 9)).to.equal('middle');
    expect(decide(FEE, 'CH', 10)).to.equal('high');
    expect(decide(FEE, 'US', 10)).to.equal('LOGIC_TABLE');
    expect(decide({ ...FEE, otherwise: { fee: null } }, 'US', 10)).to.deep.equal({ fee: null });
    expect(decide({ ...FEE, otherwise: null }, 'US', 10)).to.equal(null);
  });

  it('take the only row, the first, or all', () => {
    const rows = [row(['-', { to: 20 }], 1), row(['DE', '-'], 2)];
    const by = (hit: string) => table([COUNTRY, WEIGHT], rows, { hit });
    expect(decide(by('unique'), 'DE', 10)).to.equal('LOGIC_TABLE');
    expect(decide(by('unique'), 'DE', 30)).to.equal(2);
    expect(decide(by('first'), 'DE', 10)).to.equal(1);
    expect(decide(by('first'), 'FR', 30)).to.equal('LOGIC_TABLE');
    expect(decide(by('collect'), 'DE', 10)).to.deep.equal([1, 2]);
    expect(decide(by('collect'), 'FR', 30)).to.deep.equal([]);
  });

  it('compare decimals by value, dates by the calendar, and truth', () => {
    const prices = table(
      [VALUE],
      [row([{ below: '10.00' }], 'a'), row([['10.00', '20.00']], 'b'), row([{ above: '20.00' }], 'c')],
    );
    expect(
      ['9.99', '10.00', '20.00', '20.01', '15.00'].map((value) => decide(prices, { decimal: value })),
    ).to.deep.equal(['a', 'b', 'b', 'c', 'LOGIC_TABLE']);
    const days = table(
      [{ type: 'string', format: 'date' }],
      [row([{ to: '2026-12-31' }], 1), row([{ above: '2026-12-31' }], 2)],
    );
    expect([decide(days, '2026-12-31'), decide(days, '2027-01-01')]).to.deep.equal([1, 2]);
    const flags = table([{ type: 'boolean' }], [row([true], 1), row([false], 2)]);
    expect([decide(flags, true), decide(flags, false)]).to.deep.equal([1, 2]);
  });

  it('take values of their inputs only', () => {
    const types = (rule: Json) => typeOf(rule, { constants: { tables: { fee: FEE } } });
    expect(types({ table: ['fee', 'DE', 'x'] })).to.equal('"table" takes integer as value 3, and value 3 is text.');
    expect(types({ table: ['fee', 'DE'] })).to.equal('"table" takes 3 values, and has 2.');
    expect(types({ table: ['nope', 1] })).to.match(/name of a table/);
    expect(types({ table: [{ var: 'x' }, 1] })).to.match(/name of a table/);
    expect(decide(FEE, 'DE', 'x')).to.equal('LOGIC_TYPE');
    expect(decide(FEE, 'DE')).to.equal('LOGIC_TYPE');
    expect(decide({}, 'DE')).to.equal('LOGIC_TYPE');
  });

  it('have a form, told at its place', () => {
    const wrong: readonly (readonly [Json, RegExp])[] = [
      [7, /^BP_TABLE \/tables\/fee A table is an object/],
      [{ ...FEE, rules: [] }, /A table has only/],
      [{ ...FEE, hit: 'any' }, /^BP_TABLE \/tables\/fee\/hit Expected one of unique, first, collect/],
      [{ ...FEE, inputs: [] }, /\/inputs A table has 1 to 16 inputs/],
      [{ ...FEE, inputs: Array(TABLE_INPUTS_MAX + 1).fill(COUNTRY) }, /\/inputs A table/],
      [{ ...FEE, inputs: [{ type: 'object' }, WEIGHT] }, /\/inputs\/0 An input is a schema of one type/],
      [{ ...FEE, inputs: [{ type: ['string', 'null'] }, WEIGHT] }, /\/inputs\/0/],
      [{ ...FEE, rows: [] }, /\/rows A table has 1 to 1000 rows/],
      [{ ...FEE, rows: Array(TABLE_ROWS_MAX + 1).fill(row(['-', '-'], 1)) }, /\/rows A table has/],
      [{ ...FEE, rows: [row(['DE'], 1)] }, /\/rows\/0\/when A row has one cell for each of the 2 inputs/],
      [{ ...FEE, rows: [{ when: ['DE', 1] }] }, /\/rows\/0 A row has "when"/],
      [{ ...FEE, rows: [row([1, '-'], 1)] }, /\/rows\/0\/when\/0 .* Every value is text/],
      [{ ...FEE, rows: [row(['DE', { from: 1, above: 2 }], 1)] }, /one lower and one upper bound/],
      [{ ...FEE, rows: [row(['DE', { from: 3, to: 2 }], 1)] }, /A range holds a value/],
      [{ ...FEE, rows: [row(['DE', { above: 3, to: 3 }], 1)] }, /A range holds a value/],
      [{ ...FEE, rows: [row([{ from: 'A' }, '-'], 1)] }, /list the values/],
      [{ ...FEE, rows: [row(['DE', {}], 1)] }, /A cell is "-"/],
      [{ ...FEE, rows: [row(['DE', { under: 3 }], 1)] }, /A cell is "-"/],
      [{ ...FEE, rows: [row([Array(TABLE_CELL_VALUES_MAX + 1).fill('DE'), '-'], 1)] }, /A cell lists 1 to 100 values/],
      [{ ...FEE, inputs: [{ ...COUNTRY, pattern: '(?=x)' }, WEIGHT] }, /^BP_SCHEMA \/tables\/fee\/inputs\/0/],
      [
        { ...FEE, output: { type: 'integer' } },
        /^BP_TABLE \/tables\/fee\/rows\/0\/then The value that the table gives must be integer/,
      ],
      [{ ...FEE, output: { type: 'string' }, otherwise: 7 }, /^BP_TABLE \/tables\/fee\/otherwise/],
    ];
    for (const [data, words] of wrong) expect(told(data)[0], JSON.stringify(data).slice(0, 80)).to.match(words);
    expect(told({ ...FEE, output: { type: 'string' } })).to.deep.equal([]);
  });
});

describe('decision tables: gaps and overlaps', () => {
  it('are told in the words of the inputs', () => {
    const gap = { ...FEE, rows: [row(['DE', '-'], 1), row([['FR', 'CH'], { from: 10, to: 20 }], 2)] };
    expect(told(gap).map((one) => one.split('meets ')[1])).to.deep.equal([
      'country is "FR", weight is 0 to 9: add one, or say what follows "otherwise".',
      'country is "FR", weight is 21 to 100: add one, or say what follows "otherwise".',
    ]);
    expect(told({ ...gap, otherwise: 3 })).to.deep.equal([]);
    const both = {
      ...FEE,
      rows: [row(['-', { to: 50 }], 1), row(['DE', { from: 50 }], 2), row(['-', { above: 50 }], 3)],
    };
    expect(told(both)).to.deep.equal([
      'BP_TABLE_OVERLAP /tables/fee/rows/1 Rows 0 and 1 both meet country is "DE", weight is 50: change one of them, or say "hit": "first".',
      'BP_TABLE_OVERLAP /tables/fee/rows/2 Rows 1 and 2 both meet country is "DE", weight is 51 to 100: change one of them, or say "hit": "first".',
    ]);
    expect(told({ ...both, hit: 'first' })).to.deep.equal([]);
    expect(told({ ...both, hit: 'first', rows: [row(['-', '-'], 1), row(['DE', '-'], 2)] })).to.deep.equal([
      'BP_TABLE_ROW_UNUSED /tables/fee/rows/1 The rows before it meet all that this one does, so it is never taken.',
    ]);
    expect(told(table([{ title: 'way', type: 'string' }], [row(['road'], 1)]))[0]).to.match(/way is any other text/);
    expect(told(table([VALUE], [row([{ from: '0.01' }], 1)]))[0]).to.match(/value is 0.00: add one/);
    expect(
      told(table([{ title: 'rate', type: 'number' }], [row([{ below: 1 }], 1), row([{ above: 1 }], 2)]))[0],
    ).to.match(/rate is 1: add one/);
  });

  it('are those that somebody finds who tries all values', () => {
    const cell = fc.oneof(
      fc.constant<Json>('-'),
      fc.integer({ min: 0, max: 9 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
      fc
        .tuple(fc.integer({ min: -1, max: 10 }), fc.integer({ min: 0, max: 5 }))
        .map(([from, more]): Json => ({ from, to: from + more })),
      fc.integer({ min: -1, max: 10 }).map((above): Json => ({ above })),
      fc.integer({ min: -1, max: 10 }).map((below): Json => ({ below })),
    );
    const names = fc.oneof(fc.constant<Json>('-'), fc.constantFrom<Json>('a', 'b', 'c'), fc.constant<Json>(['a', 'c']));
    const rows = fc.array(fc.tuple(names, cell), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.constantFrom('unique', 'first'), (cells, hit) => {
        const data = table(
          [
            { type: 'string', enum: ['a', 'b', 'c'] },
            { type: 'integer', minimum: 0, maximum: 9 },
          ],
          cells.map((when, i) => row(when as Json, i)),
          { hit },
        );
        const parsed = tableOf(data);
        if (isFault(parsed)) throw new Error(parsed.message);
        const found = coverageOf(parsed, { left: 1_000_000 });
        let [gap, overlap] = [false, false];
        const used = new Set<Json>();
        for (const name of ['a', 'b', 'c'])
          for (let number = 0; number <= 9; number++) {
            const met = decide({ ...data, hit: 'collect' }, name, number) as readonly Json[];
            gap ||= met.length === 0;
            overlap ||= met.length > 1;
            if (met.length > 0) used.add(met[0] as Json);
          }
        expect((found?.gaps.length ?? 0) > 0).to.equal(gap);
        expect((found?.overlaps.length ?? 0) > 0).to.equal(overlap && hit === 'unique');
        if (hit === 'first') expect(found?.unused).to.deep.equal(cells.flatMap((_, i) => (used.has(i) ? [] : [i])));
      }),
      { numRuns: 1000 },
    );
  });

  it('are left open where that takes too long', () => {
    const inputs = Array.from({ length: TABLE_INPUTS_MAX }, () => WEIGHT);
    const cells = (i: number) =>
      inputs.map((_, j) => ({ from: (i * 7 + j * 13) % 50, to: 50 + ((i * 11 + j * 5) % 50) }));
    const large = table(
      inputs,
      Array.from({ length: TABLE_ROWS_MAX }, (_, i) => row(cells(i), i)),
    );
    expect(coverageOf(tableOf(large) as Table, { left: 100_000 })).to.equal(undefined);
    expect(told(large)).to.deep.equal([
      'BP_TABLE_UNKNOWN /tables/fee Whether its rows leave something out takes too long to find: use fewer rows, or several tables.',
    ]);
  });
});
