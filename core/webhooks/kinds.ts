// THE table of events that a webhook may take: those of the hubs that are about an organisation and not about one
// person, and that its administrators may see. The events of a person's inbox, devices and wallets are told to that
// person alone, on the hubs.

export interface EventKind {
  readonly summary: string;
  /** Names of the members of `data`: ids and numbers, and no contents. */
  readonly data: readonly string[];
  /**
   * `kept`: stored with what happened, or made of the ledger, so that a node that is killed tells it after its start.
   * `told`: stored a moment after it happened; a node that is killed in that moment does not tell it.
   */
  readonly promise: 'kept' | 'told';
}

const ACTION = ['registerId', 'instanceId', 'actionId'] as const;
const MOVE = [...ACTION, 'transactionId'] as const;
const ROLE = ['registerId', 'instanceId', 'role'] as const;

function keptKind(summary: string, data: readonly string[]): EventKind {
  return { summary, data, promise: 'kept' };
}

function toldKind(summary: string, data: readonly string[]): EventKind {
  return { summary, data, promise: 'told' };
}

export const EVENT_KINDS = {
  'register.created': keptKind('A register was founded, or is followed here from now on.', ['registerId']),
  'register.deleted': toldKind('A register was deleted from this node.', ['registerId']),
  'register.status-changed': toldKind('The status of a register changed.', ['registerId', 'status']),
  'register.sync-changed': toldKind('How far this node is behind its peers changed.', ['registerId', 'syncState']),
  'docket.sealed': keptKind('A docket was sealed.', ['registerId', 'height', 'docketHash', 'transactionCount']),
  'transactions.confirmed': keptKind('Transactions were sealed: those of one docket, 50 an event.', [
    'registerId',
    'height',
    'transactionIds',
  ]),
  'transaction.refused': toldKind('A promised transaction was refused in the end.', [
    'registerId',
    'transactionId',
    'code',
  ]),
  'transaction.abandoned': toldKind('The end of a promised transaction is not known here.', [
    'registerId',
    'transactionId',
    'code',
  ]),
  'action.available': keptKind('An action may be done now.', ACTION),
  'action.confirmed': keptKind('An action was done.', MOVE),
  'action.rejected': keptKind('An action was rejected.', MOVE),
  'action.timed-out': keptKind('A timer ended an action.', MOVE),
  'action.reminder': toldKind('A timer reminds of an action that waits.', [...ACTION, 'timer']),
  'confirmation.asked': keptKind('A party is to confirm an action.', ACTION),
  'confirmation.given': keptKind('A party agreed to an action, or not.', MOVE),
  'resolution.asked': keptKind('A party is to say how a dispute ends.', ACTION),
  'cancellation.asked': keptKind('A party is to say whether it agrees to cancel an instance.', [
    'registerId',
    'instanceId',
  ]),
  'role.claimed': keptKind('A candidate reserved a role.', ROLE),
  'role.released': keptKind('A candidate gave a role back.', ROLE),
  'claim.lapsed': keptKind('The time of a reserved role is over.', ROLE),
  'instance.state-changed': keptKind('An instance is disputed, goes on, or has ended.', [
    'registerId',
    'instanceId',
    'state',
  ]),
  'workflow.completed': keptKind('An instance ended.', ['registerId', 'instanceId']),
  'audit.recorded': keptKind('The audit trail of the organisation has a new event.', [
    'auditEventId',
    'auditEventType',
  ]),
} as const satisfies Readonly<Record<string, EventKind>>;

export type EventKindName = keyof typeof EVENT_KINDS;

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKindName[];

/** Calls of the node that are not events: to learn whether the owner of a target wants it, and to try it. */
export type CallKind = 'webhook.verification' | 'webhook.test';
