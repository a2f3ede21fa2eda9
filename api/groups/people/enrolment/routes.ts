// How a device comes to an account: enrol sessions, short codes, and the mail that leads back to a pairing
// (specification 4.5, 5.12).
import Type from 'typebox';
import {
  ENROL_SESSION_MS,
  PAIRING_LINK_MS,
  SHORT_CODE_ATTEMPTS_MAX,
  SHORT_CODE_MS,
} from '../../../../core/base/limits/node/people.js';
import { CODE_ROUTES } from '../../../auth/enrol-codes.js';
import { rawRoute, route } from '../../../define.js';
import { CreateDevice } from '../../../schemas/accounts/new-device.js';
import { namedObject, nullable, ShownEmail, Timestamp, Uuid } from '../../../schemas/base/common.js';

export const EnrolSession = namedObject('EnrolSession', {
  sessionToken: Type.String({ description: `Enrols one device, for ${ENROL_SESSION_MS / 1000} seconds.` }),
  qrUrl: Type.String({ description: 'The token behind #, for a QR code: no server sees it on the way.' }),
  expiresAt: Timestamp,
});
export const EnrolRedemption = namedObject('EnrolRedemption', {
  sessionToken: Type.String({ maxLength: 8192, documented: { pattern: '^[A-Za-z0-9_-]+(?:[.][A-Za-z0-9_-]+){2}$' } }),
  device: CreateDevice,
});
const session = {
  accessToken: Type.String({ description: 'Of the tier consumer.' }),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
  displayName: Type.String(),
  email: ShownEmail,
};
const delegated = {
  credential: Type.Optional(
    Type.String({ description: 'An SD-JWT VC of the type urn:quorate:device:1, for a device that proved a key.' }),
  ),
  delegationExpiresAt: Type.Optional({ ...Timestamp, description: 'Until when the key acts for its person.' }),
};
export const EnrolledSession = namedObject('EnrolledSession', {
  ...session,
  ...delegated,
  refreshToken: Type.String(),
  deviceId: Uuid,
});
export const ShortCodeRequest = namedObject('ShortCodeRequest', { route: Type.Optional(Type.Enum([...CODE_ROUTES])) });
export const ShortCode = namedObject('ShortCode', {
  code: Type.String({ pattern: '^[0-9]{6}$' }),
  expiresAt: Timestamp,
});
const SIX_DIGITS = { type: 'string', pattern: '^[0-9]{6}$' };
export const CodeRedemption = Type.Object(
  {
    code: Type.Optional(Type.Unknown({ documented: SIX_DIGITS, description: 'Six digits, as a text.' })),
    device: Type.Optional(CreateDevice),
  },
  { title: 'ShortCodeRedemption', documented: { required: ['code'] } },
);
export const CodeSession = namedObject('ShortCodeSession', { ...session, ...delegated, deviceId: Type.Optional(Uuid) });

const ENROL_ERRORS = [
  ...(['ENROL_TOKEN_MALFORMED', 'ENROL_TOKEN_INVALID', 'ENROL_TOKEN_SCOPE'] as const),
  ...(['ENROL_TOKEN_USED', 'ENROL_TOKEN_EXPIRED'] as const),
] as const;
const MEMBER_ERRORS = ['TOKEN_INVALID', 'USER_NOT_FOUND', 'ACCOUNT_SUSPENDED', 'ORGANISATION_SUSPENDED'] as const;

export const enrolmentRoutes = {
  createEnrolSession: route({
    method: 'POST',
    url: '/api/auth/enrol-session',
    writes: 'account',
    can: 'RequireUser',
    takesRecentSignIn: true,
    summary: 'Begin to enrol a device of the caller',
    description: 'The device redeems the token. It ends with the session that asked for it.',
    output: EnrolSession,
    errors: [...MEMBER_ERRORS],
    rate: 'platformAuth',
    secretAnswer: true,
  }),
  redeemEnrolSession: route({
    method: 'POST',
    url: '/api/auth/enrol-session/redeem',
    writes: 'account',
    can: 'public',
    summary: 'Enrol a device with the token of an enrol session',
    description:
      'The device has a session of the tier consumer. `reason` of a refusal: malformed_token, invalid_signature, scope_mismatch, already_used or expired.',
    input: { body: EnrolRedemption },
    output: EnrolledSession,
    errors: [...ENROL_ERRORS, ...MEMBER_ERRORS, 'DEVICES_FULL', 'DEVICE_KEY_PROOF_INVALID'],
    family: 'redemption',
    rate: 'platformAuth',
    secretAnswer: true,
  }),
  createShortCode: route({
    method: 'POST',
    url: '/api/auth/enrol-session/short-code',
    writes: 'account',
    can: 'RequireAnyToken',
    takesRecentSignIn: true,
    summary: 'Get a short code for another device of the caller',
    description: `Six digits, good for ${SHORT_CODE_MS / 60_000} minutes, once; a newer one takes their place. The token of an enrol session is spent by it.`,
    input: { body: nullable(ShortCodeRequest) },
    output: ShortCode,
    errors: [...MEMBER_ERRORS, 'TOKEN_REVOKED'],
    rate: 'platformAuth',
    secretAnswer: true,
  }),
  redeemShortCode: route({
    method: 'POST',
    url: '/api/auth/enrol-session/redeem-short-code',
    writes: 'account',
    can: 'public',
    summary: 'Get a session with a short code',
    description: `Refusals have {code, message}. A code that never was, one that is over, and one that was guessed at too often look the same: ExpiredCode. After ${SHORT_CODE_ATTEMPTS_MAX} attempts at a code, or too many requests of a caller: RateLimited. With a device it is enrolled too.`,
    input: { body: CodeRedemption },
    output: CodeSession,
    errors: [
      ...(['MalformedCode', 'AlreadyUsedCode', 'ExpiredCode', 'RateLimited', 'DEVICES_FULL'] as const),
      'DEVICE_KEY_PROOF_INVALID',
    ],
    family: 'redemption',
    rate: 'platformAuth',
    secretAnswer: true,
  }),
  sendPairingMail: route({
    method: 'POST',
    url: '/api/auth/pairing-resumption-email',
    writes: 'account',
    can: 'RequireAnyToken',
    summary: 'Have a link sent that leads back to the pairing of a device',
    description: `To the address of the account, if it is verified; good for ${PAIRING_LINK_MS / 3_600_000} hours, once. The link signs no user in.`,
    output: { 202: null },
    errors: ['TOKEN_INVALID'],
    rate: 'platformAuth',
  }),
  redeemPairingLink: rawRoute({
    method: 'GET',
    url: '/api/auth/pairing-resumption/redeem',
    writes: 'account',
    can: 'public',
    summary: 'Follow the link of a pairing-resumption mail',
    description: 'Redirects to the login, with reason=pairing-resumption or reason=resumption-expired.',
    input: { query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }) },
    answers: { status: 302, type: 'text/plain', description: 'The way to the login.' },
    errors: [],
    rate: 'platformAuth',
    noHead: true,
  }),
};
