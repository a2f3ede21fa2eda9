// Which callers are bound to one organisation: sessions that began at a provider which that organisation runs, and
// services that act for a member of it. They speak for a member and not for the account, which may have other
// memberships. Pure.
import { PUBLIC_ORGANISATION_ID } from '../roles.js';
import type { SignInMethod } from '../session.js';

export interface BoundCaller {
  readonly authMethod?: SignInMethod | undefined;
  readonly organisationId: string;
  /** The member for whom a service acts. */
  readonly actsFor?: string | undefined;
}

/** Whether a caller is good in its organisation alone, and changes nothing of the account. */
export function isBoundToOrganisation({ authMethod, organisationId, actsFor }: BoundCaller): boolean {
  if (actsFor !== undefined) return true;
  // The providers of the public organisation are the operator's, as the whole node is.
  return (authMethod === 'oidc' || authMethod === 'social') && organisationId !== PUBLIC_ORGANISATION_ID;
}
