// Who the command speaks to and as whom: the node's address and a token that is valid now. Tokens come from the environment or from a login
// profile, where they are refreshed before they expire; they are never printed.
import { CommandError, type Context, EXIT } from './command.js';
import { changeProfiles, type Profile, profilesFile, readProfiles } from './profile.js';

export interface Session {
  readonly url: string;
  /** Undefined when nobody is logged in: public operations still work. */
  readonly token: string | undefined;
}

export interface TokenAnswer {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

export const DEFAULT_URL = 'http://127.0.0.1:8080';
/** Refreshed this long before the end, so that a token does not expire on its way. */
const EARLY_MS = 30_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Address and token for this call: QUORATE_URL and QUORATE_TOKEN win over the profile. */
export async function openSession({ input, terminal }: Context): Promise<Session> {
  const { env } = terminal;
  const file = profilesFile(env);
  const name = profileName(input.profile, env, file);
  const profile = readProfiles(file).profiles[name];
  if (profile === undefined && (input.profile !== undefined || env.QUORATE_PROFILE))
    throw new CommandError(`there is no profile "${name}"`, { hint: `Run: quorate login --profile ${name}` });
  const url = trimmed(env.QUORATE_URL || profile?.url || DEFAULT_URL);
  if (env.QUORATE_TOKEN) return { url, token: env.QUORATE_TOKEN };
  // A token goes to the node that issued it and to no other.
  if (profile === undefined || trimmed(profile.url) !== url) return { url, token: undefined };
  if (profile.expiresAtMs - EARLY_MS > terminal.now()) return { url, token: profile.accessToken };
  return { url, token: await refreshed({ file, name, now: terminal.now }) };
}

/** The profile that a command uses when it is told no other. */
export function profileName(
  stated: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): string {
  return stated ?? (env.QUORATE_PROFILE || readProfiles(file).current);
}

export function profileOf(url: string, email: string, answer: TokenAnswer & { readonly nowMs: number }): Profile {
  const expiresAtMs = answer.nowMs + answer.expiresIn * 1000;
  return { url, email, accessToken: answer.accessToken, refreshToken: answer.refreshToken, expiresAtMs };
}

interface Refresh {
  readonly file: string;
  readonly name: string;
  readonly now: () => number;
}

async function refreshed({ file, name, now }: Refresh): Promise<string> {
  const after = await changeProfiles(file, async (before) => {
    const profile = before.profiles[name];
    // Another command may have refreshed, or logged out, while this one waited for the lock.
    if (profile === undefined || profile.expiresAtMs - EARLY_MS > now()) return before;
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: profile.refreshToken });
    const answer = await send(`${trimmed(profile.url)}/api/service-auth/token`, { method: 'POST', body });
    if (!answer.ok) throw new CommandError('the login has expired', { hint: 'Run: quorate login' });
    const fresh = oauthTokens(await answer.json());
    return {
      ...before,
      profiles: { ...before.profiles, [name]: profileOf(profile.url, profile.email, { ...fresh, nowMs: now() }) },
    };
  });
  const profile = after.profiles[name];
  if (profile === undefined) throw new CommandError('nobody is logged in', { hint: 'Run: quorate login' });
  return profile.accessToken;
}

function oauthTokens(body: unknown): TokenAnswer {
  const { access_token, refresh_token, expires_in } = body as Record<string, unknown>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof expires_in !== 'number')
    throw new CommandError('the node answered the token request in a way that this version does not know');
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in };
}

/** fetch with a time limit, whose failure to connect is an answer for people. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), redirect: 'error' });
  } catch (error) {
    throw unreachable(url, error);
  }
}

export function unreachable(url: string, cause: unknown): CommandError {
  return new CommandError(`no node answers at ${new URL(url).origin}`, {
    exit: EXIT.unreachable,
    hint: 'Start one with "quorate start", or name another with QUORATE_URL or "quorate login --url".',
    cause,
  });
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}
