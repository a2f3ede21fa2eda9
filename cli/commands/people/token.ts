// The access token of the login for a script that calls the node by itself. The refresh token, by which a login goes on
// for days, is never shown.
import { type Command, CommandError } from '../../command/command.js';
import { openSession } from '../../remote/session.js';

/** A script has at least so long with it. */
const GOOD_FOR_MS = 10 * 60_000;

const token: Command = {
  name: 'token',
  summary: 'print an access token of your login, for a script: it is good for 10 minutes at least',
  examples: ['curl -H "authorization: Bearer $(quorate token)" http://127.0.0.1:8080/api/auth/me'],
  async run(context) {
    const { out, terminal } = context;
    const { token: accessToken, url } = await openSession(context, GOOD_FOR_MS);
    if (accessToken === undefined) throw new CommandError('nobody is logged in', { hint: 'Run: quorate login' });
    const expiresAt = endOf(accessToken);
    out.show({ accessToken, url, expiresAt }, accessToken);
    if (terminal.stdout.isTTY === true)
      out.warn(
        `A reader of it is you at ${url} until ${expiresAt ?? 'it ends'}: show it to nobody. quorate logout ends it.`,
      );
  },
};

/** As it says of itself; null for a token of another form. */
function endOf(accessToken: string): string | null {
  try {
    const { exp } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return Number.isSafeInteger(exp) ? new Date(exp * 1000).toISOString() : null;
  } catch {
    return null;
  }
}

export const tokenCommands: readonly Command[] = [token];
