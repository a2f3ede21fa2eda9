// The two identity layers of specification 2.5: a platform user, who authenticates, and its memberships, which carry
// rights. Pure.
import type { Role } from './roles.js';

export type UserStatus = 'Active' | 'Suspended';

/** The cross-organisation anchor. */
export interface PlatformUser {
  readonly id: string;
  /** Normalised with `normaliseEmail`. */
  readonly email: string;
  readonly displayName: string;
  /**
   * PHC text of Argon2id. Never leaves the node. Absent where the owner signs in with a passkey or at a provider
   * alone.
   */
  readonly passwordHash?: string;
  /** The password was made for its owner: a session made with it may do nothing but change it. */
  readonly mustChangePassword?: true;
  /** Since when the address is known to be the owner's: the owner answered a mail, or the operator vouched for it. */
  readonly emailVerifiedAt?: string;
  /**
   * The organisation whose provider made the account. It belongs to that organisation: its address is not among the
   * addresses of the node, and it becomes a member of no other organisation.
   */
  readonly managedBy?: string;
  /** The provider told no name: its owner may still state one. */
  readonly isNameless?: true;
  readonly createdAt: string;
  /** Organisation and membership ids; the first is the one that a login without an organisation picks. */
  readonly memberships: readonly { readonly organisationId: string; readonly membershipId: string }[];
}

/** The organisation-scoped identity: its id is the claim `sub`. */
export interface Membership {
  readonly id: string;
  readonly organisationId: string;
  readonly platformUserId: string;
  readonly email: string;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly status: UserStatus;
  readonly createdAt: string;
  readonly lastLoginAt?: string;
}

/**
 * The name under which the failed sign-ins of an account are counted. An account that an organisation made may have the
 * address of somebody else, who has an account of its own: it counts by its id.
 */
export function attemptName({ id, email, managedBy }: Pick<PlatformUser, 'id' | 'email' | 'managedBy'>): string {
  return managedBy !== undefined || email === '' ? id : email;
}

/** The organisation in whose trail stand the events of an account as a whole: its first, or empty where it has none. */
export function homeOf({ memberships }: Pick<PlatformUser, 'memberships'>): string {
  return memberships[0]?.organisationId ?? '';
}

/** A spelling per address: NFKC, trimmed, lower case. Two users never differ by case only. */
export function normaliseEmail(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
