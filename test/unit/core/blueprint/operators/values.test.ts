// Comparing, dates and lists in language 2: decimals by value and not as texts, dates by the calendar, places that are
// there.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { CONSTANTS, ran, typeOf, valueFor } from '../../../../support/definitions/typed-rule.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    price: { type: 'string', format: 'decimal' },
    limit: { type: 'string', format: 'decimal', 'x-scale': 2 },
    prices: { type: 'array', items: { type: 'string', format: 'decimal' } },
    names: { type: 'array', items: { type: 'string' } },
    counts: { type: 'array', items: { type: 'integer' } },
    rows: { type: 'array', items: { type: 'object', properties: { qty: { type: 'integer' } } } },
    way: { enum: ['road', 'rail'] },
    due: { type: 'string', format: 'date' },
    signed: { type: 'string', format: 'date-time' },
    term: { type: 'string', format: 'duration' },
    terms: { type: 'array', items: { type: 'string', format: 'duration' } },
    note: { type: 'string' },
    maybe: { type: ['string', 'null'], format: 'decimal' },
    done: { type: 'boolean' },
  },
};
const data: JsonObject = {
  price: '9.5',
  limit: '10.00',
  prices: ['10', '9.50', '9.5', '100'],
  names: ['b', 'a', 'B', 'a'],
  counts: [10, 9, 100],
  rows: [{ qty: 1 }, { qty: 1 }, { qty: 2 }],
  way: 'road',
  due: '2026-01-31',
  signed: '2026-01-31T23:30:00.000Z',
  term: 'P1M',
  terms: ['P2W', 'P14D', 'P1D'],
  note: 'x',
  maybe: null,
  done: true,
};
const given = { schema, data };
const read = (name: string): JsonObject => ({ var: name });

function expectAll(cases: readonly (readonly [Json, Json, string?])[]): void {
  for (const [rule, value, type] of cases) {
    expect(valueFor(rule, given), JSON.stringify(rule)).to.deep.equal(value);
    if (type !== undefined) expect(typeOf(rule, given), JSON.stringify(rule)).to.equal(type);
  }
}

describe('operators: comparing', () => {
  it('compares decimals by value, and texts by code units', () => {
    expectAll([
      [{ '<': [read('price'), read('limit')] }, true, 'boolean'],
      [{ '<': [read('price'), 10] }, true],
      [{ '<': [1, read('price'), '9.50'] }, false],
      [{ '<=': [1, read('price'), '9.50'] }, true],
      [{ '==': [read('price'), '9.500'] }, true],
      [{ '!=': [read('price'), 9.5] }, false],
      [{ '<': ['9.5', '10.00'] }, false],
      [{ '<': [read('due'), '2026-02-01'] }, true],
      [{ '<': [read('term'), 'P1Y'] }, true],
      [{ '<': [read('term'), 'P30D'] }, 'LOGIC_RANGE'],
      [{ '==': ['P2W', { duration: 'P14D' }] }, true],
      [{ '==': [read('maybe'), null] }, true],
      [{ '==': [read('maybe'), '1.0'] }, false],
      [{ '<': [read('maybe'), '1.0'] }, 'LOGIC_TYPE'],
      [{ '==': [read('rows'), read('rows')] }, true],
    ]);
  });

  it('compares nothing with another type', () => {
    expect(typeOf({ '<': [read('price'), read('note')] }, given)).to.equal(
      '"<" compares numbers, decimals, texts, dates, times, durations or money of one type, and its values are decimal and text.',
    );
    expect(typeOf({ '==': [read('counts.0'), 'x'] }, given)).to.match(/integer and text/);
    expect(typeOf({ '==': [read('way'), 'raod'] }, given)).to.equal(
      '"==" compares with a text that is not one of the values of the other: road, rail.',
    );
    expect(typeOf({ '<': [read('due'), '2026-02-30'] }, given)).to.match(/date and text/);
    expect(typeOf({ '<': [read('due'), read('signed')] }, given)).to.match(/date and time\. Write \{"dateOf"/);
    expect(typeOf({ daysBetween: [read('due'), read('signed')] }, given)).to.match(/signed is time\. Write \{"dateOf"/);
    const money = typeOf({ '>': [{ money: [1, 'EUR'] }, read('counts.0')] }, given);
    expect(money).to.match(/integer\. Compare with money of the same currency.*\.amount/);
    expect(typeOf({ '<': [read('done'), true] }, given)).to.match(/and done is boolean/);
    expect(typeOf({ '<': [1] }, given)).to.equal('"<" takes 2 or more values, and has 1.');
  });

  it('finds extremes, orders, and what is there once', () => {
    expectAll([
      [{ max: [read('prices')] }, '100', 'decimal'],
      [{ min: [read('prices')] }, '9.50'],
      [{ max: [read('price'), 9] }, '9.5', 'decimal'],
      [{ max: [read('price'), 90] }, '90'],
      [{ max: [read('counts')] }, 100, 'integer'],
      [{ max: [read('due'), '2026-03-01'] }, '2026-03-01', 'date'],
      [{ min: [[]] }, 'LOGIC_ABSENT'],
      [{ sort: [read('prices')] }, ['9.50', '9.5', '10', '100'], 'list of decimal'],
      [{ sort: [read('prices'), 'descending'] }, ['100', '10', '9.50', '9.5']],
      [{ sort: [read('names')] }, ['B', 'a', 'a', 'b'], 'list of text'],
      [{ sort: [read('counts')] }, [9, 10, 100], 'list of integer'],
      [{ sort: [read('terms')] }, ['P1D', 'P2W', 'P14D']],
      [{ distinct: [read('prices')] }, ['10', '9.50', '100']],
      [{ distinct: [read('names')] }, ['b', 'a', 'B']],
      [{ distinct: [read('rows')] }, [{ qty: 1 }, { qty: 2 }]],
      [{ distinct: [read('terms')] }, ['P2W', 'P1D']],
      [{ contains: [read('prices'), '10.000'] }, true, 'boolean'],
      [{ contains: [read('prices'), '7'] }, false],
      [{ contains: [read('names'), 'B'] }, true],
    ]);
    expect(typeOf({ sort: [read('rows')] }, given)).to.match(/a list of numbers, .* is record/);
    expect(typeOf({ sort: [read('counts'), 'up'] }, given)).to.match(/"ascending" or "descending"/);
    expect(typeOf({ in: ['9.5', read('prices')] }, given)).to.match(/write \{"contains": \[list, value\]\}/);
    expect(typeOf({ contains: [read('counts'), 'x'] }, given)).to.match(/integer and text/);
  });

  it('sorts as a sort of the platform does, and keeps equal items in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.nat(3)), { maxLength: 40 }), (pairs) => {
        const texts = pairs.map(([value, zeros]) => `${value}.5${'0'.repeat(zeros)}`);
        const sorted = valueFor({ sort: [read('prices')] }, { schema, data: { prices: texts } });
        expect(sorted).to.deep.equal([...texts].sort((a, b) => Number(a) - Number(b)));
        const keys = new Set<number>();
        const once = texts.filter((text) => !keys.has(Number(text)) && keys.add(Number(text)));
        expect(valueFor({ distinct: [read('prices')] }, { schema, data: { prices: texts } })).to.deep.equal(once);
      }),
      { numRuns: 500 },
    );
  });

  it('takes steps for each comparison', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => 20_000 - i);
    expect(valueFor({ sort: [read('counts')] }, { schema, data: { counts: many } })).to.equal('LOGIC_LIMIT');
    const texts = Array.from({ length: 100 }, (_, i) => `${'x'.repeat(100_000)}${i}`);
    expect(valueFor({ distinct: [read('names')] }, { schema, data: { names: texts } })).to.equal('LOGIC_LIMIT');
  });
});

describe('operators: dates', () => {
  it('add, count and compare', () => {
    expectAll([
      [{ dateAdd: [read('due'), 'P1M'] }, '2026-02-28', 'date'],
      [{ dateAdd: [read('due'), { days: 1 }] }, '2026-02-01', 'date'],
      [{ dateAdd: [read('due'), { months: -1 }] }, '2025-12-31'],
      [{ dateAdd: [read('signed'), 'PT30M'] }, '2026-02-01T00:00:00.000Z', 'time'],
      [{ dateAdd: [read('due'), 'PT1H'] }, 'LOGIC_RANGE'],
      [{ dateAdd: ['9999-12-31', 'P1D'] }, 'LOGIC_RANGE'],
      [{ daysBetween: [read('due'), '2026-03-01'] }, 29, 'integer'],
      [{ monthsBetween: [read('due'), '2026-02-28'] }, 1, 'integer'],
      [{ minutesBetween: [read('signed'), '2026-02-01T01:15:59.999Z'] }, 105, 'integer'],
      [{ minutesBetween: ['2026-02-01T01:15:59.999Z', read('signed')] }, -105],
      [{ minutesBetween: [read('signed'), '2026-01-31T23:29:00.001Z'] }, 0],
      [{ minutesBetween: ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'] }, 5_258_964_959],
      [{ workdaysBetween: ['2026-12-24', '2026-12-28', 'de'] }, 1, 'integer'],
      [{ workdaysAdd: ['2026-12-23', 2, 'de'] }, '2026-12-28', 'date'],
      [{ workdaysAdd: ['2026-12-28', { '-': [0, 2] }, 'de'] }, '2026-12-23'],
      [{ workdaysAdd: [read('due'), 0, 'de'] }, '2026-01-31', 'date'],
      [{ workdaysAdd: [read('due'), read('counts.0'), 'de'] }, '2026-02-13', 'date'],
      [{ workdaysAdd: [read('due'), 2601, 'de'] }, 'LOGIC_RANGE'],
      [{ workdaysAdd: ['9999-12-30', 5, 'de'] }, 'LOGIC_RANGE'],
      [{ workdaysAdd: ['0001-01-02', -3, 'de'] }, 'LOGIC_RANGE'],
      [{ weekday: read('due') }, 6, 'integer'],
      [{ before: [read('due'), '2026-02-01'] }, true, 'boolean'],
      [{ after: [read('signed'), '2026-01-31T23:30:00.000Z'] }, false, 'boolean'],
      [{ dateOf: [read('signed'), 'UTC'] }, '2026-01-31', 'date'],
      [{ dateOf: [read('signed'), '+01:00'] }, '2026-02-01', 'date'],
      [{ date: read('note') }, 'LOGIC_RANGE', 'date'],
      [{ date: '2026-02-28' }, '2026-02-28', 'date'],
      [{ time: '2026-02-28T00:00:00.000Z' }, '2026-02-28T00:00:00.000Z', 'time'],
      [{ days: 4000000 }, 'LOGIC_RANGE'],
      [{ months: 3 }, 'P3M', 'duration'],
      [{ minutes: -90 }, '-PT90M', 'duration'],
      [{ minutes: Number.MAX_SAFE_INTEGER }, 'LOGIC_RANGE'],
      [{ dateAdd: [read('signed'), { minutes: 105 }] }, '2026-02-01T01:15:00.000Z', 'time'],
      [{ dateAdd: [read('due'), { minutes: 105 }] }, 'LOGIC_RANGE'],
    ]);
  });

  it('take dates as dates, times as times, and calendars that are there', () => {
    const refused: readonly (readonly [Json, RegExp])[] = [
      [{ dateAdd: [read('note'), 'P1D'] }, /a date or a time first, and note is text. Write \{"date": text\}/],
      [{ dateAdd: [read('due'), 'P1X'] }, /a duration such as "P1M"/],
      [{ daysBetween: [read('due'), read('signed')] }, /two dates, and signed is time/],
      [{ minutesBetween: [read('due'), read('signed')] }, /two times, and due is date/],
      [{ minutesBetween: [read('signed')] }, /takes 2 values, and has 1/],
      [{ minutes: read('price') }, /a whole number, and price is decimal/],
      [{ before: [read('due'), read('signed')] }, /dates or times of one type/],
      [{ workdaysBetween: [read('due'), read('due'), 'fr'] }, /name of a calendar/],
      [{ workdaysBetween: [read('due'), read('due'), read('note')] }, /name of a calendar/],
      [{ workdaysAdd: [read('due'), 2, 'fr'] }, /"workdaysAdd" takes as value 3 the name of a calendar/],
      [{ workdaysAdd: [read('due'), read('price'), 'de'] }, /a whole number as value 2, and price is decimal/],
      [{ workdaysAdd: [read('signed'), 2, 'de'] }, /a date first, and signed is time/],
      [{ dateOf: [read('signed'), 'Europe/Berlin'] }, /zones with summers are not part of the rules/],
      [{ date: '2026-02-30' }, /a text such as "2026-02-28"/],
      [{ weekday: [read('due'), 1] }, /takes 1 value, and has 2/],
    ];
    for (const [rule, words] of refused) expect(typeOf(rule, given), JSON.stringify(rule)).to.match(words);
    expect(valueFor({ workdaysBetween: ['2026-01-01', '2026-01-02', 'de'] }, { constants: {} })).to.equal('LOGIC_TYPE');
    expect(valueFor({ dateOf: [read('signed'), read('note')] }, given)).to.equal('LOGIC_RANGE');
    expect(CONSTANTS.calendars).to.have.property('de');
  });
});

describe('operators: records', () => {
  it('are made of names of the rule and of values', () => {
    expectAll([
      [{ record: ['way', read('way'), 'qty', { '+': [read('counts.1'), 1] }] }, { way: 'road', qty: 10 }, 'record'],
      [[{ record: ['a', 0.5] }, { record: ['a', 1.25] }], [{ a: '0.5' }, { a: '1.25' }], 'list of record'],
      [{ distinct: [[{ record: ['a', 1] }, { record: ['a', 1] }]] }, [{ a: 1 }]],
    ]);
    expect(Object.keys(valueFor({ record: ['constructor', 1] }, given) as JsonObject)).to.deep.equal(['constructor']);
  });

  it('are refused with another form', () => {
    const names = Array.from({ length: 51 }, (_, i) => [`m${i}`, i]).flat();
    const refused: readonly (readonly [Json, RegExp])[] = [
      [{ record: ['net'] }, /takes names, each with a rule behind it: .*; and it has 1 parts/],
      [{ record: [] }, /and it has 0 parts/],
      [{ record: { net: 1, tax: 2 } }, /and it has 1 parts/],
      [{ record: [read('note'), 1] }, /Name 1 has to be a text/],
      [{ record: ['a', 1, 'b.c', 1] }, /Name 2 has to be a text/],
      [{ record: ['__proto__', 1] }, /Name 1 has to be a text/],
      [{ record: ['@a', 1] }, /Name 1 has to be a text/],
      [{ record: ['a', 1, 'a', 2] }, /makes a twice/],
      [{ record: names }, /at most 50 members/],
    ];
    for (const [rule, words] of refused) expect(typeOf(rule, given), JSON.stringify(rule)).to.match(words);
    expect(valueFor({ record: ['a', { '+': [read('maybe'), 1] }] }, given)).to.equal('LOGIC_TYPE');
  });

  it('cost what they make', () => {
    const many = Array.from({ length: 1000 }, (_, i) => i);
    const wide = { record: Array.from({ length: 50 }, (_, i) => [`${'n'.repeat(90)}${i}`, read('counts')]).flat() };
    const { value, budget } = ran(wide, { schema, data: { counts: many } });
    expect(value).to.have.property(`${'n'.repeat(90)}0`);
    expect(budget.output).to.be.lessThan(65_536 - 50 * 90);
  });
});

describe('operators: lists', () => {
  it('read places and parts, and end where there is none', () => {
    expectAll([
      [{ at: [read('names'), 0] }, 'b', 'text'],
      [{ at: [read('names'), -1] }, 'a'],
      [{ at: [read('names'), 4] }, 'LOGIC_ABSENT'],
      [{ at: [read('names'), -5] }, 'LOGIC_ABSENT'],
      [{ at: [read('names'), 4, 'none'] }, 'none', 'text'],
      [{ at: [read('counts'), 9, null] }, null, 'integer or null'],
      [{ length: read('names') }, 4, 'integer'],
      [{ length: [read('names')] }, 4, 'integer'],
      [{ length: ['a😀'] }, 2],
      [{ append: [read('counts'), 1, 2] }, [10, 9, 100, 1, 2], 'list of integer'],
      [{ slice: [read('counts'), 1] }, [9, 100], 'list of integer'],
      [{ slice: [read('counts'), 0, -1] }, [10, 9]],
      [{ slice: [read('counts'), 5] }, []],
    ]);
    expect(typeOf({ if: [read('done'), read('prices'), ['0.0', '1.0']] }, given)).to.equal(
      '"if" gives list of decimal or list of text: give values of one type. Write {"decimal": text} for each text that is one.',
    );
    expect(typeOf({ append: [read('counts'), 'x'] }, given)).to.match(/a list of one type, and has integer and text/);
    expect(typeOf({ at: [read('counts'), 'x'] }, given)).to.match(/a whole number as value 2/);
    expect(typeOf({ at: [read('counts'), 0, 'x'] }, given)).to.match(/its default is text/);
    expect(typeOf({ slice: [read('note'), 1] }, given)).to.match(/a list first, and note is text/);
    expect(valueFor({ at: [read('names'), 0.5] }, given)).to.equal('LOGIC_TYPE');
  });

  it('make no more than they may', () => {
    const long = Array.from({ length: 60_000 }, () => 1);
    expect(valueFor({ append: [read('counts'), 1] }, { schema, data: { counts: long } })).to.have.length(60_001);
    expect(valueFor({ append: [{ append: [read('counts'), 1] }, 1] }, { schema, data: { counts: long } })).to.equal(
      'LOGIC_LIMIT',
    );
    expect(ran({ slice: [read('counts'), 0] }, { schema, data: { counts: long } }).budget.output).to.be.lessThan(6000);
  });
});
