// The routing decisions that a plain action can state before it is signed, so that its author need not find them. They
// follow from the same conditions, on the same payload and plain runs, as the steps `routing` and `plain` judge by.
import { type Issue, issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import type { Definition, PublicRouting, RoutingDecision } from '../../blueprint/definition/types.js';
import type { PlannedAction, RouteOutcome } from '../../blueprint/plan/planned.js';
import { decision, targetIdsOf } from '../../blueprint/plan/routes.js';
import { instanceBefore, isStart } from '../../instance/rows.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { statedRouting } from '../../transaction/action-metadata.js';
import { KnownOperands } from './known-operands.js';
import { contradiction, type Elsewhere } from './routing.js';

export interface Deciding {
  readonly definition: Definition;
  readonly planned: PlannedAction;
  readonly view: StateView;
}

/**
 * The decisions that nothing plain contradicts, each once, in the order of the routes: one where the data decides, and
 * several where it reads what is sealed. VAL_ROUTING_005 where none is left, and a condition has no value.
 */
export function possibleRoutings(
  tx: Transaction,
  { definition, planned, view }: Deciding,
): Result<readonly PublicRouting[]> {
  const before = isStart(tx.header) ? null : instanceBefore(view, tx);
  const of = { definition, action: planned.action, payload: tx.payload, view };
  const known = new KnownOperands({ instance: before ?? null, ...of });
  const byKey = new Map<string, PublicRouting>();
  let valueless: Issue | undefined;
  for (const outcome of planned.outcomes) {
    const stated = statedRouting(decisionOf(planned, outcome), tx.header.publicationTxId ?? '');
    const key = JSON.stringify(stated);
    if (byKey.has(key)) continue;
    const elsewhere = contradiction(known, planned, targetIdsOf(outcome.route));
    if (elsewhere === undefined) byKey.set(key, stated);
    else if (elsewhere !== true) valueless ??= valuelessIssue(elsewhere);
  }
  return byKey.size === 0 && valueless ? fail(valueless) : [...byKey.values()];
}

function valuelessIssue({ place, message }: Exclude<Elsewhere, true>): Issue {
  return issue('VAL_ROUTING_005', '/metadata/routing', `Condition ${place} has no value for the payload: ${message}`);
}

/** The decision in which an outcome of the action is told. */
export function decisionOf({ action }: PlannedAction, { i, route, reasonCode }: RouteOutcome): RoutingDecision {
  if (route) return decision(action, route, { i, reasonCode });
  return { completedActionId: action.id, nextActions: [], reasonCode };
}
