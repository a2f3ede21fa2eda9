// How a provider is configured: its document is read first, then the row is written with what it replaces, in one turn.

import type { Static } from 'typebox';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { issuerFor, type PresetName, type ProviderSlot, presetOf } from '../../../../core/tenant/federation/presets.js';
import {
  checkScopes,
  type DiscoveryDocument,
  type IdentityProvider,
  keepsSecret,
} from '../../../../core/tenant/federation/provider.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import type { ApiCall } from '../../../define.js';
import { discover } from '../../../federation/provider-client.js';
import { failIfChanged } from '../../../requests/etags.js';
import type { SocialProviderBody } from '../../../schemas/accounts/identity-provider.js';
import { newId } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';

export interface StatedProvider extends Omit<Static<typeof SocialProviderBody>, 'isEnabled'> {
  readonly slot: ProviderSlot;
  readonly preset: PresetName;
  /** From now on; as it was where absent. */
  readonly isEnabled?: boolean | undefined;
  /** The header: the version that it replaces. */
  readonly ifMatch?: string | undefined;
}

const SECRET_AGAIN = issue(
  'IDP_INVALID',
  '/clientSecret',
  'The stored secret is for the issuer, the token endpoint and the client id that it was stated with: state it again.',
);

/** The provider as it is from now on, stored. Issues: IDP_INVALID, and those of reading a document. */
export async function configureProvider(
  call: ApiCall<AccountDeps>,
  organisation: Organisation,
  stated: StatedProvider,
): Promise<Result<IdentityProvider>> {
  const { deps } = call;
  const preset = presetOf(stated);
  const issuerUrl = issuerFor(preset, stated.issuerUrl);
  if (isFailure(issuerUrl)) return issuerUrl;
  const scopes = stated.scopes ?? preset.scopes;
  const wrong = checkScopes(scopes, preset.protocol === 'oidc');
  if (wrong) return fail(wrong);
  const document =
    preset.protocol === 'oidc' ? await discover(deps, { organisationId: organisation.id }, issuerUrl) : undefined;
  if (isFailure(document)) return document;
  const people = await deps.identities.userIdsIn(organisation.id);
  // Read in the turn in which it is replaced.
  const before = deps.identityProviders.get(organisation.id, stated.slot);
  const late = failIfChanged(stated.ifMatch, before ? versionOf(before) : null);
  if (late) return late;
  if (before === undefined && stated.clientSecret === undefined)
    return fail(issue('IDP_INVALID', '/clientSecret', 'A new provider needs its client secret.'));
  if (
    before &&
    stated.clientSecret === undefined &&
    !keepsSecret(before, { issuerUrl, clientId: stated.clientId, document })
  )
    return fail(SECRET_AGAIN);
  const provider = rowOf({ deps, organisation, stated, issuerUrl, scopes, document, before });
  const ended = before !== undefined && (before.issuerUrl !== issuerUrl || !provider.isEnabled) ? before : undefined;
  const ends = ended === undefined ? [] : sessionEnds(deps, ended, people);
  await deps.commit([deps.identityProviders.put(provider), ...ends, changeRecord(call, provider, 'configured')]);
  return provider;
}

/** Of what administrators set; its document is read anew by itself. */
export function versionOf({ version, isEnabled }: IdentityProvider): unknown {
  return [version, isEnabled];
}

interface RowParts {
  readonly deps: AccountDeps;
  readonly organisation: Organisation;
  readonly stated: StatedProvider;
  readonly issuerUrl: string;
  readonly scopes: readonly string[];
  readonly document: DiscoveryDocument | undefined;
  readonly before: IdentityProvider | undefined;
}

function rowOf({ deps, organisation, stated, issuerUrl, scopes, document, before }: RowParts): IdentityProvider {
  const { slot, preset, clientId, clientSecret, displayName = before?.displayName ?? nameOfSlot(stated) } = stated;
  const id = before?.id ?? newId(deps);
  const nowMs = deps.clock.now();
  return {
    ...{ id, organisationId: organisation.id, slot, preset, displayName, issuerUrl, clientId, scopes },
    sealedSecret:
      clientSecret === undefined ? (before?.sealedSecret ?? '') : deps.identityProviders.sealedSecret(id, clientSecret),
    isEnabled: stated.isEnabled ?? before?.isEnabled ?? false,
    vouchesForEmails: stated.vouchesForEmails ?? false,
    admitsNewcomers: stated.admitsNewcomers ?? false,
    createdAt: before?.createdAt ?? new Date(nowMs).toISOString(),
    version: (before?.version ?? 0) + 1,
    ...(document && { discovery: { document, fetchedAtMs: nowMs } }),
  };
}

function nameOfSlot({ slot, preset }: Pick<StatedProvider, 'slot' | 'preset'>): string {
  return slot === 'idp' ? preset : slot;
}

/**
 * Ends the sessions of those people who are known by the provider: their tokens, whatever they signed in with, because
 * a token does not say by which provider it came. They may come again by another way.
 */
export function sessionEnds(
  { identities, tenants, sessions, clock }: AccountDeps,
  { organisationId, slot }: Pick<IdentityProvider, 'organisationId' | 'slot'>,
  people: ReadonlySet<string>,
): readonly KvOp[] {
  const nowMs = clock.now();
  return [...people].flatMap((userId) => {
    const isOfProvider = identities
      .of(userId)
      .some((item) => item.organisationId === organisationId && item.slot === slot);
    const member = tenants.user(userId)?.memberships.find((item) => item.organisationId === organisationId);
    return isOfProvider && member ? [sessions.revoke(`sub:${member.membershipId}`, nowMs)] : [];
  });
}

export function changeRecord(
  { deps, caller, address }: ApiCall<AccountDeps>,
  { organisationId, slot, issuerUrl }: IdentityProvider,
  change: 'configured' | 'removed' | 'enabled' | 'disabled',
): KvOp {
  const details = { provider: slot, issuer: issuerUrl, change };
  return deps.audit.byCaller({ caller, address }, { eventType: 'IdpConfigurationUpdated', organisationId, details });
}
