// THE table of the operators of language 2 whose arguments are evaluated first. Each takes values of its types only:
// null is no 0, an empty text no 0, true no 1, and a text no number. Nothing reads a clock or chance, so a rule gives
// the same value on every node and in a browser.
import { issue } from '../base/issue.js';
import type { Json } from '../base/json.js';
import { LOGIC_NEEDLE_MAX } from '../base/limits.js';
import { operationOf } from './logic.js';
import { finite, make, type Run, readCost, refuse, same, spend } from './logic-values.js';

/** One operation with its values, and the parts of the rule that gave them. */
export interface Applied {
  readonly name: string;
  readonly values: readonly Json[];
  readonly rules: readonly Json[];
}

export type Operator2 = (run: Run, applied: Applied) => Json;

const OPERATORS: ReadonlyMap<string, Operator2> = new Map<string, Operator2>([
  ['==', (run, { values: [a, b] }) => same(run, a ?? null, b ?? null)],
  ['!=', (run, { values: [a, b] }) => !same(run, a ?? null, b ?? null)],
  ['===', (run, { values: [a, b] }) => same(run, a ?? null, b ?? null)],
  ['!==', (run, { values: [a, b] }) => !same(run, a ?? null, b ?? null)],
  ['<', (run, applied) => ordered(run, applied, (sign) => sign < 0)],
  ['<=', (run, applied) => ordered(run, applied, (sign) => sign <= 0)],
  ['>', (run, applied) => ordered(run, applied, (sign) => sign > 0)],
  ['>=', (run, applied) => ordered(run, applied, (sign) => sign >= 0)],
  ['!', (run, applied) => !truthOf(run, applied)],
  ['!!', (run, applied) => truthOf(run, applied)],
  ['+', (run, applied) => calculated(run, applied, { from: 0, apply: (a, b) => a + b })],
  ['*', (run, applied) => calculated(run, applied, { from: 1, apply: (a, b) => a * b })],
  ['-', (run, applied) => calculated(run, applied, { alone: 0, apply: (a, b) => a - b })],
  ['/', (run, applied) => calculated(run, applied, { alone: 1, apply: (a, b) => a / b })],
  ['%', (run, applied) => calculated(run, applied, { apply: (a, b) => a % b })],
  ['max', (run, applied) => calculated(run, applied, { apply: (a, b) => Math.max(a, b) })],
  ['min', (run, applied) => calculated(run, applied, { apply: (a, b) => Math.min(a, b) })],
  ['cat', joined],
  ['substr', part],
  ['in', contains],
  ['merge', merged],
]);

export function eagerOperator2(name: string): Operator2 | undefined {
  return OPERATORS.get(name);
}

export const EAGER_2_NAMES: readonly string[] = [...OPERATORS.keys()];

/** Operators for which one calculated list is the list of arguments. */
const SPREADS: ReadonlySet<string> = new Set(['max', 'min', '+', '*']);

interface Mistyped {
  /** The operator. */
  readonly name: string;
  readonly takes: string;
  readonly rule: Json;
  readonly value: Json;
}

/** Ends the evaluation with LOGIC_TYPE, which names the operand but not its value. */
export function refuseType(run: Run, { name, takes, rule, value }: Mistyped): null {
  const operation = operationOf(rule);
  const who = operation?.name === 'var' ? String(operation.args[0]) : 'one of its values';
  run.problem ??= issue('LOGIC_TYPE', '', `"${name}" takes ${takes}, and ${who} is ${kindOf(value)}.`);
  return null;
}

/** The type of a value in words. */
export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kinds = { string: 'a text', number: 'a number', boolean: 'true or false' } as const;
  return kinds[typeof value as keyof typeof kinds] ?? 'an object';
}

/**
 * True when each neighbouring pair is in order: `{"<": [1, x, 9]}` asks whether x lies between. Two numbers or two
 * texts, these by code units.
 */
function ordered(run: Run, { name, values, rules }: Applied, holds: (sign: number) => boolean): Json {
  if (values.length < 2) return refuse(run, 'A comparison has two values or more.');
  const [first] = values;
  const kind = typeof first === 'string' ? 'string' : 'number';
  const takes = kind === 'string' ? 'two texts or two numbers' : 'two numbers or two texts';
  for (const [i, value] of values.entries())
    if (typeof value !== kind) return refuseType(run, { name, takes, rule: rules[i] ?? null, value });
  for (let i = 1; i < values.length; i++) {
    const [a, b] = [values[i - 1] as string | number, values[i] as string | number];
    if (!spend(run, typeof a === 'string' ? readCost(a) : 1)) return null;
    if (!holds(a < b ? -1 : a > b ? 1 : 0)) return false;
  }
  return true;
}

function truthOf(run: Run, { name, values, rules }: Applied): boolean {
  const [value = null] = values;
  if (typeof value === 'boolean') return value;
  refuseType(run, { name, takes: 'true or false', rule: rules[0] ?? null, value });
  return false;
}

interface Calculation {
  /** What it starts from; without one from its first value. */
  readonly from?: number;
  /** What stands before a single value. */
  readonly alone?: number;
  readonly apply: (a: number, b: number) => number;
}

function calculated(run: Run, applied: Applied, { from, alone, apply }: Calculation): Json {
  const numbers = numbersOf(run, applied);
  if (numbers === undefined) return null;
  const before = from ?? (numbers.length === 1 ? alone : undefined);
  const all = before === undefined ? numbers : [before, ...numbers];
  if (all.length === 0) return refuse(run, 'A calculation has a value or more.');
  return finite(run, all.reduce(apply));
}

/** The numbers that are calculated with: the arguments, or the items of a single list. */
function numbersOf(run: Run, { name, values, rules }: Applied): readonly number[] | undefined {
  const [only, second] = values;
  const isSpread = second === undefined && Array.isArray(only) && SPREADS.has(name);
  const operands: readonly Json[] = isSpread ? (only as readonly Json[]) : values;
  if (!spend(run, operands.length)) return undefined;
  for (const [i, value] of operands.entries())
    if (typeof value !== 'number') {
      refuseType(run, { name, takes: 'numbers', rule: (isSpread ? null : rules[i]) ?? null, value });
      return undefined;
    }
  return operands as readonly number[];
}

/** Texts as they are; numbers, true and false as JSON writes them. */
function joined(run: Run, { name, values, rules }: Applied): Json {
  const parts: string[] = [];
  for (const [i, value] of values.entries()) {
    if (!['string', 'number', 'boolean'].includes(typeof value))
      return refuseType(run, { name, takes: 'texts, numbers, true and false', rule: rules[i] ?? null, value });
    const text = String(value);
    if (!spend(run, readCost(text)) || !make(run, text.length)) return null;
    parts.push(text);
  }
  return parts.join('');
}

/** A negative start counts from the end, a negative length leaves that many out at the end. */
function part(run: Run, { name, values: [text = null, from = 0, length], rules }: Applied): Json {
  if (typeof text !== 'string')
    return refuseType(run, { name, takes: 'a text first', rule: rules[0] ?? null, value: text });
  for (const [i, value] of [from, length ?? 0].entries())
    if (!Number.isSafeInteger(value))
      return refuseType(run, { name, takes: 'whole numbers for place and length', rule: rules[i + 1] ?? null, value });
  const start = from as number;
  const begin = start < 0 ? Math.max(0, text.length + start) : start;
  const count = (length ?? text.length) as number;
  const cut = text.slice(begin, count < 0 ? Math.max(begin, text.length + count) : begin + count);
  if (!make(run, cut.length)) return null;
  // Half a character is no JSON text (RFC 8785 section 3.2.2.2): nobody could hash or sign the result.
  return cut.isWellFormed() ? cut : refuse(run, 'A rule cuts a character of a text in two.');
}

/** A value among the items of a list, or a text in a text. */
function contains(run: Run, { name, values: [wanted = null, where = null], rules }: Applied): Json {
  if (Array.isArray(where)) return where.some((item) => same(run, item as Json, wanted));
  if (typeof where !== 'string')
    return refuseType(run, { name, takes: 'a list or a text to look in', rule: rules[1] ?? null, value: where });
  if (typeof wanted !== 'string')
    return refuseType(run, { name, takes: 'a text to look for in a text', rule: rules[0] ?? null, value: wanted });
  if (wanted.length > LOGIC_NEEDLE_MAX && wanted.length < where.length)
    return refuse(run, `A rule looks for a text of more than ${LOGIC_NEEDLE_MAX} characters.`);
  // A search compares each place with all of the needle at worst.
  return spend(run, readCost(where) * (1 + (wanted.length >> 2))) && where.includes(wanted);
}

function merged(run: Run, { values }: Applied): Json {
  const out: Json[] = [];
  for (const value of values) {
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    if (!make(run, items.length)) return null;
    for (const item of items) out.push(item);
  }
  return out;
}
