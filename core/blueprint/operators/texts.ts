// Operators on texts and on truth. Nothing is converted by itself: null has no text, and an empty text is
// not false.
import type { Json } from '../../base/json.js';
import { LOGIC_NEEDLE_MAX } from '../../base/limits/ledger/definitions.js';
import { type Evaluation, make, readCost, same, spend } from '../logic/logic-values.js';
import { type Apply, endMistyped, ends, makeText, wholeOf } from './operator.js';

/** True or false, as it is or the other way round. */
function truth(isNegated: boolean): Apply {
  return (run, { name, values: [value] }) =>
    typeof value === 'boolean' ? value !== isNegated : endMistyped(run, name, { expected: 'true or false', value });
}

/** Texts as they are; numbers, true and false as JSON writes them. */
const cat: Apply = (run, { name, values }) => {
  const parts: string[] = [];
  for (const value of values) {
    if (!['string', 'number', 'boolean'].includes(typeof value))
      return endMistyped(run, name, { expected: 'texts, numbers, dates, true and false', value });
    const text = String(value);
    if (!spend(run, readCost(text)) || !make(run, text.length)) return null;
    parts.push(text);
  }
  return parts.join('');
};

/** A negative start counts from the end, a negative length leaves that many out at the end. */
const substr: Apply = (run, { name, values: [text, from, length] }) => {
  if (typeof text !== 'string') return endMistyped(run, name, { expected: 'a text first', value: text });
  const start = wholeOf(run, name, from);
  const count = length === undefined ? text.length : wholeOf(run, name, length);
  if (start === undefined || count === undefined) return null;
  const begin = start < 0 ? Math.max(0, text.length + start) : start;
  const cut = text.slice(begin, count < 0 ? Math.max(begin, text.length + count) : begin + count);
  // Half a character is not JSON text (RFC 8785 section 3.2.2.2): the result could not be hashed or signed.
  return cut.isWellFormed()
    ? makeText(run, cut)
    : ends(run, 'LOGIC_RANGE', `"${name}" cuts a character of a text in two.`);
};

/** A value among the items of a list, or a text in a text. */
const within: Apply = (run, { name, values: [wanted = null, where] }) => {
  if (Array.isArray(where)) return where.some((item) => same(run, item as Json, wanted));
  if (typeof where !== 'string')
    return endMistyped(run, name, { expected: 'a list or a text to look in', value: where });
  if (typeof wanted !== 'string')
    return endMistyped(run, name, { expected: 'a text to look for in a text', value: wanted });
  if (wanted.length > LOGIC_NEEDLE_MAX && wanted.length < where.length)
    return ends(run, 'LOGIC_RANGE', `"${name}" looks for a text of at most ${LOGIC_NEEDLE_MAX} characters.`);
  return isWithin(run, where, wanted);
};

/** A search compares each place with all of the needle at worst. */
function isWithin(run: Evaluation, where: string, wanted: string): boolean {
  return spend(run, readCost(where) * (1 + (wanted.length >> 2))) && where.includes(wanted);
}

export const TEXT_OPERATORS: readonly (readonly [string, Apply])[] = [
  ['cat', cat],
  ['substr', substr],
  ['in', within],
  ['!', truth(true)],
  ['!!', truth(false)],
];
