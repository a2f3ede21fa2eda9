// Calculating in language 2: what stays a whole number, what becomes a decimal, money with its currency, and each way
// in which there is no result.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { checkLogic } from '../../../../../core/blueprint/logic/logic.js';
import { RULE_OPERATORS } from '../../../../../core/blueprint/operators/evaluate.js';
import { decimalText } from '../../../../../core/values/decimal.js';
import { ran, typeOf, valueFor } from '../../../../support/definitions/typed-rule.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    price: { type: 'string', format: 'decimal', 'x-scale': 2 },
    rate: { type: 'string', format: 'decimal' },
    count: { type: 'integer' },
    weight: { type: 'number' },
    note: { type: 'string' },
    open: {},
    maybe: { type: ['integer', 'null'] },
    paid: { type: 'object', format: 'money' },
    fee: { type: 'object', format: 'money' },
    prices: { type: 'array', items: { type: 'string', format: 'decimal', 'x-scale': 2 } },
    payments: { type: 'array', items: { type: 'object', format: 'money' } },
    counts: { type: 'array', items: { type: 'integer' } },
  },
};
const data: JsonObject = {
  price: '19.99',
  rate: '0.19',
  count: 3,
  weight: 0.1,
  note: '7',
  open: 2,
  maybe: null,
  paid: { amount: '10.00', currency: 'EUR' },
  fee: { amount: '2.50', currency: 'EUR' },
  prices: ['1.10', '2.20'],
  payments: [],
  counts: [1, 2, 3],
};
const given = { schema, data };
const read = (name: string): JsonObject => ({ var: name });
const [price, rate, count, weight, paid, fee] = ['price', 'rate', 'count', 'weight', 'paid', 'fee'].map(
  read,
) as JsonObject[] as [JsonObject, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject];
const usd = { money: ['1.00', 'USD'] };

function expectAll(cases: readonly (readonly [Json, Json, string?])[]): void {
  for (const [rule, value, type] of cases) {
    expect(valueFor(rule, given), JSON.stringify(rule)).to.deep.equal(value);
    if (type !== undefined) expect(typeOf(rule, given), JSON.stringify(rule)).to.equal(type);
  }
}

describe('operators: numbers', () => {
  it('give whole numbers of whole numbers, and decimals of everything else', () => {
    expectAll([
      [{ '+': [count, 4] }, 7, 'integer'],
      [{ '-': [count] }, -3, 'integer'],
      [{ '-': [10, count, 2] }, 5, 'integer'],
      [{ '*': [count, 4] }, 12, 'integer'],
      [{ '%': [-7, count] }, -1, 'integer'],
      [{ '+': [count, 0.1] }, '3.1', 'decimal(1)'],
      [{ '+': [weight, 0.2] }, '0.3', 'decimal'],
      [{ '+': [price, '0.01'] }, '20.00', 'decimal(2)'],
      [{ '*': [price, count] }, '59.97', 'decimal(2)'],
      [{ '*': [price, rate] }, '3.7981', 'decimal'],
      [{ '-': [price] }, '-19.99', 'decimal(2)'],
      [{ '+': [read('counts')] }, 6, 'integer'],
      [{ sum: [read('prices')] }, '3.30', 'decimal'],
      [{ sum: [read('prices'), '0.00'] }, '3.30', 'decimal(2)'],
      [{ sum: [[]] }, 0],
      [{ '+': [read('open'), 1] }, 3],
    ]);
  });

  it('divide and round where a rule says how, and not otherwise', () => {
    expectAll([
      [{ div: [10, 3, 2, 'half-even'] }, '3.33', 'decimal(2)'],
      [{ div: [price, count, 4, 'up'] }, '6.6634', 'decimal(4)'],
      [{ round: [{ '*': [price, rate] }, 2, 'half-up'] }, '3.80', 'decimal(2)'],
      [{ round: [count, 2, 'down'] }, '3.00', 'decimal(2)'],
      [{ round: ['-2.5', 0, 'half-even'] }, '-2', 'decimal(0)'],
      [{ decimal: read('note') }, '7', 'decimal'],
      [{ decimal: '0.10' }, '0.10', 'decimal(2)'],
      [{ integer: { round: [price, 0, 'down'] } }, 19, 'integer'],
      [{ div: [1, 0, 2, 'up'] }, 'LOGIC_RANGE'],
      [{ '%': [1, 0] }, 'LOGIC_RANGE'],
      [{ integer: price }, 'LOGIC_RANGE'],
      [{ integer: '9007199254740992' }, 'LOGIC_RANGE'],
    ]);
    expect(checkLogic({ '/': [1, 2] }, '', RULE_OPERATORS)[0]).to.deep.include({
      code: 'LOGIC_INVALID',
      message: 'There is no operator "/": say how it is rounded, as in {"div": [a, b, 2, "half-even"]}.',
    });
    expect(typeOf({ div: [1, 3] }, given)).to.equal('"div" takes 4 values, and has 2.');
    expect(typeOf({ div: [1, 3, count, 'up'] }, given)).to.match(/a number of 0 to 18 that stands in the rule/);
    expect(typeOf({ round: [price, 2, 'nearest'] }, given)).to.match(/one of up, down, ceiling, floor/);
    expect(typeOf({ round: [price, 19, 'up'] }, given)).to.match(/0 to 18/);
  });

  it('end at the range, never with a cut', () => {
    const nines = '9'.repeat(38);
    expectAll([
      [{ '+': [nines, { decimal: '1' }] }, 'LOGIC_RANGE'],
      [{ '*': [9007199254740991, 2] }, 'LOGIC_RANGE'],
      [{ '+': [9007199254740991, 1] }, 'LOGIC_RANGE'],
      [{ '+': [{ decimal: '9007199254740991' }, 1] }, '9007199254740992'],
      [{ '*': [{ decimal: '0.0000000001' }, rate] }, '0.000000000019'],
      [{ '*': [{ decimal: '0.000000000000000001' }, rate] }, 'LOGIC_RANGE'],
    ]);
    expect(typeOf({ '*': [{ decimal: '0.0000000001' }, { decimal: '0.000000001' }] })).to.match(
      /gives 19 digits after the point/,
    );
  });

  it('take no value of another type', () => {
    expect(typeOf({ '+': [read('note'), 1] }, given)).to.equal(
      '"+" takes numbers, decimals or money, and note is text. Write {"decimal": text} where a text is a number.',
    );
    expect(valueFor({ '+': [{ decimal: read('note') }, 1] }, given)).to.equal('8');
    for (const wrong of [
      { '+': [true, 1] },
      { '-': ['a', 1] },
      { '*': [[1], 2] },
      { '%': [price, 2] },
      { sum: [count] },
    ])
      expect(
        ran(wrong as Json, given).faults.map(({ code }) => code),
        JSON.stringify(wrong),
      ).to.deep.equal(['BP_TYPE']);
    expect(ran({ '+': [read('open'), 1] }, given).faults.map(({ code }) => code)).to.deep.equal(['BP_TYPE_OPEN']);
    expect(ran({ '+': [read('maybe'), 1] }, given)).to.include({ value: 'LOGIC_TYPE' });
    expect(ran({ '+': [read('maybe'), 1] }, given).faults[0]?.message).to.match(/maybe may be null/);
    expect(ran({ '+': [read('open'), 1] }, { schema, data: { open: 'x' } }).value).to.equal('LOGIC_TYPE');
  });

  it('say of a text that spells no decimal why, and not the text', () => {
    const messageOf = (note: string) => ran({ decimal: read('note') }, { schema, data: { note } }).message;
    for (const text of ['06', '-06.5', '00'])
      expect(messageOf(text), text).to.match(
        /takes a text that spells a decimal, such as "6" or "19.99", and .* begins with a zero before its digits: leave it out\.$/,
      );
    for (const text of ['', 'secret', '6.', '-0', '9'.repeat(39)])
      expect(messageOf(text), text).to.match(
        /is another text, or beyond at most 38 digits, 18 of them after the point\.$/,
      );
    expect(messageOf('secret')).to.not.contain('secret');
    expect(messageOf('0.6')).to.equal(undefined);
  });

  it('name how money is written where a default of it is an object', () => {
    const object = { var: ['paid', { amount: '0.00', currency: 'EUR' }] };
    expect(typeOf(object, given)).to.contain('give a default of that type, such as {"money":[0,"EUR"]}.');
    expect(typeOf({ var: ['paid', { money: [0, 'EUR'] }] }, given)).to.equal('money');
    expect(typeOf({ var: ['paid', 0] }, given)).to.match(/give a default of that type\.$/);
  });

  it('are exact where they give whole numbers, or end', () => {
    const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }));
    fc.assert(
      fc.property(fc.constantFrom('+', '-', '*'), whole, whole, (name, a, b) => {
        const [x, y] = [BigInt(a), BigInt(b)];
        const exact = name === '+' ? x + y : name === '-' ? x - y : x * y;
        const isSafe = exact <= 9007199254740991n && exact >= -9007199254740991n;
        expect(valueFor({ [name]: [a, b] })).to.equal(isSafe ? Number(exact) : 'LOGIC_RANGE');
      }),
      { numRuns: 2000 },
    );
  });

  it('take steps by their digits', () => {
    const steps = (text: string) => {
      const { budget } = ran({ '+': [{ decimal: text }, { decimal: '1' }] });
      return 100_000 - budget.steps;
    };
    expect(steps('9'.repeat(30)) - steps('9')).to.equal(6);
    const many = Array.from({ length: 60_000 }, () => '1.00');
    expect(valueFor({ sum: [read('prices'), '0.00'] }, { schema, data: { prices: many } })).to.equal('60000.00');
    expect(valueFor({ sum: [read('prices')] }, { schema, data: { prices: [...many, ...many] } })).to.equal(
      'LOGIC_LIMIT',
    );
  });
});

describe('operators: a rule without data', () => {
  it('is calculated where it is written, and told where it has no value', () => {
    expect(typeOf({ div: [1, { '-': [3, 3] }, 2, 'up'] })).to.equal('"div" divides by zero.');
    expect(typeOf({ '+': [count, { money: ['0.001', 'EUR'] }] }, given)).to.match(/with the places of its currency/);
    expect(typeOf({ '+': [{ money: ['1', 'EUR'] }, usd] })).to.match(/takes money of one currency/);
    expect(typeOf({ at: [[1, 2], 2] })).to.match(/a place that the list does not have/);
    expect(typeOf({ div: [1, { '-': [count, 3] }, 2, 'up'] }, given)).to.equal('decimal(2)');
    const many = Array.from({ length: 900 }, () => 1);
    expect(typeOf({ sort: [many] })).to.equal('list of integer');
  });
});

describe('operators: money', () => {
  it('adds one currency, and never two', () => {
    expectAll([
      [{ '+': [paid, fee] }, { amount: '12.50', currency: 'EUR' }, 'money'],
      [{ '-': [paid, fee] }, { amount: '7.50', currency: 'EUR' }, 'money'],
      [{ '-': [paid] }, { amount: '-10.00', currency: 'EUR' }, 'money'],
      [{ '*': [fee, count] }, { amount: '7.50', currency: 'EUR' }, 'money'],
      [{ '+': [paid, usd] }, 'LOGIC_CURRENCY'],
      [{ '<': [paid, usd] }, 'LOGIC_CURRENCY'],
      [{ '==': [paid, usd] }, false],
      [{ sum: [read('payments')] }, 'LOGIC_ABSENT'],
      [{ sum: [read('payments'), { money: ['0', 'EUR'] }] }, { amount: '0.00', currency: 'EUR' }],
      [{ max: [paid, fee] }, { amount: '10.00', currency: 'EUR' }],
    ]);
    expect(typeOf({ '+': [paid, count] }, given)).to.equal(
      '"+" takes money with money only, and one of its values is integer.',
    );
    expect(typeOf({ '*': [paid, paid] }, given)).to.match(/takes money once/);
    expect(typeOf({ '*': [paid, rate] }, given)).to.match(/multiplies money by whole numbers/);
  });

  it('is an object: its format says nothing of other values', () => {
    const loose = {
      type: 'object',
      properties: { paid: { format: 'money' }, fee: { type: 'object', format: 'money' } },
    };
    const { faults } = ran({ '+': [read('paid'), read('fee')] }, { schema: loose });
    expect(faults.map(({ code }) => code)).to.deep.equal(['BP_TYPE_OPEN']);
    expect(
      ran({ '+': [read('fee'), read('fee')] }, { schema: loose, data: { fee: data.fee as Json } }).faults,
    ).to.deep.equal([]);
  });

  it('has the places of its currency', () => {
    expectAll([
      [{ money: [price, 'EUR'] }, { amount: '19.99', currency: 'EUR' }, 'money'],
      [{ money: [5, 'EUR'] }, { amount: '5.00', currency: 'EUR' }],
      [{ money: ['5.000', 'EUR'] }, { amount: '5.00', currency: 'EUR' }],
      [{ money: [price, 'JPY'] }, 'LOGIC_RANGE'],
      [{ money: [price, 'JPY', 'half-up'] }, { amount: '20', currency: 'JPY' }],
      [
        { money: [{ '*': [read('paid.amount'), rate] }, read('paid.currency'), 'half-even'] },
        { amount: '1.90', currency: 'EUR' },
      ],
      [{ money: [0.001, 'EUR'] }, 'LOGIC_RANGE'],
    ]);
    expect(typeOf({ money: [1, 'XXX'] }, given)).to.match(/currency that the definition names/);
    expect(valueFor({ money: [1, read('note')] }, given)).to.equal('LOGIC_CURRENCY');
    expect(valueFor({ money: [1, read('note')] }, { schema, data: { note: 'XXX' } })).to.equal('LOGIC_CURRENCY');
    for (const wrong of [
      { amount: '1.0', currency: 'EUR' },
      { amount: '1.00', currency: 'XXX' },
    ])
      expect(valueFor({ '+': [paid, fee] }, { schema, data: { ...data, fee: wrong } })).to.equal('LOGIC_CURRENCY');
    for (const wrong of [{ amount: 1, currency: 'EUR' }, '1.00', null])
      expect(valueFor({ '+': [paid, fee] }, { schema, data: { ...data, fee: wrong } })).to.equal('LOGIC_TYPE');
  });

  it('is shared without losing a cent', () => {
    expectAll([
      [{ allocate: ['100.00', [1, 1, 1], 2] }, ['33.34', '33.33', '33.33'], 'list of decimal(2)'],
      [
        { allocate: [paid, [0.5, 0.25, 0.25]] },
        [5, 2.5, 2.5].map((part) => ({ amount: part.toFixed(2), currency: 'EUR' })),
        'list of money',
      ],
      [{ allocate: [100, [1, 2], 0] }, ['33', '67']],
      [{ allocate: ['0.001', [1, 2], 2] }, 'LOGIC_RANGE'],
      [{ allocate: [1, [0, 0], 2] }, 'LOGIC_RANGE'],
      [{ allocate: [1, [-1, 2], 2] }, 'LOGIC_RANGE'],
      [{ allocate: [1, [], 2] }, 'LOGIC_RANGE'],
    ]);
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 20 }),
        (cents, weights) => {
          fc.pre(weights.some((weight) => weight > 0));
          const total = decimalText({ units: BigInt(cents), scale: 2 });
          const parts = valueFor({ allocate: [{ decimal: total }, weights, 2] }) as readonly string[];
          expect(parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0)).to.equal(cents);
        },
      ),
      { numRuns: 500 },
    );
  });
});
