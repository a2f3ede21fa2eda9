// A rule about an action that its definition does not state: judged as one more calculation of it, so that names, types
// and values mean what they mean in the rules of the definition. It decides about no bytes of the ledger. Pure.
import type { Json, JsonObject } from '../../base/json.js';
import { isFailure, type Result } from '../../base/result.js';
import { actionOf } from '../definition/conformance.js';
import type { Definition } from '../definition/types.js';
import { logicBudget } from '../logic/logic-values.js';
import { calculate } from '../names/order.js';
import type { Execution } from './execute.js';

/** The member that has the value of the rule. */
const MEMBER = 'x-added-rule';

const AT = new RegExp(`^/actions/[0-9]+/calculations/${MEMBER}(?:/if(?:/0)?)?(?=/|$)`);

/** The place in the rule of a place in the definition that has it; the whole rule where it lies elsewhere. */
export function placeInRule(location: string): string {
  return AT.test(location) ? location.replace(AT, '') : '';
}

/** The definition in which these actions have the rule. */
export function withAddedRule(definition: Definition, actions: readonly number[], rule: Json): Definition {
  return {
    ...definition,
    actions: definition.actions.map((action) =>
      actions.includes(action.id)
        ? // The choice takes a rule that is true or false, and no other one.
          { ...action, calculations: { ...action.calculations, [MEMBER]: { if: [rule, true, false] } } }
        : action,
    ),
  };
}

interface Payload {
  readonly payload: JsonObject;
}

/** Whether the rule is true of an action that `execute` lets pass. The issues of `calculate`; it has no true then. */
export function isAddedRuleTrue(
  rule: Json,
  { definition, actionId, payload, facts }: Pick<Execution, 'definition' | 'actionId' | 'facts'> & Payload,
): Result<boolean> {
  const written = actionOf(definition, actionId);
  const added = written && withAddedRule(definition, [written.id], rule);
  const action = added && actionOf(added, actionId);
  if (!action) return false;
  const value = calculate({ definition: added, action, facts: { input: payload, ...facts } }, logicBudget());
  return isFailure(value) ? value : value.data[MEMBER] === true;
}
