// Identity providers as an administrator states and sees them. No view holds a client secret.
import Type from 'typebox';
import {
  CLIENT_ID_MAX,
  CLIENT_SECRET_MAX,
  SCOPES_MAX,
  SIGN_IN_URL_MAX,
} from '../../../core/base/limits/node/federation.js';
import { PRESET_NAMES, SOCIAL_KINDS } from '../../../core/tenant/federation/presets.js';
import type { DiscoveryDocument, IdentityProvider } from '../../../core/tenant/federation/provider.js';
import { namedObject, Timestamp, Uuid } from '../base/common.js';
import { nameSchema } from '../base/names.js';

export const IssuerUrl = Type.String({
  // Without user, query and fragment (core/tenant/federation/presets.ts).
  documented: { pattern: '^https?://[^@?#]+$' },
  minLength: 1,
  maxLength: SIGN_IN_URL_MAX,
  description: 'Its discovery document is at {issuerUrl}/.well-known/openid-configuration.',
});
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: SCOPES_MAX,
  documented: { uniqueItems: true },
});
export const SocialProviderName = Type.Enum([...SOCIAL_KINDS], { title: 'SocialProviderKind' });

const stated = {
  issuerUrl: Type.Optional(IssuerUrl),
  clientId: Type.String({ minLength: 1, maxLength: CLIENT_ID_MAX }),
  clientSecret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CLIENT_SECRET_MAX,
      description: 'Needed the first time; the stored one stays when absent. Encrypted at rest, and never shown again.',
    }),
  ),
  displayName: Type.Optional(nameSchema(100)),
  scopes: Type.Optional(Scopes),
  admitsNewcomers: Type.Optional(
    Type.Boolean({
      description:
        'People without an account get one by signing in, with a verified address of the allowedEmailDomains of the organisation. False when absent; of the public organisation its selfRegistrationEnabled decides.',
    }),
  ),
  vouchesForEmails: Type.Optional(
    Type.Boolean({
      description:
        'The organisation vouches for the addresses of a provider that does not say itself whether it verified them. False when absent.',
    }),
  ),
};

export const IdentityProviderBody = namedObject('IdentityProviderSettings', {
  providerPreset: Type.Enum([...PRESET_NAMES], { title: 'IdentityProviderPreset' }),
  ...stated,
});
export const SocialProviderBody = namedObject('SocialProviderSettings', {
  ...stated,
  isEnabled: Type.Optional(Type.Boolean()),
});

const shown = {
  id: Uuid,
  displayName: Type.String(),
  issuerUrl: Type.String(),
  clientId: Type.String(),
  isEnabled: Type.Boolean(),
  scopes: Scopes,
  admitsNewcomers: Type.Boolean(),
  vouchesForEmails: Type.Boolean(),
  authorizationEndpoint: Type.Optional(Type.String()),
  tokenEndpoint: Type.Optional(Type.String()),
  userInfoEndpoint: Type.Optional(Type.String()),
  jwksUri: Type.Optional(Type.String()),
  discoveryFetchedAt: Type.Optional(Timestamp),
};

export const IdentityProviderView = namedObject('IdentityProvider', {
  providerPreset: Type.Enum([...PRESET_NAMES], { title: 'IdentityProviderPreset' }),
  ...shown,
});
export const SocialProviderView = namedObject('SocialProvider', { provider: SocialProviderName, ...shown });

export const DiscoveredIssuer = namedObject('DiscoveredIssuer', {
  issuer: Type.String(),
  authorizationEndpoint: Type.String(),
  tokenEndpoint: Type.String(),
  userInfoEndpoint: Type.Optional(Type.String()),
  jwksUri: Type.String(),
  supportedScopes: Type.Array(Type.String()),
});

export function providerView(provider: IdentityProvider) {
  const { id, displayName, issuerUrl, clientId, isEnabled, scopes, discovery } = provider;
  const { admitsNewcomers, vouchesForEmails } = provider;
  return {
    ...{ id, displayName, issuerUrl, clientId, isEnabled, scopes },
    ...{ admitsNewcomers, vouchesForEmails },
    ...(discovery && {
      ...endpointsOf(discovery.document),
      discoveryFetchedAt: new Date(discovery.fetchedAtMs).toISOString(),
    }),
  };
}

export function discoveredView(document: DiscoveryDocument) {
  const { issuer, scopes_supported: supportedScopes = [] } = document;
  return { issuer, supportedScopes, ...endpointsOf(document) };
}

function endpointsOf(document: DiscoveryDocument) {
  return {
    authorizationEndpoint: document.authorization_endpoint,
    tokenEndpoint: document.token_endpoint,
    jwksUri: document.jwks_uri,
    ...(document.userinfo_endpoint !== undefined && { userInfoEndpoint: document.userinfo_endpoint }),
  };
}
