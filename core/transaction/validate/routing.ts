// The step about the routing decision that an action attests: it is one that the definition allows, and where the logic needs no more than the payload,
// the one that the payload gives. Data of earlier actions and of envelopes is not read here.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { languageOf } from '../../blueprint/language.js';
import { evaluate } from '../../blueprint/logic.js';
import { holds2 } from '../../blueprint/logic-2.js';
import { readsOnly } from '../../blueprint/logic-reads.js';
import { logicBudget, truthy } from '../../blueprint/logic-values.js';
import { membersOf } from '../../blueprint/names/members.js';
import { type Outcome, outcomeOf } from '../../blueprint/plan.js';
import { conditionAt, hasCondition } from '../../blueprint/route.js';
import { type RuleOfDefinition, typesOf } from '../../blueprint/typing/definition-types.js';
import { isEncrypted, moveTypeOf, routingOf } from '../action-metadata.js';
import { isStart } from '../kinds/action.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

const AT = '/header/metadata/routing';

/**
 * VAL_ROUTING_001 no decision where the definition leaves a choice; 002 of another action or publication; 003 one that the action cannot have; 004 not the
 * one that the payload gives; 005 a condition has no value for the payload.
 */
export function routing({ tx, planned, definition }: Subject): readonly Issue[] {
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
  const outcome = outcomeOf(planned, decided);
  if (!outcome) return [issue('VAL_ROUTING_003', AT, 'No route of the action leads exactly there.')];
  return isEncrypted(header) ? NONE : recomputed({ tx, planned, definition }, outcome);
}

/** Every condition that was tried and reads nothing but the payload must have the value that the decision says. */
function recomputed(
  subject: Required<Pick<Subject, 'tx' | 'planned' | 'definition'>>,
  outcome: Outcome,
): readonly Issue[] {
  const { routes } = subject.planned;
  const holdsAt = languageOf(subject.definition) === 2 ? valueIn2(subject) : valueIn1(subject);
  const matched = outcome.reasonCode === 'ConditionMatched';
  for (const [i, route] of routes.entries()) {
    if ((outcome.reasonCode === 'Unconditional' || matched) && i > outcome.i) break;
    const value = hasCondition(route) ? holdsAt(route.condition as Json, i) : undefined;
    if (value === undefined) continue;
    if (typeof value === 'object')
      return [issue('VAL_ROUTING_005', AT, `Condition ${i} has no value for the payload: ${value.message}`)];
    if (value !== (matched && i === outcome.i))
      return [issue('VAL_ROUTING_004', AT, 'The payload leads elsewhere than the decision says.')];
  }
  return NONE;
}

/**
 * Whether the condition at a place holds, why that cannot be said of any payload like it, or undefined where it reads
 * more than the payload.
 */
type HoldsAt = (condition: Json, place: number) => boolean | Issue | undefined;

function valueIn1({ tx: { header, payload } }: Pick<Subject, 'tx'>): HoldsAt {
  const data = isObject(payload) ? (payload as JsonObject) : {};
  // Before an opening action there is no data, so that logic reads nothing else there.
  const isAlone = isStart(header);
  const isKnown = (field: string) => Object.hasOwn(data, field);
  const budget = logicBudget();
  return (condition) => {
    if (!isAlone && !readsOnly(condition, isKnown)) return undefined;
    const found = evaluate(condition, data, budget);
    return 'issue' in found ? found.issue : truthy(found.value);
  };
}

/**
 * What runs before stated is known for an opening action: nothing. Times are those of dockets, which are decided later.
 */
function valueIn2({ tx, planned, definition }: Required<Pick<Subject, 'tx' | 'planned' | 'definition'>>): HoldsAt {
  const payload = isObject(tx.payload) ? (tx.payload as JsonObject) : {};
  const { action } = planned;
  const rules = typesOf(definition).rulesOf(action);
  const { given } = membersOf(action);
  const parts = Object.entries(payload);
  const input = Object.fromEntries(parts.filter(([name]) => given.has(name)));
  const calculated = Object.fromEntries(parts.filter(([name]) => !given.has(name)));
  const facts = { input, calculated, runs: [], time: {} };
  const budget = logicBudget();
  return (_, place) => {
    const condition = rules.get(conditionAt(action, place)) as RuleOfDefinition;
    const needs = [...condition.names.values()].map(({ kind }) => kind);
    if (needs.includes('time') || (!isStart(tx.header) && needs.some((kind) => OF_RUNS.has(kind)))) return undefined;
    const found = holds2(condition, facts, budget);
    return 'issue' in found ? found.issue : found.holds;
  };
}

const OF_RUNS: ReadonlySet<string> = new Set(['act', 'runs', 'count', 'fact']);
