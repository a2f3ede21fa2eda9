// How a program gets the session of a person who signs in with a browser: on the same computer, or on another one.
import Type from 'typebox';
import {
  DEVICE_CODE_MS,
  DEVICE_CODE_POLL_S,
  PROGRAM_CODE_MS,
  PROGRAM_NAME_MAX,
} from '../../../../core/base/limits/node/accounts.js';
import { route } from '../../../define.js';
import { CreateDevice } from '../../../schemas/accounts/new-device.js';
import { ProgramScopeShown } from '../../../schemas/accounts/program-scope.js';
import { SessionView } from '../../../schemas/accounts/tenant.js';
import { Acknowledgement, namedObject, Timestamp } from '../../../schemas/base/common.js';
import { nameSchema } from '../../../schemas/base/names.js';

const Program = nameSchema(PROGRAM_NAME_MAX, 'The name that the program gives itself, for the person to read.');
const Secret = Type.String({ minLength: 1, maxLength: 100 });
const UserCode = Type.String({
  minLength: 8,
  maxLength: 20,
  description: 'Eight letters; small ones, spaces and hyphens are passed over.',
});
/** Of a program that a document describes. */
const CLIENT = [
  ...(['PROGRAM_REQUEST_INVALID', 'CLIENT_DOCUMENT_INVALID'] as const),
  ...(['OUTGOING_REFUSED', 'OUTGOING_FAILED', 'OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY'] as const),
];
const STANDING = ['ACCOUNT_SUSPENDED', 'ORGANISATION_SUSPENDED', 'USER_NOT_FOUND'] as const;

export const ProgramGrant = namedObject('ProgramGrant', {
  program: Program,
  codeChallenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'SHA-256 of the verifier of the program, base64url (RFC 7636, S256).',
  }),
});
export const ProgramToken = namedObject('ProgramTokenRequest', {
  code: Secret,
  codeVerifier: Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$' }),
});
export const DeviceCode = namedObject('DeviceCode', {
  deviceCode: Type.String({ description: 'The program keeps it.' }),
  userCode: Type.String({ description: 'The program shows it.', examples: ['BCDF-GHJK'] }),
  verificationUri: Type.String({ description: 'Where the person types it.' }),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
  interval: Type.Integer({ description: 'Seconds between two questions whether it was answered.' }),
});
export const WaitingProgramView = namedObject('WaitingProgram', {
  program: Type.String(),
  address: Type.String({ description: 'The program asked from there.' }),
  askedAt: Timestamp,
  device: Type.Optional(CreateDevice),
  clientId: Type.Optional(Type.String({ description: 'Of a program of the authorization server (/oauth/device).' })),
  scopes: Type.Optional(Type.Array(ProgramScopeShown)),
});
export const DevicePending = namedObject('DeviceCodePending', {
  status: Type.Enum(['pending', 'slow_down'], {
    title: 'DeviceCodeStatus',
    description: 'slow_down: asked too soon; the interval is five seconds longer from then on (RFC 8628 section 3.5).',
  }),
  interval: Type.Integer({ description: 'Seconds to wait before the next question.' }),
});

export const DeviceCodeSession = namedObject('DeviceCodeSession', {
  ...SessionView.properties,
  deviceId: Type.Optional(Type.String({ format: 'uuid', description: 'Of a device that was enrolled.' })),
});

const ENDS = { since: '2026-11-30', sunset: '2027-06-30' } as const;
const AUTHORIZE = { ...ENDS, successor: '/oauth/authorize' };
const TOKEN = { ...ENDS, successor: '/oauth/token' };

export const programSignInRoutes = {
  grantProgram: route({
    method: 'POST',
    url: '/api/auth/program/grant',
    writes: 'account',
    can: 'RequireUser',
    program: 'closed',
    takesRecentSignIn: true,
    deprecated: AUTHORIZE,
    summary: 'Give the session of the caller to a program on the same computer',
    description: `The code goes to the loopback address of the program, works once, for ${PROGRAM_CODE_MS / 1000} seconds, and with the verifier of the challenge alone.`,
    input: { body: ProgramGrant },
    output: namedObject('ProgramCode', { code: Type.String(), expiresIn: Type.Integer() }),
    errors: [],
    secretAnswer: true,
  }),
  takeProgramSession: route({
    method: 'POST',
    url: '/api/auth/program/token',
    writes: 'account',
    can: 'public',
    deprecated: TOKEN,
    summary: 'Get the session that a person gave to the program',
    description: 'It goes on as the session that gave it, which ends: with its organisation, tier and time of sign-in.',
    input: { body: ProgramToken },
    output: SessionView,
    errors: ['PROGRAM_CODE_INVALID', ...STANDING],
    secretAnswer: true,
  }),
  askForDeviceCode: route({
    method: 'POST',
    url: '/api/auth/device-code',
    writes: 'account',
    can: 'public',
    summary: 'Begin to sign in on a computer without a browser, or to enrol a device',
    description:
      `For a device of the person; programs ask the authorization server (/oauth/device). The person opens /login?device with any browser, signs in and types the code, within ${DEVICE_CODE_MS / 60_000} minutes. With device it is enrolled as that: ` +
      'it gets a session of the tier consumer, and the session of the person goes on. The code is typed where somebody is signed in, so that guesses end the codes of no one else.',
    input: { body: namedObject('DeviceCodeRequest', { program: Program, device: Type.Optional(CreateDevice) }) },
    output: DeviceCode,
    errors: [],
    secretAnswer: true,
  }),
  readDeviceCode: route({
    method: 'POST',
    url: '/api/auth/device-code/read',
    writes: 'nothing',
    rate: 'auth',
    uncached: true,
    can: 'RequireUser',
    program: 'closed',
    summary: 'See which program waits with a code',
    input: { body: namedObject('UserCode', { userCode: UserCode }) },
    output: WaitingProgramView,
    errors: ['USER_CODE_INVALID', 'USER_CODE_LIMIT', ...CLIENT],
  }),
  answerDeviceCode: route({
    method: 'POST',
    url: '/api/auth/device-code/answer',
    writes: 'account',
    can: 'RequireUser',
    program: 'closed',
    takesRecentSignIn: true,
    summary: 'Let the program that waits with a code in, or not',
    input: { body: namedObject('UserCodeAnswer', { userCode: UserCode, isAllowed: Type.Boolean() }) },
    output: Acknowledgement,
    errors: ['USER_CODE_INVALID', 'USER_CODE_LIMIT', ...CLIENT],
  }),
  takeDeviceSession: route({
    method: 'POST',
    url: '/api/auth/device-code/token',
    writes: 'account',
    can: 'public',
    summary: 'Ask whether the person answered, and get the session',
    description: `Ask every ${DEVICE_CODE_POLL_S} seconds: 202 while nothing was said.`,
    input: { body: namedObject('DeviceTokenRequest', { deviceCode: Secret }) },
    output: { 200: DeviceCodeSession, 202: DevicePending },
    idempotent: false,
    errors: ['DEVICE_CODE_INVALID', 'PROGRAM_REFUSED', 'DEVICES_FULL', ...STANDING],
    // A program asks twelve times a minute; logins from the same address are counted apart.
    rate: 'api',
    bucket: 'device-code',
    secretAnswer: true,
  }),
};
