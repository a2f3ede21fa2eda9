// Conditions of a filter as the indexes of the ledger take them.
import type { EntityRecord } from '../../../../core/query/model.js';
import type { Condition, Constraint } from '../../../../core/query/plan.js';

type Equal = Extract<Constraint, { readonly kind: 'equal' }>;

/** The texts that a member may have by a condition; undefined where the condition says something else. */
export function textsOf(condition: Condition, member: string): readonly string[] | undefined {
  const { serves } = condition;
  if (serves?.kind !== 'equal' || serves.member !== member || !isTexts(serves)) return undefined;
  return [...new Set(serves.values)];
}

function isTexts(serves: Equal): serves is Equal & { readonly values: readonly string[] } {
  return serves.values.every((value) => typeof value === 'string');
}

/** Numbers or times from `least` to `most`, both among them. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** The whole numbers (times in ms) that all conditions about the member leave, and the conditions about others. */
export function spanOf(
  conditions: readonly Condition[],
  member: string,
): { readonly span: Span; readonly others: readonly Condition[] } {
  let span: Span = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  const others: Condition[] = [];
  for (const condition of conditions) {
    const narrower = narrow(span, condition.serves, member);
    if (narrower === undefined) others.push(condition);
    else span = narrower;
  }
  return { span, others };
}

function narrow({ least, most }: Span, serves: Constraint | undefined, member: string): Span | undefined {
  if (serves?.member !== member) return undefined;
  if (serves.kind === 'equal') {
    const [value] = serves.values;
    if (serves.values.length !== 1 || typeof value !== 'number') return undefined;
    return { least: Math.max(least, value), most: Math.min(most, value) };
  }
  const { operator, value } = serves;
  if (typeof value !== 'number' || Number.isNaN(value)) return undefined;
  switch (operator) {
    case 'ge':
      return { least: Math.max(least, value), most };
    case 'gt':
      return { least: Math.max(least, Math.floor(value) + 1), most };
    case 'le':
      return { least, most: Math.min(most, value) };
    case 'lt':
      return { least, most: Math.min(most, Math.ceil(value) - 1) };
  }
}

export function isWhole({ least, most }: Span): boolean {
  return least === Number.NEGATIVE_INFINITY && most === Number.POSITIVE_INFINITY;
}

/** A condition that an address states: the member of the entity behind a way has the value of the one before it. */
export function impliedCondition(member: string, value: EntityRecord[string]): Condition {
  const literal =
    typeof value === 'number'
      ? ({ type: 'number', value } as const)
      : ({ type: 'string', value: String(value) } as const);
  return {
    tree: {
      kind: 'compare',
      operator: 'eq',
      left: { kind: 'path', names: member.split('/'), isCount: false, at: 0 },
      right: { kind: 'literal', ...literal, at: 0 },
      at: 0,
    },
    serves: { kind: 'equal', member, values: [literal.value] },
  };
}
