// Which conditions of a filter an index can serve: those that all entities of the answer meet, because they are joined
// by `and`, about one member and known values.
import type { Comparison, Expression, ExpressionOf } from './expression.js';
import type { LiteralValue } from './tokens.js';

/** A condition of the filter; `serves` is absent where no index could serve it. */
export interface Condition {
  readonly tree: Expression;
  readonly serves?: Constraint;
}

/** The member, or each collection of it, has one of the values; or it lies between two. */
export type Constraint =
  | { readonly kind: 'equal'; readonly member: string; readonly values: readonly LiteralValue[] }
  | {
      readonly kind: 'range';
      readonly member: string;
      readonly operator: Exclude<Comparison, 'eq' | 'ne'>;
      readonly value: LiteralValue;
    };

/** The conditions that the whole filter is made of. */
export function conditionsOf(filter: Expression | undefined): readonly Condition[] {
  if (filter === undefined) return [];
  const parts = filter.kind === 'and' ? filter.of.flatMap((part) => conditionsOf(part)) : undefined;
  if (parts !== undefined) return parts;
  const serves = constraintOf(filter);
  return [serves === undefined ? { tree: filter } : { tree: filter, serves }];
}

function constraintOf(tree: Expression): Constraint | undefined {
  switch (tree.kind) {
    case 'compare':
      return ofComparison(tree);
    case 'in':
      return ofIn(tree);
    case 'or':
      return ofAlternatives(tree);
    case 'lambda':
      return ofAny(tree);
    default:
      return undefined;
  }
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
};

function ofComparison({ operator, left, right }: ExpressionOf<'compare'>): Constraint | undefined {
  if (left.kind === 'literal' && right.kind === 'path')
    return ofComparison({ kind: 'compare', operator: MIRRORED[operator], left: right, right: left, at: 0 });
  const member = memberOf(left);
  if (member === undefined || right.kind !== 'literal' || operator === 'ne') return undefined;
  if (operator === 'eq') return { kind: 'equal', member, values: [right.value] };
  return { kind: 'range', member, operator, value: right.value };
}

/** `member in ('a','b')`, and `'a' in members`. */
function ofIn({ of, among }: ExpressionOf<'in'>): Constraint | undefined {
  if (isList(among)) {
    const member = memberOf(of);
    if (member === undefined || !among.every((item) => item.kind === 'literal')) return undefined;
    return { kind: 'equal', member, values: among.map((item) => (item as ExpressionOf<'literal'>).value) };
  }
  const member = memberOf(among);
  return of.kind === 'literal' && member !== undefined ? { kind: 'equal', member, values: [of.value] } : undefined;
}

function isList(among: ExpressionOf<'in'>['among']): among is readonly Expression[] {
  return Array.isArray(among);
}

/** Values of one member, one or another. */
function ofAlternatives({ of }: ExpressionOf<'and' | 'or'>): Constraint | undefined {
  const parts = of.map(constraintOf);
  const [first] = parts;
  if (first?.kind !== 'equal') return undefined;
  const values: LiteralValue[] = [];
  for (const part of parts) {
    if (part?.kind !== 'equal' || part.member !== first.member) return undefined;
    values.push(...part.values);
  }
  return { kind: 'equal', member: first.member, values };
}

/** `members/any(m:m eq 'a')`. */
function ofAny({ over, lambda }: ExpressionOf<'lambda'>): Constraint | undefined {
  const { quantifier, variable, test } = lambda;
  if (quantifier !== 'any' || variable === undefined || test === undefined) return undefined;
  const inner = constraintOf(test);
  if (inner?.kind !== 'equal' || inner.member !== variable) return undefined;
  return { kind: 'equal', member: nameOf(over), values: inner.values };
}

function memberOf(tree: Expression): string | undefined {
  return tree.kind === 'path' && !tree.isCount ? nameOf(tree.names) : undefined;
}

function nameOf(names: readonly string[]): string {
  return (names[0] === '$it' ? names.slice(1) : names).join('/');
}
