// Operators on lists: places, parts and lengths. Places count from 0, and negative ones from the end.
import type { Json } from '../../base/json.js';
import { type Evaluation, make, spend } from '../logic/logic-values.js';
import { type Apply, endMistyped, ends, listOf, wholeOf } from './operator.js';

/** `{"at": [list, place, default]}` */
const at: Apply = (run, { name, values: [given, where, ...fallback] }) => {
  const list = listOf(run, name, given);
  const place = list && wholeOf(run, name, where);
  if (!list || place === undefined) return null;
  const value = list.at(place);
  if (value !== undefined) return value;
  return fallback.length > 0
    ? (fallback[0] as Json)
    : ends(
        run,
        'LOGIC_ABSENT',
        `"${name}" reads a place that the list does not have: give a default as the third value.`,
      );
};

/** Items of a list, characters of a text. */
const length: Apply = (run, { name, values: [value] }) => {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'string') return endMistyped(run, name, { expected: 'a list or a text', value });
  return spend(run, 1 + (value.length >> 5)) ? charactersOf(value) : null;
};

/** Code points, as JSON Schema counts them. */
function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const append: Apply = (run, { name, values: [given, ...more] }) => {
  const list = listOf(run, name, given);
  return list && payCopy(run, list.length + more.length) ? [...list, ...more] : null;
};

const slice: Apply = (run, { name, values: [given, from, to] }) => {
  const list = listOf(run, name, given);
  const start = list && wholeOf(run, name, from);
  const end = list && to !== undefined ? wholeOf(run, name, to) : list?.length;
  if (!list || start === undefined || end === undefined) return null;
  const rows = list.slice(start, end);
  return payCopy(run, rows.length) ? rows : null;
};

/** A list of the items of several; what is not a list is an item. */
const merge: Apply = (run, { values }) => {
  const items = values.reduce<number>((count, value) => count + (Array.isArray(value) ? value.length : 1), 0);
  if (!payCopy(run, items)) return null;
  return values.flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
};

function payCopy(run: Evaluation, items: number): boolean {
  return spend(run, 1 + (items >> 3)) && make(run, items);
}

export const LIST_OPERATORS: readonly (readonly [string, Apply])[] = [
  ['at', at],
  ['length', length],
  ['append', append],
  ['slice', slice],
  ['merge', merge],
];
