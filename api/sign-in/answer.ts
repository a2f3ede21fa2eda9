// The answer to every way of signing in: a session, or the second factor that is asked for.
import { reply } from '../define.js';
import { deviceCookie } from './known-devices.js';
import type { LoginSession } from './session.js';
import { isChallenge, type SecondFactorChallenge } from './sign-in.js';

export function sessionView(session: LoginSession) {
  const { deviceToken } = session;
  return {
    ...(deviceToken !== undefined && { deviceToken }),
    accessToken: session.accessToken,
    refreshToken: session.refreshToken,
    tokenType: 'Bearer' as const,
    expiresIn: session.expiresInSeconds,
  };
}

/** An answer of a sign-in, which a browser is known by from then on. */
export function signInReply<T extends object>(
  publicUrl: string,
  { answer, cookie }: { readonly answer: T; readonly cookie: string | undefined },
) {
  const token = 'deviceToken' in answer ? (answer.deviceToken as string) : undefined;
  return reply(200, answer, token === undefined ? {} : { 'set-cookie': deviceCookie(publicUrl, token, cookie) });
}

export function sessionViewOf(signedIn: LoginSession | SecondFactorChallenge) {
  if (!isChallenge(signedIn)) return sessionView(signedIn);
  const message = 'Show the second factor of the account, with this login token.';
  return { requiresTwoFactor: true as const, ...signedIn, message };
}
