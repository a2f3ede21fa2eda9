// Where a plain action that is prepared leads: what its data gives is stated for its author, whose key is elsewhere. It
// never chooses among several places.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { PublicRouting, RoutingDecision } from '../../core/blueprint/definition/types.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { kindOf } from '../../core/kinds/index.js';
import type { StateView } from '../../core/model/register.js';
import { isEncrypted, routingOf } from '../../core/transaction/action-metadata.js';
import type { Unsigned } from '../../core/transaction/encode.js';
import { moveTypeOf } from '../../core/transaction/move-type.js';
import { possibleRoutings } from '../../core/validate/data/possible.js';

type Routing = RoutingDecision | PublicRouting;

/**
 * The decision that the action has to state; undefined where it states one, where none is asked for, and where this
 * node lacks the definition. VAL_ROUTING_001 where the data leaves several.
 */
export function decisionFor({ header, ...rest }: Unsigned, view: StateView): Result<Routing> | undefined {
  const { actionId, blueprintId, publicationTxId } = header;
  if (publicationTxId === undefined || kindOf(header).kind !== 'action' || moveTypeOf(header) !== 'Action')
    return undefined;
  if (isEncrypted(header) || routingOf(header) !== undefined) return undefined;
  const definition = publishedDefinition(view, blueprintId, publicationTxId);
  const planned = definition && planOf(definition).actions.get(actionId);
  if (!definition || !planned || planned.implied) return undefined;
  const tx = { signatures: [], bytes: new Uint8Array(0), header, ...rest };
  const possible = possibleRoutings(tx, { definition, planned, view });
  if (isFailure(possible)) return possible;
  const [only, ...others] = possible;
  return only === undefined || others.length > 0 ? fail(severalIssue(possible)) : only;
}

function severalIssue(possible: readonly Routing[]): Issue {
  const places = possible.map(placeText).join('; or ');
  return issue(
    'VAL_ROUTING_001',
    '/metadata/routing',
    places === ''
      ? 'No route of the action can be taken with this payload.'
      : `The data that everybody may read does not say where the action leads: ${places}. The transaction has to state it.`,
  );
}

function placeText(routing: Routing): string {
  const next = 'next' in routing ? routing.next : routing.nextActions.map(({ actionId }) => actionId);
  const by = 'routeId' in routing && routing.routeId !== undefined ? ` by route ${routing.routeId}` : '';
  return `${next.length === 0 ? 'to no other action' : `to action ${next.join(' and ')}`}${by}`;
}
