// The answer to every way of signing in: a session, or the second factor that is asked for.
import Type from 'typebox';
import { HEADER_BYTES_MAX } from '../../../core/base/limits/node/requests.js';
import type { LoginSession } from '../../auth/session.js';
import { isChallenge, type SecondFactorChallenge } from '../../auth/sign-in.js';
import { reply } from '../../define.js';
import { deviceCookie } from '../../devices/known-devices.js';
import { named } from '../base/common.js';
import { SessionView } from './tenant.js';

export const SecondFactorView = named('SecondFactorChallenge', {
  requiresTwoFactor: Type.Literal(true),
  loginToken: Type.String({ description: 'For one sign-in, five minutes and five tries.' }),
  availableMethods: Type.Array(Type.Enum(['totp', 'passkey'], { title: 'SecondFactor' })),
  message: Type.String(),
});

export const SignedInView = Type.Union([SessionView, SecondFactorView], {
  description: 'A session, or what is asked for beside the first factor.',
});

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

/** The header by which a browser tells that it is known. Others have `deviceToken` in the body. */
export const DeviceCookie = Type.Object({ cookie: Type.Optional(Type.String({ maxLength: HEADER_BYTES_MAX })) });

/** An answer of a sign-in, which a browser is known by from then on. */
export function signedInReply<T extends object>(
  publicUrl: string,
  { answer, cookie }: { readonly answer: T; readonly cookie: string | undefined },
) {
  const token = 'deviceToken' in answer ? (answer.deviceToken as string) : undefined;
  return reply(200, answer, token === undefined ? {} : { 'set-cookie': deviceCookie(publicUrl, token, cookie) });
}

export function signedInView(signedIn: LoginSession | SecondFactorChallenge) {
  if (!isChallenge(signedIn)) return sessionView(signedIn);
  const message = 'Show the second factor of the account, with this login token.';
  return { requiresTwoFactor: true as const, ...signedIn, message };
}
