// Which organisation a command is about: the one that is named, else the one that the caller acts for.
import type { Client } from '../../api/client/client.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';

export const ORGANISATION: Option = {
  flags: '--organisation <id>',
  description: 'organisation (default: your own)',
};

export async function organisationOf({ input }: Pick<Context, 'input'>, client: Client): Promise<string> {
  const named = input.text('organisation');
  if (named !== undefined) return named;
  const { organizationId } = await client.getMe();
  if (organizationId !== null) return organizationId;
  throw new CommandError('you act for no organisation', { exit: EXIT.usage, hint: 'State --organisation.' });
}

type Organisation = Awaited<ReturnType<Client['listOrganizations']>>['organizations'][number];

/**
 * The organisations that the node lists to the caller, and the others that it is a member of, of which it sees less.
 */
export async function organisationsOf(
  client: Client,
): Promise<readonly (Pick<Organisation, 'id' | 'name' | 'subdomain' | 'status'> & Partial<Organisation>)[]> {
  const [{ organizations: listed }, { organizations: own }] = await Promise.all([
    client.listOrganizations(),
    client.listMyOrganizations(),
  ]);
  const others = own.filter(({ organizationId }) => listed.every(({ id }) => id !== organizationId));
  return [
    ...listed,
    ...others.map(({ organizationId, name, subdomain, status }) => ({ id: organizationId, name, subdomain, status })),
  ];
}
