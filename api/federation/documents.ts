// The document of a provider as a sign-in uses it: the one that is kept, or a new one (specification section 8: every
// 24 hours). A provider that does not answer is used by an old document for a day and no longer: then it
// signs no user in until it answers.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { presetOf } from '../../core/tenant/federation/presets.js';
import {
  type DiscoveryDocument,
  documentState,
  type IdentityProvider,
  keepsSecret,
} from '../../core/tenant/federation/provider.js';
import type { ApiDeps } from '../deps/deps.js';
import { discover, ProviderClient } from './provider-client.js';

type Deps = Pick<ApiDeps, 'outgoing' | 'identityProviders' | 'clock' | 'commit' | 'log'>;

/**
 * Documents that are being read, by provider, so that many who sign in at once ask for one. By table, of which each
 * node has one.
 */
const underWay = new WeakMap<ApiDeps['identityProviders'], Map<string, Promise<Result<DiscoveryDocument>>>>();

/** Undefined for a provider of OAuth 2.0, which has none. Issue: IDP_UNAVAILABLE. */
async function documentOf(deps: Deps, provider: IdentityProvider): Promise<Result<DiscoveryDocument | undefined>> {
  if (presetOf(provider).protocol === 'oauth2') return undefined;
  const { discovery } = provider;
  const state = documentState(discovery?.fetchedAtMs, deps.clock.now());
  if (state === 'use') return discovery?.document;
  const renewed = await renewOnce(deps, provider);
  if (!isFailure(renewed)) return renewed;
  deps.log.warn({ providerId: provider.id, reason: renewed.issue.message }, 'An identity provider does not answer.');
  if (state === 'renew') return discovery?.document;
  return fail(issue('IDP_UNAVAILABLE', '', `The identity provider cannot be asked. ${renewed.issue.message}`));
}

/** The client of a provider by its document. Issues: IDP_UNAVAILABLE, and those of the client. */
export async function clientOf(deps: Deps, provider: IdentityProvider): Promise<Result<ProviderClient>> {
  const document = await documentOf(deps, provider);
  return isFailure(document) ? document : clientBy(deps, provider, document);
}

export function clientBy(
  deps: Deps,
  provider: IdentityProvider,
  document: DiscoveryDocument | undefined,
): Promise<Result<ProviderClient>> {
  const clientSecret = deps.identityProviders.clientSecret(provider);
  return ProviderClient.open(deps, { provider, document, clientSecret });
}

/** Reads the document now and keeps it. Issue: IDP_DOCUMENT_INVALID where the secret would go to another origin. */
export async function renewedDocument(deps: Deps, provider: IdentityProvider): Promise<Result<DiscoveryDocument>> {
  const document = await discover(deps, provider, provider.issuerUrl);
  if (isFailure(document)) return document;
  if (!keepsSecret(provider, { ...provider, document })) return fail(movedProblem(document));
  // Read in the turn in which it is written: the provider may have been configured anew meanwhile.
  const current = deps.identityProviders.get(provider.organisationId, provider.slot);
  if (current?.id === provider.id && current.version === provider.version) {
    const discovery = { document, fetchedAtMs: deps.clock.now() };
    await deps.commit([deps.identityProviders.put({ ...current, discovery })]);
  }
  return document;
}

function movedProblem({ token_endpoint: endpoint }: DiscoveryDocument): Issue {
  const { origin } = new URL(endpoint);
  const message = `The token endpoint of the provider moved to ${origin}: state the client secret again, which was for another origin.`;
  return issue('IDP_DOCUMENT_INVALID', '', message);
}

function renewOnce(deps: Deps, provider: IdentityProvider): Promise<Result<DiscoveryDocument>> {
  const reads = underWay.get(deps.identityProviders) ?? new Map<string, Promise<Result<DiscoveryDocument>>>();
  underWay.set(deps.identityProviders, reads);
  const key = `${provider.id} ${provider.version}`;
  const read = reads.get(key) ?? renewedDocument(deps, provider).finally(() => reads.delete(key));
  reads.set(key, read);
  return read;
}
