// An organisation with users of its own on a running node, each with a token: a stranger who works, or an attacker who
// keeps within the limits of each user.
import type { Client } from '../../api/client/client.js';
import { sessionIn } from '../../api/client/client.js';
import type { NodeProcess } from '../../cli/harness/node-process.js';

export interface Tenant {
  readonly organisationId: string;
  /** One a user, all of them administrators. */
  readonly tokens: readonly string[];
  readonly emails: readonly string[];
}

const PASSWORD = 'nine herons wait at the lock';

export async function aTenant(node: NodeProcess, admin: string, of: { name: string; users: number }): Promise<Tenant> {
  const platform = node.client(admin);
  const { name, users } = of;
  const { id } = await platform.createOrganization({ body: { name, subdomain: name } });
  const { accessToken } = await platform.switchOrganization({ body: { organizationId: id } });
  const client = node.client(accessToken);
  const emails = Array.from({ length: users }, (_, i) => `user-${i}@${name}.example`);
  const tokens: string[] = [];
  // One after the other: more passwords than a few of one address do not wait.
  for (const email of emails) tokens.push(await joined(node, client, { id, email }));
  return { organisationId: id, tokens, emails };
}

async function joined(node: NodeProcess, inviter: Client, of: { id: string; email: string }): Promise<string> {
  const { id, email } = of;
  const body = { email, displayName: email, roles: ['Administrator' as const] };
  const made = await inviter.inviteUser({ params: { organizationId: id }, body });
  if (made.made !== 'invitation') throw new Error('there is a user without an answer');
  const { code } = made;
  await node.client('').registerInvited({ body: { code, password: PASSWORD } });
  return sessionIn(await node.client('').login({ body: { email, password: PASSWORD } })).accessToken;
}
