// The answer to every way of signing in: a session, or the second factor that is asked for.
import Type from 'typebox';
import type { LoginSession } from '../../auth/session.js';
import { isChallenge, type SecondFactorChallenge } from '../../auth/sign-in.js';
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
  return {
    accessToken: session.accessToken,
    refreshToken: session.refreshToken,
    tokenType: 'Bearer' as const,
    expiresIn: session.expiresInSeconds,
  };
}

export function signedInView(signedIn: LoginSession | SecondFactorChallenge) {
  if (!isChallenge(signedIn)) return sessionView(signedIn);
  const message = 'Show the second factor of the account, with this login token.';
  return { requiresTwoFactor: true as const, ...signedIn, message };
}
