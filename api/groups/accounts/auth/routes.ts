// Login, tokens and the caller's own account.
import Type from 'typebox';
import { route } from '../../../define.js';
import { DeviceCookie, SignedInView } from '../../../schemas/accounts/sign-in.js';
import { DeviceToken, PasswordField, RoleSchema, SessionView, StatusSchema } from '../../../schemas/accounts/tenant.js';
import { Acknowledgement, Email, namedObject, nullable, Uuid } from '../../../schemas/base/common.js';

const RefreshToken = Type.String({ minLength: 1, maxLength: 200 });

export const LoginRequest = namedObject('LoginRequest', {
  email: Email,
  password: PasswordField,
  organizationSubdomain: Type.Optional(Type.String({ maxLength: 63 })),
  code: Type.Optional(
    Type.String({
      maxLength: 10,
      description:
        'A one-time code beside the password. A right one is let in also where failed logins lock the account for this address, or delay it.',
    }),
  ),
  deviceToken: DeviceToken,
});

export const RefreshRequest = namedObject('RefreshRequest', { refreshToken: RefreshToken });

export const RevokeRequest = namedObject('RevokeRequest', {
  token: Type.String({ minLength: 1, maxLength: 8192 }),
  tokenTypeHint: Type.Optional(Type.Enum(['access_token', 'refresh_token'], { title: 'TokenTypeHint' })),
});

export const TokenRequest = Type.Object(
  {
    // A pattern and no list: see the test about fields of forms.
    grant_type: Type.Optional(
      Type.String({
        documented: { pattern: '^(?:password|refresh_token)$' },
        description: 'password, with username and password, or refresh_token, with that.',
        examples: ['password'],
      }),
    ),
    username: Type.Optional(Type.String({ documented: { minLength: 1, maxLength: 254 } })),
    password: Type.Optional(Type.String({ documented: { minLength: 1, maxLength: 512 } })),
    refresh_token: Type.Optional(Type.String({ documented: { minLength: 1 } })),
    scope: Type.Optional(Type.String()),
  },
  {
    title: 'TokenRequest',
    documented: { required: ['grant_type'] },
    description: 'Form fields. client_credentials is not served on the public port.',
    // RFC 6749 section 3.2: fields that are not known are passed over.
    additionalProperties: true,
  },
);

export const TokenResponse = namedObject('TokenResponse', {
  access_token: Type.String(),
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer(),
  refresh_token: Type.String(),
});

/** More than the table of operations has. */
const OPERATIONS_MAX = 1000;

export const MeView = namedObject('Me', {
  userId: Type.String({ description: 'Organisation-scoped user id (claim sub).' }),
  platformUserId: Type.String(),
  email: Type.String(),
  emailVerified: Type.Optional(
    Type.Boolean({ description: 'Whether the account proved that the address is its own. Of a person.' }),
  ),
  displayName: Type.String(),
  organizationId: nullable(Type.String()),
  organizationName: Type.String(),
  roles: Type.Array(Type.String()),
  tokenType: Type.Enum(['user', 'service']),
  tier: Type.String(),
  scopes: Type.Array(Type.String()),
  can: Type.Array(Type.String(), {
    maxItems: OPERATIONS_MAX,
    description:
      'Ids of the operations that this token may call, beside those that anybody may: by tier, right, scope and role. Single rows of others can still be refused, and so can a sign-in of long ago.',
  }),
});

export const MyOrganisation = namedObject('MyOrganisation', {
  organizationId: Uuid,
  name: Type.String(),
  subdomain: Type.String(),
  status: StatusSchema,
  roles: Type.Array(RoleSchema),
  isCurrent: Type.Boolean(),
});

export const MyOrganisations = namedObject('MyOrganisations', { organizations: Type.Array(MyOrganisation) });
export const SwitchRequest = namedObject('SwitchOrganisationRequest', { organizationId: Uuid });
export const PasswordChange = namedObject('PasswordChange', {
  currentPassword: Type.Optional(PasswordField),
  newPassword: PasswordField,
});

export const authRoutes = {
  login: route({
    method: 'POST',
    url: '/api/auth/login',
    writes: 'account',
    can: 'public',
    summary: 'Log in with e-mail address and password',
    description:
      'Failures from one address lock the account for that address progressively: 5 for 5 minutes, 10 for 30 minutes, 15 for 24 hours, 25 until an administrator unlocks. Failures from many addresses delay all but known devices of the account (deviceToken, or the cookie that the answer sets), whose failures are counted apart.',
    input: { body: LoginRequest, headers: DeviceCookie },
    output: SignedInView,
    errors: ['LOGIN_FAILED', 'LOGIN_LOCKED', 'ACCOUNT_SUSPENDED', 'ORGANISATION_SUSPENDED', 'NODE_UNAVAILABLE'],
    secretAnswer: true,
  }),
  createToken: route({
    method: 'POST',
    url: '/api/service-auth/token',
    writes: 'account',
    can: 'public',
    summary: 'Get a token (OAuth 2.0, form-encoded)',
    description:
      'grant_type=password or refresh_token. Errors have the shape of RFC 6749 section 5.2: a password or a refresh token that is not good is invalid_grant (400).',
    family: 'oauth',
    takes: ['application/x-www-form-urlencoded'],
    input: { body: TokenRequest },
    output: TokenResponse,
    // A grant that is not good has the name invalid_grant, and the status that goes with it.
    errors: [],
    secretAnswer: true,
  }),
  refreshToken: route({
    method: 'POST',
    url: '/api/auth/token/refresh',
    writes: 'account',
    can: 'public',
    summary: 'Exchange a refresh token for a new pair',
    description: 'The presented token is spent. Presenting a spent token ends the session.',
    input: { body: RefreshRequest },
    output: SessionView,
    errors: [
      'TOKEN_INVALID',
      'TOKEN_EXPIRED',
      'TOKEN_REVOKED',
      'ACCOUNT_SUSPENDED',
      'ORGANISATION_SUSPENDED',
      'USER_NOT_FOUND',
    ],
    secretAnswer: true,
  }),
  revokeToken: route({
    method: 'POST',
    url: '/api/auth/token/revoke',
    writes: 'account',
    can: 'RequireAuthenticated',
    summary: 'Revoke an access or refresh token of the caller',
    description: "Answers the same for a token that is not known or not the caller's (RFC 7009 section 2.2).",
    input: { body: RevokeRequest },
    output: Acknowledgement,
    errors: [],
  }),
  logout: route({
    method: 'POST',
    url: '/api/auth/logout',
    writes: 'account',
    can: 'RequireAuthenticated',
    takesFirstPassword: true,
    summary: 'End the session of the token',
    output: Acknowledgement,
    errors: [],
  }),
  getMe: route({
    method: 'GET',
    url: '/api/auth/me',
    uncached: true,
    can: 'RequireAuthenticated',
    takesFirstPassword: true,
    summary: 'Read who the token speaks for',
    output: MeView,
    errors: [],
    rate: 'api',
  }),
  listMyOrganizations: route({
    method: 'GET',
    url: '/api/auth/me/organizations',
    uncached: true,
    can: 'RequireUser',
    program: 'any',
    summary: 'List the memberships of the caller',
    output: MyOrganisations,
    errors: ['USER_NOT_FOUND'],
    rate: 'api',
  }),
  switchOrganization: route({
    method: 'POST',
    url: '/api/auth/switch-org',
    writes: 'account',
    can: 'RequireAccount',
    summary: 'Get a token for another organisation of the caller',
    description:
      'The session goes on for the other organisation: its refresh token is spent, and this answer has the next one. An access token of before stays valid until it expires. Logout ends all of them. Where the sessions of the caller in that organisation were ended after its sign-in, it takes a proof (POST /api/auth/step-up) first: SIGN_IN_NOT_RECENT.',
    input: { body: SwitchRequest },
    output: SessionView,
    errors: [
      'SIGN_IN_NOT_RECENT',
      'ORGANISATION_NOT_FOUND',
      'ORGANISATION_SUSPENDED',
      'ACCOUNT_SUSPENDED',
      'USER_NOT_FOUND',
    ],
    secretAnswer: true,
  }),
  changePassword: route({
    method: 'POST',
    url: '/api/auth/password/change',
    writes: 'account',
    can: 'RequireAccount',
    takesFirstPassword: true,
    summary: 'Change the own password',
    description:
      'Ends every session of the caller. With a first password that was made for its owner nothing else is possible: all other operations answer PASSWORD_CHANGE_REQUIRED. A session by the link of a first start states no current password.',
    input: { body: PasswordChange },
    output: { 204: null },
    errors: ['LOGIN_FAILED', 'LOGIN_LOCKED', 'PASSWORD_WEAK', 'USER_NOT_FOUND', 'NODE_UNAVAILABLE'],
  }),
};
