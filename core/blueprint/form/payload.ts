// The payload that the typed values of a form mean. Both ways agree: what a payload shows as means that payload again.
// Pure.
import { canonical, type Json, type JsonObject } from '../../base/json.js';
import { readPointer } from '../definition/pointer.js';
import type { SchemaReading } from '../schemas/schema-check.js';
import { padScale, parseAnswer } from './answers.js';
import { isHidden } from './conditions.js';
import type { Question } from './questions.js';
import { isMembers, itemAt, type Typed, type TypedMembers } from './typed.js';

export interface TypedFault {
  readonly path: readonly string[];
  /** As which its text was read. */
  readonly kind: Question['kind'];
}

export interface TypedPayload {
  readonly payload: JsonObject;
  /** Fields whose text is not a value; they are left out. */
  readonly faults: readonly TypedFault[];
}

/** Fields that hide others, which hide others: a circle of them ends here. */
const HIDING_ROUNDS_MAX = 16;

/** A hidden field is left out of the payload; what was typed into it stays where it was typed. */
export function payloadOf(questions: readonly Question[], typed: TypedMembers, reading?: SchemaReading): TypedPayload {
  let made = readMembers(questions, typed, () => false);
  for (let round = 0; round < HIDING_ROUNDS_MAX; round++) {
    const { payload } = made;
    const next = readMembers(questions, typed, ({ rule }) => isHidden(rule, payload, reading));
    if (canonical(next.payload) === canonical(payload)) return next;
    made = next;
  }
  return made;
}

type IsLeftOut = (question: Question) => boolean;

function readMembers(questions: readonly Question[], typed: TypedMembers, isLeftOut: IsLeftOut): TypedPayload {
  const faults: TypedFault[] = [];
  const members = questions.flatMap((question): [string, Json][] => {
    const name = question.path.at(-1) as string;
    if (isLeftOut(question)) return [];
    const given = Object.hasOwn(typed, name) ? typed[name] : undefined;
    const value = fieldValue(question, given, { faults, isLeftOut });
    return value === undefined ? [] : [[name, value]];
  });
  return { payload: Object.fromEntries(members), faults };
}

interface Reading {
  readonly faults: TypedFault[];
  readonly isLeftOut: IsLeftOut;
}

function fieldValue(question: Question, typed: Typed, of: Reading): Json | undefined {
  const { kind, required, members, item, path } = question;
  if (kind === 'boolean') return typeof typed === 'boolean' ? typed : required ? false : undefined;
  if (kind === 'object') {
    const read = readMembers(members, isMembers(typed) ? typed : {}, of.isLeftOut);
    of.faults.push(...read.faults);
    return required || Object.keys(read.payload).length > 0 ? read.payload : undefined;
  }
  if (kind === 'list') {
    if (!Array.isArray(typed) || !item) return required ? [] : undefined;
    // A row that was not touched is left out.
    return typed.flatMap((row: Typed, i) => {
      if (row === undefined) return [];
      const value = fieldValue(itemAt(item, [...path, String(i)]), row, of);
      return value === undefined ? [] : [value];
    });
  }
  return typeof typed === 'string' && typed !== '' ? leafOf(question, typed, of) : undefined;
}

function leafOf(question: Question, typed: string, { faults }: Reading): Json | undefined {
  const { kind, schema, path } = question;
  if (kind === 'text') return padScale(schema, typed) ?? typed;
  const isWritten = kind === 'choice' || kind === 'file';
  const answer = parseAnswer(isWritten ? { ...question, kind: 'json' } : question, typed);
  if ('value' in answer) return answer.value;
  faults.push({ path, kind });
  return undefined;
}

/** Places of required fields without a value, where what they stand in is there. Hidden ones need none. */
export function missingIn(
  questions: readonly Question[],
  payload: JsonObject,
  reading?: SchemaReading,
): readonly (readonly string[])[] {
  return questions.flatMap((question) => {
    const { path, kind, required, members, item, rule } = question;
    if (isHidden(rule, payload, reading)) return [];
    const value = readPointer(payload, path);
    if (value === undefined) return required ? [path] : [];
    if (kind === 'object') return missingIn(members, payload, reading);
    if (kind !== 'list' || !item || !Array.isArray(value)) return [];
    return value.flatMap((_, i) => missingIn(itemAt(item, [...path, String(i)]).members, payload, reading));
  });
}
