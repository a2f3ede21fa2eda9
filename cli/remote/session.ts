// The node that the command speaks to and the user as whom: its address and a token that is valid now. Tokens come from
// the environment or from a login profile, where they are refreshed before they expire. `quorate token` alone prints
// one.
import type { Client } from '../../api/client/client.js';
import { languagesOf, languagesOfLocale } from '../../core/base/languages.js';
import { CommandError, type Context } from '../command/command.js';
import { nodeAddress } from './address.js';
import { changeProfiles, type Profile, profileOf, profilesFile, readProfiles, type TokenAnswer } from './profile.js';
import { clientOf, isClientError, type Send, senderTo } from './remote.js';
import { stepUpOf } from './step-up.js';

interface RemoteSession {
  readonly url: string;
  /** Undefined when no user is logged in: public operations still work. */
  readonly token: string | undefined;
  /** Has the person of a login prove once more who it is; gives the token from then on. */
  readonly stepUp?: () => Promise<string | undefined>;
}

/** A session with the client that speaks for it. */
export interface Remote extends RemoteSession {
  readonly client: Client;
  /** Calls an operation by its name, for the headers of its answer. */
  readonly send: Send;
}

export const DEFAULT_URL = 'http://127.0.0.1:8080';
/** Refreshed this long before the end, so that a token does not expire on its way. */
const EARLY_MS = 30_000;

/**
 * Address and token for this call: QUORATE_URL and QUORATE_TOKEN win over the profile. A token of the profile is good
 * for `earlyMs` at least.
 */
export async function openSession(context: Context, earlyMs = EARLY_MS): Promise<RemoteSession> {
  const { input, terminal } = context;
  const { env } = terminal;
  const file = profilesFile(env);
  const name = profileName(input.profile, env, file);
  const profile = readProfiles(file).profiles[name];
  if (profile === undefined && (input.profile !== undefined || env.QUORATE_PROFILE))
    throw new CommandError(`there is no profile "${name}"`, { hint: `Run: quorate login --profile ${name}` });
  const url = nodeAddress(env.QUORATE_URL || profile?.url || DEFAULT_URL);
  if (env.QUORATE_TOKEN) return { url, token: env.QUORATE_TOKEN };
  // A token goes to the node that issued it and to no other.
  if (profile === undefined || nodeAddress(profile.url) !== url) return { url, token: undefined };
  const stepUp = stepUpOf(terminal, { file, name });
  if (profile.expiresAtMs - earlyMs > terminal.now()) return { url, token: profile.accessToken, stepUp };
  return { url, token: await refreshToken({ file, name, now: terminal.now, earlyMs }), stepUp };
}

/** The node and the login of this call. An error of the client may pass: the shell shows it as the node's refusal. */
export async function connect(context: Context): Promise<Remote> {
  const session = await openSession(context);
  const { url, token, stepUp } = session;
  const { atLeast } = context.input;
  const languages = languagesIn(context);
  const headers = {
    ...(atLeast !== undefined && { 'if-register-height': String(atLeast) }),
    ...(languages.length > 0 && { 'accept-language': languages.join(', ') }),
  };
  const more = { token, ...(stepUp && { stepUp }), ...(Object.keys(headers).length > 0 && { headers }) };
  return { ...session, client: await clientOf(url, more), send: await senderTo(url, more) };
}

/** The languages that a person reads: --lang, or those of the terminal. */
export function languagesIn({ input, terminal: { env } }: Pick<Context, 'input' | 'terminal'>): readonly string[] {
  if (input.lang !== undefined) return languagesOf(input.lang);
  return languagesOfLocale(env.LC_ALL || env.LC_MESSAGES || env.LANG);
}

/** The profile that a command uses when it is told no other. */
export function profileName(
  stated: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): string {
  return stated ?? (env.QUORATE_PROFILE || readProfiles(file).current);
}

interface Refresh {
  readonly file: string;
  readonly name: string;
  readonly now: () => number;
  readonly earlyMs: number;
}

async function refreshToken({ file, name, now, earlyMs }: Refresh): Promise<string> {
  const after = await changeProfiles(file, async (before) => {
    const profile = before.profiles[name];
    // Another command may have refreshed, or logged out, while this one waited for the lock.
    if (profile === undefined || profile.expiresAtMs - earlyMs > now()) return before;
    const answer = await exchange(profile);
    const kept = { ...profile, ...profileOf(profile.url, profile.email, { ...answer, nowMs: now() }) };
    return { ...before, profiles: { ...before.profiles, [name]: kept } };
  });
  const profile = after.profiles[name];
  if (profile === undefined) throw new CommandError('nobody is logged in', { hint: 'Run: quorate login' });
  return profile.accessToken;
}

async function exchange(profile: Profile): Promise<TokenAnswer> {
  const client = await clientOf(profile.url);
  try {
    return await client.refreshToken({ body: { refreshToken: profile.refreshToken } });
  } catch (error) {
    if (isClientError(error) && (error.status === 400 || error.status === 401))
      throw new CommandError('the login has expired', { hint: 'Run: quorate login', cause: error });
    throw error;
  }
}
