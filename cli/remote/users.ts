// A user of an organisation as a person names one: by id, or by e-mail address.
import type { Client } from '../../api/client/client.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { UUID } from './ids.js';

export const USER_ARGUMENT = {
  name: '<user>',
  description: 'e-mail address of the user, or the id in the organisation',
};

/** Rows that are looked at: an address is found as a part of others too. */
const ROWS = 100;

/** The organisation-scoped id of the one that is meant. */
export async function userOf(client: Client, organizationId: string, named: string): Promise<string> {
  if (UUID.test(named)) return named;
  if (!named.includes('@'))
    throw new CommandError(`"${named}" is neither an e-mail address nor the id of a user`, {
      exit: EXIT.usage,
      hint: 'See: quorate org participants',
    });
  const body = { organizationId, query: named, page: 1, pageSize: ROWS };
  const wanted = named.trim().toLowerCase();
  const { results } = await client.searchParticipants({ body });
  const user = results.find(({ email }) => email.toLowerCase() === wanted);
  if (user) return user.userId;
  throw new CommandError(`the organisation has no user with the address ${named}`, {
    exit: EXIT.usage,
    hint: 'See: quorate org participants',
  });
}

/** The same of an argument. */
export function userIn({ input }: Pick<Context, 'input'>, client: Client, organizationId: string): Promise<string> {
  return userOf(client, organizationId, input.arg('user'));
}
