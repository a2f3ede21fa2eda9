// Logging in with a browser, as programs do at the authorization server of a node (OAuth 2.1). On this computer the
// answer comes to the loopback address; on another one a person types the code that this program shows. No password
// and no key passes here.
import { randomBytes } from 'node:crypto';
import type { Client } from '../../../api/client/client.js';
import { mayPass } from '../../../api/client/passing.js';
import { COMMAND_LINE } from '../../../core/tenant/programs/clients.js';
import { challengeOf, comparisonOf } from '../../../core/tenant/programs/codes.js';
import { CommandError, type Context } from '../../command/command.js';
import { listenAtLoopback } from '../../remote/loopback.js';
import type { TokenAnswer } from '../../remote/profile.js';
import { isClientError } from '../../remote/remote.js';
import { siteOf } from '../../remote/site.js';

/** How long a person may take to sign in. */
const SETTLING_MS = 5 * 60 * 1000;
const OWN = { client_id: COMMAND_LINE.clientId, scope: COMMAND_LINE.scopes.join(' ') };

/** The session that the page of the node gives, after the person said so there. */
export async function loginByBrowser(context: Context, client: Client, url: string): Promise<TokenAnswer> {
  const { out, terminal, input } = context;
  const [state, codeVerifier] = [secret(), secret()];
  const codeChallenge = challengeOf(codeVerifier);
  const { issuer } = await client.getAuthorizationServer();
  const loopback = await listenAtLoopback(state, { timeoutMs: SETTLING_MS, signal: terminal.signal });
  try {
    const redirectUri = `http://127.0.0.1:${loopback.port}/`;
    const asked = {
      ...{ response_type: 'code', ...OWN, redirect_uri: redirectUri, state },
      ...{ code_challenge: codeChallenge, code_challenge_method: 'S256' },
    };
    const link = `${await siteOf(client, url)}/oauth/authorize?${new URLSearchParams(asked)}`;
    out.note(`Sign in with your browser, here:\n  ${link}`);
    out.note(`Say yes there if the page shows this code: ${comparisonOf(codeChallenge)}`);
    if (!input.flag('link')) terminal.browse(link);
    const answer = await loopback.answer;
    if (answer === undefined)
      throw new CommandError('no user signed in', { hint: 'Begin again: quorate login --passkey' });
    if ('error' in answer) throw new CommandError('the page refused it', { hint: 'Begin again, and say yes there.' });
    // The answer of another server is for no token endpoint of this one (RFC 9207).
    if (answer.issuer !== issuer)
      throw new CommandError('the answer is of another node', { hint: 'Begin again, and use the page of this node.' });
    const fields = { code: answer.code, code_verifier: codeVerifier, redirect_uri: redirectUri };
    const body = { grant_type: 'authorization_code', client_id: OWN.client_id, ...fields };
    return tokensOf(await client.createProgramToken({ body }));
  } finally {
    loopback.close();
  }
}

/** The session that a person lets in with any browser, by the code that is shown here. */
export async function loginByDevice(context: Context, client: Client): Promise<TokenAnswer> {
  const { out, terminal } = context;
  const asked = await client.askForProgramCode({ body: OWN });
  const { device_code: deviceCode, user_code: userCode, verification_uri: address } = asked;
  out.note(
    `Open this address with any browser, sign in, and type the code ${userCode}:\n  ${await deviceAddress(client, address)}`,
  );
  const untilMs = terminal.now() + asked.expires_in * 1000;
  let { interval } = asked;
  while (terminal.now() < untilMs && !terminal.signal.aborted) {
    await terminal.pause(interval * 1000);
    const answer = await poll(client, deviceCode);
    if (typeof answer !== 'string') return answer;
    // RFC 8628 section 3.5; a node that is asked too often is asked less often too.
    if (answer !== 'authorization_pending') interval += 5;
  }
  throw new CommandError('the code was not typed', { hint: 'Begin again: quorate login --device' });
}

type Waits = 'authorization_pending' | 'slow_down';

/** The session, or why it is not there yet. */
async function poll(client: Client, deviceCode: string): Promise<TokenAnswer | Waits> {
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const body = { grant_type: grant, client_id: OWN.client_id, device_code: deviceCode };
  try {
    return tokensOf(await client.createProgramToken({ body }));
  } catch (error) {
    if (!isClientError(error)) throw error;
    if (error.code === 'authorization_pending') return 'authorization_pending';
    if (error.code === 'slow_down' || mayPass(error)) return 'slow_down';
    throw error;
  }
}

function tokensOf(answer: Awaited<ReturnType<Client['createProgramToken']>>): TokenAnswer {
  const { access_token: accessToken, refresh_token: refreshToken = '', expires_in: expiresIn } = answer;
  return { accessToken, refreshToken, expiresIn };
}

/** Where the code is typed: under the name that passkeys are of, because an account may ask for one. */
async function deviceAddress(client: Client, verificationUri: string): Promise<string> {
  const { origin, pathname, search } = new URL(verificationUri);
  return `${await siteOf(client, origin)}${pathname}${search}`;
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
