// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE, EXAMPLE_ORIGIN } from '../../../examples/values.js';
import type { federationRoutes } from './routes.js';

const { subdomain, signInState: state, signInCode: code } = EXAMPLE;
const redirectUrl = `${EXAMPLE_ORIGIN}/console`;
const begun = {
  authorizationUrl: `https://idp.northwind.example/authorize?client_id=quorate&response_type=code&state=${state}`,
  state,
};
const outcome = {
  success: true,
  accessToken: EXAMPLE.accessToken,
  refreshToken: EXAMPLE.refreshToken,
  tokenType: 'Bearer',
  expiresIn: 3600,
  userId: EXAMPLE.userPlatformId,
  requiresProfileCompletion: false,
  isFirstLogin: true,
  isNewUser: true,
} as const;
const answer = { provider: 'google', code, state } as const;

export const federationExamples: Examples<typeof federationRoutes> = {
  beginOidcSignIn: { input: { body: { orgSubdomain: subdomain, redirectUrl } }, output: begun },
  endOidcSignIn: {
    input: { params: { orgSubdomain: subdomain }, query: { code, state }, headers: {} },
    output: outcome,
  },
  relaySignIn: { input: { params: { orgSubdomain: subdomain }, body: { code, state } }, output: undefined },
  redeemSignIn: { input: { body: { code }, headers: {} }, output: outcome },
  completeProfile: {
    input: { body: { displayName: 'Uma User' } },
    output: { displayName: 'Uma User', email: EXAMPLE.userEmail, requiresProfileCompletion: false },
  },
  beginSocialSignIn: { input: { body: { provider: 'google', redirectUrl, orgSubdomain: subdomain } }, output: begun },
  endSocialSignIn: { input: { body: answer, headers: {} }, output: outcome },
  listSocialProviderNames: { input: { query: { orgSubdomain: subdomain } }, output: { providers: ['google'] } },
  beginPublicSocialSignIn: {
    input: { body: { provider: 'google', redirectUrl, surface: 'wallet' } },
    output: begun,
  },
  endPublicSocialSignIn: { input: { body: answer, headers: {} }, output: outcome },
  listIdentities: {
    input: {},
    output: {
      identities: [
        {
          id: EXAMPLE.identityId,
          organizationId: EXAMPLE.organisationId,
          provider: 'google',
          issuer: 'https://accounts.google.com',
          email: EXAMPLE.userEmail,
          displayName: 'Uma User',
          createdAt: EXAMPLE.time,
          lastUsedAt: EXAMPLE.time,
        },
      ],
    },
  },
  linkIdentity: { input: { body: { redirectUrl } }, output: begun },
  unlinkIdentity: { input: { params: { identityId: EXAMPLE.identityId } }, output: undefined },
};
