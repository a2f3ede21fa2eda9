// Passkeys: enrolled, listed and revoked by their owner; asked for at a sign-in, alone or as the second factor.
import Type from 'typebox';
import { PASSKEYS_MAX } from '../../../../core/tenant/factors/passkeys.js';
import { route } from '../../../define.js';
import { AssertionResponse, AttestationResponse, PasskeyOptions } from '../../../schemas/accounts/passkey.js';
import { DisplayName, EndOtherSessions, SessionView } from '../../../schemas/accounts/tenant.js';
import { namedObject, nullable, Timestamp } from '../../../schemas/base/common.js';

const Secret = Type.String({ minLength: 1, maxLength: 100 });
export const PasskeyView = namedObject('Passkey', {
  id: Type.String(),
  displayName: Type.String(),
  deviceType: Type.Enum(['singleDevice', 'multiDevice']),
  isBackedUp: Type.Boolean(),
  status: Type.Enum(['Active']),
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
});

const PasskeySession = namedObject('PasskeySession', { ...SessionView.properties, isNewUser: Type.Boolean() });

const JOINS = ['SELF_REGISTRATION_OFF', 'ORGANISATION_SUSPENDED', 'EMAIL_DOMAIN_REFUSED', 'QUOTA_EXCEEDED'] as const;
const ENTERS = ['PASSKEY_FAILED', 'ACCOUNT_SUSPENDED', 'ORGANISATION_SUSPENDED', 'USER_NOT_FOUND'] as const;

export const passkeyRoutes = {
  beginPasskeySignUp: route({
    method: 'POST',
    url: '/api/auth/public/passkey/register/options',
    writes: 'account',
    can: 'public',
    summary: 'Begin to get an account of the public organisation by a passkey',
    description:
      'For who has no account, where the public organisation takes people alone. An address is verified afterwards: POST /api/auth/resend-verification.',
    input: { body: namedObject('PasskeySignUp', { displayName: DisplayName }) },
    output: PasskeyOptions,
    errors: JOINS,
    secretAnswer: true,
  }),
  signUpWithPasskey: route({
    method: 'POST',
    url: '/api/auth/public/passkey/register/verify',
    writes: 'account',
    can: 'public',
    summary: 'Get an account by a new passkey, and its first session',
    input: {
      body: namedObject('PasskeySignUpAnswer', { transactionId: Secret, attestationResponse: AttestationResponse }),
    },
    output: PasskeySession,
    errors: ['PASSKEY_FAILED', ...JOINS],
    secretAnswer: true,
  }),
  beginPasskey: route({
    method: 'POST',
    url: '/api/passkey/register/options',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Begin to enrol a passkey',
    input: { body: namedObject('PasskeyEnrolment', { displayName: Type.Optional(DisplayName) }) },
    output: PasskeyOptions,
    errors: ['PASSKEYS_FULL', 'USER_NOT_FOUND'],
    secretAnswer: true,
  }),
  enrolPasskey: route({
    method: 'POST',
    url: '/api/passkey/register/verify',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Enrol a passkey with the answer of the browser',
    description:
      'From then on a sign-in with the password asks for a passkey too, and the passkey opens the account alone where it verifies its user.',
    input: {
      body: namedObject('PasskeyAttestation', {
        ...{ transactionId: Secret, attestationResponse: AttestationResponse },
        endOtherSessions: EndOtherSessions,
      }),
    },
    output: { 201: PasskeyView },
    idempotent: false,
    errors: ['PASSKEY_FAILED', 'PASSKEY_EXISTS', 'PASSKEYS_FULL'],
  }),
  listPasskeys: route({
    method: 'GET',
    url: '/api/passkey/credentials',
    can: 'RequireUser',
    summary: 'List the passkeys of the caller',
    output: namedObject('Passkeys', {
      credentials: Type.Array(PasskeyView),
      maxCredentials: Type.Integer({ examples: [PASSKEYS_MAX] }),
    }),
    errors: [],
  }),
  revokePasskey: route({
    method: 'DELETE',
    url: '/api/passkey/credentials/:id',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Revoke a passkey of the caller',
    input: { params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 1400 }) }) },
    output: { 204: null },
    errors: ['PASSKEY_NOT_FOUND', 'PASSKEY_LAST', 'USER_NOT_FOUND'],
  }),
  beginPasskeySignIn: route({
    method: 'POST',
    url: '/api/auth/passkey/assertion/options',
    writes: 'account',
    can: 'public',
    summary: 'Begin to sign in with a passkey',
    description:
      'The browser offers the passkeys that it has for this site. The answer is the same for every address, and for none.',
    input: { body: namedObject('PasskeySignIn', { email: Type.Optional(Type.String({ maxLength: 254 })) }) },
    output: PasskeyOptions,
    errors: [],
    secretAnswer: true,
  }),
  signInWithPasskey: route({
    method: 'POST',
    url: '/api/auth/passkey/assertion/verify',
    writes: 'account',
    can: 'public',
    summary: 'Sign in with a passkey',
    description:
      'Asks for no second factor: the passkey verified its user. Failed logins with a password do not stand in its way. With tier consumer the session has consumer tokens.',
    input: {
      body: namedObject('PasskeyAssertion', {
        transactionId: Secret,
        assertionResponse: AssertionResponse,
        tier: Type.Optional(Type.Enum(['consumer'])),
      }),
    },
    output: PasskeySession,
    errors: ENTERS,
    secretAnswer: true,
  }),
  beginPasskeyFactor: route({
    method: 'POST',
    url: '/api/auth/verify-passkey/options',
    writes: 'account',
    can: 'public',
    summary: 'Begin to show a passkey as the second factor',
    input: { body: namedObject('PasskeyFactor', { loginToken: Secret }) },
    output: PasskeyOptions,
    errors: ['LOGIN_TOKEN_INVALID', 'PASSKEY_NOT_FOUND'],
    secretAnswer: true,
  }),
  showPasskey: route({
    method: 'POST',
    url: '/api/auth/verify-passkey',
    writes: 'account',
    can: 'public',
    summary: 'Show a passkey as the second factor',
    input: {
      body: namedObject('PasskeyFactorAssertion', {
        loginToken: Secret,
        transactionId: Secret,
        assertionResponse: AssertionResponse,
      }),
    },
    output: SessionView,
    errors: ['LOGIN_TOKEN_INVALID', ...ENTERS],
    secretAnswer: true,
  }),
};
