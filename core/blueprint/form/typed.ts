// The values of a form as a person typed them, by their places: the text of a value, and the values of an
// untouched form. Their meaning is in payload.ts. Pure: a page turns spellings of its language into these first.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { parsePointer } from '../definition/pointer.js';
import type { Question } from './questions.js';

/**
 * Of one field: its text, a mark, or the parts of an object or a list. A choice, a file and what has no simpler form
 * are canonical JSON. Undefined is a field that was not touched.
 */
export type Typed = string | boolean | undefined | readonly Typed[] | TypedMembers;
export interface TypedMembers {
  readonly [member: string]: Typed;
}

/** The question about one item of a list, and its parts, with the place of that item. */
export function itemAt(item: Question, path: readonly string[]): Question {
  const below = path.length;
  const move = (question: Question): Question => ({
    ...question,
    path: [...path, ...question.path.slice(below - 1)],
    members: question.members.map(move),
  });
  return { ...move(item), path };
}

/** A value as its field shows it; undefined for one that is not there. */
function valueAsTyped(question: Question, value: Json | undefined): Typed {
  if (value === undefined) return undefined;
  const { kind, members, item } = question;
  if (kind === 'boolean') return value === true;
  if (kind === 'object' && isObject(value)) return typedMembers(members, value);
  if (kind === 'list' && Array.isArray(value)) return item ? value.map((part: Json) => valueAsTyped(item, part)) : [];
  if (kind === 'text' && typeof value === 'string') return value;
  return kind === 'integer' || kind === 'number' ? String(value) : canonical(value);
}

/** The same of all fields of a payload. */
export function typedMembers(questions: readonly Question[], payload: JsonObject): TypedMembers {
  const rows = questions.flatMap((question): [string, Typed][] => {
    const name = question.path.at(-1) as string;
    const typed = valueAsTyped(question, Object.hasOwn(payload, name) ? payload[name] : undefined);
    return typed === undefined ? [] : [[name, typed]];
  });
  return Object.fromEntries(rows);
}

/** The values of an untouched form: defaults, and choices of one. */
export function startingMembers(questions: readonly Question[]): TypedMembers {
  const rows = questions.flatMap((question): [string, Typed][] => {
    const name = question.path.at(-1) as string;
    const inside = question.kind === 'object' ? startingMembers(question.members) : {};
    if (question.fallback !== undefined) return [[name, valueAsTyped(question, question.fallback)]];
    if (Object.keys(inside).length > 0) return [[name, inside]];
    const [only] = question.choices;
    const isGiven = question.kind === 'choice' && question.required && question.choices.length === 1;
    return isGiven ? [[name, canonical(only as Json)]] : [];
  });
  return Object.fromEntries(rows);
}

/** The same without files: what stands for one is nothing without its bytes. */
export function withoutFiles(questions: readonly Question[], typed: TypedMembers): TypedMembers {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const question = questions.find(({ path }) => path.at(-1) === name);
      if (question?.kind === 'file' || question?.item?.kind === 'file') return [name, undefined];
      return [name, question?.kind === 'object' && isMembers(value) ? withoutFiles(question.members, value) : value];
    }),
  );
}

export function isMembers(typed: Typed): typed is TypedMembers {
  return typeof typed === 'object' && !Array.isArray(typed);
}

/** The typed value at a place of the form. */
export function readTyped(typed: Typed, path: readonly string[]): Typed {
  let at: Typed = typed;
  for (const token of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return undefined;
    at = (at as TypedMembers)[token];
  }
  return at;
}

/** The form with another value at a place; parts that lie elsewhere stay the same objects. */
export function withTyped(typed: Typed, [token, ...rest]: readonly string[], value: Typed): Typed {
  if (token === undefined) return value;
  if (Array.isArray(typed))
    return typed.map((item: Typed, i) => (String(i) === token ? withTyped(item, rest, value) : item));
  const members = isMembers(typed) ? typed : {};
  return { ...members, [token]: withTyped(members[token], rest, value) };
}

/** The value of a payload at a pointer of an issue: `/payload/amount`. */
export function payloadPath(pointer: string): readonly string[] | undefined {
  const [first, ...path] = parsePointer(pointer) ?? [];
  return first === 'payload' ? path : undefined;
}
