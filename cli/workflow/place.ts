// Where in a workflow a command works: the instance, the action that waits, whose it is, and the definition that it
// follows. Where the caller may not read that, its list of waiting actions stands for it. It reads only; which action
// is meant is taken from the instance where there is one answer, and asked of the caller otherwise.

import type { Client } from '../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { actionOf } from '../../core/blueprint/definition/conformance.js';
import { localize } from '../../core/blueprint/definition/texts.js';
import type { Action, Definition, Participant } from '../../core/blueprint/definition/types.js';
import { ownOf } from '../../core/blueprint/state/role-holder.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { pickStated } from '../command/input.js';
import { isClientError } from '../remote/remote.js';
import { connect, languagesIn, type Remote } from '../remote/session.js';
import { ownWallets } from './acting.js';

export type ShownInstance = Awaited<ReturnType<Client['getInstance']>>;
type Pending = Awaited<ReturnType<Client['listPendingActions']>>['items'][number];

export const INSTANCE_ARGUMENT = { name: '<instance>', description: 'id of the instance' };
export const ACTION_ARGUMENT = {
  name: '[action]',
  description: 'id of the action (default: the one that waits for you)',
};
export const REGISTER_OPTION: Option = {
  flags: '--register <id>',
  description: 'register of the instance, where several have one of this id',
};

/** The place that a call names; `query` goes with every call about the instance. */
export function instanceIn({ input }: Pick<Context, 'input'>) {
  return { params: { instanceId: input.arg('instance') }, query: pickStated({ registerId: input.text('register') }) };
}

/** The instance that a call names, with its place and the node that has it. */
export async function openInstance(context: Context) {
  const remote = await connect(context);
  const { params, query } = instanceIn(context);
  return { remote, params, query, instance: await remote.client.getInstance({ params, query }) };
}

/** The wallets that take part in it. */
export function walletsOf({ participantWallets }: ShownInstance): readonly string[] {
  return Object.values(participantWallets).filter((address) => address !== undefined);
}

/**
 * The definition that an instance follows; undefined where the caller may not read it, or this node does not hold it.
 */
export async function definitionOf(
  client: Client,
  { blueprintId, publicationTxId }: Pick<ShownInstance, 'blueprintId' | 'publicationTxId'>,
  instance?: Pick<ShownInstance, 'id' | 'registerId'>,
): Promise<Definition | undefined> {
  try {
    const query = instance === undefined ? {} : { instanceId: instance.id, registerId: instance.registerId };
    const value = await client.getDefinition({ params: { id: blueprintId, publicationTxId }, query });
    return value.blueprint as unknown as Definition;
  } catch (error) {
    if (isClientError(error) && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

export type KnownAction = Pick<
  Action,
  'title' | 'description' | 'dataSchemas' | 'calculations' | 'confirm' | 'form' | 'rejectionConfig'
>;

export interface WorkflowPlace {
  readonly instance: ShownInstance;
  readonly definition: Definition | undefined;
  readonly actionId: string;
  /** Of the definition, or of the list of what waits; undefined where neither shows it. */
  readonly action: KnownAction | undefined;
  /** Addresses that may do it: of its role, and of those that stand in for it, now or later. */
  readonly holders: readonly string[];
}

/** The instance and the action that the call means. */
export async function placeIn(context: Context, remote: Remote): Promise<WorkflowPlace> {
  const { client } = remote;
  const instance = await client.getInstance(instanceIn(context));
  if (instance.pinState === 'unresolvable')
    throw new CommandError('this node does not have the definition of the instance: nothing can be done in it here', {
      hint: `See it: quorate instance show ${instance.id}`,
    });
  const definition = await definitionOf(client, instance, instance);
  const stated = context.input.optionalArg('action');
  if (definition === undefined) {
    const pending = await pendingIn(remote, instance, stated);
    if (pending) return { instance, definition, ...pending };
  }
  const actionId = stated ?? (await waiting(remote, instance, definition));
  const read = definition && localize(definition, languagesIn(context));
  const action = read && actionOf(read, actionId);
  const holder = holderOf(instance, definition, action?.sender);
  const holders = [...(holder === undefined ? [] : [holder]), ...standInsOf(instance, Number(actionId))];
  return { instance, definition, actionId, action, holders };
}

/** Wallets that may do an action in place of the holder of its role. */
function standInsOf({ activeBranches }: ShownInstance, id: number): readonly string[] {
  const also = activeBranches.flatMap(({ currentActionId, also = [] }) => (currentActionId === id ? also : []));
  return also.flatMap(({ wallet, mayAct = [] }) => [
    ...(wallet === undefined ? [] : [wallet]),
    ...mayAct.map(({ walletAddress }) => walletAddress),
  ]);
}

/** Such as `opens after ...; action 9 by timer silence; teamLead may too from ...`. */
export function timesText({
  notBefore,
  timer,
  also = [],
}: Pick<ShownInstance['activeBranches'][number], 'also' | 'notBefore' | 'timer'>): string | undefined {
  const parts = [
    ...(notBefore === undefined ? [] : [`opens after ${notBefore}`]),
    ...(timer ? [thenText(timer)] : []),
    ...also.map(({ role, from }) => `${role} may too from ${from}`),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** The wallets that can vote on the action, or the one of a role that is stated. */
export function votersIn(
  { instance, definition, actionId }: WorkflowPlace,
  role: string | undefined,
): readonly string[] {
  const { of = [] } = (definition && actionOf(definition, actionId)?.approval) ?? {};
  const roles = role === undefined ? of.map((voter) => voter.role) : [role];
  return roles.flatMap((name) => holderOf(instance, definition, name) ?? []);
}

/** How votes stand, in a cell. */
export function votingText({
  need,
  yes,
  no,
  openRoles,
  settles,
}: NonNullable<ShownInstance['activeBranches'][number]['voting']>): string {
  const against = no > 0 ? `, ${no} against` : '';
  const open = openRoles.length === 0 ? 'none' : openRoles.join(' ');
  // No vote is waited for any more: one that was cast is cast again.
  const settled = settles ? `; ${settles}, once a role says its vote again` : '';
  return `${yes} of ${need}${against}; open: ${open}${settled}`;
}

/** The next actions where a timer ends an action. */
export function thenText({
  id,
  nextActionIds,
}: {
  readonly id: string;
  readonly nextActionIds: readonly number[];
}): string {
  return nextActionIds.length === 0 ? `ends by timer ${id}` : `action ${nextActionIds.join(', ')} by timer ${id}`;
}

/** Ids of the actions that can be done, or else in a word why none can: for lists. */
export function waitingWord({ confirmations = [], currentActionIds, dispute, isStuck }: ShownInstance): string {
  if (currentActionIds.length > 0) return currentActionIds.join(' ');
  if (dispute) return `dispute about ${dispute.actionId}`;
  if (confirmations.length > 0) return `confirmation of ${confirmations.map(({ actionId }) => actionId).join(' ')}`;
  return isStuck === true ? 'stuck' : '';
}

/** The wallet of a role in an instance. */
export function holderOf(
  { participantWallets }: Pick<ShownInstance, 'participantWallets'>,
  definition: Definition | undefined,
  role: string | undefined,
): string | undefined {
  if (role === undefined) return undefined;
  return ownOf(participantWallets, role) ?? roleIn(definition, role)?.walletAddress ?? undefined;
}

export function roleIn(definition: Definition | undefined, id: string): Participant | undefined {
  return definition?.participants.find((item) => item.id === id);
}

/** Pages of what waits that are looked through for one wallet. */
const PENDING_PAGES_MAX = 10;

/**
 * The item in the list of a wallet of the caller about the one action that is stated, or waits; undefined where there
 * is none, or one of several.
 */
async function pendingIn(
  remote: Remote,
  { id, registerId, participantWallets }: ShownInstance,
  stated: string | undefined,
): Promise<Pick<WorkflowPlace, 'actionId' | 'action' | 'holders'> | undefined> {
  const held = new Set(Object.values(participantWallets));
  const own = (await ownWallets(remote)).flatMap((item) => [item.address, item.hybridAddress, item.pqcWalletAddress]);
  const entries: Pending[] = [];
  for (const wallet of own)
    if (wallet !== undefined && held.has(wallet))
      for await (const item of pendingOf(remote, wallet, registerId))
        if (item.instanceId === id && (stated === undefined || item.actionId === stated)) entries.push(item);
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) return undefined;
  const { actionId, title, description, dataSchema, walletAddress } = only;
  const dataSchemas = dataSchema === undefined ? undefined : (JSON.parse(dataSchema) as Action['dataSchemas']);
  // A page that is full of schemas leaves some out: then nothing can be asked for.
  const action = dataSchemas && { title, ...(description === '' ? {} : { description }), dataSchemas };
  return { actionId, action, holders: [walletAddress] };
}

async function* pendingOf({ client }: Remote, wallet: string, register: string): AsyncGenerator<Pending> {
  for (let page = 1; page <= PENDING_PAGES_MAX; page++) {
    const query = { page, pageSize: PAGE_SIZE_MAX };
    const { items, hasMore } = await client.listPendingActions({ params: { wallet, register }, query });
    yield* items;
    if (!hasMore) return;
  }
}

/** The one action that may run now; of several, the one whose role the caller holds. */
async function waiting(remote: Remote, instance: ShownInstance, definition: Definition | undefined): Promise<string> {
  const { currentActionIds, state, id } = instance;
  const [only, ...others] = currentActionIds;
  const word = waitingWord(instance);
  if (only === undefined)
    throw new CommandError(
      `no action can be done now: the instance ${word === '' ? `is ${state}` : `waits (${word})`}`,
      {
        hint: `See ${word === '' ? 'it' : 'for whom'}: quorate instance show ${id}`,
      },
    );
  if (others.length === 0) return String(only);
  const own = new Set((await ownWallets(remote)).map(({ address }) => address));
  const mine = currentActionIds.filter((actionId) => {
    const action = definition?.actions.find((item) => item.id === actionId);
    const roles = action?.approval?.of.map(({ role }) => role) ?? [action?.sender];
    const holders = roles.map((role) => holderOf(instance, definition, role) ?? '');
    return [...holders, ...standInsOf(instance, actionId)].some((address) => own.has(address));
  });
  const [first, second] = mine;
  if (first !== undefined && second === undefined) return String(first);
  throw new CommandError('several actions wait', {
    exit: EXIT.usage,
    hint: `Name one: ${(mine.length > 0 ? mine : currentActionIds).join(', ')}.`,
  });
}
