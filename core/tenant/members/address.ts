// Whose an e-mail address is: that of the account which proved that its owner reads the mail of it. An account that was
// made with a code shown to the inviter has an address without a proof: it gives way to who proves it, because
// otherwise an inviter takes the addresses of strangers. Pure.
import type { PlatformUser } from '../user.js';

/** Whether the account has an address and proved it. */
export function isVerified({ email, emailVerifiedAt }: Pick<PlatformUser, 'email' | 'emailVerifiedAt'>): boolean {
  return email !== '' && emailVerifiedAt !== undefined;
}

/**
 * Whether the account itself proved its address: the organisation that made an account states the address, as its own
 * provider says it. False for an account that is gone.
 */
export function isProven(user: Pick<PlatformUser, 'email' | 'emailVerifiedAt' | 'managedBy'> | undefined): boolean {
  return user !== undefined && isVerified(user) && user.managedBy === undefined;
}

/** The account of an address that blocks no other account: it never proved that the address is its own. */
export function yields(holder: PlatformUser | undefined): holder is PlatformUser {
  return holder !== undefined && !isVerified(holder);
}

/** The account after the owner of its address proved it. */
export function verifyAddress(user: PlatformUser, at: string): PlatformUser {
  return { ...user, emailVerifiedAt: user.emailVerifiedAt ?? at };
}

/** The account without the address that was never its own. */
export function withoutAddress(user: PlatformUser): PlatformUser {
  const { emailVerifiedAt: _, ...rest } = user;
  return { ...rest, email: '' };
}
