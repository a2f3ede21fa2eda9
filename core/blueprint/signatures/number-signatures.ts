// Types of the operators that calculate with numbers, decimals and money.
import { DECIMAL_SCALE_MAX, ROUNDING_MODES } from '../../values/decimal.js';
import { isCurrency } from '../../values/money.js';
import {
  ANY,
  decimalType,
  INTEGER,
  isNothing,
  isNumeric,
  listType,
  literalAs,
  MONEY,
  type Type,
  typeText,
} from '../typing/type.js';
import type { Call, CallResult } from './call.js';
import { isInteger, isKind, isNumber, MANY, NUMBERS, placesOf, type Signature } from './signature.js';

/** A scale that the rule states. */
function scaleOf(call: Call, i: number): number | undefined {
  const scale = call.constant(i);
  if (typeof scale === 'number' && Number.isInteger(scale) && scale >= 0 && scale <= DECIMAL_SCALE_MAX) return scale;
  call.refuse(
    `"${call.name}" takes as value ${i + 1} how many digits stand after the point, a number of 0 to ${DECIMAL_SCALE_MAX} that stands in the rule.`,
  );
  return undefined;
}

/** Rounding is a rule of the business: it stands in the rule, and there is none by default. */
function checkMode(call: Call, i: number): void {
  if (!ROUNDING_MODES.some((mode) => mode === call.constant(i)))
    call.refuse(`"${call.name}" takes as value ${i + 1} how it is rounded, one of ${ROUNDING_MODES.join(', ')}.`);
}

const WORDS: Readonly<Record<string, string>> = {
  '+': 'numbers, decimals or money',
  '-': 'numbers, decimals or money',
  '*': 'numbers and decimals, or money once',
  sum: 'a list of numbers, decimals or money',
};

/** `+`, `-` and `*`: whole numbers give a whole number, money gives money, everything else a decimal. */
function arithmetic(call: Call): CallResult {
  if (!call.count(1, MANY)) return { type: ANY };
  const operands = call.name === '-' ? call.types.map((type, place) => ({ type, place })) : call.spread();
  const value = resultOf(call, operands);
  // Of an empty list it is 0 without places.
  const isOfList = call.types.length === 1 && call.arg(0).kind === 'list' && !call.arg(0).least;
  return isOfList && value.order === 'decimal' ? { ...value, type: decimalType(undefined) } : value;
}

function resultOf(call: Call, operands: readonly { readonly type: Type; readonly place: number }[]): CallResult {
  const words = WORDS[call.name] ?? NUMBERS;
  const fine = operands.map(({ type, place }) =>
    call.expectType(type, { isFine: (item) => isNumber(item) || item.kind === 'money', words, place }),
  );
  if (fine.includes(false)) return { type: ANY };
  const types = operands.map(({ type }) => type).filter((type) => !isNothing(type));
  const moneys = types.filter(isKind('money'));
  if (moneys.length > 0) return ofMoney(call, { types, moneys });
  if (types.every(isInteger)) return { type: INTEGER };
  if (
    types.some(({ kind }) => kind === 'any') &&
    types.every(({ kind, literal }) => kind === 'any' || (kind === 'integer' && typeof literal !== 'string'))
  )
    return { type: ANY };
  return { type: decimalType(call.name === '*' ? productPlaces(call, types) : largest(types)), order: 'decimal' };
}

function ofMoney(
  call: Call,
  { types, moneys }: { readonly types: readonly Type[]; readonly moneys: readonly Type[] },
): CallResult {
  const others = types.filter(({ kind }) => kind !== 'money' && kind !== 'any');
  if (call.name === '*') {
    if (moneys.length > 1) call.refuse('"*" takes money once: the product of two amounts is not money.');
    const fraction = others.find(({ kind }) => kind !== 'integer');
    if (fraction)
      call.refuse(
        `"*" multiplies money by whole numbers, and one of its values is ${typeText(fraction)}: write {"money": [{"*": [amount, factor]}, currency, mode]}.`,
      );
  } else if (others[0])
    call.refuse(`"${call.name}" takes money with money only, and one of its values is ${typeText(others[0])}.`);
  return { type: MONEY, order: 'money' };
}

function largest(types: readonly Type[]): number | undefined {
  const places = types.map(placesOf);
  return places.includes(undefined) ? undefined : Math.max(0, ...(places as readonly number[]));
}

function productPlaces(call: Call, types: readonly Type[]): number | undefined {
  const places = types.map(placesOf);
  // Of a list it depends on its length.
  if (places.includes(undefined) || call.types.length === 1) return undefined;
  const all = (places as readonly number[]).reduce((a, b) => a + b, 0);
  if (all <= DECIMAL_SCALE_MAX) return all;
  call.refuse(
    `"*" gives ${all} digits after the point, and a decimal has at most ${DECIMAL_SCALE_MAX}: round its values.`,
  );
  return undefined;
}

function sum(call: Call): CallResult {
  if (!call.count(1, 2) || !call.expect(0, isKind('list'), WORDS.sum as string)) return { type: ANY };
  const operands = [
    { type: call.arg(0).of ?? ANY, place: 0 },
    ...call.types.slice(1).map((type) => ({ type, place: 1 })),
  ];
  const value = resultOf(call, operands);
  if (value.order === 'money' && call.types.length === 1 && !call.arg(0).least)
    call.doubt('"sum" of no money has no currency: give a first amount as value 2, as in {"money": [0, "EUR"]}.');
  return value.order === 'decimal' ? { ...value, type: decimalType(sumPlaces(call, value.type.scale)) } : value;
}

/** Of an empty list the sum has the places of the first value, and without one none. Zeros are put behind a literal. */
function sumPlaces(call: Call, places: number | undefined): number | undefined {
  const [list, first] = call.types;
  const isSure = (list?.least ?? 0) > 0 || (first && (typeof first.literal === 'number' || placesOf(first) === places));
  return isSure ? places : undefined;
}

const remainder: Signature = (call) => {
  if (call.count(2)) for (const i of [0, 1]) call.expect(i, isInteger, 'whole numbers');
  return { type: INTEGER };
};

const div: Signature = (call) => {
  if (!call.count(4)) return { type: decimalType(undefined) };
  for (const i of [0, 1]) call.expect(i, isNumber, NUMBERS);
  checkMode(call, 3);
  return { type: decimalType(scaleOf(call, 2)) };
};

const round: Signature = (call) => {
  if (!call.count(3)) return { type: decimalType(undefined) };
  call.expect(0, isNumber, NUMBERS);
  checkMode(call, 2);
  return { type: decimalType(scaleOf(call, 1)) };
};

const decimal: Signature = (call) => {
  if (!call.count(1)) return { type: decimalType(undefined) };
  const type = call.arg(0);
  if (type.kind !== 'any')
    call.expect(0, (item) => isNumeric(item) || item.kind === 'text', 'a text, a number or a decimal');
  if (typeof type.literal === 'string' && !literalAs(type, 'decimal'))
    call.refuse('"decimal" takes a text such as "19.99", with at most 38 digits, 18 of them after the point.');
  return { type: decimalType(placesOf(type)) };
};

const integer: Signature = (call) => {
  if (call.count(1)) call.expect(0, isNumber, NUMBERS);
  return { type: INTEGER };
};

const money: Signature = (call) => {
  if (!call.count(2, 3)) return { type: MONEY };
  call.expect(0, isNumber, NUMBERS);
  call.expect(1, isKind('text'), 'a currency');
  const currency = call.constant(1);
  if (typeof currency === 'string' && !(isCurrency(currency) && call.named.currencies.has(currency)))
    call.refuse('"money" takes a currency that the definition names under "currencies".');
  if (call.rules.length === 3) checkMode(call, 2);
  return { type: MONEY };
};

const allocate: Signature = (call) => {
  if (!call.count(2, 3)) return { type: listType(ANY) };
  call.expect(0, (type) => isNumber(type) || type.kind === 'money', 'a total, a decimal or money, first');
  if (call.expect(1, isKind('list'), 'a list of weights second') && call.arg(1).kind === 'list')
    call.expectType(call.arg(1).of ?? ANY, { isFine: isNumber, words: 'numbers and decimals as weights', place: 1 });
  const isMoney = call.arg(0).kind === 'money';
  if (isMoney && call.rules.length === 3)
    call.refuse('"allocate" of money takes no number of places: its currency has them.');
  return { type: listType(isMoney ? MONEY : shareOf(call), call.arg(1).least) };
};

/** Of a total that may be money or not nothing is said. */
function shareOf(call: Call): Type {
  return call.arg(0).kind === 'any' ? ANY : decimalType(scaleOf(call, 2));
}

export const NUMBER_SIGNATURES: readonly (readonly [string, Signature])[] = [
  ['+', arithmetic],
  ['-', arithmetic],
  ['*', arithmetic],
  ['%', remainder],
  ['sum', sum],
  ['div', div],
  ['round', round],
  ['decimal', decimal],
  ['integer', integer],
  ['money', money],
  ['allocate', allocate],
];
