// Needs of the examples of identity providers and of signing in at them: a provider that answers, configured, and
// sign-ins that are under way.
import { EXAMPLE } from '../../../api/examples/values.js';
import { setCookie } from '../../../api/federation/browser-cookie.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { isFailure } from '../../../core/base/result.js';
import type { OutgoingCall } from '../../../core/outgoing/ports.js';
import type { ProviderSlot } from '../../../core/tenant/federation/presets.js';
import { readDocument } from '../../../core/tenant/federation/provider.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { Browser, letIn, type Shown } from './browser.js';
import { type Person, TestProvider } from './test-provider.js';

const SECRET = 'q83vEjRWeJq83u8SNFZ4mg';
const ZOE: Person = { sub: 'zoe', email: 'zoe@northwind.example', email_verified: true, name: 'Zoe' };
const PAGE = 'http://localhost:8080/console';

async function configured(world: World): Promise<TestProvider> {
  const provider = await TestProvider.open();
  const { deps } = world;
  const before = deps.outgoing;
  const isOwn = (url: string) => new URL(url).origin === provider.issuer;
  const request = (call: OutgoingCall) => (isOwn(call.url) ? provider : before).request(call);
  Object.assign(deps, { outgoing: { request } });
  await seedExample(deps);
  await letIn(world, EXAMPLE.organisationId, ['northwind.example']);
  await letIn(world, PUBLIC_ORGANISATION_ID, []);
  const { issuer } = provider;
  const document = readDocument({
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
  });
  if (isFailure(document)) throw new Error(document.issue.message);
  const places: readonly (readonly [string, ProviderSlot])[] = [
    [EXAMPLE.organisationId, 'idp'],
    [EXAMPLE.organisationId, 'google'],
    [PUBLIC_ORGANISATION_ID, 'google'],
  ];
  await deps.commit(
    places.map(([organisationId, slot], version) =>
      deps.identityProviders.put({
        ...{ id: `${EXAMPLE.identityProviderId.slice(0, -1)}${version}`, organisationId, slot, version },
        ...{ preset: 'GenericOidc', displayName: 'Northwind', issuerUrl: issuer, clientId: 'quorate' },
        sealedSecret: deps.identityProviders.sealedSecret(
          `${EXAMPLE.identityProviderId.slice(0, -1)}${version}`,
          SECRET,
        ),
        ...{ scopes: ['openid', 'email', 'profile'], isEnabled: true, vouchesForEmails: false, admitsNewcomers: true },
        createdAt: EXAMPLE.time,
        discovery: { document, fetchedAtMs: deps.clock.now() },
      }),
    ),
  );
  return provider;
}

const withProvider: Prepare = async (world) => {
  await configured(world);
  return { as: 'administrator' };
};

/** A browser that comes back from the provider. */
async function comingBack(world: World, url: string, payload: object) {
  const provider = await configured(world);
  const browser = new Browser(world);
  const begun: Shown = await browser.post(url, payload);
  const headers = { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  return { answer: provider.signIn(begun.body.authorizationUrl, ZOE), headers };
}

const socialEnd =
  (url: string): Prepare =>
  async (world) => {
    const { answer, headers } = await comingBack(world, url, { provider: 'google', redirectUrl: PAGE });
    return { headers, body: { provider: 'google', ...answer } };
  };

export const prepareFederation: Readonly<Record<string, Prepare>> = {
  getIdentityProvider: withProvider,
  setIdentityProvider: withProvider,
  deleteIdentityProvider: withProvider,
  discoverIssuer: withProvider,
  testIdentityProvider: withProvider,
  switchIdentityProvider: withProvider,
  listSocialProviders: withProvider,
  setSocialProvider: withProvider,
  deleteSocialProvider: withProvider,
  beginOidcSignIn: withProvider,
  endOidcSignIn: async (world) => {
    const { answer, headers } = await comingBack(world, '/api/auth/oidc/initiate', { orgSubdomain: EXAMPLE.subdomain });
    return { headers, query: answer };
  },
  redeemSignIn: async ({ deps }) => {
    await seedExample(deps);
    const { userPlatformId: platformUserId, organisationId } = EXAMPLE;
    const state = EXAMPLE.signInState;
    const handOver = { platformUserId, organisationId, method: 'oidc', isNew: true, state } as const;
    // Operations before this one ended sessions of the account.
    const after = deps.sessions.notBeforeMs({ subject: EXAMPLE.userId, platformUserId, organisationId });
    const code = deps.signIns.handOver('127.0.0.1', {
      ...{ ...handOver, browserHash: sha256Hex('secret') },
      ...{ membershipId: EXAMPLE.userId, issuedAtMs: Math.max(deps.clock.now(), after) },
    });
    const [cookie = ''] = setCookie({ state, publicUrl: deps.config.publicUrl }, 'secret').split(';');
    return { body: { code }, headers: { cookie } };
  },
  completeProfile: async ({ deps }) => {
    await seedExample(deps);
    const user = deps.tenants.user(EXAMPLE.userPlatformId);
    if (user) await deps.commit(deps.tenants.putUser({ ...user, isNameless: true }));
    return { as: 'user' };
  },
  beginSocialSignIn: withProvider,
  endSocialSignIn: socialEnd('/api/auth/social/initiate'),
  listSocialProviderNames: withProvider,
  beginPublicSocialSignIn: withProvider,
  endPublicSocialSignIn: socialEnd('/api/auth/public/social/initiate'),
  listIdentities: () => ({ as: 'user' }),
  linkIdentity: withProvider,
  unlinkIdentity: async ({ deps }) => {
    await seedExample(deps);
    const { identityId: id, organisationId, userPlatformId, time: createdAt } = EXAMPLE;
    const identity = { id, organisationId, slot: 'idp', preset: 'GenericOidc', issuer: 'https://x.example' } as const;
    await deps.commit(deps.identities.put(userPlatformId, [{ ...identity, subject: 'uma', createdAt }]));
    return { as: 'user' };
  },
};
