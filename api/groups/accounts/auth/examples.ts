// A good call of each operation of the group.
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { authRoutes } from './routes.js';

const session = {
  accessToken: EXAMPLE.accessToken,
  refreshToken: EXAMPLE.refreshToken,
  tokenType: 'Bearer',
  expiresIn: 3600,
} as const;

export const authExamples: Examples<typeof authRoutes> = {
  login: { input: { body: { email: EXAMPLE.userEmail, password: EXAMPLE.password }, headers: {} }, output: session },
  createToken: {
    input: { body: { grant_type: 'password', username: EXAMPLE.userEmail, password: EXAMPLE.password } },
    output: {
      access_token: EXAMPLE.accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: EXAMPLE.refreshToken,
    },
  },
  refreshToken: { input: { body: { refreshToken: EXAMPLE.refreshToken } }, output: session },
  revokeToken: {
    input: { body: { token: EXAMPLE.refreshToken, tokenTypeHint: 'refresh_token' } },
    output: { success: true, message: 'The token does not work any more.' },
  },
  logout: { input: {}, output: { success: true, message: 'The session is ended.' } },
  getMe: {
    input: {},
    output: {
      userId: EXAMPLE.userId,
      platformUserId: '0d1f5a9c-2b84-4f43-9a3e-7c5b6d8e9f03',
      email: EXAMPLE.userEmail,
      emailVerified: true,
      displayName: 'Uma User',
      organizationId: EXAMPLE.organisationId,
      organizationName: EXAMPLE.organisationName,
      roles: ['User'],
      tokenType: 'user',
      tier: 'platform',
      scopes: [],
      can: ['logout', 'getMe', 'listMyOrganizations', 'changePassword'],
    },
  },
  listMyOrganizations: {
    input: {},
    output: {
      organizations: [
        {
          organizationId: PLATFORM_ORGANISATION_ID,
          name: 'System administration',
          subdomain: 'system-admin',
          status: 'Active',
          roles: ['SystemAdmin'],
          isCurrent: true,
        },
      ],
    },
  },
  switchOrganization: { input: { body: { organizationId: PLATFORM_ORGANISATION_ID } }, output: session },
  changePassword: {
    input: { body: { currentPassword: EXAMPLE.password, newPassword: 'four copper kettles sing' } },
    output: undefined,
  },
};
