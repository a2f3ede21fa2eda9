// Identity providers of an organisation: its own one, and the social ones.
import Type from 'typebox';
import { route } from '../../../define.js';
import {
  DiscoveredIssuer,
  IdentityProviderBody,
  IdentityProviderView,
  IssuerUrl,
  SocialProviderBody,
  SocialProviderName,
  SocialProviderView,
} from '../../../schemas/accounts/identity-provider.js';
import { IfMatchHeader, namedObject, Uuid } from '../../../schemas/base/common.js';

const Organisation = Type.Object({ orgId: Uuid });
const Social = Type.Object({ orgId: Uuid, provider: SocialProviderName });

export const DiscoverRequest = namedObject('DiscoverIssuer', { issuerUrl: IssuerUrl });
export const TestedProvider = namedObject('TestedIdentityProvider', {
  success: Type.Boolean(),
  message: Type.String(),
  discoveredScopes: Type.Array(Type.String()),
});
export const ProviderSwitch = namedObject('IdentityProviderSwitch', { enabled: Type.Boolean() });
export const SocialProviderList = namedObject('SocialProviderList', { providers: Type.Array(SocialProviderView) });

const ASKING = [
  'IDP_DOCUMENT_INVALID',
  'IDP_UNAVAILABLE',
  'IDENTITY_REFUSED',
  'OUTGOING_REFUSED',
  'OUTGOING_FAILED',
  'OUTGOING_ANSWER_REFUSED',
  'OUTGOING_BUSY',
] as const;

export const identityProviderRoutes = {
  getIdentityProvider: route({
    method: 'GET',
    url: '/api/organizations/:orgId/idp',
    can: 'RequireAdministrator',
    summary: 'Read the identity provider of an organisation',
    input: { params: Organisation },
    output: IdentityProviderView,
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_NOT_FOUND'],
  }),
  setIdentityProvider: route({
    method: 'PUT',
    url: '/api/organizations/:orgId/idp',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Configure the identity provider of an organisation',
    description:
      'Reads the discovery document of the issuer. A new one is off until it is switched on (idp/toggle). Another issuer ends the sessions that began at the old one. ' +
      'The provider is told of one address to lead back to: {publicUrl}/api/auth/callback/{subdomain}.',
    input: { params: Organisation, body: IdentityProviderBody, headers: IfMatchHeader },
    output: IdentityProviderView,
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_INVALID', 'RESOURCE_CHANGED', ...ASKING],
  }),
  deleteIdentityProvider: route({
    method: 'DELETE',
    url: '/api/organizations/:orgId/idp',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Remove the identity provider of an organisation',
    description: 'Ends the sessions of its people. Their accounts stay.',
    input: { params: Organisation },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_NOT_FOUND'],
  }),
  discoverIssuer: route({
    method: 'POST',
    url: '/api/organizations/:orgId/idp/discover',
    writes: 'nothing',
    can: 'RequireAdministrator',
    summary: 'Read what an issuer says of itself',
    input: { params: Organisation, body: DiscoverRequest },
    output: DiscoveredIssuer,
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_INVALID', ...ASKING],
  }),
  testIdentityProvider: route({
    method: 'POST',
    url: '/api/organizations/:orgId/idp/test',
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Try the identity provider: its document, and the client by client_credentials',
    description: 'Answers 200 with success false and the reason where the trial fails.',
    input: { params: Organisation },
    output: TestedProvider,
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_NOT_FOUND'],
  }),
  switchIdentityProvider: route({
    method: 'POST',
    url: '/api/organizations/:orgId/idp/toggle',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Switch the identity provider on or off',
    description: 'Off ends the sessions of its people.',
    input: { params: Organisation, body: ProviderSwitch },
    output: ProviderSwitch,
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_NOT_FOUND'],
  }),
  listSocialProviders: route({
    method: 'GET',
    url: '/api/organizations/:orgId/social-providers',
    can: 'RequireAdministrator',
    summary: 'List the social providers of an organisation',
    description:
      'Each kind once at the most: four. The ones of the public organisation are the operator’s, for everybody.',
    input: { params: Organisation },
    output: SocialProviderList,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  setSocialProvider: route({
    method: 'PUT',
    url: '/api/organizations/:orgId/social-providers/:provider',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Configure a social provider of an organisation',
    description:
      'On unless isEnabled is false. issuerUrl is for a sovereign cloud or a server of the organisation’s own; that of everybody when absent.',
    input: { params: Social, body: SocialProviderBody },
    output: SocialProviderView,
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_INVALID', ...ASKING],
  }),
  deleteSocialProvider: route({
    method: 'DELETE',
    url: '/api/organizations/:orgId/social-providers/:provider',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Remove a social provider of an organisation',
    description: 'Ends the sessions of its people. Their accounts stay.',
    input: { params: Social },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'IDP_NOT_FOUND'],
  }),
};
