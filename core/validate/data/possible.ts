// The routing decisions that a plain action can state before it is signed, so that its author need not find them. They
// follow from the same conditions, on the same payload and plain runs, as the steps `routing` and `plain` judge by.
import { type Issue, issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import { languageOf } from '../../blueprint/definition/language.js';
import type { Definition, PublicRouting, RoutingDecision } from '../../blueprint/definition/types.js';
import type { PlannedAction, RouteOutcome } from '../../blueprint/plan/planned.js';
import { decision, targetIdsOf } from '../../blueprint/plan/routes.js';
import { instanceBefore, isStart } from '../../instance/rows.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { statedRouting } from '../../transaction/action-metadata.js';
import { KnownOperands } from './known-operands.js';
import { contradiction, type Elsewhere, leadsElsewhere, valueIn1 } from './routing.js';

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
): Result<readonly (RoutingDecision | PublicRouting)[]> {
  const language = languageOf(definition);
  const contradicts = language === 2 ? contradicts2(tx, { definition, planned, view }) : contradicts1(tx, planned);
  const found = new Map<string, RoutingDecision | PublicRouting>();
  let valueless: Issue | undefined;
  for (const outcome of planned.outcomes) {
    const stated = statedRouting(language, decisionOf(planned, outcome), tx.header.publicationTxId ?? '');
    const key = JSON.stringify(stated);
    if (found.has(key)) continue;
    const elsewhere = contradicts(outcome);
    if (elsewhere === undefined) found.set(key, stated);
    else if (elsewhere !== true) valueless ??= valuelessIssue(elsewhere);
  }
  return found.size === 0 && valueless ? fail(valueless) : [...found.values()];
}

function valuelessIssue({ place, message }: Exclude<Elsewhere, true>): Issue {
  return issue('VAL_ROUTING_005', '/metadata/routing', `Condition ${place} has no value for the payload: ${message}`);
}

/** The decision in which an outcome of the action is told. */
export function decisionOf({ action }: PlannedAction, { i, route, reasonCode }: RouteOutcome): RoutingDecision {
  if (route) return decision(action, route, { i, reasonCode });
  return { completedActionId: action.id, nextActions: [], reasonCode };
}

function contradicts1(tx: Transaction, planned: PlannedAction): (outcome: RouteOutcome) => Elsewhere | undefined {
  const holdsAt = valueIn1({ tx });
  return (outcome) => leadsElsewhere(planned, outcome, holdsAt);
}

function contradicts2(
  tx: Transaction,
  { definition, planned, view }: Deciding,
): (outcome: RouteOutcome) => Elsewhere | undefined {
  const before = isStart(tx.header) ? null : instanceBefore(view, tx);
  const of = { definition, action: planned.action, payload: tx.payload, view };
  const known = new KnownOperands({ instance: before?.language === 2 ? before : null, ...of });
  return ({ route }) => contradiction(known, planned, targetIdsOf(route));
}
