// Logging in with a browser: on this computer, where the page hands the session to the loopback address; or on another
// one, where a person types the code that this program shows. No password and no key passes here.
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Client } from '../../../api/client/client.js';
import { mayPass } from '../../../api/client/passing.js';
import { PROGRAM_NAME_MAX } from '../../../core/base/limits/node/accounts.js';
import { challengeOf, comparisonOf } from '../../../core/tenant/programs/codes.js';
import { CommandError, type Context } from '../../command/command.js';
import { listenAtLoopback } from '../../remote/loopback.js';
import type { TokenAnswer } from '../../remote/profile.js';
import { isClientError } from '../../remote/remote.js';
import { siteOf } from '../../remote/site.js';

/** How long a person may take to sign in. */
const SETTLING_MS = 5 * 60 * 1000;

/** The session that the page of the node hands over, after the person said so there. */
export async function loginByBrowser(context: Context, client: Client, url: string): Promise<TokenAnswer> {
  const { out, terminal, input } = context;
  const [state, codeVerifier] = [secret(), secret()];
  const codeChallenge = challengeOf(codeVerifier);
  const loopback = await listenAtLoopback(state, { timeoutMs: SETTLING_MS, signal: terminal.signal });
  try {
    const asked = { program: programName(), port: String(loopback.port), state, challenge: codeChallenge };
    // Behind the #: no server sees it, and no log keeps it.
    const link = `${await siteOf(client, url)}/login#${new URLSearchParams(asked)}`;
    out.note(`Sign in with your browser, here:\n  ${link}`);
    out.note(`Say yes there if the page shows this code: ${comparisonOf(codeChallenge)}`);
    if (!input.flag('link')) terminal.browse(link);
    const answer = await loopback.answer;
    if (answer === undefined)
      throw new CommandError('no user signed in', { hint: 'Begin again: quorate login --passkey' });
    if ('error' in answer) throw new CommandError('the page refused it', { hint: 'Begin again, and say yes there.' });
    return await client.takeProgramSession({ body: { code: answer.code, codeVerifier } });
  } finally {
    loopback.close();
  }
}

/** The session that a person lets in with any browser, by the code that is shown here. */
export async function loginByDevice(context: Context, client: Client): Promise<TokenAnswer> {
  const { out, terminal } = context;
  const asked = await client.askForDeviceCode({ body: { program: programName() } });
  const { deviceCode, userCode, verificationUri, expiresIn } = asked;
  out.note(
    `Open this address with any browser, sign in, and type the code ${userCode}:\n  ${await deviceAddress(client, verificationUri)}`,
  );
  const untilMs = terminal.now() + expiresIn * 1000;
  let { interval } = asked;
  while (terminal.now() < untilMs && !terminal.signal.aborted) {
    await terminal.pause(interval * 1000);
    const answer = await unlessBusy(() => client.takeDeviceSession({ body: { deviceCode } }));
    if (answer !== undefined && 'accessToken' in answer) return answer;
    interval = answer?.interval ?? interval * 2;
  }
  throw new CommandError('the code was not typed', { hint: 'Begin again: quorate login --device' });
}

/** A node that is asked too often, or that starts again, is asked less often then. */
async function unlessBusy<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isClientError(error) && mayPass(error)) return undefined;
    throw error;
  }
}

/** Where the code is typed: under the name that passkeys are of, because an account may ask for one. */
async function deviceAddress(client: Client, verificationUri: string): Promise<string> {
  const { origin, pathname, search } = new URL(verificationUri);
  return `${await siteOf(client, origin)}${pathname}${search}`;
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** A line that tells the person on the page which program asks. */
function programName(): string {
  return `quorate on ${hostname().replace(/[^\w.-]/g, '')}`.slice(0, PROGRAM_NAME_MAX);
}
