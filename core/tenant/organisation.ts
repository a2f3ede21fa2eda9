// Organisations: what one is, which names it may have, and which ones cannot be suspended. Pure.
import { type Issue, issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';

export type OrganisationStatus = 'Active' | 'Suspended';
export type OrganisationKind = 'Standard' | 'Public';

export interface Branding {
  readonly logoUrl?: string;
  readonly primaryColor?: string;
  readonly secondaryColor?: string;
  readonly companyTagline?: string;
}

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly subdomain: string;
  readonly status: OrganisationStatus;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  readonly orgType: OrganisationKind;
  /** The platform and the public organisation: they exist from the first start and cannot be suspended. */
  readonly isPlatformOrg: boolean;
  readonly branding?: Branding;
  readonly userCount: number;
  /** Set by its administrators (core/tenant/organisations/settings.ts); the defaults where it is absent. */
  readonly settings?: {
    /** Absent where it was never stated. */
    readonly selfRegistrationEnabled?: boolean | undefined;
    readonly allowedEmailDomains: readonly string[];
    readonly auditRetentionMonths: number | null;
    readonly recentSignInFor?: readonly ('signing' | 'showing')[];
  };
}

/** Names that stand for parts of an installation and never for a tenant. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['www', 'api', 'admin', 'system', 'platform', 'mail', 'static', 'docs'],
  // Beside issuers under /credentials.
  'types',
]);

export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/;

/**
 * A DNS label (RFC 1123 section 2.1) of 3 to 63 lower-case characters. Issue: SUBDOMAIN_INVALID with path /subdomain.
 */
export function checkSubdomain(subdomain: string): Issue[] {
  if (!SUBDOMAIN.test(subdomain))
    return [
      issue('SUBDOMAIN_INVALID', '/subdomain', 'A subdomain has 3 to 63 lower-case letters, digits and inner hyphens.'),
    ];
  if (RESERVED.has(subdomain)) return [issue('SUBDOMAIN_INVALID', '/subdomain', 'This subdomain is reserved.')];
  return [];
}

/**
 * The organisation with another status, or ORGANISATION_PROTECTED for a platform organisation (specification section
 * 4.5).
 */
export function withStatus(organisation: Organisation, status: OrganisationStatus): Result<Organisation> {
  if (organisation.isPlatformOrg && status !== 'Active')
    return fail(issue('ORGANISATION_PROTECTED', '/status', 'Platform organisations cannot be suspended.'));
  return { ...organisation, status };
}
