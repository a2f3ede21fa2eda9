// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { identityProviderRoutes } from './routes.js';

const params = { orgId: EXAMPLE.organisationId };
const issuer = 'https://idp.northwind.example';
const endpoints = {
  authorizationEndpoint: `${issuer}/authorize`,
  tokenEndpoint: `${issuer}/token`,
  userInfoEndpoint: `${issuer}/userinfo`,
  jwksUri: `${issuer}/jwks`,
};
const provider = {
  id: EXAMPLE.identityProviderId,
  displayName: 'Northwind',
  issuerUrl: issuer,
  clientId: 'quorate',
  isEnabled: true,
  scopes: ['openid', 'email', 'profile'],
  admitsNewcomers: true,
  vouchesForEmails: false,
  ...endpoints,
  discoveryFetchedAt: EXAMPLE.time,
};
const social = {
  ...provider,
  provider: 'google',
  displayName: 'google',
  issuerUrl: 'https://accounts.google.com',
  admitsNewcomers: false,
} as const;

export const identityProviderExamples: Examples<typeof identityProviderRoutes> = {
  getIdentityProvider: { input: { params }, output: { providerPreset: 'GenericOidc', ...provider } },
  setIdentityProvider: {
    input: {
      headers: {},
      params,
      body: {
        providerPreset: 'GenericOidc',
        issuerUrl: issuer,
        clientId: 'quorate',
        clientSecret: 'q83vEjRWeJq83u8SNFZ4mg',
        displayName: 'Northwind',
        admitsNewcomers: true,
      },
    },
    output: { providerPreset: 'GenericOidc', ...provider, isEnabled: false },
  },
  deleteIdentityProvider: { input: { params }, output: undefined },
  discoverIssuer: {
    input: { params, body: { issuerUrl: issuer } },
    output: {
      issuer,
      ...endpoints,
      supportedScopes: ['openid', 'email', 'profile'],
    },
  },
  testIdentityProvider: {
    input: { params },
    output: {
      success: true,
      message: 'The provider answers, and knows the client by its secret.',
      discoveredScopes: ['openid', 'email', 'profile'],
    },
  },
  switchIdentityProvider: { input: { params, body: { enabled: true } }, output: { enabled: true } },
  listSocialProviders: { input: { params }, output: { providers: [social] } },
  setSocialProvider: {
    input: {
      params: { ...params, provider: 'google' },
      body: { clientId: 'quorate', clientSecret: 'q83vEjRWeJq83u8SNFZ4mg', issuerUrl: issuer },
    },
    output: { ...social, issuerUrl: issuer },
  },
  deleteSocialProvider: { input: { params: { ...params, provider: 'google' } }, output: undefined },
};
