// Which sessions are bound to one organisation: those that began at a provider which that organisation runs. It speaks
// for a member and not for the account, which may have other memberships. Pure.
import { PUBLIC_ORGANISATION_ID } from '../roles.js';
import type { SignInMethod } from '../session.js';

/** Whether a session is good in its organisation alone, and changes nothing of the account. */
export function isBoundToOrganisation({
  authMethod,
  organisationId,
}: {
  readonly authMethod?: SignInMethod | undefined;
  readonly organisationId: string;
}): boolean {
  // The providers of the public organisation are the operator's, as the whole node is.
  return (authMethod === 'oidc' || authMethod === 'social') && organisationId !== PUBLIC_ORGANISATION_ID;
}
