// Comparison, logic and arithmetic with absent values (OData URL Conventions 4.01 sections 5.1.1.1, 5.1.1.2 and
// 5.1.1.3).
import type { Arithmetic, Comparison } from './expression.js';
import type { Value, ValueType } from './values.js';

/**
 * Null equals null alone, and is neither more nor less than anything. Values of two types are not equal, and in no
 * order.
 */
export function compare(operator: Comparison, left: Value, right: Value): boolean {
  if (operator === 'eq') return left === right;
  if (operator === 'ne') return left !== right;
  if (left === null || right === null || typeof left !== typeof right) return false;
  switch (operator) {
    case 'gt':
      return left > right;
    case 'ge':
      return left >= right;
    case 'lt':
      return left < right;
    case 'le':
      return left <= right;
  }
}

/** False where one is false, else null where one is null. */
export function logicalAnd<T>(parts: readonly T[], of: (part: T) => Value): Value {
  return joinValues(parts, of, false);
}

/** True where one is true, else null where one is null. */
export function logicalOr<T>(parts: readonly T[], of: (part: T) => Value): Value {
  return joinValues(parts, of, true);
}

function joinValues<T>(parts: readonly T[], of: (part: T) => Value, decides: boolean): Value {
  let result: Value = !decides;
  for (const part of parts) {
    const value = of(part);
    if (value === decides) return decides;
    if (typeof value !== 'boolean') result = null;
  }
  return result;
}

export interface Computation {
  readonly type: ValueType;
  readonly run: (left: Value, right: Value) => Value;
}

/** Undefined where the types have no such operation. */
export function arithmeticOf(operator: Arithmetic, left: ValueType, right: ValueType): Computation | undefined {
  const type = resultOf(operator, left, right);
  if (type === undefined) return undefined;
  const compute = COMPUTE[operator];
  return {
    type,
    run: (a, b) => (typeof a === 'number' && typeof b === 'number' ? finite(compute(a, b)) : null),
  };
}

/** Times: two are a duration apart, and a duration can be added. */
function resultOf(operator: Arithmetic, left: ValueType, right: ValueType): ValueType | undefined {
  if (isNumber(left) && isNumber(right)) return 'number';
  if (operator === 'sub' && left === 'timestamp' && right === 'timestamp') return 'duration';
  if (
    (operator === 'add' || operator === 'sub') &&
    right === 'duration' &&
    (left === 'timestamp' || left === 'duration')
  )
    return left;
  if (left === 'duration' && isNumber(right) && (operator === 'mul' || operator === 'div' || operator === 'divby'))
    return 'duration';
  return undefined;
}

function isNumber(type: ValueType): boolean {
  return type === 'number' || type === 'dynamic' || type === 'null';
}

const COMPUTE: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  // Whole numbers are divided whole (section 5.1.1.2.4); `divby` keeps the rest.
  div: (a, b) => (Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b),
  divby: (a, b) => a / b,
  mod: (a, b) => a % b,
};

/** A division by zero has no value. */
function finite(n: number): number | null {
  return Number.isFinite(n) ? n : null;
}
