// Organisations, their users, and the caller's own account. Passwords are asked for or come from standard input, never
// from the command line.
import type { Client } from '../../../api/client/client.js';
import { QUOTA_NAMES } from '../../../core/tenant/quotas.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { newPassword, secretLine, twoLines } from '../../command/secrets.js';
import { DATA_OPTION, storeIn } from '../../disk/data-folder.js';
import { ORGANISATION, organisationOf, organisationsOf } from '../../remote/organisation.js';
import { changeProfiles, profileOf, profilesFile } from '../../remote/profile.js';
import { clientOf, isClientError } from '../../remote/remote.js';
import { connect, openSession, profileName } from '../../remote/session.js';
import { USER_ARGUMENT, userIn } from '../../remote/users.js';

type Organisation = Awaited<ReturnType<Client['getOrganization']>>;

const whoami: Command = {
  name: 'whoami',
  summary: 'show who you are to the node',
  async run(context) {
    const { client } = await connect(context);
    const me = await client.getMe();
    context.out.show(me, () =>
      fields({
        'e-mail': me.email,
        name: me.displayName,
        'platform user': me.platformUserId,
        organisation: `${me.organizationName} (${me.organizationId})`,
        roles: me.roles.join(' '),
      }),
    );
  },
};

const password: Command = {
  name: 'password',
  summary: 'change your own password',
  options: [
    { flags: '--password-stdin', description: 'read the old and the new password from standard input, one a line' },
  ],
  async run(context) {
    const { out, terminal, input } = context;
    const { client, url } = await connect(context);
    const [currentPassword, newPassword] = input.flag('password-stdin')
      ? await twoLines(context, 'the old and the new password')
      : await askPassword(context);
    await client.changePassword({ body: { currentPassword, newPassword } });
    const file = profilesFile(terminal.env);
    const name = profileName(input.profile, terminal.env, file);
    let next = `quorate login --url ${url}`;
    // The node ended every session; a token that is dead is of no use.
    await changeProfiles(file, (before) => {
      const { [name]: ended, ...others } = before.profiles;
      if (ended?.url !== url) return before;
      next = `${next} --email ${ended.email}`;
      return { ...before, profiles: others };
    });
    out.show({ changed: true }, `The password is changed and every session has ended. Next: ${next}`);
  },
};

async function askPassword(context: Context): Promise<readonly [string, string]> {
  const hint = 'Use --password-stdin where there is no terminal.';
  const before = await secretLine(context, 'Old password: ', hint);
  const after = await newPassword(context, 'New password');
  if (after) return [before, after];
  throw new CommandError('the new password is missing', { exit: EXIT.usage, hint });
}

const orgList: Command = {
  name: 'org list',
  summary: 'list organisations: all for a SystemAdmin, otherwise your own',
  async run(context) {
    const { client } = await connect(context);
    const organizations = await organisationsOf(client);
    context.out.show(organizations, () =>
      table(
        ['NAME', 'SUBDOMAIN', 'STATUS', 'USERS', 'ID'],
        organizations.map((item) => [item.name, item.subdomain, item.status, item.userCount ?? '-', item.id]),
      ),
    );
  },
};

const orgCreate: Command = {
  name: 'org create',
  summary: 'create an organisation; you become its first Administrator',
  examples: ['quorate org create "Acme Ltd" --subdomain acme'],
  args: [{ name: '<name>', description: 'name of the organisation' }],
  options: [{ flags: '--subdomain <name>', description: 'its short name', required: true }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const made = await client.createOrganization({
      body: { name: input.arg('name'), subdomain: input.requiredText('subdomain') },
    });
    out.show(made, () => organisationText(made));
    out.note(`To act for it: quorate org use ${made.id}`);
  },
};

const QUOTA_WORDS = {
  registers: 'registers',
  users: 'members and open invitations',
  wallets: 'wallets',
  bytes: 'bytes of sealed transactions',
} as const;

const orgShow: Command = {
  name: 'org show',
  summary: 'show an organisation: its share of the rows that the node keeps permanently, and how much it may have',
  options: [ORGANISATION],
  async run(context) {
    const { client } = await connect(context);
    const shown = await client.getOrganization({ params: { id: await organisationOf(context, client) } });
    context.out.show(shown, () => organisationText(shown) + (shown.usage ? `\n${usageText(shown.usage)}` : ''));
  },
};

const orgQuota: Command = {
  name: 'org quota',
  summary: 'say what an organisation may have, instead of the settings of the node; for the platform administrator',
  examples: ['quorate org quota ID --registers 500 --bytes 0'],
  args: [{ name: '<organisation>', description: 'id, name or short name of the organisation' }],
  options: QUOTA_NAMES.map((name) => ({
    flags: `--${name} <n>`,
    description: `${QUOTA_WORDS[name]}; 0 is unbounded (left out: the setting)`,
    integer: { min: 0, max: Number.MAX_SAFE_INTEGER },
  })),
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const given = QUOTA_NAMES.map((name) => [name, input.integer(name)] as const);
    const body = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const usage = await client.setOrganizationQuotas({ params: { orgId: input.arg('organisation') }, body });
    out.show(usage, () => usageText(usage));
  },
};

const orgUse: Command = {
  name: 'org use',
  summary: 'act for another organisation of yours from now on',
  args: [{ name: '<organisation>', description: 'id, name or short name of the organisation' }],
  async run(context) {
    const { input, out, terminal } = context;
    if (terminal.env.QUORATE_TOKEN)
      throw new CommandError('QUORATE_TOKEN decides for whom you act', { hint: 'Unset it and log in.' });
    const { url, token, stepUp } = await openSession(context);
    const organizationId = input.arg('organisation');
    const file = profilesFile(terminal.env);
    const name = profileName(input.profile, terminal.env, file);
    // Under the lock: the refresh token of the profile is spent by it, and another command may want it.
    const switchProfile = (bearer: string | undefined) =>
      changeProfiles(file, async (before) => {
        const client = await clientOf(url, bearer);
        const answer = await client.switchOrganization({ body: { organizationId } });
        const email = before.profiles[name]?.email ?? '';
        const profile = { ...before.profiles[name], ...profileOf(url, email, { ...answer, nowMs: terminal.now() }) };
        return { ...before, profiles: { ...before.profiles, [name]: profile } };
      });
    await switchProfile(token).catch(async (error: unknown) => {
      if (!isClientError(error) || error.code !== 'SIGN_IN_NOT_RECENT') throw error;
      // Outside of the lock, which the step-up takes for itself.
      const next = await stepUp?.();
      if (next === undefined) throw error;
      return switchProfile(next);
    });
    out.show({ profile: name, organizationId }, `The profile "${name}" acts for ${organizationId} now.`);
  },
};

const userList: Command = {
  name: 'user list',
  summary: 'list the users of an organisation',
  options: [ORGANISATION, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const params = { organizationId: await organisationOf(context, client) };
    const { users, totalCount } = await client.listUsers({ params, query: page });
    out.show(users, () => {
      const rows = users.map(({ email, emailVerified, displayName, roles, status, id }) => {
        return [email, emailVerified ? 'yes' : 'no', displayName, roles.join(' '), status, id];
      });
      return table(['E-MAIL', 'VERIFIED', 'NAME', 'ROLES', 'STATUS', 'ID'], rows) + pageNote(page, totalCount);
    });
  },
};

type UserOrder = 'unlockUser' | 'suspendUser' | 'reactivateUser' | 'removeUser';

function userOrder(name: string, summary: string, operation: UserOrder): Command {
  return {
    name: `user ${name}`,
    summary,
    args: [USER_ARGUMENT],
    options: [ORGANISATION],
    async run(context) {
      const { client } = await connect(context);
      const organizationId = await organisationOf(context, client);
      const userId = await userIn(context, client, organizationId);
      await client[operation]({ params: { organizationId, userId } });
      context.out.show({ userId, done: name }, `Done: ${name} ${context.input.arg('user')}.`);
    },
  };
}

const userReset: Command = {
  name: 'user reset',
  summary: 'give an account of a stopped node a new password, and end its sessions',
  examples: ['quorate user reset admin@quorate.local --data-dir /var/lib/quorate'],
  args: [{ name: '<email>', description: 'e-mail address of the account' }],
  options: [DATA_OPTION],
  async run(context) {
    const { input, out, terminal } = context;
    const folder = storeIn(context);
    const { resetPassword } = await import('../../disk/account-work.js');
    const reset = await resetPassword(folder, input.arg('email'), terminal.now());
    out.show(reset, () => fields({ 'e-mail': reset.email, password: reset.password }));
    out.note('The password is shown this once. Start the node, log in and change it: quorate password');
  },
};

export const tenantCommands: readonly Command[] = [
  whoami,
  password,
  orgList,
  orgCreate,
  orgShow,
  orgQuota,
  orgUse,
  userList,
  userReset,
  userOrder('unlock', 'lift the lock of failed logins', 'unlockUser'),
  userOrder('suspend', 'suspend a user and end its sessions', 'suspendUser'),
  userOrder('reactivate', 'end the suspension of a user', 'reactivateUser'),
  userOrder('remove', 'remove a user from an organisation; its account and other memberships stay', 'removeUser'),
];

function organisationText(made: Organisation): string {
  return fields({
    name: made.name,
    id: made.id,
    subdomain: made.subdomain,
    status: made.status,
    created: made.createdAt,
  });
}

function usageText(usage: NonNullable<Organisation['usage']>): string {
  const rows = QUOTA_NAMES.map((name) => [name, usage[name].used, usage[name].limit ?? 'no bound']);
  return table(['', 'USED', 'LIMIT'], rows);
}
