// Proves once more who the person of a login is, where an operation asks for a recent sign-in: by the password or a
// one-time code, asked at the terminal, or by QUORATE_PASSWORD. The pair of tokens that comes is kept in the profile
// under its lock, because the refresh token of before is spent.
import type { Terminal } from '../command/terminal-port.js';
import { changeProfiles, profileOf } from './profile.js';
import { clientOf } from './remote.js';

/** For the login of a profile: the token from then on, or undefined where no person is there to be asked. */
export function stepUpOf(
  terminal: Pick<Terminal, 'env' | 'ask' | 'now'>,
  { file, name }: { readonly file: string; readonly name: string },
): () => Promise<string | undefined> {
  return async () => {
    const proof = await askProof(terminal);
    if (proof === undefined) return undefined;
    const { profiles } = await changeProfiles(file, async (before) => {
      const profile = before.profiles[name];
      if (profile === undefined) return before;
      const client = await clientOf(profile.url, profile.accessToken);
      const answer = await client.stepUp({ body: proof });
      const kept = { ...profile, ...profileOf(profile.url, profile.email, { ...answer, nowMs: terminal.now() }) };
      return { ...before, profiles: { ...before.profiles, [name]: kept } };
    });
    return profiles[name]?.accessToken;
  };
}

/** Six digits are a code: no password is as short. */
async function askProof(terminal: Pick<Terminal, 'env' | 'ask'>) {
  const typed =
    terminal.env.QUORATE_PASSWORD ||
    (await terminal.ask('This takes a recent sign-in. Password, or code of your app: ', { hidden: true }));
  if (typed === undefined || typed === '') return undefined;
  return /^[0-9]{6}$/.test(typed.trim()) ? { code: typed.trim() } : { password: typed };
}
