// How the own account is signed in to: its sessions and its passkeys, seen and ended. Passkeys are added in a browser,
// at /enrol of the node.
import type { Client } from '../../../api/client/client.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { siteOf } from '../../remote/site.js';

const sessionList: Command = {
  name: 'session list',
  summary: 'list where you are logged in',
  canWatch: true,
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listSessions();
    context.out.show(page, () =>
      table(
        ['SESSION', 'SINCE', 'BY', 'FROM', 'PROGRAM', 'ORGANISATION', ''],
        page.sessions.map((session) => [
          ...[
            session.id,
            session.signedInAt,
            session.method === 'pwd' ? 'password' : session.method,
            session.address ?? '-',
            session.program ?? '-',
            session.organizationName,
          ],
          session.isCurrent ? 'this one' : '',
        ]),
      ),
    );
  },
};

const sessionRevoke: Command = {
  name: 'session revoke',
  summary: 'end a session of yours, all others, or all that there are',
  examples: ['quorate session revoke c2Vzc2lvbi1leGFtcGxlLW', 'quorate session revoke --all'],
  args: [{ name: '[session]', description: 'id of the session: quorate session list' }],
  options: [
    { flags: '--others', description: 'all of the account but this login, those of devices too' },
    { flags: '--all', description: 'all of the account, this login and devices too' },
  ],
  async run(context) {
    const { input, out } = context;
    const named = input.optionalArg('session');
    const [others, all] = [input.flag('others'), input.flag('all')];
    if ([named !== undefined, others, all].filter(Boolean).length !== 1) {
      const hint = 'See: quorate session list';
      throw new CommandError('state a session, --others or --all', { exit: EXIT.usage, hint });
    }
    const { client } = await connect(context);
    if (named === undefined) {
      const which = all ? 'all' : 'others';
      await client.endAllSessions({ query: { which } });
      const text = all
        ? 'All sessions are ended, this one too. Log in again: quorate login'
        : 'All other sessions are ended.';
      out.show({ ended: which }, text);
      return;
    }
    const sessionId = await sessionOf(client, named);
    await client.endSession({ params: { sessionId } });
    out.show({ ended: [sessionId] }, 'The session is ended.');
  },
};

/** The session whose id is or begins so: among two it does not choose. */
async function sessionOf(client: Client, named: string): Promise<string> {
  // The list is bounded: a whole id may be of one that it leaves out.
  if (/^[\w-]{22}$/.test(named)) return named;
  const { sessions } = await client.listSessions();
  const matches = sessions.filter(({ id }) => id.startsWith(named));
  const [only, ...others] = matches;
  if (only && (others.length === 0 || only.id === named)) return only.id;
  const what = only ? `${matches.length} sessions of yours begin with "${named}"` : `you have no session "${named}"`;
  throw new CommandError(what, { exit: EXIT.usage, hint: 'State one of: quorate session list' });
}

const passkeyList: Command = {
  name: 'passkey list',
  summary: 'list the passkeys of your account',
  async run(context) {
    const { client, url } = await connect(context);
    const page = await client.listPasskeys();
    context.out.show(page, () =>
      table(
        ['PASSKEY', 'NAME', 'SINCE', 'USED', 'BACKED UP'],
        page.credentials.map((item) => [
          ...[item.id, item.displayName, item.createdAt, item.lastUsedAt ?? 'never', item.isBackedUp ? 'yes' : 'no'],
        ]),
      ),
    );
    if (page.credentials.length < page.maxCredentials)
      context.out.note(
        `Add one with a browser: ${await siteOf(client, url)}/enrol. Then end your other sessions: quorate session revoke --others`,
      );
  },
};

const passkeyRevoke: Command = {
  name: 'passkey revoke',
  summary: 'remove a passkey from your account; asks who you are where the login is older than ten minutes',
  args: [{ name: '<passkey>', description: 'id of the passkey: quorate passkey list' }],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const id = input.arg('passkey');
    await confirm(context, `Remove the passkey ${id}?`);
    await client.revokePasskey({ params: { id } });
    out.show({ removed: id }, 'The passkey is removed: it opens the account no more.');
  },
};

export const ownAccessCommands: readonly Command[] = [sessionList, sessionRevoke, passkeyList, passkeyRevoke];
