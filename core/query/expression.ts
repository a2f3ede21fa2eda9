// The tree of an expression, as the parser gives it: names are not looked up and types not compared yet.
import type { LiteralType, LiteralValue } from './tokens.js';

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
export type Arithmetic = 'add' | 'sub' | 'mul' | 'div' | 'divby' | 'mod';

/** `at` is the place in the text, for a person who corrects it. */
export type Expression =
  | { readonly kind: 'literal'; readonly type: LiteralType; readonly value: LiteralValue; readonly at: number }
  /** Members from the entity, or from the variable of a lambda around. `isCount` is `/$count` behind them. */
  | { readonly kind: 'path'; readonly names: readonly string[]; readonly isCount: boolean; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly at: number }
  | { readonly kind: 'not' | 'minus'; readonly of: Expression; readonly at: number }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[]; readonly at: number }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: 'compute';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  /** In one of several values, or in a collection. */
  | {
      readonly kind: 'in';
      readonly of: Expression;
      readonly among: readonly Expression[] | Expression;
      readonly at: number;
    }
  | { readonly kind: 'lambda'; readonly over: readonly string[]; readonly lambda: Lambda; readonly at: number };

/** Without a test, `any()` asks whether there is an item. */
export interface Lambda {
  readonly quantifier: 'any' | 'all';
  readonly variable?: string;
  readonly test?: Expression;
}

export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;
