// Types of the operators that compare, and of those on lists and texts.
import type { Json } from '../../base/json.js';
import {
  ANY,
  BOOLEAN,
  decimalType,
  INTEGER,
  isNothing,
  isNumeric,
  joinTypes,
  listType,
  NOTHING,
  TEXT,
  type Type,
  typeText,
} from '../typing/type.js';
import { among, type Call, familyOf, isDateLike, orderOf } from './call.js';
import { isInteger, isKind, MANY, placesOf, type Signature } from './signature.js';

const ORDERED = 'numbers, decimals, texts, dates, times, durations or money';
const isOrdered = (type: Type) => isNumeric(type) || isDateLike(type) || isKind('text', 'duration', 'money')(type);

/** Operands of one family, each literal as the others are; the error names both. */
export function alike(
  call: Call,
  operands: readonly { readonly type: Type; readonly place: number }[],
  words: string,
): readonly Type[] | undefined {
  const given = operands.map(({ type }) => type);
  const types = given.map((type) => among(type, given));
  if (familyOf(types) !== undefined) return types;
  const named = [...new Set(types.filter((type) => !isNothing(type) && type.kind !== 'any').map(typeText))];
  call.refuse(
    `"${call.name}" compares ${words} of one type, and its values are ${named.slice(0, 4).join(' and ')}.${remedy(types)}`,
  );
  return undefined;
}

/** The way to compare money with a number, or a time with a date. */
function remedy(types: readonly Type[]): string {
  const has = (...kinds: readonly Type['kind'][]) => types.some(({ kind }) => kinds.includes(kind));
  if (has('money') && has('integer', 'number', 'decimal'))
    return ' Compare with money of the same currency, {"money": [100, "EUR"]}, or read its number: {"var": "in.paid.amount"}.';
  return has('time') && has('date') ? ' Write {"dateOf": [time, "UTC"]} where the day of a time is meant.' : '';
}

const comparison: Signature = (call) => {
  if (!call.count(2, MANY)) return { type: BOOLEAN };
  const operands = call.types.map((type, place) => ({ type, place }));
  const fine = operands.map(({ type, place }) => call.expectType(type, { isFine: isOrdered, words: ORDERED, place }));
  const types = fine.includes(false) ? undefined : alike(call, operands, ORDERED);
  return { type: BOOLEAN, order: orderOf(types ?? []) };
};

const equality: Signature = (call) => {
  if (!call.count(2)) return { type: BOOLEAN };
  const operands = call.types.map((type, place) => ({ type, place })).filter(({ type }) => type.kind !== 'null');
  const types = alike(call, operands, 'values');
  for (const [item, other] of [
    [0, 1],
    [1, 0],
  ] as const)
    checkListed(call, call.arg(item), call.arg(other));
  return { type: BOOLEAN, order: orderOf(types ?? []) };
};

/** A text of the rule that is not one of the values that there are. */
function checkListed(call: Call, { literal }: Type, { kind, values, literal: own }: Type): void {
  if (kind !== 'text' || own !== undefined || !values || typeof literal !== 'string' || values.includes(literal))
    return;
  call.refuse(
    `"${call.name}" compares with a text that is not one of the values of the other: ${values.slice(0, 8).join(', ')}.`,
  );
}

const extreme: Signature = (call) => {
  if (!call.count(1, MANY)) return { type: ANY };
  const operands = call.spread();
  const fine = operands.map(({ type, place }) => call.expectType(type, { isFine: isOrdered, words: ORDERED, place }));
  const types = fine.includes(false) ? undefined : alike(call, operands, ORDERED);
  if (!types) return { type: ANY };
  const [only] = call.types;
  if (call.types.length === 1 && only?.kind === 'list' && !only.least)
    call.doubt(
      `"${call.name}" of an empty list has no value: write {"append": [list, value]} with the least that it gives, or say minItems in the schema.`,
    );
  const order = orderOf(types);
  if (order === 'decimal') return { type: decimalType(largestEqual(types)), order };
  return { type: types.reduce((a, b) => joinTypes(a, b) ?? ANY, NOTHING), order };
};

/** A member of the values, so its places are known only where all have the same. */
function largestEqual(types: readonly Type[]): number | undefined {
  const places = new Set(types.map(placesOf));
  return places.size === 1 ? [...places][0] : undefined;
}

/** The items of the list that is the first operand, with the order by which they are compared. */
function listOperand(call: Call, least: number, most: number): { readonly list: Type; readonly of: Type } | undefined {
  if (!call.count(least, most) || !call.expect(0, isKind('list'), 'a list first')) return undefined;
  const of = call.arg(0).of ?? ANY;
  return { list: call.arg(0).kind === 'list' ? call.arg(0) : listType(ANY), of };
}

const sort: Signature = (call) => {
  const page = listOperand(call, 1, 2);
  if (!page) return { type: listType(ANY) };
  call.expectType(page.of, { isFine: isOrdered, words: `a list of ${ORDERED}`, place: 0 });
  const direction = call.constant(1);
  if (call.rules.length === 2 && direction !== 'ascending' && direction !== 'descending')
    call.refuse('"sort" takes "ascending" or "descending" as value 2.');
  return { type: page.list, order: orderOf([page.of]) };
};

const distinct: Signature = (call) => {
  const page = listOperand(call, 1, 1);
  if (!page) return { type: listType(ANY) };
  return { type: listType(page.of, Math.min(page.list.least ?? 0, 1)), order: orderOf([page.of]) };
};

const contains: Signature = (call) => {
  const page = listOperand(call, 2, 2);
  if (!page) return { type: BOOLEAN };
  const types = alike(
    call,
    [
      { type: page.of, place: 0 },
      { type: call.arg(1), place: 1 },
    ],
    'values',
  );
  return { type: BOOLEAN, order: orderOf(types ?? []) };
};

const within: Signature = (call) => {
  if (!call.count(2)) return { type: BOOLEAN };
  if (!call.expect(1, isKind('list', 'text'), 'a list or a text as value 2')) return { type: BOOLEAN };
  const where = call.arg(1);
  if (where.kind === 'text') call.expect(0, isKind('text'), 'a text to look for in a text');
  if (where.kind === 'list' && orderOf([where.of ?? ANY, call.arg(0)]) !== '')
    call.refuse('"in" compares values as they are written: write {"contains": [list, value]}.');
  else if (where.kind === 'list')
    alike(
      call,
      [
        { type: call.arg(0), place: 0 },
        { type: where.of ?? ANY, place: 1 },
      ],
      'values',
    );
  return { type: BOOLEAN };
};

/** True for a place that every list of so many items has. */
function isThere(place: Json | undefined, least: number): boolean {
  return typeof place === 'number' && (place < 0 ? -place <= least : place < least);
}

const at: Signature = (call) => {
  const page = listOperand(call, 2, 3);
  if (!page) return { type: ANY };
  call.expect(1, isInteger, 'a whole number as value 2');
  if (call.rules.length < 3) {
    if (!isThere(call.constant(1), page.list.least ?? 0))
      call.doubt(
        `"at" reads a place that the list need not have: give a default as value 3${call.constant(1) === undefined ? '' : ', or say minItems in the schema'}.`,
      );
    return { type: page.of };
  }
  const type = joinTypes(page.of, call.arg(2));
  if (!type)
    call.refuse(`"at" gives items that are ${typeText(page.of)}, and its default is ${typeText(call.arg(2))}.`);
  return { type: type ?? ANY };
};

const length: Signature = (call) => {
  if (call.count(1)) call.expect(0, isKind('list', 'text'), 'a list or a text');
  return { type: INTEGER };
};

const append: Signature = (call) => {
  const page = listOperand(call, 2, MANY);
  if (!page) return { type: listType(ANY) };
  const least = (page.list.least ?? 0) + call.types.length - 1;
  return { type: listType(joinedItems(call, [page.of, ...call.types.slice(1)]), least) };
};

function joinedItems(call: Call, types: readonly Type[]): Type {
  let all: Type = NOTHING;
  for (const type of types) {
    const next = joinTypes(all, type);
    if (!next) {
      call.refuse(`"${call.name}" makes a list of one type, and has ${typeText(all)} and ${typeText(type)}.`);
      return ANY;
    }
    all = next;
  }
  return all;
}

const slice: Signature = (call) => {
  const page = listOperand(call, 2, 3);
  for (const i of [1, 2]) if (page && call.rules.length > i) call.expect(i, isInteger, 'whole numbers as places');
  return { type: listType(page?.of ?? ANY) };
};

/** An operand of which nothing says whether it is a list brings items of any type. */
const merge: Signature = (call) => {
  const items = call.types.map((type) => (type.kind === 'list' ? (type.of ?? ANY) : type));
  const least = call.types.reduce((sum, { kind, least: own = 0 }) => sum + (kind === 'list' ? own : 1), 0);
  return { type: listType(joinedItems(call, items), call.types.some(({ kind }) => kind === 'any') ? 0 : least) };
};

const cat: Signature = (call) => {
  const isText = (type: Type) => !isKind('null', 'list', 'record', 'money')(type);
  for (const i of call.rules.keys()) call.expect(i, isText, 'texts, numbers, dates, true and false');
  return { type: TEXT };
};

const substr: Signature = (call) => {
  if (!call.count(2, 3)) return { type: TEXT };
  call.expect(0, isKind('text'), 'a text first');
  for (const i of [1, 2]) if (call.rules.length > i) call.expect(i, isInteger, 'whole numbers for place and length');
  return { type: TEXT };
};

const truth: Signature = (call) => {
  if (call.count(1)) call.expect(0, isKind('boolean'), 'true or false');
  return { type: BOOLEAN };
};

export const LIST_SIGNATURES: readonly (readonly [string, Signature])[] = [
  ...['<', '<=', '>', '>='].map((name): [string, Signature] => [name, comparison]),
  ...['==', '!='].map((name): [string, Signature] => [name, equality]),
  ['max', extreme],
  ['min', extreme],
  ['sort', sort],
  ['distinct', distinct],
  ['contains', contains],
  ['in', within],
  ['at', at],
  ['length', length],
  ['append', append],
  ['slice', slice],
  ['merge', merge],
  ['cat', cat],
  ['substr', substr],
  ['!', truth],
  ['!!', truth],
];
