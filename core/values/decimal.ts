// Exact decimals: a whole number of units, and how many places they have after the point. Results are
// exact or there are none; what is rounded is rounded because a rule says how. On BigInt alone, so that no library and
// no platform changes a sealed result.

/**
 * Digits of a value, without zeros before the first other one; and of them after the point. Rules of the ledger: they
 * never change.
 */
export const DECIMAL_DIGITS_MAX = 38;
export const DECIMAL_SCALE_MAX = 18;

export interface Decimal {
  /** The value without its point. */
  readonly units: bigint;
  /** Places after the point. */
  readonly scale: number;
}

export const ROUNDING_MODES = ['up', 'down', 'ceiling', 'floor', 'half-up', 'half-down', 'half-even'] as const;
export type Rounding = (typeof ROUNDING_MODES)[number];

/** How a result is brought to a number of places. */
interface Places {
  readonly scale: number;
  readonly mode: Rounding;
}

const LIMIT = 10n ** BigInt(DECIMAL_DIGITS_MAX);
/** A sign, the digits and a point; a zero before the point is not a digit of the value. */
const TEXT_MAX = DECIMAL_DIGITS_MAX + 3;
const TEXT = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/** The decimal that a text spells; undefined for another text, for `-0`, and beyond 38 digits or 18 places. */
export function decimalOf(text: string): Decimal | undefined {
  if (text.length > TEXT_MAX) return undefined;
  const match = TEXT.exec(text);
  if (!match) return undefined;
  const decimal = withinDigits({ units: BigInt(text.replace('.', '')), scale: (match[1] ?? '').length });
  return decimal?.units === 0n && text.startsWith('-') ? undefined : decimal;
}

/** The only spelling of a decimal with its scale. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale === 0) return String(units);
  const isNegative = units < 0n;
  const digits = String(isNegative ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${isNegative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * A JSON number as the decimal of its shortest spelling (ECMA-262 6.1.6.1.20, as RFC 8785 writes it): 0.1 is one tenth.
 * Undefined beyond the range.
 */
export function decimalOfNumber(value: number): Decimal | undefined {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) return undefined;
  const [, whole = '', part = '', power = '0'] = match;
  const scale = part.length - Number(power);
  // A number has at most 17 digits of its own: what is left of the exponent is bounded before it is made.
  if (scale > DECIMAL_SCALE_MAX || scale < -DECIMAL_DIGITS_MAX) return undefined;
  const units = BigInt(whole + part);
  return withinDigits(scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 });
}

/** A whole number; undefined for one that JSON does not carry exactly. */
export function decimalOfInteger(value: number): Decimal | undefined {
  return Number.isSafeInteger(value) ? { units: BigInt(value), scale: 0 } : undefined;
}

/** The sum with the larger scale; undefined beyond the range, as below. */
export function sum(a: Decimal, b: Decimal): Decimal | undefined {
  const scale = Math.max(a.scale, b.scale);
  return withinDigits({ units: unitsAt(a, scale) + unitsAt(b, scale), scale });
}

/** The difference with the larger scale. */
export function difference(a: Decimal, b: Decimal): Decimal | undefined {
  return sum(a, negative(b));
}

/** The product; its scale is the sum of both scales. */
export function product(a: Decimal, b: Decimal): Decimal | undefined {
  return withinDigits({ units: a.units * b.units, scale: a.scale + b.scale });
}

/** The quotient, rounded once; undefined beyond the range, and by zero. */
export function quotient(a: Decimal, b: Decimal, { scale, mode }: Places): Decimal | undefined {
  if (b.units === 0n) return undefined;
  // a / b = (a.units * 10^b.scale) / (b.units * 10^a.scale), in units of 10^-scale.
  const over = a.units * 10n ** BigInt(b.scale + scale);
  const under = b.units * 10n ** BigInt(a.scale);
  return withinDigits({ units: under < 0n ? divide(-over, -under, mode) : divide(over, under, mode), scale });
}

/** The value with exactly so many places: rounded where it has more, with zeros where it has fewer. */
export function roundDecimal(value: Decimal, { scale, mode }: Places): Decimal | undefined {
  if (scale >= value.scale) return withinDigits({ units: unitsAt(value, scale), scale });
  return withinDigits({ units: divide(value.units, 10n ** BigInt(value.scale - scale), mode), scale });
}

export function negative({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

/** Less than 0, 0 or more: `1.0` and `1.00` are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [unitsAt(a, scale), unitsAt(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * The whole number that a decimal is, as JSON carries it; undefined where it has a fraction or is not a safe integer.
 */
export function integerOf({ units, scale }: Decimal): number | undefined {
  const item = 10n ** BigInt(scale);
  if (units % item !== 0n) return undefined;
  const whole = Number(units / item);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/**
 * Shares of a total in units of its scale, in the proportion of whole weights: rounded down, and what is left goes by
 * largest remainder, ties by place.
 */
export function shares(total: bigint, weights: readonly bigint[]): readonly bigint[] | undefined {
  const all = weights.reduce((weight, other) => weight + other, 0n);
  if (all <= 0n || weights.some((weight) => weight < 0n)) return undefined;
  // A negative total is shared as its amount is, so that a credit note mirrors its invoice.
  const sign = total < 0n ? -1n : 1n;
  const amount = total * sign;
  const parts = weights.map((weight, place) => ({
    place,
    units: (amount * weight) / all,
    rest: (amount * weight) % all,
  }));
  let left = amount - parts.reduce((part, { units }) => part + units, 0n);
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  const rows = parts.map(({ units }) => units);
  for (const { place } of byRest) {
    if (left === 0n) break;
    rows[place] = (rows[place] as bigint) + 1n;
    left -= 1n;
  }
  return rows.map((units) => units * sign);
}

/** Units of the value at a scale that is not smaller than its own. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

function withinDigits(value: Decimal): Decimal | undefined {
  const { units, scale } = value;
  return scale <= DECIMAL_SCALE_MAX && units < LIMIT && units > -LIMIT ? value : undefined;
}

/** Over a positive number, to a whole one. */
function divide(over: bigint, under: bigint, mode: Rounding): bigint {
  // BigInt division cuts towards zero.
  const whole = over / under;
  const rest = over % under;
  if (rest === 0n) return whole;
  const sign = over < 0n ? -1n : 1n;
  const twice = rest * sign * 2n;
  const isAway = {
    up: true,
    down: false,
    ceiling: sign > 0n,
    floor: sign < 0n,
    'half-up': twice >= under,
    'half-down': twice > under,
    'half-even': twice > under || (twice === under && whole % 2n !== 0n),
  }[mode];
  return isAway ? whole + sign : whole;
}
