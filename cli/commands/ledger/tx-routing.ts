// Where a transaction that is prepared says that its action leads: stated by the caller, or by the node from the data.
// It reads the definition and decides nothing by itself.
import type { Client } from '../../../api/client/client.js';
import { hasOnly, isObject, type Json } from '../../../core/base/json.js';
import type { PublicRouting, RoutingDecision } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { routeIdOf } from '../../../core/blueprint/plan/routes.js';
import type { DraftSubmission } from '../../../core/kinds/build.js';
import { checkActionMetadata, statedRouting } from '../../../core/transaction/action-metadata.js';
import { decisionOf } from '../../../core/validate/data/possible.js';
import { CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { definitionOf } from '../../workflow/place.js';

export const ROUTING_OPTIONS: readonly Option[] = [
  {
    flags: '--next <ids>',
    description:
      'actions that it leads to, such as 7 or 7,8, or none, where the data that all may read does not say it',
  },
  {
    flags: '--route <id>',
    description: 'the same by the route of the definition that it takes',
  },
];

const NOT_OFFLINE = 'State --publication and --next, or ask a node.';

/** The draft with the decision that --next or --route states; as it was where neither is there. */
export async function withRouting(
  { input }: Pick<Context, 'input'>,
  draft: DraftSubmission,
  client: Client | undefined,
): Promise<DraftSubmission> {
  const [next, route] = [input.text('next'), input.text('route')];
  if (next === undefined && route === undefined) return draft;
  if (next !== undefined && route !== undefined)
    throw new CommandError('--next and --route say the same: state one', { exit: EXIT.usage });
  const publicationTxId = draft.publicationTxId ?? (client && (await publicationOf(client, draft)));
  if (publicationTxId === undefined)
    throw new CommandError('the publication that the action follows is not known', {
      exit: EXIT.usage,
      hint: NOT_OFFLINE,
    });
  const pinned = { ...draft, publicationTxId };
  const routing =
    next === undefined
      ? await askRouting(client, pinned, route as string)
      : { blueprintDefinitionTxId: publicationTxId, completedActionId: Number(draft.actionId), next: idsIn(next) };
  return { ...pinned, metadata: { ...draft.metadata, routing: routing as unknown as Json } };
}

async function publicationOf(
  client: Client,
  { registerId, blueprintId, previousTransactionId }: DraftSubmission,
): Promise<string | undefined> {
  if (previousTransactionId === undefined)
    return (await client.getLatestPublication({ params: { registerId, blueprintId } })).publicationTxId;
  const { metaData } = await client.getTransaction({ params: { registerId, txId: previousTransactionId } });
  return metaData.publicationTxId;
}

function idsIn(text: string): readonly number[] {
  if (text === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^\d{1,15}$/.test(part)))
    throw new CommandError(`--next ${text} is not a list of actions`, {
      exit: EXIT.usage,
      hint: 'Such as --next 7, --next 7,8 or --next none.',
    });
  return [...new Set(parts.map(Number))].sort((a, b) => a - b);
}

async function askRouting(
  client: Client | undefined,
  { blueprintId, publicationTxId, actionId }: DraftSubmission & { readonly publicationTxId: string },
  route: string,
): Promise<RoutingDecision | PublicRouting> {
  const definition = client && (await definitionOf(client, { blueprintId, publicationTxId }));
  if (!definition)
    throw new CommandError('the definition is not known, so --route says nothing', {
      exit: EXIT.usage,
      hint: NOT_OFFLINE,
    });
  const planned = planOf(definition).actions.get(actionId);
  const outcomes = planned?.outcomes ?? [];
  const ids = outcomes.flatMap((outcome) => (outcome.route ? [routeIdOf(outcome.route, outcome.i)] : []));
  const taken = outcomes.find((outcome) => outcome.route && routeIdOf(outcome.route, outcome.i) === route);
  if (!planned || !taken)
    throw new CommandError(`action ${actionId} takes no route "${route}"`, {
      exit: EXIT.usage,
      hint: ids.length > 0 ? `Routes: ${ids.join(', ')}.` : 'It has none.',
    });
  return statedRouting(decisionOf(planned, taken), publicationTxId);
}

/**
 * The metadata without what the node may add and the caller did not state: a decision about this action, and the moves
 * by which it is calculated.
 */
export function withoutAdded(filled: Json | undefined, asked: DraftSubmission, publicationTxId: unknown) {
  if (!isObject(filled)) return filled;
  const isAdded = (name: string, value: Json): boolean => {
    if (asked.metadata !== undefined && Object.hasOwn(asked.metadata, name)) return false;
    if (name === 'sees') return Number.isSafeInteger(value);
    return name === 'routing' && isDecisionOf(asked, value, publicationTxId);
  };
  const rest = Object.fromEntries(Object.entries(filled).filter(([name, value]) => !isAdded(name, value)));
  return asked.metadata === undefined && hasOnly(rest, []) ? undefined : rest;
}

function isDecisionOf({ actionId }: DraftSubmission, routing: Json, publicationTxId: unknown): boolean {
  if (!isObject(routing) || routing.completedActionId !== Number(actionId)) return false;
  return (
    routing.blueprintDefinitionTxId === publicationTxId && checkActionMetadata({ metadata: { routing } }).length === 0
  );
}

/** Such as `It leads to action 7.`, for who signs; '' where nothing of that is stated. */
export function leadsText(metadata: DraftSubmission['metadata']): string {
  const routing = metadata?.routing as unknown as RoutingDecision | PublicRouting | undefined;
  if (routing === undefined) return '';
  const next = 'next' in routing ? routing.next : routing.nextActions.map(({ actionId }) => actionId);
  return next.length === 0 ? ' Its branch ends there.' : ` It leads to action ${next.join(' and ')}.`;
}
