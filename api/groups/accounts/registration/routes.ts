// How people get an account by themselves, and how an address is verified.
import Type from 'typebox';
import { route } from '../../../define.js';
import { DisplayName, PasswordField } from '../../../schemas/accounts/tenant.js';
import { Acknowledgement, Email, namedObject, Uuid } from '../../../schemas/base/common.js';

const JOINS = ['ORGANISATION_SUSPENDED', 'EMAIL_DOMAIN_REFUSED', 'QUOTA_EXCEEDED'] as const;

export const registrationRoutes = {
  register: route({
    method: 'POST',
    url: '/api/auth/register',
    writes: 'account',
    can: 'public',
    summary: 'Register for a public organisation that takes people by themselves',
    description:
      'The address gets a mail with a token; the account is there when that was given to POST /api/auth/verify-email with the same password. The answer is the same for an address that has an account: its owner is told by mail.',
    input: {
      body: namedObject('Registration', {
        orgSubdomain: Type.String({ minLength: 1, maxLength: 63 }),
        email: Email,
        password: PasswordField,
        displayName: DisplayName,
      }),
    },
    output: { 201: namedObject('Registered', { success: Type.Boolean(), userId: Uuid, message: Type.String() }) },
    idempotent: false,
    errors: ['SELF_REGISTRATION_OFF', ...JOINS, 'PASSWORD_WEAK', 'MAIL_REFUSED', 'NODE_UNAVAILABLE'],
  }),
  verifyEmail: route({
    method: 'POST',
    url: '/api/auth/verify-email',
    writes: 'account',
    can: 'public',
    knowsCaller: true,
    summary: 'Verify an address with the token of the mail',
    description:
      'By who began it: an account is made with the password of its registration beside the token; an address of an account is verified by a session of that account, or with its password. So no caller adds an address to the account of a stranger.',
    input: {
      body: namedObject('VerifyEmail', {
        token: Type.String({ minLength: 1, maxLength: 100 }),
        password: Type.Optional(
          Type.String({ maxLength: 512, description: 'That of the registration, or of the account.' }),
        ),
      }),
    },
    output: Acknowledgement,
    errors: [
      'VERIFICATION_INVALID',
      'LOGIN_FAILED',
      'AUTH_REQUIRED',
      'NODE_UNAVAILABLE',
      'EMAIL_TAKEN',
      'SELF_REGISTRATION_OFF',
      ...JOINS,
    ],
  }),
  resendVerification: route({
    method: 'POST',
    url: '/api/auth/resend-verification',
    writes: 'account',
    can: 'RequireAccount',
    summary: 'Get a mail that verifies an address for the own account',
    description:
      'For an account without an address, such as one that began with a passkey, or whose address is not verified: one that was made with the code that an inviter was shown. Three an hour to one address.',
    input: { body: namedObject('ResendVerification', { email: Email }) },
    output: Acknowledgement,
    errors: ['EMAIL_VERIFIED', 'VERIFICATION_LIMIT', 'MAIL_REFUSED', 'USER_NOT_FOUND'],
  }),
};
