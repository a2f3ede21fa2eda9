// Logs in to a node and out again. The password is asked for, or read from standard input or QUORATE_PASSWORD, never
// from the command line, where other users could see it; with a browser no password passes here.
import type { Client } from '../../../api/client/client.js';
import { withoutMark } from '../../../core/base/written-text.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { fields } from '../../command/output.js';
import { nodeAddress } from '../../remote/address.js';
import {
  changeProfiles,
  type Profile,
  profileOf,
  profilesFile,
  readProfiles,
  type TokenAnswer,
} from '../../remote/profile.js';
import { clientOf, isClientError } from '../../remote/remote.js';
import { DEFAULT_URL, profileName } from '../../remote/session.js';
import { loginByBrowser, loginByDevice } from './login-browser.js';

type Challenge = Extract<Awaited<ReturnType<Client['login']>>, { loginToken: string }>;

const login: Command = {
  name: 'login',
  summary: 'log in to a node and remember it under a profile',
  examples: [
    'quorate login --email admin@quorate.local',
    'quorate login --url https://ledger.example --profile work --email me@example.com',
    'quorate login --passkey',
    'quorate login --device',
  ],
  options: [
    {
      flags: '--url <address>',
      description:
        'address of the node; where its certificate is of an authority of your own, set NODE_EXTRA_CA_CERTS=FILE',
    },
    { flags: '--email <address>', description: 'account to log in to' },
    { flags: '--code <code>', description: 'one-time code or backup code, for an account with a second factor' },
    { flags: '--totp', description: 'ask for a one-time code with the password: it passes the lock of failed logins' },
    { flags: '--passkey', description: 'sign in with the browser of this computer, by a passkey or what you like' },
    { flags: '--device', description: 'sign in with a browser on another computer, by a code that is shown here' },
    { flags: '--link', description: 'with --passkey: show the address and open no browser' },
    { flags: '--password-stdin', description: 'read the password from standard input' },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const file = profilesFile(terminal.env);
    const name = profileName(input.profile, terminal.env, file);
    const before = readProfiles(file).profiles[name];
    const url = nodeAddress(input.text('url') ?? (terminal.env.QUORATE_URL || before?.url || DEFAULT_URL));
    const client = await clientOf(url);
    const { email, answer } = await WAYS[wayOf(context)]({ context, client, url, before });
    // Of another account it is good for nothing, and is kept for the next login of this one.
    const profile = { ...ownDevice(before, url), ...profileOf(url, email, { ...answer, nowMs: terminal.now() }) };
    await changeProfiles(file, ({ profiles }) => ({ current: name, profiles: { ...profiles, [name]: profile } }));
    const shown = { profile: name, url, email, expiresAt: new Date(profile.expiresAtMs).toISOString() };
    // The program renews its token by itself until the session ends: the end of the token tells a person nothing.
    out.show(shown, () => `Logged in.\n${fields({ profile: name, url, email })}`);
    if (isFirstPassword(answer.accessToken))
      out.warn('This first password has to be changed before anything else: quorate password');
  },
};

const logout: Command = {
  name: 'logout',
  summary: 'forget a login and end its session',
  async run({ input, out, terminal }) {
    const file = profilesFile(terminal.env);
    const name = profileName(input.profile, terminal.env, file);
    const profile = readProfiles(file).profiles[name];
    if (!profile) throw new CommandError(`nobody is logged in under the profile "${name}"`);
    await changeProfiles(file, ({ current, profiles }) => {
      const { [name]: _forgotten, ...others } = profiles;
      return { current: current === name ? 'default' : current, profiles: others };
    });
    const ended = await endSession(profile.url, profile.accessToken);
    if (!ended) out.warn('The node did not confirm; the tokens die when they expire.');
    out.show({ profile: name, ended }, `Logged out of ${profile.url}.`);
  },
};

interface Way {
  readonly context: Context;
  readonly client: Client;
  readonly url: string;
  /** The profile so far. */
  readonly before: Profile | undefined;
}

interface LoggedIn {
  readonly email: string;
  readonly answer: TokenAnswer;
}

const WAYS = {
  async password({ context, client, url, before }: Way): Promise<LoggedIn> {
    const { input } = context;
    const email = input.text('email') ?? before?.email ?? (await askSecret(context, 'Email: ', '--email'));
    const secret = await password(context, email);
    const code = input.flag('totp')
      ? (input.text('code') ?? (await askSecret(context, 'Code: ', '--code')))
      : undefined;
    const device = ownDevice(before, url);
    const body = { email, password: secret, ...(code !== undefined && { code }), ...device };
    const first = await client.login({ body });
    return { email, answer: 'accessToken' in first ? first : await withCode({ context, client, device }, first) };
  },
  passkey: async ({ context, client, url }: Way) => identify(context, url, await loginByBrowser(context, client, url)),
  device: async ({ context, client, url }: Way) => identify(context, url, await loginByDevice(context, client)),
};

function wayOf({ input }: Context): keyof typeof WAYS {
  const [passkey, device] = [input.flag('passkey'), input.flag('device')];
  if (Number(passkey) + Number(device) + Number(input.flag('totp')) > 1)
    throw new CommandError('--passkey, --device and --totp are three ways', { exit: EXIT.usage, hint: 'State one.' });
  return passkey ? 'passkey' : device ? 'device' : 'password';
}

/** Whose session a browser handed over. Another account than the one that was asked for is let go at once. */
async function identify({ input }: Context, url: string, answer: TokenAnswer): Promise<LoggedIn> {
  const me = await (await clientOf(url, answer.accessToken)).getMe();
  const email = me.email || me.displayName;
  const wanted = input.text('email');
  if (wanted === undefined || wanted.toLowerCase() === email.toLowerCase()) return { email, answer };
  await endSession(url, answer.accessToken);
  throw new CommandError(`the browser signed in as ${email}`, { hint: `Sign in there as ${wanted}.` });
}

export const loginCommands: readonly Command[] = [login, logout];

/**
 * By which the node at the address knew this computer last. Another node is not told: its holder can use up the
 * tries of the device.
 */
function ownDevice(profile: Profile | undefined, url: string): Pick<Profile, 'deviceToken'> {
  if (profile?.deviceToken === undefined || profile.url !== url) return {};
  return { deviceToken: profile.deviceToken };
}

/** A backup code has letters; the digits of an app have none. */
async function withCode(
  {
    context,
    client,
    device,
  }: { readonly context: Context; readonly client: Client; readonly device: Pick<Profile, 'deviceToken'> },
  { loginToken, availableMethods }: Challenge,
) {
  if (!availableMethods.includes('totp'))
    throw new CommandError('the account asks for a passkey, which this command cannot show', {
      hint: 'Log in with a browser: quorate login --passkey',
    });
  const code = context.input.text('code') ?? (await askSecret(context, 'Code: ', '--code'));
  return client.verifyTwoFactor({ body: { loginToken, code, isBackupCode: /[a-z]/i.test(code), ...device } });
}

async function password(context: Context, email: string): Promise<string> {
  const { input, terminal } = context;
  if (input.flag('password-stdin')) return withoutMark(await terminal.readStdin()).replace(/\r?\n$/, '');
  return (
    terminal.env.QUORATE_PASSWORD || (await askSecret(context, `Password of ${email}: `, '--password-stdin', true))
  );
}

async function askSecret({ terminal }: Context, question: string, option: string, hidden = false): Promise<string> {
  const answer = await terminal.ask(question, { hidden });
  if (answer !== undefined && answer !== '') return answer;
  throw new CommandError(`${question.replace(': ', '').toLowerCase()} is missing`, {
    exit: EXIT.usage,
    hint: hidden ? 'Use --password-stdin or QUORATE_PASSWORD where there is no terminal.' : `Use ${option}.`,
  });
}

/** The claim of the node in its token, which the node alone judges. */
function isFirstPassword(token: string): boolean {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return claims?.must_change_password === true;
  } catch {
    return false;
  }
}

/** True if the node ended the session. A node that cannot be told does not keep anybody logged in here. */
async function endSession(url: string, token: string): Promise<boolean> {
  const client = await clientOf(url, token);
  try {
    await client.logout();
    return true;
  } catch (error) {
    if (isClientError(error)) return false;
    throw error;
  }
}
