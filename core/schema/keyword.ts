// The form of a keyword: a row of a table, which makes a check from the argument, or refuses an argument of the wrong
// form.
import type { Json, JsonObject } from '../base/json.js';
import type { Broken, Check } from './run.js';

export type SchemaDraft = 'draft-07' | '2020-12';

/** Where a keyword stands. */
export interface KeywordPlace {
  /** The schema that has the keyword: some keywords depend on those beside them. */
  readonly schema: JsonObject;
  readonly draft: SchemaDraft;
  /** JSON Pointer of the keyword as a URI fragment. */
  readonly location: string;
  breach(message: string): Broken;
  /** The check of a schema inside the argument. */
  part(child: Json, ...tokens: readonly (string | number)[]): Check;
  /** The check of a schema that stands beside the keyword under another name. */
  beside(name: string): Check;
  /** The check of what `#` or `#/...` names. */
  reference(reference: string): Check;
}

export interface Keyword {
  readonly name: string;
  /** The only draft that has it; every draft without. */
  readonly drafts?: SchemaDraft;
  /** Undefined for a keyword that only others read. Throws a MalformedSchema. */
  make(argument: Json, place: KeywordPlace): Check | undefined;
}

/** A schema that is not valid: where, and why. */
export class MalformedSchema extends Error {
  readonly location: string;

  constructor(location: string, reason: string) {
    super(`${location} ${reason}`);
    this.location = location;
  }
}

export function schemaIssue(location: string, reason: string): MalformedSchema {
  return new MalformedSchema(location, reason);
}

/** The argument as a whole number of 0 or more. Throws a MalformedSchema, as those below do. */
export function countOf(argument: Json, { location }: KeywordPlace): number {
  // 2.0 is an integer (JSON Schema core 4.2.3).
  if (typeof argument !== 'number' || !Number.isInteger(argument) || argument < 0)
    throw schemaIssue(location, 'is not a whole number of 0 or more');
  return argument;
}

/** The argument as a number. */
export function numberOf(argument: Json, { location }: KeywordPlace): number {
  if (typeof argument !== 'number') throw schemaIssue(location, 'is not a number');
  return argument;
}

/** The argument, or a part of it, as a text. */
export function textOf(argument: Json, location: string): string {
  if (typeof argument !== 'string') throw schemaIssue(location, 'is not text');
  return argument;
}

/** The argument, or a part of it, as texts, each once. */
export function namesOf(argument: Json, location: string): readonly string[] {
  if (!Array.isArray(argument) || new Set(argument).size !== argument.length)
    throw schemaIssue(location, 'is not a list of different names');
  return argument.map((name: Json) => textOf(name, location));
}

/** The argument as a list with at least one item. */
export function listOf(argument: Json, { location }: KeywordPlace): readonly Json[] {
  if (!Array.isArray(argument) || argument.length === 0)
    throw schemaIssue(location, 'is not a list with at least one item');
  return argument;
}

/** Members of an object, in the order of the text. */
export function membersOf(argument: Json, location: string): readonly (readonly [string, Json])[] {
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument))
    throw schemaIssue(location, 'is not an object');
  return Object.entries(argument) as [string, Json][];
}
