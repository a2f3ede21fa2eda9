// An organisation as its administrators change it: name, settings, roles of its members, and invitations by mail.
import { PROVEN_ACTS, type ProvenAct } from '../../../core/tenant/organisations/settings.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { connect } from '../../remote/session.js';
import { USER_ARGUMENT, userIn } from '../../remote/users.js';

const orgUpdate: Command = {
  name: 'org update',
  summary: 'change name and branding of an organisation',
  examples: ['quorate org update --name "Acme Trading" --tagline "We sail."'],
  options: [
    { flags: '--name <text>', description: 'name of the organisation' },
    { flags: '--tagline <text>', description: 'tagline of its branding, which is replaced whole' },
    { flags: '--logo <address>', description: 'https address of its logo' },
    { flags: '--primary <colour>', description: 'such as #003366' },
    { flags: '--secondary <colour>', description: 'such as #ffcc00' },
    ORGANISATION,
  ],
  async run(context) {
    const { input, out } = context;
    const branding = pickStated({
      companyTagline: input.text('tagline'),
      logoUrl: input.text('logo'),
      primaryColor: input.text('primary'),
      secondaryColor: input.text('secondary'),
    });
    const body = pickStated({
      name: input.text('name'),
      branding: Object.keys(branding).length > 0 ? branding : undefined,
    });
    if (Object.keys(body).length === 0)
      throw new CommandError('nothing to change', {
        exit: EXIT.usage,
        hint: 'State --name, or a part of the branding.',
      });
    const { client } = await connect(context);
    const changed = await client.updateOrganization({ params: { id: await organisationOf(context, client) }, body });
    out.show(changed, () => `${changed.name} (${changed.subdomain}) is changed.`);
  },
};

const orgSettings: Command = {
  name: 'org settings',
  summary: 'show the settings of an organisation, or change those that are stated',
  examples: ['quorate org settings --domain acme.example --domain acme.test', 'quorate org settings --audit-months 84'],
  options: [
    { flags: '--type <kind>', description: 'Standard or Public', choices: ['Standard', 'Public'] },
    {
      flags: '--self-registration <state>',
      description: 'on or off; of a Public organisation',
      choices: ['on', 'off'],
    },
    { flags: '--domain <name>', description: 'e-mail domain of its members (repeat)', repeat: true },
    { flags: '--any-domain', description: 'members of every e-mail domain' },
    {
      flags: '--audit-months <n>',
      description: 'months that its audit trail is kept; 0 follows the node',
      integer: { min: 0, max: 600 },
    },
    {
      flags: '--recent-sign-in <act>',
      description: 'what takes a sign-in of the last ten minutes: signing, or showing credentials (repeat)',
      choices: PROVEN_ACTS,
      repeat: true,
    },
    { flags: '--any-sign-in', description: 'neither takes a recent one' },
    ORGANISATION,
  ],
  async run(context) {
    const { input, out } = context;
    const domains = [...input.list('domain')];
    const acts = [...input.list('recent-sign-in')] as ProvenAct[];
    const months = input.integer('audit-months');
    const registration = input.text('self-registration');
    const body = pickStated({
      orgType: input.text('type') as 'Standard' | 'Public' | undefined,
      selfRegistrationEnabled: registration === undefined ? undefined : registration === 'on',
      allowedEmailDomains: input.flag('any-domain') ? [] : domains.length > 0 ? domains : undefined,
      auditRetentionMonths: months === 0 ? null : months,
      recentSignInFor: input.flag('any-sign-in') ? [] : acts.length > 0 ? acts : undefined,
    });
    const { client } = await connect(context);
    const params = { organizationId: await organisationOf(context, client) };
    const settings =
      Object.keys(body).length === 0
        ? await client.getOrganizationSettings({ params })
        : await client.updateOrganizationSettings({ params, body });
    out.show(settings, () =>
      fields({
        type: settings.orgType,
        'self-registration': settings.selfRegistrationEnabled ? 'on' : 'off',
        'e-mail domains': settings.allowedEmailDomains.join(' ') || 'any',
        'audit months': settings.auditRetentionMonths ?? 'as the node',
        'recent sign-in for': settings.recentSignInFor.join(' ') || undefined,
      }),
    );
  },
};

function orgStatus(name: string, summary: string, status: 'Active' | 'Suspended'): Command {
  return {
    name: `org ${name}`,
    summary,
    args: [{ name: '<organisation>', description: 'id, name or short name of the organisation' }],
    async run(context) {
      const { client } = await connect(context);
      const orgId = context.input.arg('organisation');
      await client.setOrganizationStatus({ params: { orgId }, body: { status } });
      context.out.show({ organizationId: orgId, status }, `Done: ${orgId} is ${status}.`);
    },
  };
}

const userShow: Command = {
  name: 'user show',
  summary: 'show a user: role, how it signs in, where it is signed in, and which programs it let in',
  examples: ['quorate user show ada@acme.example'],
  args: [USER_ARGUMENT],
  options: [ORGANISATION],
  async run(context) {
    const { client } = await connect(context);
    const organizationId = await organisationOf(context, client);
    const params = { organizationId, userId: await userIn(context, client, organizationId) };
    const [user, signIn] = await Promise.all([client.getUser({ params }), client.getUserSignIn({ params })]);
    context.out.show({ ...user, ...signIn }, () =>
      [
        fields({
          name: user.displayName,
          'e-mail': user.email,
          roles: user.roles.join(' '),
          status: user.status,
          'latest login': user.lastLoginAt ?? 'never',
          'second factors': signIn.secondFactors.join(' ') || 'none',
          locked: signIn.isLocked ? 'yes' : 'no',
        }),
        table(
          ['SIGNED IN', 'BY', 'PROGRAM', 'ADDRESS'],
          signIn.sessions.map(({ signedInAt, method, program, address }) => [
            signedInAt,
            method,
            program ?? '-',
            address ?? '-',
          ]),
        ),
        table(
          ['PROGRAM', 'LET IN', 'SCOPES'],
          signIn.programs.map(({ name, grantedAt, scopes }) => [
            name,
            grantedAt,
            scopes.map(({ scope }) => scope).join(' '),
          ]),
        ),
      ].join('\n\n'),
    );
  },
};

const userRole: Command = {
  name: 'user role',
  summary: 'give a user one role in the place of those it has; its sessions end',
  examples: ['quorate user role ada@acme.example Auditor'],
  args: [USER_ARGUMENT, { name: '<role>', description: 'Administrator, Designer, Auditor, Member or User' }],
  options: [ORGANISATION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const organizationId = await organisationOf(context, client);
    const params = { organizationId, userId: await userIn(context, client, organizationId) };
    const user = await client.setUserRole({ params, body: { role: input.arg('role') } });
    out.show(user, () => `${user.email} is ${user.roles.join(' ')} now.`);
  },
};

const invitationSend: Command = {
  name: 'invitation send',
  summary: 'invite somebody by mail: the code is in the mail alone',
  examples: ['quorate invitation send ada@acme.example --role Auditor --days 3'],
  args: [{ name: '<email>', description: 'e-mail address' }],
  options: [
    { flags: '--role <name>', description: 'role in the organisation (default: Member)' },
    { flags: '--name <text>', description: 'name for people (default: the address)' },
    { flags: '--days <n>', description: 'days until it expires (default: the setting)', integer: { min: 1, max: 31 } },
    ORGANISATION,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { organizationId: await organisationOf(context, client) };
    const body = {
      ...{ email: input.arg('email'), role: input.text('role') ?? 'Member' },
      ...pickStated({ displayName: input.text('name'), expiryDays: input.integer('days') }),
    };
    const sent = await client.sendInvitation({ params, body });
    const way = sent.through === 'folder' ? 'becomes a file in the mail folder of the node' : 'is on its way by mail';
    out.show(sent, () => `The invitation ${sent.id} to ${sent.email} ${way}, and ends at ${sent.expiresAt}.`);
    if (sent.through === 'folder')
      out.note(
        'No mail server is set (mail.host): its operator finds the mail in the folder "mail" of the data folder.',
      );
  },
};

export const organisationCommands: readonly Command[] = [
  orgUpdate,
  orgSettings,
  orgStatus('suspend', 'suspend an organisation and end its sessions; for the platform administrator', 'Suspended'),
  orgStatus('reactivate', 'end the suspension of an organisation; for the platform administrator', 'Active'),
  userShow,
  userRole,
  invitationSend,
];
