// The typed text of a person, as the value that a question asks for, or as a sentence on its fault. Pure.
import type { Json, JsonObject } from '../../base/json.js';
import { isObject, parseJsonText } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { type SchemaReading, schemaErrors } from '../schemas/schema-check.js';
import { isUnusable } from './conditions.js';
import type { Question } from './questions.js';

export type TypedAnswer = { readonly value: Json } | { readonly problem: string };

/**
 * The value of a typed text that is not empty. Objects and lists are asked for part by part and do not come here.
 * `reading` is that of the definition.
 */
export function answerOf(question: Question, typed: string, reading: SchemaReading = {}): TypedAnswer {
  const read = parseAnswer(question, typed);
  return 'problem' in read ? read : (fault(question, read.value, reading) ?? read);
}

/** The value that a text spells, whether the schema takes it or not. */
export function parseAnswer({ kind, choices, schema }: Question, typed: string): TypedAnswer {
  const text = typed.trim();
  switch (kind) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text))
        ? { value: Number(text) }
        : { problem: 'Type a whole number.' };
    case 'number':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: 'Type a number, with a point for decimals.' };
    case 'boolean':
      return yesOrNo(text);
    case 'choice':
      return chooseValue(choices, text);
    case 'text':
      // Two quotes are how to say a text without characters, because nothing typed means nothing said.
      return { value: text === '""' ? '' : (padScale(schema, text) ?? typed.replace(/\r?\n$/, '')) };
    default:
      return parsedJson(text);
  }
}

/** An amount with fewer places than its schema asks for is the same amount: people do not type the zeros of 500.00. */
export function padScale({ format, 'x-scale': scale }: JsonObject, text: string): string | undefined {
  const [, whole = '', places = ''] = /^(-?\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (format !== 'decimal' || typeof scale !== 'number' || whole === '' || places.length >= scale) return undefined;
  return `${whole}.${places.padEnd(scale, '0')}`;
}

/** By number, or as it is written. A value that is itself a number is meant by its own digits first. */
function chooseValue(choices: readonly Json[], text: string): TypedAnswer {
  const named = choices.findIndex((choice) => textOf(choice) === text);
  const folded = choices.findIndex((choice) => textOf(choice).toLowerCase() === text.toLowerCase());
  const counted = /^[1-9]\d*$/.test(text) ? Number(text) - 1 : -1;
  const at = [named, folded, counted].find((index) => index >= 0 && index < choices.length);
  return at === undefined
    ? { problem: `Type a number from 1 to ${choices.length}, or the choice itself.` }
    : { value: choices[at] as Json };
}

function yesOrNo(text: string): TypedAnswer {
  const word = text.toLowerCase();
  if (['y', 'yes', 'true'].includes(word)) return { value: true };
  return ['n', 'no', 'false'].includes(word) ? { value: false } : { problem: 'Type yes or no.' };
}

function parsedJson(text: string): TypedAnswer {
  const parsed = parseJsonText(text);
  return isFailure(parsed) ? { problem: `This is not good JSON: ${parsed.issue.message}` } : { value: parsed };
}

/**
 * The finding of the question's schema alone about a value. A pointer that points elsewhere is judged with the whole
 * payload.
 */
function fault({ schema }: Question, value: Json, reading: SchemaReading): TypedAnswer | undefined {
  if (hasReference(schema) || isUnusable(schema)) return undefined;
  const [first] = schemaErrors([schema], value, reading);
  return first === undefined
    ? undefined
    : { problem: `It ${first.message}${first.path === '' ? '' : ` at ${first.path}`}.` };
}

function hasReference(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => hasReference(item));
  return isObject(value) && (value.$ref !== undefined || Object.values(value).some((item) => hasReference(item)));
}

/** A value as a choice is shown and typed. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The payload with a value at a path of member names; undefined takes the member away. */
export function withValue(object: JsonObject, [name, ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const key = name as string;
  const { [key]: before, ...others } = object;
  if (rest.length > 0) return { ...object, [key]: withValue(isObject(before) ? before : {}, rest, value) };
  return value === undefined ? others : { ...object, [key]: value };
}
