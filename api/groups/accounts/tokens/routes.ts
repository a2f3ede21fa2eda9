// Tokens of others: services ask what a token is good for, administrators end tokens.
import Type from 'typebox';
import { route } from '../../../define.js';
import { Acknowledgement, namedObject, Uuid } from '../../../schemas/base/common.js';

export const IntrospectRequest = namedObject('IntrospectRequest', {
  token: Type.String({ minLength: 1, maxLength: 8192 }),
  tokenTypeHint: Type.Optional(Type.Enum(['access_token', 'refresh_token'], { title: 'TokenTypeHint' })),
});

export const Introspection = namedObject('Introspection', {
  active: Type.Boolean({
    description: 'False alone where the token is not good now, whatever the reason (RFC 7662 section 2.2).',
  }),
  tokenType: Type.Optional(Type.Enum(['user', 'service', 'refresh'])),
  tier: Type.Optional(Type.String({ description: 'consumer, platform, service, enrol-session, or delegated.' })),
  sub: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String({ description: 'With a space between them.' })),
  clientId: Type.Optional(Type.String()),
  exp: Type.Optional(Type.Integer({ description: 'Seconds since 1970 UTC.' })),
  iat: Type.Optional(Type.Integer()),
  iss: Type.Optional(Type.String()),
  aud: Type.Optional(Type.String()),
  jti: Type.Optional(Type.String()),
  orgId: Type.Optional(Type.String()),
  roles: Type.Optional(Type.Array(Type.String())),
  delegatedUserId: Type.Optional(
    Type.String({ description: 'Organisation-scoped user id of the user for whom a service acts.' }),
  ),
});

export const RevokeUserRequest = namedObject('RevokeUserRequest', {
  userId: Type.String({
    ...Uuid,
    description:
      'Organisation-scoped user id (claim sub) in the organisation of the caller; for a SystemAdmin also a platform user id.',
  }),
});
export const RevokeOrganisationRequest = namedObject('RevokeOrganisationRequest', { organizationId: Uuid });

export const tokenRoutes = {
  introspectToken: route({
    method: 'POST',
    url: '/api/auth/token/introspect',
    writes: 'nothing',
    uncached: true,
    can: 'CanIntrospectTokens',
    summary: 'Tell a service what a token is good for now',
    description:
      'Access and refresh tokens of this installation. A refresh token is not spent by it. To a service of an organisation a token of another one is not active.',
    input: { body: IntrospectRequest },
    output: Introspection,
    errors: [],
    rate: 'api',
  }),
  revokeUserTokens: route({
    method: 'POST',
    url: '/api/auth/token/revoke-user',
    writes: 'account',
    can: 'RequireAdministrator',
    summary: 'End all tokens of a user',
    description:
      'Sessions, refresh tokens, live connections, and tokens of services that act for the user. An administrator ends those of the own organisation; a SystemAdmin with a platform user id those in all.',
    input: { body: RevokeUserRequest },
    output: Acknowledgement,
    errors: ['USER_NOT_FOUND', 'FORBIDDEN'],
  }),
  revokeOrganizationTokens: route({
    method: 'POST',
    url: '/api/auth/token/revoke-organization',
    writes: 'account',
    can: 'RequireAdministrator',
    summary: 'End all tokens of an organisation',
    description: 'That of the caller too, where it is the own one.',
    input: { body: RevokeOrganisationRequest },
    output: Acknowledgement,
    errors: ['ORGANISATION_NOT_FOUND', 'FORBIDDEN'],
  }),
};
