// Operators that compare: two values, the items of a list, the largest of them. Values that are compared
// by value and not as text (decimals, money, durations) are chosen by types, as the name after a colon says.
import { canonical, type Json } from '../../base/json.js';
import { durationOf } from '../../values/date.js';
import { compareDecimals, type Decimal, decimalText } from '../../values/decimal.js';
import { type Evaluation, make, readCost, same, spend } from '../logic/logic-values.js';
import { decimalIn, moneyIn, sameCurrency } from './numbers.js';
import { type Apply, endMistyped, ends, listOf, type Operands, spreadOf, weigh } from './operator.js';

/** By what values are compared: as JSON has them, or as what their texts mean. */
export type Ordering = '' | 'decimal' | 'money' | 'duration';
const ORDERS: readonly Ordering[] = ['', 'decimal', 'money', 'duration'];

interface Pair {
  readonly operands: Operands;
  readonly a: Json;
  readonly b: Json;
}

/** Less than 0, 0 or more; undefined with the evaluation ended where two values have no order. */
type Compare = (run: Evaluation, pair: Pair) => number | undefined;

const COMPARE: Readonly<Record<Ordering, Compare>> = {
  // Dates and times have one spelling each, whose code units are in their order.
  '': (run, { operands: { name }, a, b }) => {
    const isText = typeof a === 'string';
    for (const value of [a, b])
      if (typeof value !== (isText ? 'string' : 'number'))
        return (
          endMistyped(run, name, {
            expected: 'two numbers, or two texts',
            value: isText || typeof a === 'number' ? b : a,
          }) ?? undefined
        );
    if (!spend(run, isText ? readCost(a) : 1)) return undefined;
    const [x, y] = [a as string, b as string];
    return x < y ? -1 : x > y ? 1 : 0;
  },
  decimal: (run, { operands: { name }, a, b }) => {
    const [x, y] = [decimalIn(run, name, a), decimalIn(run, name, b)];
    return x && y && compareDecimals(x, y);
  },
  money: (run, { operands, a, b }) => {
    const [x, y] = [moneyIn(run, operands, a), moneyIn(run, operands, b)];
    return x && y && sameCurrency(run, operands.name, [x, y]) ? compareDecimals(x.amount, y.amount) : undefined;
  },
  duration: (run, { operands: { name }, a, b }) => {
    const [x, y] = [a, b].map((value) => (typeof value === 'string' && spend(run, 4) ? durationOf(value) : undefined));
    if (!x || !y) return endMistyped(run, name, { expected: 'durations', value: x ? b : a }) ?? undefined;
    if ((x.months === 0 && y.months === 0) || (x.ms === 0 && y.ms === 0)) return x.months - y.months || x.ms - y.ms;
    return (
      ends(
        run,
        'LOGIC_RANGE',
        `"${name}" compares months with months, and days with days: a month has no length of its own.`,
      ) ?? undefined
    );
  },
};

/** A text that equal values share. */
function keyOf(
  run: Evaluation,
  operands: Operands,
  { value, order }: { readonly value: Json; readonly order: Ordering },
): string | undefined {
  if (value === null) return 'null';
  if (order === '') return weigh(run, value) ? canonical(value) : undefined;
  if (order === 'decimal') return decimalKey(decimalIn(run, operands.name, value));
  if (order === 'money') {
    const money = moneyIn(run, operands, value);
    return money && `${money.currency} ${decimalKey(money.amount)}`;
  }
  const duration = typeof value === 'string' && spend(run, 4) ? durationOf(value) : undefined;
  return duration
    ? `${duration.months} ${duration.ms}`
    : (endMistyped(run, operands.name, { expected: 'durations', value }) ?? undefined);
}

/** A spelling for all scales. */
function decimalKey(value: Decimal | undefined): string | undefined {
  if (!value || value.scale === 0) return value && decimalText(value);
  return decimalText(value).replace(/\.?0+$/, '');
}

function equals(order: Ordering, isEqual: boolean): Apply {
  return (run, operands) => {
    const [a = null, b = null] = operands.values;
    return sameBy(run, { operands, a, b }, order) === isEqual;
  };
}

function sameBy(run: Evaluation, { operands, a, b }: Pair, order: Ordering): boolean {
  if (order === '') return same(run, a, b);
  // Null equals null and nothing else.
  if (a === null || b === null) return a === b;
  return keyOf(run, operands, { value: a, order }) === keyOf(run, operands, { value: b, order });
}

/** True when each neighbouring pair is in order: `{"<": [1, x, 9]}` asks whether x lies between. */
function orderTest(order: Ordering, holds: (sign: number) => boolean): Apply {
  return (run, operands) => {
    const { name, values } = operands;
    if (values.length < 2) return endMistyped(run, name, { expected: 'two values or more', value: undefined });
    let all = true;
    for (let i = 1; i < values.length; i++) {
      const sign = COMPARE[order](run, { operands, a: values[i - 1] as Json, b: values[i] as Json });
      if (sign === undefined) return null;
      all &&= holds(sign);
    }
    return all;
  };
}

/** The largest or smallest; the first of equal ones. */
function extreme(order: Ordering, isMax: boolean): Apply {
  return (run, operands) => {
    const [first, ...others] = spreadOf(operands);
    if (first === undefined)
      return ends(
        run,
        'LOGIC_ABSENT',
        `"${operands.name}" of an empty list has no value: append one that it has at least.`,
      );
    let best = first;
    // Of one value too, the type is looked at.
    for (const value of others.length === 0 ? [first] : others) {
      const sign = COMPARE[order](run, { operands, a: value, b: best });
      if (sign === undefined) return null;
      if (isMax ? sign > 0 : sign < 0) best = value;
    }
    return order === 'decimal' && typeof best === 'number'
      ? decimalText(decimalIn(run, operands.name, best) as Decimal)
      : best;
  };
}

const DIRECTIONS = ['ascending', 'descending'];

/** `{"sort": [list, "descending"]}`; equal items stay in their order. */
function sortList(order: Ordering): Apply {
  return (run, operands) => {
    const { name, values } = operands;
    const list = listOf(run, name, values[0]);
    if (!list) return null;
    const direction = values[1] ?? 'ascending';
    if (!DIRECTIONS.includes(direction as string))
      return endMistyped(run, name, { expected: `one of ${DIRECTIONS.join(', ')}`, value: direction });
    const sign = direction === 'descending' ? -1 : 1;
    // Comparisons of a sort are bounded by this; each of them then takes its own steps.
    if (!spend(run, list.length) || !make(run, list.length)) return null;
    // An item has an order with itself, if any.
    if (list.length === 1) COMPARE[order](run, { operands, a: list[0] as Json, b: list[0] as Json });
    const rows = merge(list, (a, b) => (run.problem ? 0 : sign * (COMPARE[order](run, { operands, a, b }) ?? 0)));
    return run.problem ? null : rows;
  };
}

/** Merge sort: the platform's own compares as often as it likes, which would be counted. */
function merge(list: readonly Json[], compare: (a: Json, b: Json) => number): readonly Json[] {
  if (list.length < 2) return list;
  const middle = list.length >> 1;
  const [left, right] = [merge(list.slice(0, middle), compare), merge(list.slice(middle), compare)];
  const rows: Json[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length)
    rows.push((compare(right[j] as Json, left[i] as Json) < 0 ? right[j++] : left[i++]) as Json);
  return [...rows, ...left.slice(i), ...right.slice(j)];
}

/** Each value once, the first of equal ones. */
function distinct(order: Ordering): Apply {
  return (run, operands) => {
    const list = listOf(run, operands.name, operands.values[0]);
    if (!list || !make(run, list.length)) return null;
    const seen = new Map<string, Json>();
    for (const value of list) {
      const key = keyOf(run, operands, { value, order });
      if (key === undefined) return null;
      if (!seen.has(key)) seen.set(key, value);
    }
    return [...seen.values()];
  };
}

function contains(order: Ordering): Apply {
  return (run, operands) => {
    const [given, wanted = null] = operands.values;
    const list = listOf(run, operands.name, given);
    if (!list) return null;
    const outcome = list.some(
      (value) => run.problem !== undefined || sameBy(run, { operands, a: value, b: wanted }, order),
    );
    return run.problem ? null : outcome;
  };
}

const nameOperators = (name: string, order: Ordering) => (order === '' ? name : `${name}:${order}`);

export const ORDERING_OPERATORS: readonly (readonly [string, Apply])[] = ORDERS.flatMap((order) => [
  [nameOperators('==', order), equals(order, true)] as const,
  [nameOperators('!=', order), equals(order, false)] as const,
  [nameOperators('<', order), orderTest(order, (sign) => sign < 0)] as const,
  [nameOperators('<=', order), orderTest(order, (sign) => sign <= 0)] as const,
  [nameOperators('>', order), orderTest(order, (sign) => sign > 0)] as const,
  [nameOperators('>=', order), orderTest(order, (sign) => sign >= 0)] as const,
  [nameOperators('max', order), extreme(order, true)] as const,
  [nameOperators('min', order), extreme(order, false)] as const,
  [nameOperators('sort', order), sortList(order)] as const,
  [nameOperators('distinct', order), distinct(order)] as const,
  [nameOperators('contains', order), contains(order)] as const,
]);
