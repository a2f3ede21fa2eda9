// The form that a definition must have to be published, and the names of its actions. Pure and static: which moves an
// instance allows is in plan.ts and instance.ts.

import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { BLUEPRINT_ACTIONS_MAX, BLUEPRINT_PARTICIPANTS_MAX } from '../../base/limits/ledger/definitions.js';
import { INSTANCE_BRANCHES_MAX } from '../../base/limits/ledger/instances.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import type { Action, Definition, Participant } from './types.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Issues that keep a definition from being published, all VAL_BP_010 with a pointer into the definition
 * (reference-facts 2.1): at least two participants and one action, unique ids, senders, route and rejection targets
 * that exist, an id that is the transaction's BlueprintId.
 */
export function checkDefinition(definition: Json, blueprintId: string): Issue[] {
  if (!isObject(definition)) return [bad('', 'A definition is a JSON object.')];
  const issues: Issue[] = [];
  if (definition.id !== undefined && definition.id !== blueprintId)
    issues.push(bad('/id', 'The id of the definition is not the BlueprintId of the transaction.'));
  if (!isText(definition.title, 200)) issues.push(bad('/title', 'A definition has a title of 1 to 200 characters.'));
  const participants = members(definition.participants, 2, BLUEPRINT_PARTICIPANTS_MAX);
  if (!participants) issues.push(bad('/participants', 'A definition has 2 to 100 participants.'));
  const actions = members(definition.actions, 1, BLUEPRINT_ACTIONS_MAX);
  if (!actions) issues.push(bad('/actions', 'A definition has 1 to 500 actions.'));
  if (!participants || !actions) return issues;
  const roles = checkParticipants(participants, issues);
  const ids = checkActionIds(actions, issues);
  for (let i = 0; i < actions.length; i++) checkAction(actions[i]!, `/actions/${i}`, { roles, ids, issues });
  return issues;
}

function checkParticipants(participants: readonly Members[], issues: Issue[]): ReadonlySet<unknown> {
  const roles = new Set<unknown>();
  for (const [i, { id, walletAddress }] of participants.entries()) {
    const at = `/participants/${i}`;
    if (!isText(id, ID_LENGTH_MAX)) issues.push(bad(`${at}/id`, 'A participant has an id.'));
    else if (roles.has(id)) issues.push(bad(`${at}/id`, 'Two participants have one id.'));
    if (walletAddress !== undefined && walletAddress !== null && !isText(walletAddress, 100))
      issues.push(bad(`${at}/walletAddress`, 'A walletAddress is a text or null.'));
    roles.add(id);
  }
  return roles;
}

function checkActionIds(actions: readonly Members[], issues: Issue[]): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  for (const [i, { id }] of actions.entries()) {
    if (!Number.isSafeInteger(id) || (id as number) < 0)
      issues.push(bad(`/actions/${i}/id`, 'An action has an id of 0 or more.'));
    else if (ids.has(id)) issues.push(bad(`/actions/${i}/id`, 'Two actions have one id.'));
    ids.add(id);
  }
  return ids;
}

interface Known {
  readonly roles: ReadonlySet<unknown>;
  readonly ids: ReadonlySet<unknown>;
  readonly issues: Issue[];
}

function checkAction(action: Members, at: string, { roles, ids, issues }: Known): void {
  const { sender, isStartingAction, routes, rejectionConfig, dataSchemas } = action;
  if (!roles.has(sender)) issues.push(bad(`${at}/sender`, 'The sender is not a participant.'));
  if (isStartingAction !== undefined && typeof isStartingAction !== 'boolean')
    issues.push(bad(`${at}/isStartingAction`, 'isStartingAction is true or false.'));
  const lists = routes === undefined || routes === null ? [] : members(routes, 0, BLUEPRINT_ACTIONS_MAX);
  if (!lists) issues.push(bad(`${at}/routes`, 'Routes are a list of objects.'));
  for (const [i, { nextActionIds }] of (lists ?? []).entries()) {
    const place = `${at}/routes/${i}/nextActionIds`;
    if (!Array.isArray(nextActionIds) || !nextActionIds.every((id) => ids.has(id)))
      issues.push(bad(place, 'A route leads to an action that is not there.'));
    else if (nextActionIds.length > INSTANCE_BRANCHES_MAX)
      issues.push(bad(place, `A route starts at most ${INSTANCE_BRANCHES_MAX} branches.`));
  }
  if (rejectionConfig !== undefined && rejectionConfig !== null)
    if (!isObject(rejectionConfig) || !ids.has(rejectionConfig.targetActionId))
      issues.push(bad(`${at}/rejectionConfig/targetActionId`, 'The rejection target is not there.'));
  if (dataSchemas !== undefined && dataSchemas !== null && !Array.isArray(dataSchemas))
    issues.push(bad(`${at}/dataSchemas`, 'dataSchemas is a list of JSON Schemas.'));
}

/** The action whose id is this ActionId in its one decimal spelling; undefined when the definition has none. */
export function actionOf(definition: Definition, actionId: string): Action | undefined {
  const id = Number(actionId);
  return String(id) === actionId ? definition.actions.find((action) => action.id === id) : undefined;
}

/** Actions that may open an instance: those marked so, or else the first one (reference-facts 2.1). */
export function isStarting(definition: Definition, action: Action): boolean {
  const marked = definition.actions.some((candidate) => candidate.isStartingAction === true);
  return marked ? action.isStartingAction === true : definition.actions[0] === action;
}

/** The participant that sends an action. A checked definition always has it. */
export function senderOfAction(definition: Definition, action: Action): Participant | undefined {
  return definition.participants.find((participant) => participant.id === action.sender);
}

/** The id of the role that a disclosure names, by it or by its wallet; the address that no role has. */
export function participantOf({ participants }: Definition, named: string): string {
  const by = participants.find(({ id }) => id === named);
  return (by ?? participants.find(({ walletAddress }) => walletAddress === named))?.id ?? named;
}

function members(value: unknown, min: number, max: number): readonly Members[] | undefined {
  if (!Array.isArray(value) || value.length < min || value.length > max) return undefined;
  return value.every(isObject) ? value : undefined;
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max;
}

function bad(path: string, message: string): Issue {
  return issue('VAL_BP_010', path, message);
}
