// An organisation as its administrators see it: figures, and its participants with the wallets that they proved to be
// their own; and what the operator sets for all organisations.
import type { Client } from '../../../api/client/client.js';
import { SIGNATURE_ALGORITHMS } from '../../../core/crypto/signing/algorithms.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { connect } from '../../remote/session.js';
import { USER_ARGUMENT, userOf } from '../../remote/users.js';
import { WALLET_ARGUMENT } from './wallet.js';

const dashboard: Command = {
  name: 'org dashboard',
  summary: 'show the figures of an organisation: people, roles, latest logins, invitations, provider',
  canWatch: true,
  options: [ORGANISATION],
  async run(context) {
    const { client } = await connect(context);
    const params = { organizationId: await organisationOf(context, client) };
    const value = await client.getOrganizationDashboard({ params });
    const { isConfigured, isEnabled, displayName } = value.idpStatus;
    context.out.show(
      value,
      () =>
        `${fields({
          active: value.activeUserCount,
          suspended: value.suspendedUserCount,
          ...value.usersByRole,
          'open invitations': value.pendingInvitationCount,
          'identity provider': isConfigured ? `${displayName ?? ''} (${isEnabled ? 'on' : 'off'})` : 'none',
        })}\n\n${table(
          ['LATEST LOGIN', 'E-MAIL', 'NAME'],
          value.recentLogins.map((item) => [item.lastLoginAt, item.email, item.displayName]),
        )}`,
    );
  },
};

const participants: Command = {
  name: 'org participants',
  summary: 'list the people of an organisation and whether they linked a wallet',
  examples: ['quorate org participants --query ada', 'quorate org participants --linked no'],
  options: [
    { flags: '--query <text>', description: 'part of the name or of the e-mail address' },
    { flags: '--linked <answer>', description: 'only those with a linked wallet, or without', choices: ['yes', 'no'] },
    ORGANISATION,
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const place = pageIn(input);
    const linked = input.text('linked');
    const organizationId = await organisationOf(context, client);
    const body = pickStated({
      query: input.text('query'),
      hasLinkedWallet: linked === undefined ? undefined : linked === 'yes',
    });
    const answer = await client.searchParticipants({ body: { ...place, organizationId, ...body } });
    out.show(answer, () => {
      const rows = answer.results.map((item) => [
        ...[item.userId, item.email, item.displayName, item.status, item.hasLinkedWallet ? 'yes' : 'no'],
      ]);
      return table(['USER', 'E-MAIL', 'NAME', 'STATUS', 'WALLET'], rows) + pageNote(place, answer.totalCount);
    });
  },
};

const wallets: Command = {
  name: 'user wallets',
  summary: 'list the wallets that a person of your organisation linked',
  examples: ['quorate user wallets ada@acme.example'],
  args: [{ name: '[user]', description: `${USER_ARGUMENT.description} (default: yourself)` }],
  async run(context) {
    const { client } = await connect(context);
    const me = await participantOf(client);
    const named = context.input.optionalArg('user');
    const participantId = named === undefined ? me.participantId : await userOf(client, me.organizationId, named);
    const params = { ...me, participantId };
    const page = await client.listWalletLinks({ params });
    context.out.show(page, () =>
      table(
        ['WALLET', 'ALGORITHM', 'SINCE'],
        page.linkedWallets.map((item) => [item.walletAddress, item.algorithm, item.linkedAt]),
      ),
    );
  },
};

const linkWallet: Command = {
  name: 'user link-wallet',
  summary: 'link a wallet of this node to yourself: it signs a challenge',
  args: [WALLET_ARGUMENT],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const walletAddress = input.arg('wallet');
    const params = await participantOf(client);
    const { algorithm } = await client.getWallet({ params: { address: walletAddress } });
    const known = SIGNATURE_ALGORITHMS.find((name) => name === algorithm);
    if (known === undefined)
      throw new CommandError(`a wallet of ${algorithm} cannot be linked`, { hint: 'Link one that signs.' });
    const asked = await client.beginWalletLink({ params, body: { walletAddress, algorithm: known } });
    const signed = await client.signWithAddress({
      params: { address: walletAddress },
      body: { data: asked.challenge },
    });
    const { signature, publicKey } = signed;
    const { challengeId } = asked;
    const linked = await client.verifyWalletLink({
      params: { ...params, challengeId },
      body: { signature, publicKey },
    });
    out.show(linked, () => `Linked: ${linked.walletAddress}.`);
  },
};

const unlinkWallet: Command = {
  name: 'user unlink-wallet',
  summary: 'unlink a wallet from yourself',
  args: [WALLET_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const walletAddress = context.input.arg('wallet');
    await client.removeWalletLink({ params: { ...(await participantOf(client)), walletAddress } });
    context.out.show({ unlinked: walletAddress }, `Unlinked: ${walletAddress}.`);
  },
};

const platformSettings: Command = {
  name: 'platform settings',
  summary: 'show what holds for all organisations, or change it; for the platform administrator',
  examples: ['quorate platform settings --founding anyone', 'quorate platform settings --invitation-days 3'],
  options: [
    {
      flags: '--founding <who>',
      description: 'who may found an organisation: platform administrators, anyone, or as the settings of the node say',
      choices: ['platform', 'anyone', 'node'],
    },
    {
      flags: '--invitation-days <n>',
      description: 'days that an invitation is good; 0 follows the node',
      integer: { min: 0, max: 31 },
    },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const days = input.integer('invitation-days');
    const body = pickStated({
      founding: input.text('founding') as 'platform' | 'anyone' | 'node' | undefined,
      invitationDays: days === 0 ? null : days,
    });
    const settings =
      Object.keys(body).length === 0
        ? await client.getPlatformSettings()
        : await client.updatePlatformSettings({ body });
    out.show(settings, () =>
      fields({ founding: settings.founding, 'invitation days': settings.invitationDays ?? 'as the node' }),
    );
  },
};

/** The caller as a participant of the organisation that it acts for. */
async function participantOf(client: Client) {
  const { organizationId, userId: participantId } = await client.getMe();
  if (organizationId === null)
    throw new CommandError('you act for no organisation', {
      exit: EXIT.usage,
      hint: 'Choose one: quorate org use ORGANISATION',
    });
  return { organizationId, participantId };
}

export const organisationPeopleCommands: readonly Command[] = [
  dashboard,
  participants,
  wallets,
  linkWallet,
  unlinkWallet,
  platformSettings,
];
