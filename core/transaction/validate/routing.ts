// The step about the routing decision that an action attests: it is one that the definition allows, and where the logic needs no more than the payload,
// the one that the payload gives. Data of earlier actions and of envelopes is not read here.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { evaluate } from '../../blueprint/logic.js';
import { readsOnly } from '../../blueprint/logic-reads.js';
import { logicBudget, truthy } from '../../blueprint/logic-values.js';
import { type Outcome, outcomeOf, type PlannedAction } from '../../blueprint/plan.js';
import { hasCondition } from '../../blueprint/route.js';
import { isEncrypted, moveTypeOf, routingOf } from '../action-metadata.js';
import { isStart } from '../kinds/action.js';
import type { Transaction } from '../types.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

const AT = '/header/metadata/routing';

/**
 * VAL_ROUTING_001 no decision where the definition leaves a choice; 002 of another action or publication; 003 one that the action cannot have; 004 not the
 * one that the payload gives; 005 a condition has no value for the payload.
 */
export function routing({ tx, planned }: Subject): readonly Issue[] {
  const { header } = tx;
  if (!planned || (header.metadata === undefined && planned.implied)) return NONE;
  if (moveTypeOf(header) !== 'Action') return NONE;
  const decided = routingOf(header);
  if (!decided)
    return planned.implied
      ? NONE
      : [issue('VAL_ROUTING_001', AT, 'The action can be decided in several ways and says none.')];
  if (decided.completedActionId !== planned.action.id)
    return [issue('VAL_ROUTING_002', `${AT}/completedActionId`, 'The decision is about another action.')];
  if (decided.blueprintDefinitionTxId !== header.publicationTxId)
    return [issue('VAL_ROUTING_002', `${AT}/blueprintDefinitionTxId`, 'The decision follows another publication.')];
  const outcome = outcomeOf(planned, decided);
  if (!outcome) return [issue('VAL_ROUTING_003', AT, 'No route of the action leads exactly there.')];
  return isEncrypted(header) ? NONE : recomputed(tx, planned, outcome);
}

/** Every condition that was tried and reads nothing but the payload must have the value that the decision says. */
function recomputed({ header, payload }: Transaction, planned: PlannedAction, outcome: Outcome): readonly Issue[] {
  const data = isObject(payload) ? (payload as JsonObject) : {};
  // Before an opening action there is no data, so that logic reads nothing else there.
  const isAlone = isStart(header);
  const isKnown = (field: string) => Object.hasOwn(data, field);
  const budget = logicBudget();
  const matched = outcome.reasonCode === 'ConditionMatched';
  for (const [i, route] of planned.routes.entries()) {
    if ((outcome.reasonCode === 'Unconditional' || matched) && i > outcome.i) break;
    if (!hasCondition(route) || !(isAlone || readsOnly(route.condition as Json, isKnown))) continue;
    const found = evaluate(route.condition as Json, data, budget);
    if ('issue' in found)
      return [issue('VAL_ROUTING_005', AT, `Condition ${i} has no value for the payload: ${found.issue.message}`)];
    if (truthy(found.value) !== (matched && i === outcome.i))
      return [issue('VAL_ROUTING_004', AT, 'The payload leads elsewhere than the decision says.')];
  }
  return NONE;
}
