// Invitations into an organisation: sent by an administrator, answered by the invited person. The code is asked for or
// comes from standard input, never from the command line, where other users could see it.
import type { Client } from '../../../api/client/client.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { newPassword, secretLine, twoLines } from '../../command/secrets.js';
import { nodeAddress } from '../../remote/address.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { clientOf } from '../../remote/remote.js';
import { connect, openSession } from '../../remote/session.js';

type Added = Awaited<ReturnType<Client['inviteUser']>>;

const PIPE = 'Pipe it in where there is no terminal.';
const URL_OPTION = { flags: '--url <address>', description: 'address of the node, for who is not logged in' };

const invite: Command = {
  name: 'user invite',
  summary: 'invite somebody into an organisation: shows the code to hand over',
  examples: [
    'quorate user invite ada@acme.example --name "Ada" --role Administrator',
    'quorate user invite ada@acme.example --first-password < password.txt',
  ],
  args: [{ name: '<email>', description: 'e-mail address' }],
  options: [
    { flags: '--name <text>', description: 'name for people (default: the address)' },
    { flags: '--role <name>', description: 'role in the organisation (repeat)', repeat: true },
    {
      flags: '--first-password',
      description: 'make the user at once where the address has no account: the first sign-in changes this password',
    },
    ORGANISATION,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { organizationId: await organisationOf(context, client) };
    const email = input.arg('email');
    const password = input.flag('first-password') ? await secretLine(context, 'First password: ', PIPE) : undefined;
    const made = await client.inviteUser({
      params,
      body: {
        ...{ email, displayName: input.text('name') ?? email, roles: [...input.list('role')] },
        ...(password !== undefined && { password }),
      },
    });
    out.show(made, () => (made.made === 'user' ? memberText(made) : invitationText(made)));
    out.note(made.made === 'user' ? CHANGES_FIRST : HAND_OVER);
  },
};

const HAND_OVER =
  'The code is shown this once: hand it to that person alone. To accept: quorate invitation accept; without an account here: quorate invitation accept --new';
const CHANGES_FIRST = 'The user is a member now, and changes the password first: quorate login, then quorate password';

const list: Command = {
  name: 'invitation list',
  summary: 'list the invitations of an organisation, newest first',
  options: [ORGANISATION, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const params = { organizationId: await organisationOf(context, client) };
    const { invitations, totalCount } = await client.listInvitations({ params, query: page });
    out.show(invitations, () => {
      const rows = invitations.map((item) => [item.email, item.roles.join(' '), item.status, item.expiresAt, item.id]);
      return table(['E-MAIL', 'ROLES', 'STATUS', 'EXPIRES', 'ID'], rows) + pageNote(page, totalCount);
    });
  },
};

const revoke: Command = {
  name: 'invitation revoke',
  summary: 'revoke an invitation without an answer',
  args: [{ name: '<invitation>', description: 'id of the invitation' }],
  options: [ORGANISATION],
  async run(context) {
    const { client } = await connect(context);
    const invitationId = context.input.arg('invitation');
    await client.revokeInvitation({
      params: { organizationId: await organisationOf(context, client), invitationId },
    });
    context.out.show({ invitationId, done: 'revoke' }, `The invitation ${invitationId} is revoked.`);
  },
};

const show: Command = {
  name: 'invitation show',
  summary: 'see what an invitation offers, by its code',
  options: [URL_OPTION],
  async run(context) {
    const code = await secretLine(context, 'Code: ', PIPE);
    const client = await clientOf(await addressOf(context));
    const offer = await client.readInvitation({ body: { code } });
    context.out.show(offer, () =>
      fields({
        organisation: offer.organizationName,
        'e-mail': offer.email,
        name: offer.displayName,
        roles: offer.roles.join(' '),
        'invited by': offer.invitedBy,
        expires: offer.expiresAt,
      }),
    );
  },
};

const accept: Command = {
  name: 'invitation accept',
  summary: 'become a member of the organisation that invited you',
  examples: [
    'quorate invitation accept',
    'quorate invitation accept --new --url https://ledger.example',
    'printf \'%s\\n%s\\n\' "$CODE" "$PASSWORD" | quorate invitation accept --new',
  ],
  options: [
    { flags: '--new', description: 'you have no account on this installation: make one, with a password of yours' },
    { flags: '--name <text>', description: 'with --new: your name (default: the one in the invitation)' },
    {
      flags: '--take-address',
      description: 'with --new and a mailed code: take the address from an account that never verified it',
    },
    URL_OPTION,
  ],
  async run(context) {
    if (context.input.flag('new')) return register(context);
    const { input } = context;
    if (input.text('name') !== undefined || input.text('url') !== undefined || input.flag('take-address'))
      throw new CommandError('--name, --url and --take-address go with --new', {
        exit: EXIT.usage,
        hint: 'A person with an account accepts with it: quorate login',
      });
    const { client } = await connect(context);
    const body = { code: await secretLine(context, 'Code: ', PIPE) };
    const member = await client.acceptInvitation({ body });
    context.out.show(member, () => memberText(member));
    context.out.note(`To act for the organisation: quorate org use ${member.organizationId}`);
  },
};

const decline: Command = {
  name: 'invitation decline',
  summary: 'decline an invitation, by its code',
  options: [URL_OPTION],
  async run(context) {
    const code = await secretLine(context, 'Code: ', PIPE);
    const client = await clientOf(await addressOf(context));
    await client.declineInvitation({ body: { code } });
    context.out.show({ done: 'decline' }, 'The invitation is declined.');
  },
};

export const invitationCommands: readonly Command[] = [invite, list, revoke, show, accept, decline];

async function register(context: Context): Promise<void> {
  const { input, out } = context;
  const url = await addressOf(context);
  const [code, password] = await codeAndPassword(context);
  const displayName = input.text('name');
  const client = await clientOf(url);
  const member = await client.registerInvited({
    body: {
      ...{ code, password },
      ...(displayName !== undefined && { displayName }),
      ...(input.flag('take-address') && { takesAddress: true }),
    },
  });
  out.show(member, () => memberText(member));
  out.note(`Next: quorate login --url ${url} --email ${member.email}`);
}

async function codeAndPassword(context: Context): Promise<readonly [string, string]> {
  const { terminal } = context;
  const code = await terminal.ask('Code: ', { hidden: true });
  if (code === undefined) return twoLines(context, 'the code and your password');
  return [code, (await newPassword(context, 'Your new password')) ?? ''];
}

async function addressOf(context: Context): Promise<string> {
  const stated = context.input.text('url');
  return stated === undefined ? (await openSession(context)).url : nodeAddress(stated);
}

function invitationText(made: Extract<Added, { readonly made: 'invitation' }>): string {
  return fields({
    'e-mail': made.email,
    name: made.displayName,
    roles: made.roles.join(' '),
    id: made.id,
    expires: made.expiresAt,
    code: made.code,
  });
}

function memberText(member: Omit<Awaited<ReturnType<Client['acceptInvitation']>>, 'made'>): string {
  return fields({
    'e-mail': member.email,
    name: member.displayName,
    organisation: member.organizationId,
    id: member.id,
    roles: member.roles.join(' '),
    status: member.status,
  });
}
