// An operator on values: a function of values that were calculated before, in counted steps. It ends the evaluation
// with a code where it has no value, and never converts: null is not a 0, a text is not a number.
import { type IssueCode, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import type { Currencies } from '../../values/money.js';
import { shownName } from '../definition/shown-name.js';
import { operationOf } from '../logic/logic.js';
import { type Evaluation, make, spend } from '../logic/logic-values.js';

/** The constants that a definition states for all of its rules. */
export interface Constants {
  readonly currencies?: Currencies | undefined;
  readonly calendars?: Readonly<Record<string, Json>> | undefined;
  readonly tables?: Readonly<Record<string, Json>> | undefined;
}

/** An operation with its values. */
export interface Operands {
  /** As it is written in a rule, for messages. */
  readonly name: string;
  readonly values: readonly Json[];
  readonly constants: Constants;
}

export type Apply = (run: Evaluation, operands: Operands) => Json;

/** Ends the evaluation; the value is never seen. Values of data are in no message. */
export function ends(run: Evaluation, code: IssueCode, message: string): null {
  run.problem ??= issue(code, '', message);
  return null;
}

/** The type that was expected, and the value that is there. */
export interface Mistyped {
  readonly expected: string;
  readonly value: Json | undefined;
}

/** Ends it with LOGIC_TYPE, which names the operand but not its value. */
export function endMistyped(run: Evaluation, name: string, { expected, value }: Mistyped): null {
  return ends(run, 'LOGIC_TYPE', `"${name}" takes ${expected}, and ${operandName(run, value)} is ${kindOf(value)}.`);
}

/** The operand of the operation under way that has the value, by the name that a rule reads it by. */
export function operandName(run: Evaluation, value: Json | undefined): string {
  const { values = [], rules = [] } = run.underway ?? {};
  const rule = value === undefined ? undefined : rules[values.indexOf(value)];
  const operation = rule === undefined ? undefined : operationOf(rule);
  return operation?.name === 'var' ? shownName(String(operation.args[0])) : 'one of its values';
}

/** The type of a value in words. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'not there';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kinds = { string: 'a text', number: 'a number', boolean: 'true or false' } as const;
  return kinds[typeof value as keyof typeof kinds] ?? 'an object';
}

/** A list, or the end of the evaluation. */
export function listOf(run: Evaluation, name: string, value: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  endMistyped(run, name, { expected: 'a list', value });
  return undefined;
}

/** A whole number that JSON carries exactly. */
export function wholeOf(run: Evaluation, name: string, value: Json | undefined): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'number' && Number.isInteger(value))
    ends(run, 'LOGIC_RANGE', `"${name}" takes whole numbers up to ${Number.MAX_SAFE_INTEGER}.`);
  endMistyped(run, name, { expected: 'a whole number', value });
  return undefined;
}

/** The values that an operator goes over: the items of a single list, or all values. */
export function spreadOf({ values }: Operands): readonly Json[] {
  const [only] = values;
  return values.length === 1 && Array.isArray(only) ? only : values;
}

/** A text as the result, its characters taken from what may be made. */
export function makeText(run: Evaluation, text: string): Json {
  return make(run, text.length) ? text : null;
}

/** Steps of going over a value: one for each value inside, and one for each 64 characters. */
export function weigh(run: Evaluation, value: Json): boolean {
  if (typeof value === 'string') return spend(run, 1 + (value.length >> 6));
  if (typeof value !== 'object' || value === null) return spend(run, 1);
  return (
    spend(run, 1) &&
    Object.entries(value).every(([name, inner]) => spend(run, name.length >> 6) && weigh(run, inner as Json))
  );
}
