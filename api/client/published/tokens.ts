// Where the token of a client comes from, when one ends: one call for a fresh one, however many calls wait for it. It
// looks at no clock, because that of this machine may be wrong: the node says when a token is over.

export interface TokenFactory {
  /** The first token; without one it is asked for before the first call. */
  readonly token?: string | undefined;
  /** Gives a fresh access token: from a session, a vault, a sign-in. Without it the first one is the only one. */
  readonly refresh?: (() => Promise<string>) | undefined;
}

interface FreshTokens {
  readonly now: (refused?: string) => Promise<string | undefined>;
  /** A token that came another way, such as by a proof of its person, is the present one from now on. */
  readonly replace: (next: string | undefined) => string | undefined;
}

export function freshTokens({ token, refresh }: TokenFactory): FreshTokens {
  let present = token;
  let asked: Promise<string> | undefined;
  return {
    now: async (refused) => {
      if (refresh === undefined || (present !== undefined && present !== refused)) return present;
      // All that come while it is asked for wait for the same one.
      asked ??= refresh().finally(() => {
        asked = undefined;
      });
      present = await asked;
      return present;
    },
    replace: (next) => {
      present = next ?? present;
      return next;
    },
  };
}
