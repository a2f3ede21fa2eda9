// The step about the routing decision that an action attests: it is one that the definition allows, and where the logic
// needs no more than the payload, the one that the payload gives. Data of earlier actions and of envelopes is not read
// here.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { isFailure, type Result } from '../../base/result.js';
import { languageOf } from '../../blueprint/definition/language.js';
import { evaluate } from '../../blueprint/logic/logic.js';
import { readsOnly } from '../../blueprint/logic/logic-reads.js';
import { logicBudget, truthy } from '../../blueprint/logic/logic-values.js';
import { outcomeOf, outcomesTo } from '../../blueprint/plan/plan.js';
import type { PlannedAction, RouteOutcome } from '../../blueprint/plan/planned.js';
import { conditionAt, hasCondition } from '../../blueprint/plan/routes.js';
import { isStart } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { isEncrypted, routingOf } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { KnownOperands } from './known-operands.js';

const AT = '/header/metadata/routing';

/**
 * VAL_ROUTING_001 no decision where the definition leaves a choice; 002 of another action or publication; 003 one that
 * the action cannot have; 004 not the one that the payload gives; 005 a condition has no value for the payload.
 */
export function routing(subject: Subject): readonly Issue[] {
  const { tx, planned, definition } = subject;
  const { header } = tx;
  if (!planned || !definition || (header.metadata === undefined && planned.implied)) return NONE;
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
  const isPublic = 'next' in decided;
  if (isPublic !== (languageOf(definition) === 2)) return [issue('VAL_ROUTING_001', AT, FORM[isPublic ? 1 : 2])];
  if (isPublic) return leads2(subject, decided.next);
  const outcome = outcomeOf(planned, decided);
  if (!outcome) return [ELSEWHERE];
  return isEncrypted(header) ? NONE : recomputed({ tx, planned }, outcome);
}

const ELSEWHERE = issue('VAL_ROUTING_003', AT, 'No route of the action leads exactly there.');

/** By language. */
const FORM = {
  1: 'In language 1 a decision has the members nextActions and reasonCode, and where a route was taken routeId.',
  2: 'In language 2 a decision has the members completedActionId, next and blueprintDefinitionTxId, and no others.',
};

/** Every condition that was tried and reads nothing but the payload must have the value that the decision says. */
function recomputed(subject: Required<Pick<Subject, 'tx' | 'planned'>>, outcome: RouteOutcome): readonly Issue[] {
  const found = leadsElsewhere(subject.planned, outcome, valueIn1(subject));
  return found === undefined ? NONE : [elsewhereIssue(found)];
}

/**
 * The same in language 2. Conditions that read runs before wait for the step `plain`, but for an opening action: before
 * it there are none.
 */
function leads2({ tx, ctx, planned, definition }: Subject, next: readonly number[]): readonly Issue[] {
  if (!planned || !definition) return NONE;
  if (outcomesTo(planned, next).length === 0) return [ELSEWHERE];
  if (isEncrypted(tx.header)) return NONE;
  const instance = isStart(tx.header) ? null : undefined;
  const known = new KnownOperands({
    definition,
    action: planned.action,
    payload: tx.payload,
    instance,
    view: ctx.view,
  });
  const found = contradiction(known, planned, next);
  return found === undefined ? NONE : [elsewhereIssue(found)];
}

function elsewhereIssue(found: Elsewhere): Issue {
  if (found === true) return issue('VAL_ROUTING_004', AT, 'The payload leads elsewhere than the decision says.');
  return issue('VAL_ROUTING_005', AT, `Condition ${found.place} has no value for the payload: ${found.message}`);
}

/** True where a condition has another value than the decision says, or the one that has none. */
export type Elsewhere = true | (Issue & { readonly place: number });

/** Whether conditions that were tried contradict the outcome; undefined where none is known to. */
export function leadsElsewhere(
  { routes }: Pick<PlannedAction, 'routes'>,
  outcome: RouteOutcome,
  holdsAt: HoldsAt,
): Elsewhere | undefined {
  const matched = outcome.reasonCode === 'ConditionMatched';
  for (const [i, route] of routes.entries()) {
    if ((outcome.reasonCode === 'Unconditional' || matched) && i > outcome.i) break;
    const value = hasCondition(route) ? holdsAt(route.condition as Json, i) : undefined;
    if (value === undefined) continue;
    if (isFailure(value)) return { ...value.issue, place: i };
    if (value !== (matched && i === outcome.i)) return true;
  }
  return undefined;
}

/**
 * Whether the condition at a place holds, why that cannot be said of any payload like it, or undefined where it reads
 * more than is known.
 */
type HoldsAt = (condition: Json, place: number) => Result<boolean | undefined>;

/** Takes a transaction with a plain payload, and gives the value of each condition that reads no more than that. */
export function valueIn1({ tx: { header, payload } }: Pick<Subject, 'tx'>): HoldsAt {
  const data = isObject(payload) ? (payload as JsonObject) : {};
  // Before an opening action there is no data, so that logic reads nothing else there.
  const isAlone = isStart(header);
  const isKnown = (field: string) => Object.hasOwn(data, field);
  const budget = logicBudget();
  return (condition) => {
    if (!isAlone && !readsOnly(condition, isKnown)) return undefined;
    const found = evaluate(condition, data, budget);
    return isFailure(found) ? found : truthy(found);
  };
}

/**
 * Whether what is known of its conditions keeps an action of language 2 from leading there; undefined where some
 * outcome that it may have does.
 */
export function contradiction(
  known: KnownOperands,
  planned: PlannedAction,
  next: readonly number[],
): Elsewhere | undefined {
  const leads = new Set(outcomesTo(planned, next));
  for (const outcome of planned.outcomes) {
    const { i, reasonCode } = outcome;
    const value = reasonCode === 'ConditionMatched' ? known.holds(conditionAt(planned.action, i)) : true;
    if (isFailure(value)) return { ...value.issue, place: i };
    if (value === false) continue;
    if (leads.has(outcome)) return undefined;
    if (value === true) return true;
  }
  return true;
}
