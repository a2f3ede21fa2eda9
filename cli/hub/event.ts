// A message of a hub, as one flat record with a name for each id.
import type { Told } from './listening.js';

/** Time and name, the ids of the event by name, and the trace of the node's log. */
export type ToldEvent = {
  readonly time: string;
  readonly event: string;
  readonly traceId?: string;
} & Readonly<Record<string, string | number | undefined>>;

const IDS: Readonly<Record<string, readonly string[]>> = {
  DocketSealed: ['registerId', 'docketNumber', 'docketHash'],
  TransactionConfirmed: ['registerId', 'txId'],
  TransactionRefused: ['registerId', 'txId', 'code'],
  TransactionAbandoned: ['registerId', 'txId', 'code'],
  RegisterCreated: ['registerId'],
  RegisterDeleted: ['registerId'],
  RegisterStatusChanged: ['registerId', 'status'],
  ActionAvailable: ['instanceId', 'actionId'],
  ActionConfirmed: ['instanceId', 'actionId'],
  ActionRejected: ['instanceId', 'actionId'],
  ActionTimedOut: ['instanceId', 'actionId'],
  ActionReminder: ['instanceId', 'actionId', 'timer'],
  ActionSuspect: ['registerId', 'instanceId', 'actionId', 'txId'],
  ConfirmationAsked: ['instanceId', 'actionId'],
  ConfirmationGiven: ['instanceId', 'actionId'],
  ResolutionAsked: ['instanceId', 'actionId'],
  RoleClaimed: ['instanceId', 'role'],
  RoleReleased: ['instanceId', 'role'],
  ClaimLapsed: ['instanceId', 'role'],
  CancellationAsked: ['instanceId'],
  WorkflowCompleted: ['instanceId'],
  EncryptionProgress: ['operationId', 'percentComplete'],
  EncryptionComplete: ['operationId'],
  EncryptionFailed: ['operationId'],
};

/**
 * Undefined for what says nothing of its own: the height of a register follows from its docket. An event that is not
 * known here keeps its ids in order.
 */
export function eventOf({ target, ids }: Told): ToldEvent | undefined {
  if (target === 'RegisterHeightUpdated') return undefined;
  const names = IDS[target];
  const own = ids.slice(0, -2);
  const named = Object.fromEntries(own.map((id, i) => [names?.[i] ?? `id${i + 1}`, id]));
  return { time: String(ids.at(-2)), event: target, ...named, traceId: String(ids.at(-1)) };
}
