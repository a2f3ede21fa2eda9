// The form of the answers to sign-ins: a session, or the second factor that is asked for.
import Type from 'typebox';
import { HEADER_BYTES_MAX } from '../../../core/base/limits/node/requests.js';
import { namedObject } from '../base/common.js';
import { SessionView } from './tenant.js';

export const SecondFactorView = namedObject('SecondFactorChallenge', {
  requiresTwoFactor: Type.Literal(true),
  loginToken: Type.String({ description: 'For one sign-in, five minutes and five tries.' }),
  availableMethods: Type.Array(Type.Enum(['totp', 'passkey'], { title: 'SecondFactor' })),
  message: Type.String(),
});

export const SignedInView = Type.Union([SessionView, SecondFactorView], {
  description: 'A session, or what is asked for beside the first factor.',
});

/** The header by which a browser tells that it is known. Others have `deviceToken` in the body. */
export const DeviceCookie = Type.Object({ cookie: Type.Optional(Type.String({ maxLength: HEADER_BYTES_MAX })) });
