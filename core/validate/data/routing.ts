// The step about the routing decision that an action attests: it is one that the definition allows, and where the logic
// needs no more than the payload, the one that the payload gives. Data of earlier actions and of envelopes is not read
// here.
import { type Issue, issue } from '../../base/issue.js';
import { isFailure } from '../../base/result.js';
import { outcomesTo } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { conditionAt } from '../../blueprint/plan/routes.js';
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
  return leads(subject, decided.next);
}

const ELSEWHERE = issue('VAL_ROUTING_003', AT, 'No route of the action leads exactly there.');

/**
 * Every condition that reads the payload alone agrees with the decision. Conditions that read runs before wait for the
 * step `plain`, but for an opening action: before it there are none.
 */
function leads({ tx, ctx, planned, definition }: Subject, next: readonly number[]): readonly Issue[] {
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
  const value = contradiction(known, planned, next);
  return value === undefined ? NONE : [elsewhereIssue(value)];
}

function elsewhereIssue(value: Elsewhere): Issue {
  if (value === true) return issue('VAL_ROUTING_004', AT, 'The payload leads elsewhere than the decision says.');
  return issue('VAL_ROUTING_005', AT, `Condition ${value.place} has no value for the payload: ${value.message}`);
}

/** True where a condition has another value than the decision says, or the one that has none. */
export type Elsewhere = true | (Issue & { readonly place: number });

/**
 * Whether what is known of its conditions keeps an action from leading there; undefined where some
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
