// One-time codes of an authenticator app: set up, switched off, and shown at a sign-in.
import Type from 'typebox';
import { route } from '../../../define.js';
import { DeviceCookie } from '../../../schemas/accounts/sign-in.js';
import { DeviceToken, EndOtherSessions, SessionView } from '../../../schemas/accounts/tenant.js';
import { Acknowledgement, namedObject, nullable, Timestamp } from '../../../schemas/base/common.js';

const LoginToken = Type.String({ minLength: 1, maxLength: 100 });
const Code = Type.String({ minLength: 6, maxLength: 10, description: 'Six digits.' });
const BackupCode = Type.String({
  minLength: 8,
  maxLength: 20,
  description: 'Eight characters; spaces and hyphens are passed over.',
});
const SHOWN = [
  'LOGIN_TOKEN_INVALID',
  'SECOND_FACTOR_FAILED',
  'SECOND_FACTOR_LIMIT',
  'LOGIN_LOCKED',
  'ACCOUNT_SUSPENDED',
  'ORGANISATION_SUSPENDED',
  'USER_NOT_FOUND',
] as const;

export const TotpSetup = namedObject('TotpSetup', {
  secret: Type.String({ description: 'Base32, for an app that reads no QR code.' }),
  qrUri: Type.String({ description: 'otpauth URI, to be shown as a QR code.' }),
  backupCodes: Type.Array(Type.String(), { description: 'Each works once in the place of a code.' }),
});

export const TotpStatus = namedObject('TotpStatus', {
  isEnabled: Type.Boolean(),
  verifiedAt: nullable(Timestamp),
  backupCodesLeft: Type.Integer(),
});

export const totpRoutes = {
  verifyTwoFactor: route({
    method: 'POST',
    url: '/api/auth/verify-2fa',
    writes: 'account',
    can: 'public',
    summary: 'Show the second factor of a sign-in',
    description:
      'Ends what a login began. With tier consumer the session has consumer tokens, whatever the organisation gives.',
    input: {
      body: namedObject('TwoFactorRequest', {
        loginToken: LoginToken,
        code: Type.String({ minLength: 6, maxLength: 20 }),
        isBackupCode: Type.Optional(Type.Boolean()),
        tier: Type.Optional(Type.Enum(['consumer'])),
        deviceToken: DeviceToken,
      }),
      headers: DeviceCookie,
    },
    output: SessionView,
    errors: SHOWN,
    secretAnswer: true,
  }),
  setUpTotp: route({
    method: 'POST',
    url: '/api/totp/setup',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Get a new secret for one-time codes, and backup codes',
    description:
      'Both are shown once. Nothing is asked for at sign-ins before a first code was shown to POST /api/totp/verify.',
    output: TotpSetup,
    errors: ['TOTP_ENABLED', 'USER_NOT_FOUND'],
    secretAnswer: true,
  }),
  verifyTotp: route({
    method: 'POST',
    url: '/api/totp/verify',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Show a first code, and switch one-time codes on',
    input: { body: namedObject('TotpCode', { code: Code, endOtherSessions: EndOtherSessions }) },
    output: Acknowledgement,
    errors: ['TOTP_NOT_SET_UP', 'SECOND_FACTOR_FAILED'],
  }),
  validateTotp: route({
    method: 'POST',
    url: '/api/totp/validate',
    writes: 'account',
    can: 'public',
    summary: 'Show a one-time code at a sign-in',
    input: {
      body: namedObject('TotpValidation', { loginToken: LoginToken, code: Code, deviceToken: DeviceToken }),
      headers: DeviceCookie,
    },
    output: SessionView,
    errors: SHOWN,
    secretAnswer: true,
  }),
  validateBackupCode: route({
    method: 'POST',
    url: '/api/totp/backup-validate',
    writes: 'account',
    can: 'public',
    summary: 'Show a backup code at a sign-in',
    input: {
      body: namedObject('BackupCodeValidation', {
        loginToken: LoginToken,
        backupCode: BackupCode,
        deviceToken: DeviceToken,
      }),
      headers: DeviceCookie,
    },
    output: SessionView,
    errors: SHOWN,
    secretAnswer: true,
  }),
  disableTotp: route({
    method: 'DELETE',
    url: '/api/totp',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Switch one-time codes off, and forget the backup codes',
    output: Acknowledgement,
    errors: ['TOTP_NOT_SET_UP'],
  }),
  getTotpStatus: route({
    method: 'GET',
    url: '/api/totp/status',
    can: 'RequireUser',
    summary: 'See whether one-time codes are switched on',
    output: TotpStatus,
    errors: [],
  }),
};
