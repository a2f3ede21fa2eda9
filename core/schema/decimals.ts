// Keywords of language 2 beside `format: decimal`: how many places a decimal has, and its bounds. With `x-scale` an amount has one spelling, and one hash.
import type { Json } from '../base/json.js';
import { compared, DECIMAL_SCALE_MAX, type Decimal, decimalOf } from '../values/decimal.js';
import { type Keyword, malformed, type Place, textOf } from './keyword.js';
import type { Broken, Check } from './run.js';

/** Reading a decimal of any length, and comparing it. */
const DECIMAL_STEPS = 16;

function besideDecimal({ schema, location }: Place): void {
  if (schema.format !== 'decimal') throw malformed(location, 'stands beside "format": "decimal" only');
}

/** A text that is no decimal breaks its format, and nothing here. */
function decimalCheck(holds: (value: Decimal) => boolean, failure: Broken): Check {
  return (value, run) => {
    if (typeof value !== 'string') return true;
    run.take(DECIMAL_STEPS);
    const found = decimalOf(value);
    return found === undefined || holds(found) || run.fail(failure);
  };
}

function scaleCheck(argument: Json, place: Place): Check {
  besideDecimal(place);
  if (typeof argument !== 'number' || !Number.isInteger(argument) || argument < 0 || argument > DECIMAL_SCALE_MAX)
    throw malformed(place.location, `is no whole number of 0 to ${DECIMAL_SCALE_MAX}`);
  const failure = place.broken(`must have exactly ${argument} digits after the point`);
  return decimalCheck(({ scale }) => scale === argument, failure);
}

function boundCheck(argument: Json, place: Place, isMost: boolean): Check {
  besideDecimal(place);
  const limit = decimalOf(textOf(argument, place.location));
  if (!limit) throw malformed(place.location, 'is no decimal as a text, such as "0.00"');
  const failure = place.broken(`must be at ${isMost ? 'most' : 'least'} ${argument}`);
  return decimalCheck((value) => (isMost ? compared(value, limit) <= 0 : compared(value, limit) >= 0), failure);
}

export const DECIMAL_KEYWORDS: readonly Keyword[] = [
  { name: 'x-scale', since: 2, make: scaleCheck },
  { name: 'x-minimum', since: 2, make: (argument, place) => boundCheck(argument, place, false) },
  { name: 'x-maximum', since: 2, make: (argument, place) => boundCheck(argument, place, true) },
];
