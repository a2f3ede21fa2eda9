// The ways in which the owner of an account can begin to sign in: the last one is not taken away. Pure.
import type { ExternalIdentity } from '../federation/identity.js';
import type { PlatformUser } from '../user.js';
import type { Passkey } from './factors.js';

export interface SignInWays {
  readonly passkeys: readonly Pick<Passkey, 'id'>[];
  readonly identities: readonly Pick<ExternalIdentity, 'organisationId'>[];
}

/**
 * Whether one is left. An identity opens the account in the organisation whose provider vouches for it, and nowhere
 * else.
 */
export function canSignIn(
  { passwordHash, memberships }: Pick<PlatformUser, 'passwordHash' | 'memberships'>,
  { passkeys, identities }: SignInWays,
): boolean {
  const isMember = (id: string) => memberships.some(({ organisationId }) => organisationId === id);
  return passwordHash !== undefined || passkeys.length > 0 || identities.some(({ organisationId: id }) => isMember(id));
}
