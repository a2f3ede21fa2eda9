// Where in a workflow a command works: the instance, the action that waits, whose it is, and the definition that it follows. It reads only; which action is
// meant is taken from the instance where there is one answer, and asked of the caller otherwise.
import type { Client } from '../../api/client.js';
import type { Action, Definition, Participant } from '../../core/blueprint/types.js';
import { CommandError, type Context, EXIT, type Option } from '../command.js';
import { stated } from '../input.js';
import { isClientError } from '../remote.js';
import type { Remote } from '../session.js';
import { ownWallets } from './acting.js';

export type Instance = Awaited<ReturnType<Client['getInstance']>>;

export const INSTANCE_ARGUMENT = { name: '<instance>', description: 'id of the instance' };
export const ACTION_ARGUMENT = {
  name: '[action]',
  description: 'id of the action (default: the one that waits for you)',
};
export const REGISTER_OPTION: Option = {
  flags: '--register <id>',
  description: 'register of the instance, where several have one of this id',
};

/** What a call says of its place; `query` goes with every call about the instance. */
export function instanceIn({ input }: Pick<Context, 'input'>) {
  return { params: { instanceId: input.arg('instance') }, query: stated({ registerId: input.text('register') }) };
}

/** The definition that an instance follows; undefined where the caller may not read it, or this node does not hold it. */
export async function definitionOf(
  client: Client,
  { blueprintId, publicationTxId }: Pick<Instance, 'blueprintId' | 'publicationTxId'>,
): Promise<Definition | undefined> {
  try {
    const found = await client.getDefinition({ params: { id: blueprintId, publicationTxId } });
    return found?.blueprint as Definition | undefined;
  } catch (error) {
    if (isClientError(error) && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

export interface Place {
  readonly instance: Instance;
  readonly definition: Definition | undefined;
  readonly actionId: string;
  /** Of the definition; undefined where it cannot be read. */
  readonly action: Action | undefined;
  /** Address that the role is bound to, by the definition or by who acted in it. */
  readonly holder: string | undefined;
}

/** The instance and the action that the call means. */
export async function placeIn(context: Context, remote: Remote): Promise<Place> {
  const { client } = remote;
  const instance = await client.getInstance(instanceIn(context));
  const definition = await definitionOf(client, instance);
  const stated = context.input.optionalArg('action');
  const actionId = stated ?? (await waiting(remote, instance, definition));
  const action = definition?.actions.find(({ id }) => String(id) === actionId);
  const holder = holderOf(instance, definition, action?.sender);
  return { instance, definition, actionId, action, holder };
}

/** The wallet of a role in an instance. */
export function holderOf(
  { participantWallets }: Pick<Instance, 'participantWallets'>,
  definition: Definition | undefined,
  role: string | undefined,
): string | undefined {
  if (role === undefined) return undefined;
  return participantWallets[role] ?? roleIn(definition, role)?.walletAddress ?? undefined;
}

export function roleIn(definition: Definition | undefined, id: string): Participant | undefined {
  return definition?.participants.find((one) => one.id === id);
}

/** The one action that may run now; of several, the one whose role the caller holds. */
async function waiting(remote: Remote, instance: Instance, definition: Definition | undefined): Promise<string> {
  const { currentActionIds, state, id } = instance;
  const [only, ...others] = currentActionIds;
  if (only === undefined)
    throw new CommandError(`no action waits: the instance is ${state}`, {
      hint: `See it: quorate instance show ${id}`,
    });
  if (others.length === 0) return String(only);
  const own = new Set((await ownWallets(remote)).map(({ address }) => address));
  const mine = currentActionIds.filter((actionId) => {
    const sender = definition?.actions.find((one) => one.id === actionId)?.sender;
    return own.has(holderOf(instance, definition, sender) ?? '');
  });
  const [first, second] = mine;
  if (first !== undefined && second === undefined) return String(first);
  throw new CommandError('several actions wait', {
    exit: EXIT.usage,
    hint: `Name one: ${(mine.length > 0 ? mine : currentActionIds).join(', ')}.`,
  });
}
