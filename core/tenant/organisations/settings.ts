// Settings of an organisation that its administrators change: its type, whether people register by themselves, from
// which e-mail domains members come, and how long its audit trail is kept. Pure.
import { type Issue, issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import type { Organisation, OrganisationKind } from '../organisation.js';
import { PUBLIC_ORGANISATION_ID } from '../roles.js';

/**
 * Acts of members for which an organisation may ask for a recent sign-in: what is signed with a wallet or sealed on a
 * register, and what is shown to verifiers. Rights, secrets, keys and ways in ask for one in every organisation.
 */
export const PROVEN_ACTS = ['signing', 'showing'] as const;
export type ProvenAct = (typeof PROVEN_ACTS)[number];

export interface OrganisationSettings {
  readonly orgType: OrganisationKind;
  readonly selfRegistrationEnabled: boolean;
  /** Empty takes every domain. Lower case, each exactly so: subdomains are domains of their own. */
  readonly allowedEmailDomains: readonly string[];
  /** Null keeps the trail as long as the node does. */
  readonly auditRetentionMonths: number | null;
  readonly recentSignInFor: readonly ProvenAct[];
}

/** `takesPeople`: whether this node takes people into its public organisation where that was never stated. */
export function settingsOf(organisation: Organisation, takesPeople = false): OrganisationSettings {
  const { id, orgType, settings } = organisation;
  const {
    selfRegistrationEnabled = takesPeople && id === PUBLIC_ORGANISATION_ID,
    allowedEmailDomains = [],
    auditRetentionMonths = null,
    recentSignInFor = [],
  } = settings ?? {};
  return { orgType, selfRegistrationEnabled, allowedEmailDomains, auditRetentionMonths, recentSignInFor };
}

/** A name of DNS labels (RFC 1123 section 2.1), at least two; international names in their ASCII form. */
export const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** The organisation under other settings: what is left out stays. Issues: SETTINGS_INVALID, ORGANISATION_PROTECTED. */
export function withSettings(
  organisation: Organisation,
  change: { readonly [K in keyof OrganisationSettings]?: OrganisationSettings[K] | undefined },
): Result<Organisation> {
  const before = settingsOf(organisation);
  const { orgType = before.orgType } = change;
  const { selfRegistrationEnabled = organisation.settings?.selfRegistrationEnabled } = change;
  const { auditRetentionMonths = before.auditRetentionMonths } = change;
  const { recentSignInFor = before.recentSignInFor } = change;
  const domains = change.allowedEmailDomains?.map((domain) => domain.trim().toLowerCase());
  if (organisation.isPlatformOrg && orgType !== organisation.orgType)
    return fail(issue('ORGANISATION_PROTECTED', '/orgType', 'A platform organisation keeps its type.'));
  const wrong = domains?.findIndex((domain, i) => !DOMAIN.test(domain) || domains.indexOf(domain) !== i) ?? -1;
  if (wrong >= 0) {
    const why = 'A domain is a name such as example.org, in ASCII, once in the list and without an @.';
    return fail(issue('SETTINGS_INVALID', `/allowedEmailDomains/${wrong}`, why));
  }
  if (selfRegistrationEnabled === true && orgType !== 'Public')
    return fail(
      issue(
        'SETTINGS_INVALID',
        '/selfRegistrationEnabled',
        'Only into a Public organisation do people register alone.',
      ),
    );
  const allowedEmailDomains = domains ?? before.allowedEmailDomains;
  const settings = { selfRegistrationEnabled, allowedEmailDomains, auditRetentionMonths, recentSignInFor };
  return { ...organisation, orgType, settings };
}

/** Why the owner of an address may not become a member, by whichever way it comes: EMAIL_DOMAIN_REFUSED. */
export function joinProblem(organisation: Organisation, email: string): Issue | undefined {
  const { allowedEmailDomains } = settingsOf(organisation);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (allowedEmailDomains.length === 0 || allowedEmailDomains.includes(domain)) return undefined;
  return issue('EMAIL_DOMAIN_REFUSED', '/email', 'The organisation takes no members with addresses of this domain.');
}
