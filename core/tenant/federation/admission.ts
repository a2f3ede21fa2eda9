// Which account a person gets who was signed in by a provider: the one linked to the identity, else a link or an
// account of its own, or nothing (docs/decisions, "An account is linked by itself alone"). Pure: accounts are read in
// the turn in which the outcome is written.
import { issue } from '../../base/issue.js';
import { fail, failIf, type Result } from '../../base/result.js';
import type { Organisation } from '../organisation.js';
import { joinProblem, settingsOf } from '../organisations/settings.js';
import { PUBLIC_ORGANISATION_ID } from '../roles.js';
import type { PlatformUser } from '../user.js';
import type { ExternalProfile } from './profile.js';
import type { IdentityProvider } from './provider.js';

export interface Newcomer {
  readonly profile: ExternalProfile;
  readonly provider: Pick<IdentityProvider, 'vouchesForEmails' | 'admitsNewcomers'>;
  readonly organisation: Organisation;
  /** As `settingsOf` takes it. */
  readonly takesPeople: boolean;
  /** No account is made or linked, as in the citizen wallet. */
  readonly loginOnly: boolean;
  /** The account that the identity is linked to in this organisation. */
  readonly linked: PlatformUser | undefined;
  /** The account that has the address, of all accounts that people made themselves. */
  readonly ofEmail: PlatformUser | undefined;
  /** The account that the provider of this organisation made for the address before. */
  readonly managedOfEmail: PlatformUser | undefined;
}

export type AccountFound =
  | { readonly kind: 'known'; readonly user: PlatformUser }
  /** The account of the address is linked from now on. */
  | { readonly kind: 'linked'; readonly user: PlatformUser }
  /** A new account of the public organisation, as after a registration. */
  | { readonly kind: 'citizen'; readonly email: string }
  /** A new account that belongs to the organisation: it has no place among the addresses of the node. */
  | { readonly kind: 'managed'; readonly email: string };

/**
 * Issues: IDENTITY_UNKNOWN, IDENTITY_NOT_LINKED, IDENTITY_EMAIL_UNVERIFIED, ACCOUNT_EMAIL_UNVERIFIED,
 * EMAIL_DOMAIN_REFUSED.
 * None of them tells a stranger of an account: whether there is one is asked for an address that is verified only.
 */
export function admitIdentity(newcomer: Newcomer): Result<AccountFound> {
  const { linked, profile, organisation, loginOnly } = newcomer;
  const isPublic = organisation.id === PUBLIC_ORGANISATION_ID;
  if (isPublic && profile.emailVerified === false) return unverifiedFailure();
  if (linked !== undefined) {
    if (isPublic && linked.emailVerifiedAt === undefined) return accountUnverified();
    return { kind: 'known', user: linked };
  }
  if (loginOnly) return unknown('No account is linked to this identity: register first.');
  return isPublic ? admitCitizen(newcomer) : admitMember(newcomer);
}

/** The providers of the public organisation are the operator's. */
function admitCitizen({ profile, organisation, takesPeople, ofEmail }: Newcomer): Result<AccountFound> {
  const { email, emailVerified } = profile;
  if (email === undefined || emailVerified !== true) return unverifiedFailure();
  if (ofEmail === undefined) {
    if (!settingsOf(organisation, takesPeople).selfRegistrationEnabled) return notAdmitted();
    return failIf(joinProblem(organisation, email)) ?? { kind: 'citizen', email };
  }
  // Somebody may have registered the address of another, and waits for its owner to come and use the account.
  if (ofEmail.emailVerifiedAt === undefined) return accountUnverified();
  // An account with rights in an organisation is reached by what its owner set up for it. An account that had its only
  // membership taken was made by an inviter, for an address that only the inviter vouched for.
  const { memberships } = ofEmail;
  const isOfCitizens = memberships.every(({ organisationId }) => organisationId === PUBLIC_ORGANISATION_ID);
  const isCitizen = memberships.length > 0 && isOfCitizens;
  return isCitizen ? { kind: 'linked', user: ofEmail } : notLinked();
}

function admitMember({ profile, provider, organisation, ofEmail, managedOfEmail }: Newcomer): Result<AccountFound> {
  const { email, emailVerified } = profile;
  const isVouched = emailVerified === true || (emailVerified === undefined && provider.vouchesForEmails);
  if (email === undefined || !isVouched) return unverifiedFailure();
  const isMember = ofEmail?.memberships.some((item) => item.organisationId === organisation.id) === true;
  // The organisation runs its provider: it may speak for accounts that it made, and for no account of a person.
  if (isMember || managedOfEmail !== undefined) return notLinked();
  // Anybody has an account at some providers: which people are the organisation's own, its domains say.
  const isOpen = provider.admitsNewcomers && settingsOf(organisation).allowedEmailDomains.length > 0;
  if (!isOpen) return notAdmitted();
  return failIf(joinProblem(organisation, email)) ?? { kind: 'managed', email };
}

function notAdmitted(): Result<never> {
  return unknown('A sign-in makes no account here: ask for an invitation.');
}

function unverifiedFailure(): Result<never> {
  return fail(
    issue(
      'IDENTITY_EMAIL_UNVERIFIED',
      '',
      'The provider does not say that it verified the mail address of this identity.',
    ),
  );
}

function accountUnverified(): Result<never> {
  return fail(issue('ACCOUNT_EMAIL_UNVERIFIED', '', 'The mail address of the account is not verified yet.'));
}

function unknown(message: string): Result<never> {
  return fail(issue('IDENTITY_UNKNOWN', '', message));
}

function notLinked(): Result<never> {
  return fail(
    issue(
      'IDENTITY_NOT_LINKED',
      '',
      'The address has an account that is not linked to this identity: sign in to it and link it first.',
    ),
  );
}
