// Where the token of a client comes from, when one ends: one call for a fresh one, however many calls wait for it. It
// looks at no clock, because that of this machine may be wrong: the node says when a token is over.
import type { TokenSource } from '../client.js';

export interface TokenFactory {
  /** The first token; without one it is asked for before the first call. */
  readonly token?: string;
  /** Gives a fresh access token: from a session, a vault, a sign-in. */
  readonly refresh: () => Promise<string>;
}

export function freshTokens({ token, refresh }: TokenFactory): TokenSource {
  let present = token;
  let asked: Promise<string> | undefined;
  return async (refused) => {
    if (present !== undefined && present !== refused) return present;
    // All that come while it is asked for wait for the same one.
    asked ??= refresh().finally(() => {
      asked = undefined;
    });
    present = await asked;
    return present;
  };
}
