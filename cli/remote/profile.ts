// Login profiles on disk: node address and tokens by name, readable by their owner only. Written whole or not at all. A
// refresh token may be used once, and two commands may want it at the same time: it is under a lock.
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../command/command.js';
import { lockProfiles } from './profile-lock.js';

export interface Profile {
  readonly url: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAtMs: number;
  /** By which the node knows this computer at the next login, where strangers guess at the account. */
  readonly deviceToken?: string;
}

/** A pair of tokens, as the node answers it. */
export interface TokenAnswer {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly deviceToken?: string | undefined;
}

export interface Profiles {
  /** Name used when none is stated. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const EMPTY: Profiles = { current: 'default', profiles: {} };

/** $XDG_CONFIG_HOME/quorate/profiles.json, by default under ~/.config. */
export function profilesFile(env: Readonly<Record<string, string | undefined>>): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(base, 'quorate', 'profiles.json');
}

/** All profiles; none when the file does not exist. */
export function readProfiles(file: string): Profiles {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
    throw new CommandError(`the profiles in ${file} cannot be read`, { cause: error });
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new CommandError(`${file} holds tokens and is open to other users`, { hint: `Run: chmod 600 ${file}` });
  return parseProfiles(text, file);
}

/** Reads, changes and writes the profiles while no other command does; `change` may take its time (a token refresh). */
export async function changeProfiles(
  file: string,
  change: (before: Profiles) => Profiles | Promise<Profiles>,
): Promise<Profiles> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unlock = await lockProfiles(`${file}.lock`);
  try {
    const after = await change(readProfiles(file));
    const draft = `${file}.${process.pid}.new`;
    writeFileSync(draft, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600, flush: true });
    // The mode above is only used for a new file; a left-over draft may have another.
    chmodSync(draft, 0o600);
    renameSync(draft, file);
    return after;
  } finally {
    unlock();
  }
}

function parseProfiles(text: string, file: string): Profiles {
  try {
    const value = JSON.parse(text) as Partial<Profiles>;
    if (typeof value.current === 'string' && typeof value.profiles === 'object' && value.profiles !== null)
      return value as Profiles;
  } catch {
    // Falls through to the one message for a file that is not ours.
  }
  throw new CommandError(`${file} is damaged`, { hint: 'Delete it and log in again.' });
}

export function profileOf(url: string, email: string, answer: TokenAnswer & { readonly nowMs: number }): Profile {
  const { accessToken, refreshToken, deviceToken } = answer;
  const expiresAtMs = answer.nowMs + answer.expiresIn * 1000;
  return { url, email, accessToken, refreshToken, expiresAtMs, ...(deviceToken !== undefined && { deviceToken }) };
}
