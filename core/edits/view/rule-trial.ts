// The rules of an action as its designer sees them, and the result of one on samples of what the actions state. Pure.
import type { Issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { Finding } from '../../blueprint/findings/finding.js';
import { judgeForm } from '../../blueprint/form/judged.js';
import type { Edit } from '../edit.js';
import { matrixOf } from './matrix.js';
import { sampleFacts, sampleMembers } from './sample-facts.js';
import { type DraftAction, type DraftRole, itemsIn, memberOf } from './shown-draft.js';

/** A calculation by its member, or the condition of a route by its id. */
export interface DraftRule {
  readonly kind: 'calculation' | 'condition';
  readonly name: string;
  /** Undefined for a route that is taken without one. */
  readonly rule: Json | undefined;
  /** Of a route. */
  readonly to: readonly number[];
}

/** Calculations first. A route without an id has none to be changed by. */
export function rulesIn({ action }: Pick<DraftAction, 'action'>): readonly DraftRule[] {
  const calculations = Object.entries(memberOf(action, 'calculations')).map(([name, rule]): DraftRule => {
    return { kind: 'calculation', name, rule: rule as Json, to: [] };
  });
  const routes = itemsIn(action, 'routes').flatMap(({ id, condition, nextActionIds }): readonly DraftRule[] => {
    const to = Array.isArray(nextActionIds) ? (nextActionIds as readonly Json[]).map(Number) : [];
    return typeof id === 'string' ? [{ kind: 'condition', name: id, rule: condition ?? undefined, to }] : [];
  });
  return [...calculations, ...routes];
}

/** The edit that changes a rule; undefined takes a condition or a calculation away. */
export function ruleEdit({ id, action }: DraftAction, { kind, name }: DraftRule, rule: Json | undefined): Edit {
  if (kind === 'calculation')
    return rule === undefined
      ? { edit: 'remove_part', action: id, part: 'calculation', name }
      : { edit: 'add_calculation', action: id, field: name, rule };
  const { condition: _, ...route } = itemsIn(action, 'routes').find((each) => each.id === name) ?? { id: name };
  return { edit: 'add_route', action: id, ...route, ...(rule !== undefined && { condition: rule }) };
}

/** A name that rules of an action may use, with the words of the member. */
export interface RuleOperand {
  readonly name: string;
  readonly label: string;
  /** Of the action that states it. */
  readonly action: number;
}

/** The operands of an action: its own members, and those of others that its role reads. */
export function operandsOf(
  { id, sender }: DraftAction,
  actions: readonly DraftAction[],
  roles: readonly DraftRole[],
): readonly RuleOperand[] {
  return actions.flatMap((other): readonly RuleOperand[] => {
    const own = other.id === id;
    const isRead = new Set(
      matrixOf(other, roles, NO_FINDINGS)
        .filter(({ cells }) =>
          cells.some(({ role, reading }) => role === sender && (reading === 'reads' || reading === 'states')),
        )
        .map(({ field }) => field),
    );
    return other.fields
      .filter(({ name }) => own || isRead.has(name))
      .map(({ name, label, isCalculated }) => ({
        ...{ label, action: other.id },
        name: own ? `${isCalculated ? 'calc' : 'in'}.${name}` : `act.${other.id}.${name}`,
      }));
  });
}

const NO_FINDINGS: readonly Finding[] = [];

/** The value of a rule, where it leads, or why it gives nothing. */
export type RuleTrial =
  | { readonly value: Json }
  | { readonly next: readonly number[] }
  | { readonly issue: Issue | undefined };

/** On samples of what this action and the others state. The definition has no errors. */
export function tryRule(
  definition: Definition,
  actionId: number,
  { kind, name }: Pick<DraftRule, 'kind' | 'name'>,
): RuleTrial {
  const action = definition.actions.find(({ id }) => id === actionId);
  const members: JsonObject = Object.assign(
    {},
    ...(action?.dataSchemas ?? []).map((schema) => sampleMembers(schema as Json)),
  );
  const calculated = isObject(action?.calculations as Json) ? Object.keys(action?.calculations ?? {}) : [];
  const payload = Object.fromEntries(Object.entries(members).filter(([member]) => !calculated.includes(member)));
  const facts = sampleFacts(definition, actionId);
  const judged = judgeForm({ definition, actionId: String(actionId), payload, facts });
  const given = judged.calculated.find((each) => each.name === name);
  if (kind === 'calculation' && given) return { value: given.value };
  const [issue] = judged.issues;
  return kind === 'condition' && issue === undefined ? { next: judged.next } : { issue };
}
