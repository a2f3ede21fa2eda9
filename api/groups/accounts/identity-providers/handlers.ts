// Identity providers: loads, asks core/tenant/federation and the provider, commits, shows.

import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { type ProviderSlot, SOCIAL_KINDS, type SocialKind } from '../../../../core/tenant/federation/presets.js';
import type { IdentityProvider } from '../../../../core/tenant/federation/provider.js';
import { administeredWhole, findAdministered } from '../../../access/organisations.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { clientBy, renewedDocument } from '../../../federation/documents.js';
import { discover } from '../../../federation/provider-client.js';
import { withVersion } from '../../../requests/etags.js';
import { discoveredView, providerView } from '../../../schemas/accounts/identity-provider.js';
import type { AccountDeps } from '../deps.js';
import { changeRecord, configureProvider, sessionEnds, versionOf } from './configuring.js';
import type { identityProviderRoutes } from './routes.js';

export const identityProviderHandlers: Handlers<typeof identityProviderRoutes, AccountDeps> = {
  getIdentityProvider({ params }, call) {
    const provider = administeredProvider(call, params.orgId, 'idp');
    return isFailure(provider) ? provider : withVersion(ownView(provider), versionOf(provider));
  },

  async setIdentityProvider({ params, body, headers }, call) {
    const organisation = administeredWhole(call, params.orgId);
    if (isFailure(organisation)) return organisation;
    const { providerPreset: preset, ...rest } = body;
    const provider = await configureProvider(call, organisation, {
      slot: 'idp',
      preset,
      ...rest,
      ifMatch: headers['if-match'],
    });
    return isFailure(provider) ? provider : withVersion(ownView(provider), versionOf(provider));
  },

  deleteIdentityProvider: ({ params }, call) => remove(call, params.orgId, 'idp'),

  async discoverIssuer({ params, body }, call) {
    const organisation = findAdministered(call, params.orgId);
    if (isFailure(organisation)) return organisation;
    if (!URL.canParse(body.issuerUrl)) return fail(issue('IDP_INVALID', '/issuerUrl', 'The issuer is not a URL.'));
    const document = await discover(call.deps, { organisationId: organisation.id }, body.issuerUrl);
    return isFailure(document) ? document : discoveredView(document);
  },

  async testIdentityProvider({ params }, call) {
    const { deps } = call;
    const provider = administeredProvider(call, params.orgId, 'idp');
    if (isFailure(provider)) return provider;
    const document = await renewedDocument(deps, provider);
    if (isFailure(document)) return { success: false, message: document.issue.message, discoveredScopes: [] };
    const discoveredScopes = document.scopes_supported ?? [];
    const client = await clientBy(deps, provider, document);
    const problem = isFailure(client) ? client.issue.message : await client.trySecret();
    const message = problem ?? 'The provider answers, and knows the client by its secret.';
    return { success: problem === undefined, message, discoveredScopes };
  },

  async switchIdentityProvider({ params, body: { enabled } }, call) {
    const { deps } = call;
    const affected = await providerAndPeople(call, params.orgId, 'idp');
    if (isFailure(affected)) return affected;
    const { provider, people } = affected;
    const ends = enabled ? [] : sessionEnds(deps, provider, people);
    await deps.commit([
      deps.identityProviders.put({ ...provider, isEnabled: enabled }),
      ...ends,
      changeRecord(call, provider, enabled ? 'enabled' : 'disabled'),
    ]);
    return { enabled };
  },

  listSocialProviders({ params }, call) {
    const organisation = findAdministered(call, params.orgId);
    if (isFailure(organisation)) return organisation;
    const providers = SOCIAL_KINDS.flatMap((kind) => {
      const provider = call.deps.identityProviders.get(organisation.id, kind);
      return provider ? [socialView(provider, kind)] : [];
    });
    return { providers };
  },

  async setSocialProvider({ params, body }, call) {
    const organisation = administeredWhole(call, params.orgId);
    if (isFailure(organisation)) return organisation;
    const { provider: slot } = params;
    const { isEnabled = true, ...rest } = body;
    const provider = await configureProvider(call, organisation, { slot, preset: 'Custom', isEnabled, ...rest });
    return isFailure(provider) ? provider : socialView(provider, slot);
  },

  deleteSocialProvider: ({ params }, call) => remove(call, params.orgId, params.provider),
};

function administeredProvider(
  call: ApiCall<AccountDeps>,
  organisationId: string,
  slot: ProviderSlot,
): Result<IdentityProvider> {
  const organisation = findAdministered(call, organisationId);
  if (isFailure(organisation)) return organisation;
  const provider = call.deps.identityProviders.get(organisation.id, slot);
  return provider ?? fail(issue('IDP_NOT_FOUND', '', 'The organisation has no such identity provider.'));
}

/** The provider as it is in the turn in which this gives it, and the users that its organisation has identities of. */
async function providerAndPeople(call: ApiCall<AccountDeps>, organisationId: string, slot: ProviderSlot) {
  const organisation = administeredWhole(call, organisationId);
  if (isFailure(organisation)) return organisation;
  const asked = administeredProvider(call, organisationId, slot);
  if (isFailure(asked)) return asked;
  const people = await call.deps.identities.userIdsIn(asked.organisationId);
  // Another request may have changed or removed it meanwhile.
  const provider = administeredProvider(call, organisationId, slot);
  return isFailure(provider) ? provider : { provider, people };
}

async function remove(call: ApiCall<AccountDeps>, organisationId: string, slot: ProviderSlot) {
  const { deps } = call;
  const affected = await providerAndPeople(call, organisationId, slot);
  if (isFailure(affected)) return affected;
  const { provider, people } = affected;
  await deps.commit([
    deps.identityProviders.remove(provider),
    ...sessionEnds(deps, provider, people),
    changeRecord(call, provider, 'removed'),
  ]);
  return undefined;
}

function ownView(provider: IdentityProvider) {
  return { providerPreset: provider.preset, ...providerView(provider) };
}

function socialView(provider: IdentityProvider, kind: SocialKind) {
  return { provider: kind, ...providerView(provider) };
}
