// Random schemas, data that satisfies them, and random rules of language 2: mostly of the types that operators take,
// now and then of another one, so that the check has something to refuse.
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Dice } from '../base/dice.js';

export const SCALARS = [
  'integer',
  'number',
  'decimal',
  'price',
  'text',
  'way',
  'boolean',
  'date',
  'time',
  'duration',
  'money',
] as const;
export type Scalar = (typeof SCALARS)[number];
export type Wanted = Scalar | `${Scalar}s` | 'rows';

const SCHEMAS: Readonly<Record<Scalar, JsonObject>> = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  decimal: { type: 'string', format: 'decimal' },
  price: { type: 'string', format: 'decimal', 'x-scale': 2 },
  text: { type: 'string' },
  way: { enum: ['road', 'rail', 'air'] },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
  money: { type: 'object', format: 'money' },
};

const VALUES: Readonly<Record<Scalar, readonly Json[]>> = {
  integer: [0, 1, -1, 2, 3, 7, 100, -25, 9007199254740991, 1e20],
  number: [0, 1, -2, 0.1, 2.5, -0.75, 100.01, 1e-9, 1e30],
  decimal: ['0', '1', '-2.5', '0.10', '100.000', '99999999999999999999', '-0.001'],
  price: ['0.00', '1.10', '-2.50', '19.99', '1000.00'],
  text: ['', 'a', 'road', '10.00', '2026-01-01', 'P1D', 'ab😀c', 'EUR', 'UTC'],
  way: ['road', 'rail', 'air'],
  boolean: [true, false],
  date: ['2026-01-31', '2026-12-25', '0001-01-01', '2024-02-29', '9999-12-31'],
  time: ['2026-01-31T23:30:00.000Z', '2026-12-25T00:00:00.000Z'],
  duration: ['P1M', 'P1Y6M', 'P2W', 'P3D', 'PT12H', '-P1D'],
  money: [
    { amount: '10.00', currency: 'EUR' },
    { amount: '-2.50', currency: 'EUR' },
    { amount: '500', currency: 'JPY' },
  ],
};

/** A member of that name looks like a promise to the linter. */
const THEN = 'then';

export const RANDOM_CONSTANTS: JsonObject = {
  currencies: { EUR: 2, JPY: 0 },
  calendars: { de: { weekend: [6, 7], holidays: ['2026-12-25'] } },
  tables: {
    fee: {
      inputs: [SCHEMAS.decimal, SCHEMAS.way],
      hit: 'first',
      rows: [
        { when: [{ below: '10.00' }, 'road'], [THEN]: '0.10' },
        { when: ['-', '-'], [THEN]: '0.25' },
      ],
      output: SCHEMAS.price,
    },
    days: {
      inputs: [{ type: 'integer', minimum: 0 }, SCHEMAS.boolean],
      hit: 'collect',
      rows: [
        { when: [{ to: 5 }, '-'], [THEN]: 1 },
        { when: [{ from: 3 }, true], [THEN]: 2 },
      ],
    },
  },
};

/** Members of an action by what they are. */
export interface Member {
  readonly name: string;
  readonly is: Wanted;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly least: number;
}

export function randomMembers(dice: Dice, prefix: string): readonly Member[] {
  const kinds: readonly Wanted[] = [...SCALARS, ...SCALARS.map((one) => `${one}s` as const), 'rows'];
  return kinds.map((is, i): Member => {
    const least = dice.integer(0, 2) === 0 ? 1 : 0;
    const isNullable = dice.integer(0, 9) === 0 && (SCALARS as readonly string[]).includes(is);
    const schema = schemaOf(is, least);
    return {
      name: `${prefix}${i}`,
      is,
      schema: isNullable ? { anyOf: [schema, { type: 'null' }] } : schema,
      isRequired: dice.integer(0, 4) > 0,
      isNullable,
      least,
    };
  });
}

function schemaOf(is: Wanted, least: number): JsonObject {
  if (is === 'rows') {
    const properties = { qty: SCHEMAS.integer, net: SCHEMAS.price, note: SCHEMAS.text };
    return { type: 'array', minItems: least, items: { type: 'object', properties, required: ['qty', 'net'] } };
  }
  if (isList(is)) return { type: 'array', minItems: least, items: SCHEMAS[itemOf(is)] };
  return SCHEMAS[is as Scalar];
}

const isList = (is: Wanted) => is.endsWith('s') && is !== 'rows';
const itemOf = (is: Wanted) => is.slice(0, -1) as Scalar;

/** Data of an action that satisfies its schema. */
export function randomData(dice: Dice, members: readonly Member[]): JsonObject {
  const given = members.filter(({ isRequired }) => isRequired || dice.integer(0, 1) === 0);
  return Object.fromEntries(given.map((member) => [member.name, memberValue(dice, member)]));
}

function memberValue(dice: Dice, { is, isNullable, least }: Member): Json {
  if (isNullable && dice.integer(0, 1) === 0) return null;
  const many = <T>(make: () => T): T[] => Array.from({ length: dice.integer(least, 3) }, make);
  if (is === 'rows')
    return many(() => ({
      qty: dice.pick(VALUES.integer),
      net: dice.pick(VALUES.price),
      ...(dice.integer(0, 1) === 0 && { note: 'x' }),
    }));
  return isList(is) ? many(() => dice.pick(VALUES[itemOf(is)])) : dice.pick(VALUES[is as Scalar]);
}

interface Names {
  /** The names that can be read, with the kind of their values. */
  readonly names: readonly (readonly [string, Wanted, boolean])[];
}

/** Makes rules over names. */
export class RandomRules {
  readonly #dice: Dice;
  readonly #names: Names['names'];

  constructor(dice: Dice, names: Names['names']) {
    this.#dice = dice;
    this.#names = names;
  }

  /** A rule that should give what is wanted; now and then another one. */
  rule(wanted: Wanted, depth: number, items: readonly (readonly [string, Wanted])[] = []): Json {
    const dice = this.#dice;
    const is = dice.integer(0, 24) === 0 ? this.#any() : wanted;
    const roll = dice.integer(0, 9);
    const known = items.filter((item) => item[1] === is);
    if (known.length > 0 && roll < 5) return { var: dice.pick(known)[0] };
    if (depth <= 0 || roll < 2) return this.#leaf(is);
    if (roll === 2) return { if: [this.rule('boolean', depth - 1, items), ...this.#two(is, depth, items)] };
    if (roll === 3 && !isList(is) && is !== 'rows') return this.#fromList(is as Scalar, depth, items);
    return this.#operation(is, depth, items);
  }

  #any(): Wanted {
    return this.#dice.pick<Wanted>([...SCALARS, 'integers', 'prices', 'texts', 'rows']);
  }

  #two(is: Wanted, depth: number, items: readonly (readonly [string, Wanted])[]): readonly Json[] {
    return [this.rule(is, depth - 1, items), this.rule(is, depth - 1, items)];
  }

  #leaf(is: Wanted): Json {
    const dice = this.#dice;
    const named = this.#names.filter((one) => one[1] === is);
    if (named.length > 0 && dice.integer(0, 3) > 0) {
      const [name, , isSure] = dice.pick(named);
      return isSure || dice.integer(0, 9) === 0 ? { var: name } : { var: [name, this.#literal(is)] };
    }
    return this.#literal(is);
  }

  #literal(is: Wanted): Json {
    const dice = this.#dice;
    if (is === 'rows') return [];
    if (isList(is)) return Array.from({ length: dice.integer(0, 2) }, () => this.#literal(itemOf(is)));
    if (is === 'money') return { money: [dice.pick([1, '2.50', 0.25]), dice.pick(['EUR', 'JPY']), 'half-up'] };
    if (is === 'decimal' || is === 'price') return dice.pick<Json>(['0.50', 0.25, { decimal: '1.10' }, 2, '3']);
    return dice.pick(VALUES[is as Scalar]);
  }

  #fromList(is: Scalar, depth: number, items: readonly (readonly [string, Wanted])[]): Json {
    const dice = this.#dice;
    const list = this.rule(`${is}s`, depth - 1, items);
    const value = this.rule(is, depth - 1, items);
    const sum = { reduce: [list, { if: [this.rule('boolean', 0), { var: 'accumulator' }, { var: 'item' }] }, value] };
    return dice.pick<Json>([
      { at: [list, dice.pick([0, -1, 1]), value] },
      { at: [list, 0] },
      { [dice.pick(['max', 'min'])]: { append: [list, value] } },
      { [dice.pick(['max', 'min'])]: [list] },
      sum,
    ]);
  }

  #operation(is: Wanted, depth: number, items: readonly (readonly [string, Wanted])[]): Json {
    const sub = (one: Wanted): Json => this.rule(one, depth - 1, items);
    const dice = this.#dice;
    if (is === 'rows')
      return dice.pick<Json>([
        { filter: [sub('rows'), this.#overRows('boolean', depth)] },
        {
          map: [
            sub('rows'),
            { record: ['qty', this.#overRows('integer', depth), 'net', this.#overRows('price', depth)] },
          ],
        },
      ]);
    if (isList(is)) return this.#list(itemOf(is), depth, items);
    const number = dice.pick(['integer', 'number', 'decimal', 'price'] as const);
    const scalar = dice.pick(SCALARS);
    const makers: Readonly<Record<Scalar, () => readonly Json[]>> = {
      integer: () => [
        { [dice.pick(['+', '-', '*'])]: [sub('integer'), sub('integer')] },
        { '%': [sub('integer'), 3] },
        { length: sub(dice.pick(['text', 'integers', 'rows'] as const)) },
        { daysBetween: [sub('date'), sub('date')] },
        { minutesBetween: [sub('time'), sub('time')] },
        { workdaysBetween: [sub('date'), sub('date'), 'de'] },
        { weekday: sub('date') },
        { integer: { round: [sub('decimal'), 0, 'down'] } },
        { sum: [sub('integers')] },
        { reduce: [sub('rows'), { '+': [{ var: 'accumulator' }, { var: 'current.qty' }] }, 0] },
      ],
      number: () => [{ max: [sub('number'), sub('integer')] }],
      decimal: () => [
        { [dice.pick(['+', '-', '*'])]: [sub(number), sub('decimal')] },
        { [dice.pick(['+', '*'])]: [sub('number'), sub('number')] },
        { sum: [sub('prices'), sub('decimal')] },
        { sum: [sub('decimals')] },
        { decimal: sub(dice.pick(['text', 'number', 'integer'] as const)) },
        { reduce: [sub('rows'), { '+': [{ var: 'accumulator' }, { var: 'item.net' }] }, dice.pick([0, '0.00', 0.5])] },
        { max: [sub('decimal'), sub(number)] },
      ],
      price: () => [
        { round: [sub(number), 2, 'half-even'] },
        { div: [sub(number), sub(number), 2, 'up'] },
        { '+': [sub('price'), sub('price')] },
        { table: ['fee', sub(number), sub('way')] },
      ],
      text: () => [
        { cat: [sub('text'), sub(dice.pick(['integer', 'decimal', 'boolean', 'date', 'number'] as const))] },
        { substr: [sub('text'), 0, sub('integer')] },
        { hash: [sub(dice.pick([...SCALARS, 'rows'] as const))] },
        { hash: [[sub('price'), sub('text')]] },
      ],
      way: () => [{ if: [sub('boolean'), 'road', sub('way')] }],
      boolean: () => [
        { [dice.pick(['<', '<=', '>', '>='])]: [sub(number), sub(dice.pick(['decimal', 'integer'] as const))] },
        { [dice.pick(['<', '>='])]: [sub(scalar), sub(scalar)] },
        { [dice.pick(['==', '!='])]: [sub(scalar), dice.pick([sub(scalar), null])] },
        { [dice.pick(['and', 'or'])]: [sub('boolean'), sub('boolean')] },
        { '!': [sub('boolean')] },
        { [dice.pick(['before', 'after'])]: [sub('date'), sub('date')] },
        { contains: [sub(`${scalar}s`), sub(scalar)] },
        { in: [sub('text'), sub(dice.pick(['text', 'texts'] as const))] },
        { [dice.pick(['all', 'some', 'none'])]: [sub('rows'), this.#overRows('boolean', depth)] },
        { '<': [0, sub('decimal'), 10] },
      ],
      date: () => [
        { dateAdd: [sub('date'), sub('duration')] },
        { workdaysAdd: [sub('date'), sub('integer'), 'de'] },
        { dateOf: [sub('time'), dice.pick(['UTC', '+01:00'])] },
        { date: sub('text') },
      ],
      time: () => [{ dateAdd: [sub('time'), sub('duration')] }],
      duration: () => [{ [dice.pick(['days', 'months', 'minutes'])]: sub('integer') }, { duration: sub('text') }],
      money: () => [
        { [dice.pick(['+', '-'])]: [sub('money'), sub('money')] },
        { '*': [sub('money'), sub('integer')] },
        { money: [sub(number), 'EUR', 'half-up'] },
        { sum: [sub('moneys'), sub('money')] },
        { money: [sub(number), sub('text')] },
      ],
    };
    return dice.pick(makers[is as Scalar]());
  }

  #list(of: Scalar, depth: number, items: readonly (readonly [string, Wanted])[]): Json {
    const sub = (one: Wanted): Json => this.rule(one, depth - 1, items);
    const dice = this.#dice;
    const body = this.rule(of, depth - 1, [
      ['item', of],
      ['index', 'integer'],
    ]);
    const kept = this.rule('boolean', depth - 1, [['item', of]]);
    return dice.pick<Json>([
      { append: [sub(`${of}s`), sub(of)] },
      { slice: [sub(`${of}s`), 0, sub('integer')] },
      { merge: [sub(`${of}s`), sub(`${of}s`)] },
      { sort: [sub(`${of}s`), 'descending'] },
      { distinct: [sub(`${of}s`)] },
      { filter: [sub(`${of}s`), kept] },
      { map: [sub(`${of}s`), body] },
      { map: [sub('rows'), this.#overRows(of, depth)] },
      ...(of === 'price' ? [{ allocate: [sub('price'), sub('integers'), 2] }] : []),
      ...(of === 'money' ? [{ allocate: [sub('money'), sub('integers')] }] : []),
      ...(of === 'integer' ? [{ table: ['days', sub('integer'), sub('boolean')] }] : []),
    ]);
  }

  #overRows(wanted: Wanted, depth: number): Json {
    return this.rule(wanted, depth - 1, [
      ['item.qty', 'integer'],
      ['item.net', 'price'],
      ['index', 'integer'],
    ]);
  }
}
