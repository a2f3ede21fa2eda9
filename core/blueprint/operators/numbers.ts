// Operators that calculate: exact, and without a result where none is exact or in range. Whole numbers
// stay JSON numbers, everything else becomes a decimal text. Names after a colon are chosen by the types of the
// operands, and no rule is written with them.
import type { Json } from '../../base/json.js';
import {
  DECIMAL_DIGITS_MAX,
  DECIMAL_SCALE_MAX,
  type Decimal,
  decimalOf,
  decimalOfNumber,
  decimalText,
  difference,
  integerOf,
  negative,
  product,
  quotient,
  ROUNDING_MODES,
  type Rounding,
  roundDecimal,
  shares,
  sum,
  unitsAt,
} from '../../values/decimal.js';
import { type Money, moneyJson, moneyOf, scaleOf } from '../../values/money.js';
import { type Evaluation, make, spend } from '../logic/logic-values.js';
import {
  type Apply,
  endMistyped,
  ends,
  listOf,
  makeText,
  type Operands,
  operandName,
  spreadOf,
  wholeOf,
} from './operator.js';

type Exact = (a: Decimal, b: Decimal) => Decimal | undefined;

/** Steps of one calculation with decimals: 1, and 1 for each 8 digits. */
function decimalSteps(value: Json): number {
  return 1 + ((typeof value === 'string' ? value.length : 17) >> 3);
}

/** A number, or a text that spells a decimal; undefined with the evaluation ended for everything else. */
export function decimalIn(run: Evaluation, name: string, value: Json | undefined): Decimal | undefined {
  if (value === undefined || !spend(run, decimalSteps(value)))
    return endMistyped(run, name, { expected: 'decimals and numbers', value }) ?? undefined;
  if (typeof value === 'number') return decimalOfNumber(value) ?? outOfRange(run, name);
  const outcome = typeof value === 'string' ? decimalOf(value) : undefined;
  return outcome ?? endMistyped(run, name, { expected: 'decimals and numbers', value }) ?? undefined;
}

const RANGE = `at most ${DECIMAL_DIGITS_MAX} digits, ${DECIMAL_SCALE_MAX} of them after the point`;

function outOfRange(run: Evaluation, name: string): undefined {
  ends(run, 'LOGIC_RANGE', `"${name}" gives or takes a number beyond ${RANGE}: round what it takes.`);
  return undefined;
}

function decimalMade(run: Evaluation, name: string, value: Decimal | undefined): Json {
  if (run.problem) return null;
  return value ? makeText(run, decimalText(value)) : (outOfRange(run, name) ?? null);
}

/** All values one after the other. A single one has its sign changed by "-". */
function foldNumbers(exact: Exact, isMinus = false): Apply {
  return (run, operands) => {
    const { name } = operands;
    const values = isMinus ? operands.values : spreadOf(operands);
    let result: Decimal | undefined = isMinus ? undefined : decimalOf(name === '*' ? '1' : '0');
    for (const [i, value] of values.entries()) {
      const next = decimalIn(run, name, value);
      if (!next) return null;
      if (isMinus && values.length === 1) result = negative(next);
      else result = i === 0 ? next : exact(result as Decimal, next);
      if (!result) return outOfRange(run, name) ?? null;
    }
    return result
      ? decimalMade(run, name, result)
      : endMistyped(run, name, { expected: 'one value or more', value: undefined });
  };
}

/**
 * Whole numbers give whole numbers that JSON carries exactly. Where one has a fraction the result is a decimal, as for
 * `decimal` operands.
 */
function numbers(apply: (a: number, b: number) => number, exact: Exact, isMinus = false): Apply {
  const decimals = foldNumbers(exact, isMinus);
  return (run, operands) => {
    const { name } = operands;
    const values = isMinus ? operands.values : spreadOf(operands);
    if (!spend(run, values.length)) return null;
    const wrong = values.findIndex((value) => typeof value !== 'number');
    if (wrong >= 0) return endMistyped(run, name, { expected: 'numbers', value: values[wrong] });
    if (!values.every((value) => Number.isInteger(value))) return decimals(run, operands);
    if (!values.every((value) => Number.isSafeInteger(value))) return ends(run, 'LOGIC_RANGE', unsafeText(name));
    const [first, ...others] = values as readonly number[];
    if (first === undefined)
      return isMinus
        ? endMistyped(run, name, { expected: 'one value or more', value: undefined })
        : name === '*'
          ? 1
          : 0;
    let result = isMinus && others.length === 0 ? apply(0, first) : first;
    for (const value of others) {
      result = apply(result, value);
      if (!Number.isSafeInteger(result)) break;
    }
    // A whole result is exact in a double as long as it is a safe integer.
    return Number.isSafeInteger(result) ? result + 0 : ends(run, 'LOGIC_RANGE', unsafeText(name));
  };
}

/** Money with its currency checked against those of the definition. */
export function moneyIn(run: Evaluation, { name, constants }: Operands, value: Json | undefined): Money | undefined {
  const outcome = value === undefined || !spend(run, 4) ? undefined : moneyOf(value);
  if (!outcome) {
    endMistyped(run, name, { expected: 'money', value });
    return undefined;
  }
  const scale = scaleOf(constants.currencies ?? {}, outcome.currency);
  if (scale === outcome.amount.scale) return outcome;
  ends(
    run,
    'LOGIC_CURRENCY',
    scale === undefined
      ? `"${name}" takes money in a currency that the definition does not name: add it under "currencies".`
      : `"${name}" takes money with other places than its currency has: round the amount.`,
  );
  return undefined;
}

/** True for money of one currency; else the evaluation ends with LOGIC_CURRENCY. */
export function sameCurrency(run: Evaluation, name: string, [a, b]: readonly [Money, Money]): boolean {
  if (a.currency === b.currency) return true;
  ends(run, 'LOGIC_CURRENCY', `"${name}" takes money of one currency: convert the other by a rate of yours.`);
  return false;
}

function unsafeText(name: string): string {
  return `"${name}" gives or takes a whole number beyond ${Number.MAX_SAFE_INTEGER}: use decimals.`;
}

function moneys(exact: Exact, isMinus = false): Apply {
  return (run, operands) => {
    const { name } = operands;
    const values = isMinus ? operands.values : spreadOf(operands);
    let result: Money | undefined;
    for (const value of values) {
      const next = moneyIn(run, operands, value);
      if (!next || (result && !sameCurrency(run, name, [result, next]))) return null;
      if (!result) result = isMinus && values.length === 1 ? { ...next, amount: negative(next.amount) } : next;
      else {
        const amount = exact(result.amount, next.amount);
        if (!amount) return outOfRange(run, name) ?? null;
        result = { ...result, amount };
      }
    }
    if (!result) return ends(run, 'LOGIC_ABSENT', `"${name}" of no money has no currency: give a first amount.`);
    return make(run, 1) ? moneyJson(result) : null;
  };
}

/** Money times whole numbers: it keeps the places of its currency. */
const moneyTimes: Apply = (run, operands) => {
  const { name, values } = operands;
  const isMoney = (value: Json) => typeof value === 'object' && value !== null;
  const money = moneyIn(run, operands, values.find(isMoney));
  if (!money) return null;
  let amount = money.amount;
  for (const value of values.filter((item) => !isMoney(item))) {
    const factor = decimalIn(run, name, value);
    const next = factor && factor.scale === 0 ? product(amount, factor) : undefined;
    if (!factor || !next)
      return run.problem
        ? null
        : ends(run, 'LOGIC_RANGE', `"${name}" multiplies money by whole numbers: round the amount by "money".`);
    amount = next;
  }
  return values.filter(isMoney).length === 1
    ? moneyJson({ ...money, amount })
    : endMistyped(run, name, { expected: 'money once', value: {} });
};

const remainder: Apply = (run, { name, values }) => {
  const [a, b] = [wholeOf(run, name, values[0]), wholeOf(run, name, values[1])];
  if (a === undefined || b === undefined) return null;
  return b === 0 ? ends(run, 'LOGIC_RANGE', `"${name}" divides by zero.`) : (a % b) + 0;
};

function placesOf(run: Evaluation, name: string, [scale, mode]: readonly (Json | undefined)[]) {
  if (typeof scale !== 'number' || !Number.isInteger(scale) || scale < 0 || scale > DECIMAL_SCALE_MAX)
    return (
      endMistyped(run, name, { expected: `a number of places from 0 to ${DECIMAL_SCALE_MAX}`, value: scale }) ??
      undefined
    );
  const known = modeOf(run, name, mode);
  return known && { scale, mode: known };
}

function modeOf(run: Evaluation, name: string, mode: Json | undefined): Rounding | undefined {
  const known = ROUNDING_MODES.find((entry) => entry === mode);
  if (!known) endMistyped(run, name, { expected: `one of ${ROUNDING_MODES.join(', ')}`, value: mode });
  return known;
}

const div: Apply = (run, { name, values: [a, b, ...rest] }) => {
  const [over, under] = [decimalIn(run, name, a), decimalIn(run, name, b)];
  const places = over && under && placesOf(run, name, rest);
  if (!over || !under || !places) return null;
  if (under.units === 0n) return ends(run, 'LOGIC_RANGE', `"${name}" divides by zero.`);
  return decimalMade(run, name, quotient(over, under, places));
};

const round: Apply = (run, { name, values: [a, ...rest] }) => {
  const value = decimalIn(run, name, a);
  const places = value && placesOf(run, name, rest);
  return value && places ? decimalMade(run, name, roundDecimal(value, places)) : null;
};

/** Why a text spells no decimal, without the text: values of data are in no message. */
function otherText(text: string): string {
  if (/^-?0\d/.test(text)) return 'begins with a zero before its digits: leave it out';
  return `is another text, or beyond ${RANGE}`;
}

const decimal: Apply = (run, { name, values: [value] }) => {
  const isOther = typeof value === 'string' && decimalOf(value) === undefined;
  if (isOther && spend(run, decimalSteps(value)))
    return ends(
      run,
      'LOGIC_RANGE',
      `"${name}" takes a text that spells a decimal, such as "6" or "19.99", and ${operandName(run, value)} ${otherText(value)}.`,
    );
  const outcome = decimalIn(run, name, value);
  return outcome ? decimalMade(run, name, outcome) : null;
};

const integer: Apply = (run, { name, values: [value] }) => {
  const outcome = decimalIn(run, name, value);
  if (!outcome) return null;
  return (
    integerOf(outcome) ??
    ends(run, 'LOGIC_RANGE', `"${name}" takes a number without a fraction that JSON carries exactly: round it.`)
  );
};

/** `{"money": [amount, currency, mode]}`; without a mode the amount has no more places than the currency. */
const money: Apply = (run, { name, values: [a, currency, mode], constants }) => {
  const amount = decimalIn(run, name, a);
  if (!amount) return null;
  if (typeof currency !== 'string')
    return endMistyped(run, name, { expected: 'a currency of three capital letters', value: currency });
  const scale = scaleOf(constants.currencies ?? {}, currency);
  if (scale === undefined)
    return ends(run, 'LOGIC_CURRENCY', `"${name}" takes a currency that the definition names under "currencies".`);
  const by = mode === undefined ? 'down' : modeOf(run, name, mode);
  const value = by && roundDecimal(amount, { scale, mode: by });
  if (!by) return null;
  const isCut =
    mode === undefined &&
    amount.units !== 0n &&
    value &&
    unitsAt(value, Math.max(scale, amount.scale)) !== unitsAt(amount, Math.max(scale, amount.scale));
  if (isCut)
    return ends(
      run,
      'LOGIC_RANGE',
      `"${name}" takes an amount with the places of its currency: name a rounding mode as the third value.`,
    );
  return value ? moneyJson({ amount: value, currency }) : (outOfRange(run, name) ?? null);
};

/** `{"allocate": [money, weights]}` or `{"allocate": [total, weights, scale]}`: shares that add up to the total. */
const allocate: Apply = (run, operands) => {
  const { name, values } = operands;
  const [total, given, places] = values;
  const isMoney = typeof total === 'object' && total !== null;
  const amountOf = isMoney ? moneyIn(run, operands, total) : undefined;
  const amount = isMoney ? amountOf?.amount : decimalIn(run, name, total);
  const list = listOf(run, name, given);
  if (!amount || !list || !spend(run, list.length * 4)) return null;
  const scale = isMoney ? amount.scale : placesOf(run, name, [places, 'down'])?.scale;
  const weights = list.map((weight) => (run.problem ? undefined : decimalIn(run, name, weight)));
  if (scale === undefined || run.problem) return null;
  const whole = roundDecimal(amount, { scale, mode: 'down' });
  if (!whole || unitsAt(whole, Math.max(scale, amount.scale)) !== unitsAt(amount, Math.max(scale, amount.scale)))
    return ends(run, 'LOGIC_RANGE', `"${name}" takes a total with no more places than its shares: round it.`);
  const common = Math.max(0, ...weights.map((weight) => weight?.scale ?? 0));
  const parts = shares(
    whole.units,
    weights.map((weight) => unitsAt(weight as Decimal, common)),
  );
  if (!parts) return ends(run, 'LOGIC_RANGE', `"${name}" takes weights of 0 or more, not all of them 0.`);
  if (!make(run, parts.length * 8)) return null;
  const made = parts.map((units) => ({ units, scale }));
  return made.map((part) => (amountOf ? moneyJson({ ...amountOf, amount: part }) : decimalText(part)));
};

/** `{"sum": [list, first]}`: of an empty list the first, or 0. */
function sumOf(apply: Apply): Apply {
  return (run, operands) => {
    const { name, values } = operands;
    const list = listOf(run, name, values[0]);
    if (!list || !make(run, 1)) return null;
    const first = values[1];
    return apply(run, { ...operands, values: [first === undefined ? list : [first, ...list]] });
  };
}

const plus = numbers((a, b) => a + b, sum);

export const NUMBER_OPERATORS: readonly (readonly [string, Apply])[] = [
  ['+', plus],
  ['+:decimal', foldNumbers(sum)],
  ['+:money', moneys(sum)],
  ['-', numbers((a, b) => a - b, difference, true)],
  ['-:decimal', foldNumbers(difference, true)],
  ['-:money', moneys(difference, true)],
  ['*', numbers((a, b) => a * b, product)],
  ['*:decimal', foldNumbers(product)],
  ['*:money', moneyTimes],
  ['%', remainder],
  ['sum', sumOf(plus)],
  ['sum:decimal', sumOf(foldNumbers(sum))],
  ['sum:money', sumOf(moneys(sum))],
  ['div', div],
  ['round', round],
  ['decimal', decimal],
  ['integer', integer],
  ['money', money],
  ['allocate', allocate],
];
