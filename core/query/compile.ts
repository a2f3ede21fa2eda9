// An expression checked against an entity type and made a function of an entity: names are looked up and types compared
// once, and not for each entity.
import { countNoun } from '../base/counted.js';
import { nearest } from '../base/nearest.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { arithmeticOf, compare, logicalAnd, logicalOr } from './compute.js';
import type { Expression, ExpressionOf, Lambda } from './expression.js';
import { noSuchMember, notSupported, syntaxFault } from './faults.js';
import { functionsAt, type QueryFunction } from './functions.js';
import { Meter } from './meter.js';
import { type ComplexType, type EntityRecord, isComplex, type Property } from './model.js';
import { areComparable, isA, memberValue, TYPE_OF, type Value, type ValueType } from './values.js';

/** Gives the value for an entity, whose variables of lambdas are in `variables`, the innermost last. */
type Run = (record: EntityRecord, variables: readonly unknown[]) => Value;

interface Compiled {
  readonly type: ValueType;
  readonly run: Run;
}

interface Scope {
  readonly root: ComplexType;
  readonly variables: readonly Variable[];
  readonly functions: Readonly<Record<string, QueryFunction>>;
  readonly meter: Meter;
}

/** The entities, the time and the count of steps that an expression is compiled for. */
export interface CompiledFor {
  readonly type: ComplexType;
  readonly nowMs: number;
  /** Counts the steps of all expressions of a request. */
  readonly meter?: Meter;
}

interface Variable {
  readonly name: string;
  readonly property: Property;
}

export interface CompiledExpression {
  readonly type: ValueType;
  readonly compute: (record: EntityRecord) => Value;
}

/** Issues: QUERY_INVALID with the place in the text; NOT_IMPLEMENTED for what OData has and this node does not. */
export function compileExpression(
  tree: Expression,
  { type, nowMs, meter = new Meter() }: CompiledFor,
): Result<CompiledExpression> {
  const compiled = compile(tree, { root: type, variables: [], functions: functionsAt(nowMs), meter });
  if (isFailure(compiled)) return compiled;
  return { type: compiled.type, compute: (record) => compiled.run(record, []) };
}

/** The entities for which the expression is true: null does not count. */
export function compileFilter(tree: Expression, of: CompiledFor): Result<(record: EntityRecord) => boolean> {
  const compiled = compileExpression(tree, of);
  if (isFailure(compiled)) return compiled;
  if (!isA(compiled.type, 'boolean')) return fail(syntaxFault(tree.at, 'a filter is true or false.'));
  return (record) => compiled.compute(record) === true;
}

function compile(tree: Expression, scope: Scope): Result<Compiled> {
  switch (tree.kind) {
    case 'literal':
      return ofLiteral(tree);
    case 'path':
      return ofPath(tree, scope);
    case 'call':
      return ofCall(tree, scope);
    case 'not':
    case 'minus':
      return ofUnary(tree, scope);
    case 'and':
    case 'or':
      return ofChain(tree, scope);
    case 'compare':
      return ofComparison(tree, scope);
    case 'compute':
      return ofComputation(tree, scope);
    case 'in':
      return ofIn(tree, scope);
    case 'lambda':
      return ofLambda(tree, scope);
  }
}

/** Types of literals that are values; the parser refuses the others. */
function ofLiteral({ type, value }: ExpressionOf<'literal'>): Compiled {
  return { type: type as ValueType, run: () => value };
}

// ---- Members.

/** A way from the entity or a variable: its last property, and how to read it. */
interface Way {
  readonly property: Property | undefined;
  readonly read: (record: EntityRecord, variables: readonly unknown[]) => unknown;
}

function wayOf({ names, at }: { readonly names: readonly string[]; readonly at: number }, scope: Scope): Result<Way> {
  const [first = '', ...others] = names;
  const index = scope.variables.findLastIndex(({ name }) => name === first);
  const variable = scope.variables[index];
  if (variable !== undefined)
    return stepsOf({ names: others, at }, { property: variable.property, read: (_, variables) => variables[index] });
  const root = { property: { type: scope.root }, read: (record: EntityRecord) => record };
  return stepsOf({ names: first === '$it' ? others : names, at }, root);
}

function stepsOf({ names, at }: { readonly names: readonly string[]; readonly at: number }, from: Way): Result<Way> {
  let way = from;
  for (const name of names) {
    const next = propertyOf(way.property, { name, at });
    if (isFailure(next)) return next;
    const { read } = way;
    way = { property: next, read: (record, variables) => memberOf(read(record, variables), name) };
  }
  return way;
}

/** Undefined is a member that the model does not name, of an open type. */
function propertyOf(
  of: Property | undefined,
  { name, at }: { readonly name: string; readonly at: number },
): Result<Property | undefined> {
  if (of === undefined) return undefined;
  if (of.isCollection) return fail(syntaxFault(at, `${name} is asked of a collection: use any or all.`));
  if (!isComplex(of.type)) return fail(syntaxFault(at, `${name} is asked of a single value.`));
  const property = Object.hasOwn(of.type.properties, name) ? of.type.properties[name] : undefined;
  if (property !== undefined || of.type.isOpen) return property;
  return fail(syntaxFault(at, noSuchMember(of.type, name)));
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function ofPath(tree: ExpressionOf<'path'>, scope: Scope): Result<Compiled> {
  const way = wayOf(tree, scope);
  if (isFailure(way)) return way;
  const { property, read } = way;
  if (tree.isCount) {
    if (property?.isCollection !== true) return fail(syntaxFault(tree.at, '$count is asked of a collection.'));
    return { type: 'number', run: (record, variables) => itemsOf(read(record, variables)).length };
  }
  if (property === undefined) return { type: 'dynamic', run: (...of) => memberValue(read(...of), 'dynamic') };
  if (property.isCollection) return fail(syntaxFault(tree.at, 'a collection is not a value: use any, all or $count.'));
  if (isComplex(property.type)) return fail(syntaxFault(tree.at, `name one of the members of ${property.type.name}.`));
  if (property.isOpaque)
    return fail(syntaxFault(tree.at, `${tree.names.at(-1)} is shown and not looked into: it may be large.`));
  const type = TYPE_OF[property.type];
  return { type, run: (record, variables) => memberValue(read(record, variables), type) };
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function ofLambda({ over, lambda, at }: ExpressionOf<'lambda'>, scope: Scope): Result<Compiled> {
  const way = wayOf({ names: over, at }, scope);
  if (isFailure(way)) return way;
  const { property, read } = way;
  if (property?.isCollection !== true) return fail(syntaxFault(at, `${lambda.quantifier} is asked of a collection.`));
  // Else items would be multiplied by items, level by level.
  if (scope.variables.length > 0 && over[0] !== scope.variables.at(-1)?.name)
    return fail(syntaxFault(at, `inside of any and all, a collection of the variable alone can be asked.`));
  const test = testOf(lambda, { ...scope, variables: [...scope.variables, variableOf(lambda, property)] });
  if (isFailure(test)) return test;
  if (!isA(test.type, 'boolean')) return fail(syntaxFault(at, `the test of ${lambda.quantifier} is true or false.`));
  const { meter } = scope;
  const holds = (record: EntityRecord, variables: readonly unknown[]) => (item: unknown) => {
    meter.take(OPERATION_STEPS);
    return !meter.isSpent && test.run(record, [...variables, item]) === true;
  };
  return {
    type: 'boolean',
    run: (record, variables) => {
      const items = itemsOf(read(record, variables));
      const isMet = holds(record, variables);
      return lambda.quantifier === 'any' ? items.some(isMet) : items.every(isMet);
    },
  };
}

function variableOf({ variable = '' }: Lambda, { type }: Property): Variable {
  return { name: variable, property: { type } };
}

function testOf({ test }: Lambda, scope: Scope): Result<Compiled> {
  return test === undefined ? { type: 'boolean', run: () => true } : compile(test, scope);
}

// ---- Operators.

function ofUnary(tree: ExpressionOf<'not' | 'minus'>, scope: Scope): Result<Compiled> {
  const of = compile(tree.of, scope);
  if (isFailure(of)) return of;
  const { type, run } = of;
  if (tree.kind === 'not') {
    if (!isA(type, 'boolean')) return fail(syntaxFault(tree.at, 'not is asked of what is true or false.'));
    return {
      type: 'boolean',
      run: (...at) => {
        const value = run(...at);
        return typeof value === 'boolean' ? !value : null;
      },
    };
  }
  if (!isA(type, 'number') && type !== 'duration') return fail(syntaxFault(tree.at, 'a minus stands before a number.'));
  return {
    type: type === 'duration' ? 'duration' : 'number',
    run: (...at) => {
      const value = run(...at);
      return typeof value === 'number' ? -value : null;
    },
  };
}

function ofChain(tree: ExpressionOf<'and' | 'or'>, scope: Scope): Result<Compiled> {
  const parts: Run[] = [];
  for (const part of tree.of) {
    const compiled = compile(part, scope);
    if (isFailure(compiled)) return compiled;
    if (!isA(compiled.type, 'boolean')) return fail(syntaxFault(part.at, `${tree.kind} joins what is true or false.`));
    parts.push(compiled.run);
  }
  const join = tree.kind === 'and' ? logicalAnd : logicalOr;
  return { type: 'boolean', run: (...at) => join(parts, (run) => run(...at)) };
}

function ofComparison(tree: ExpressionOf<'compare'>, scope: Scope): Result<Compiled> {
  const sides = bothOf(tree, scope);
  if (isFailure(sides)) return sides;
  const { left, right } = sides;
  if (!areComparable(left.type, right.type))
    return fail(syntaxFault(tree.at, `a ${left.type} is not compared with a ${right.type}.`));
  const { operator } = tree;
  const { meter } = scope;
  return {
    type: 'boolean',
    run: (...at) => {
      meter.take(OPERATION_STEPS);
      return compare(operator, left.run(...at), right.run(...at));
    },
  };
}

function ofComputation(tree: ExpressionOf<'compute'>, scope: Scope): Result<Compiled> {
  const sides = bothOf(tree, scope);
  if (isFailure(sides)) return sides;
  const { left, right } = sides;
  const value = arithmeticOf(tree.operator, left.type, right.type);
  if (value === undefined)
    return fail(syntaxFault(tree.at, `${tree.operator} is not for a ${left.type} and a ${right.type}.`));
  return { type: value.type, run: (...at) => value.run(left.run(...at), right.run(...at)) };
}

function bothOf(
  { left, right }: { readonly left: Expression; readonly right: Expression },
  scope: Scope,
): Result<{ readonly left: Compiled; readonly right: Compiled }> {
  const first = compile(left, scope);
  if (isFailure(first)) return first;
  const second = compile(right, scope);
  return isFailure(second) ? second : { left: first, right: second };
}

function ofIn(tree: ExpressionOf<'in'>, scope: Scope): Result<Compiled> {
  const of = compile(tree.of, scope);
  if (isFailure(of)) return of;
  if (!Array.isArray(tree.among)) return ofInCollection(tree, of, scope);
  const among: Run[] = [];
  for (const item of tree.among as readonly Expression[]) {
    const compiled = compile(item, scope);
    if (isFailure(compiled)) return compiled;
    if (!areComparable(of.type, compiled.type))
      return fail(syntaxFault(item.at, `a ${of.type} is not compared with a ${compiled.type}.`));
    among.push(compiled.run);
  }
  return {
    type: 'boolean',
    run: (...at) => {
      const value = of.run(...at);
      scope.meter.take(OPERATION_STEPS * among.length);
      return among.some((run) => compare('eq', value, run(...at)));
    },
  };
}

function ofInCollection(tree: ExpressionOf<'in'>, of: Compiled, scope: Scope): Result<Compiled> {
  const { among } = tree as { readonly among: Expression };
  if (among.kind !== 'path' || among.isCount)
    return fail(syntaxFault(among.at, 'a list in brackets, or a collection, is expected.'));
  const way = wayOf(among, scope);
  if (isFailure(way)) return way;
  const { property, read } = way;
  if (property?.isCollection !== true || isComplex(property.type))
    return fail(syntaxFault(among.at, 'a collection of single values is expected.'));
  const type = TYPE_OF[property.type];
  if (!areComparable(of.type, type)) return fail(syntaxFault(tree.at, `a ${of.type} is not compared with a ${type}.`));
  return {
    type: 'boolean',
    run: (record, variables) => {
      const value = of.run(record, variables);
      const items = itemsOf(read(record, variables));
      scope.meter.take(OPERATION_STEPS * items.length);
      return items.some((item) => compare('eq', value, memberValue(item, type)));
    },
  };
}

// ---- Functions.

function ofCall(tree: ExpressionOf<'call'>, scope: Scope): Result<Compiled> {
  const known = Object.hasOwn(scope.functions, tree.name) ? scope.functions[tree.name] : undefined;
  if (known === undefined) {
    const near = nearest(tree.name, Object.keys(scope.functions));
    return fail(notSupported(`${tree.name}()`, near === undefined ? 'OData has no such function.' : `is it ${near}?`));
  }
  const { takes, least = takes.length, gives } = known;
  if (tree.args.length < least || tree.args.length > takes.length)
    return fail(
      syntaxFault(
        tree.at,
        `${tree.name} takes ${least === takes.length ? countNoun(least, 'value') : `${least} or ${takes.length} values`}.`,
      ),
    );
  const args: Run[] = [];
  for (const [i, arg] of tree.args.entries()) {
    const compiled = compile(arg, scope);
    if (isFailure(compiled)) return compiled;
    if (!isA(compiled.type, takes[i] as ValueType))
      return fail(syntaxFault(arg.at, `${tree.name} takes a ${takes[i]}, and this is a ${compiled.type}.`));
    args.push(checkedRun(compiled, takes[i] as ValueType));
  }
  const apply = known.run as (...values: readonly Value[]) => Value;
  return {
    type: gives,
    run: (...at) => {
      const values = args.map((run) => run(...at));
      scope.meter.take(values.reduce(withText, OPERATION_STEPS));
      return values.includes(null) ? null : apply(...values);
    },
  };
}

/** Of a comparison or a call without its texts, and of an item of a collection. */
const OPERATION_STEPS = 4;

function withText(steps: number, value: Value): number {
  return typeof value === 'string' ? steps + value.length : steps;
}

/**
 * A member that no model names may have a value of another type than the function takes: that is not a value for it.
 */
function checkedRun({ type, run }: Compiled, wanted: ValueType): Run {
  if (type !== 'dynamic') return run;
  const isWanted = (value: Value): boolean => {
    if (wanted === 'string') return typeof value === 'string';
    if (wanted === 'boolean') return typeof value === 'boolean';
    return typeof value === 'number';
  };
  return (...at) => {
    const value = run(...at);
    return isWanted(value) ? value : null;
  };
}
