// The external identities of an account: by whom its owner is known elsewhere. An address counts in the organisation
// whose provider vouched for it and nowhere else, so that the provider of one organisation never speaks for another.
// Pure.
import { issue } from '../../base/issue.js';
import { IDENTITIES_MAX } from '../../base/limits/node/federation.js';
import { fail, type Result } from '../../base/result.js';
import type { PresetName, ProviderSlot } from './presets.js';

export interface ExternalIdentity {
  readonly id: string;
  readonly organisationId: string;
  readonly slot: ProviderSlot;
  readonly preset: PresetName;
  readonly issuer: string;
  readonly subject: string;
  /** As the provider told them last. */
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly createdAt: string;
  readonly lastUsedAt?: string | undefined;
}

/** By what an identity is told: an address changes hands, a subject of an issuer does not. */
export type IdentityName = Pick<ExternalIdentity, 'organisationId' | 'issuer' | 'subject'>;

/** Whether both are the same identity, in the same organisation. */
export function isSame(name: IdentityName, other: IdentityName): boolean {
  return name.organisationId === other.organisationId && name.issuer === other.issuer && name.subject === other.subject;
}

/** The identities with this one, in the place of its earlier state. Issue: IDENTITIES_FULL. */
export function withIdentity(
  list: readonly ExternalIdentity[],
  identity: ExternalIdentity,
): Result<readonly ExternalIdentity[]> {
  const others = list.filter((item) => !isSame(item, identity));
  if (others.length === list.length && list.length >= IDENTITIES_MAX)
    return fail(issue('IDENTITIES_FULL', '', `An account has at most ${IDENTITIES_MAX} external identities.`));
  return [...others, identity];
}
