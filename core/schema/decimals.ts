// Keywords for decimals and money: how many places a decimal has, and its bounds; with `x-scale` an
// amount has one spelling, and one hash. Money has the places of its currency, which the definition says.
import { isObject, type Json } from '../base/json.js';
import { compareDecimals, DECIMAL_SCALE_MAX, type Decimal, decimalOf } from '../values/decimal.js';
import { moneyOf, scaleOf } from '../values/money.js';
import { type Keyword, type KeywordPlace, schemaIssue, textOf } from './keyword.js';
import type { Broken, Check } from './run.js';

/** Reading a decimal of any length, and comparing it. */
const DECIMAL_STEPS = 16;

function besideDecimal({ schema, location }: KeywordPlace): void {
  if (schema.format !== 'decimal') throw schemaIssue(location, 'stands beside "format": "decimal" only');
}

/** A text that is not a decimal breaks its format, and nothing here. */
function decimalCheck(holds: (value: Decimal) => boolean, failure: Broken): Check {
  return (value, run) => {
    if (typeof value !== 'string') return true;
    run.take(DECIMAL_STEPS);
    const decimal = decimalOf(value);
    return decimal === undefined || holds(decimal) || run.fail(failure);
  };
}

function scaleCheck(argument: Json, place: KeywordPlace): Check {
  besideDecimal(place);
  if (typeof argument !== 'number' || !Number.isInteger(argument) || argument < 0 || argument > DECIMAL_SCALE_MAX)
    throw schemaIssue(place.location, `is not a whole number of 0 to ${DECIMAL_SCALE_MAX}`);
  const failure = place.breach(`must have exactly ${argument} digits after the point`);
  return decimalCheck(({ scale }) => scale === argument, failure);
}

function boundCheck(argument: Json, place: KeywordPlace, isMost: boolean): Check {
  besideDecimal(place);
  const limit = decimalOf(textOf(argument, place.location));
  if (!limit) throw schemaIssue(place.location, 'is not a decimal as a text, such as "0.00"');
  const failure = place.breach(`must be at ${isMost ? 'most' : 'least'} ${argument}`);
  return decimalCheck(
    (value) => (isMost ? compareDecimals(value, limit) <= 0 : compareDecimals(value, limit) >= 0),
    failure,
  );
}

/** `format: money` of an object: an amount and a currency, nothing beside them. */
export function moneyCheck(place: KeywordPlace): Check {
  const failure = place.breach('must be money such as {"amount": "19.99", "currency": "EUR"}');
  const unknown = place.breach('must have a currency that the definition names under "currencies"');
  const places = place.breach('must have an amount with as many digits after the point as its currency');
  return (value, run) => {
    if (!isObject(value)) return true;
    run.take(DECIMAL_STEPS);
    const money = moneyOf(value);
    if (!money) return run.fail(failure);
    const scale = scaleOf(run.currencies, money.currency);
    if (scale === undefined) return run.fail(unknown, 'currency');
    return money.amount.scale === scale || run.fail(places, 'amount');
  };
}

export const DECIMAL_KEYWORDS: readonly Keyword[] = [
  { name: 'x-scale', make: scaleCheck },
  { name: 'x-minimum', make: (argument, place) => boundCheck(argument, place, false) },
  { name: 'x-maximum', make: (argument, place) => boundCheck(argument, place, true) },
];
