// Keywords for numbers (JSON Schema validation 6.2). `multipleOf` is exact for the decimal text of a number: 19.99 is a
// multiple of 0.01.
import type { Json } from '../base/json.js';
import { type Keyword, type KeywordPlace, numberOf, schemaIssue } from './keyword.js';
import type { Check } from './run.js';

type Bound = (value: number, limit: number) => boolean;

const BOUNDS: readonly (readonly [string, Bound, string])[] = [
  ['maximum', (value, limit) => value <= limit, 'at most'],
  ['minimum', (value, limit) => value >= limit, 'at least'],
  ['exclusiveMaximum', (value, limit) => value < limit, 'less than'],
  ['exclusiveMinimum', (value, limit) => value > limit, 'more than'],
];

/** A quotient of the longest decimals costs so much more than a comparison. */
const DECIMAL_STEPS = 50;

interface Decimal {
  readonly digits: bigint;
  /** Of ten. */
  readonly exponent: number;
}

function decimalOf(value: number): Decimal {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(`${sign}${whole}${part}`), exponent: Number(power) - part.length };
}

const areSafe = (a: number, b: number) => Number.isSafeInteger(a) && Number.isSafeInteger(b);

/** Whether a number is a whole multiple of another one that is not 0, both as their shortest decimal texts say. */
export function isMultiple(value: number, of: number): boolean {
  if (areSafe(value, of)) return value % of === 0;
  const [a, b] = [decimalOf(value), decimalOf(of)];
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scale(a) % scale(b) === 0n;
}

function multipleCheck(argument: Json, place: KeywordPlace): Check {
  const of = numberOf(argument, place);
  if (of <= 0) throw schemaIssue(place.location, 'is not more than 0');
  const failure = place.breach(`must be a multiple of ${of}`);
  return (value, run) => {
    if (typeof value !== 'number') return true;
    if (!areSafe(value, of)) run.take(DECIMAL_STEPS);
    return isMultiple(value, of) || run.fail(failure);
  };
}

export const NUMBER_KEYWORDS: readonly Keyword[] = [
  ...BOUNDS.map(
    ([name, holds, words]): Keyword => ({
      name,
      make(argument, place) {
        const limit = numberOf(argument, place);
        const failure = place.breach(`must be ${words} ${limit}`);
        return (value, run) => typeof value !== 'number' || holds(value, limit) || run.fail(failure);
      },
    }),
  ),
  { name: 'multipleOf', make: multipleCheck },
];
