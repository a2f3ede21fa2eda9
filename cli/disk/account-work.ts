// A new password for an account of a stopped node: the way back in where no administrator is left to reset it.
// Loaded when the command needs it.
import { Passwords } from '../../api/auth/passwords.js';
import { bytesToUuid, toBase64Url } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { NO_FACTORS } from '../../core/tenant/factors/factors.js';
import { normaliseEmail } from '../../core/tenant/user.js';
import { openStore } from '../../storage/open.js';
import { AuditTrail } from '../../storage/tables/accounts/audit-trail.js';
import { ExternalIdentities } from '../../storage/tables/accounts/external-identities.js';
import { FactorStore } from '../../storage/tables/accounts/factors.js';
import { Sessions } from '../../storage/tables/accounts/sessions.js';
import { Tenants } from '../../storage/tables/accounts/tenants.js';
import { CommandError } from '../command/command.js';
import { withStore } from './data-folder.js';

export interface Reset {
  readonly email: string;
  /** Shown once; only its hash is kept. */
  readonly password: string;
}

/**
 * Ends every session of the account and removes its second factors and external identities. Throws what made the store
 * stop writing.
 */
export async function resetPassword(folder: string, email: string, nowMs: number): Promise<Reset> {
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const password = toBase64Url(random(18));
  let broken: Error | undefined;
  const onFatal = (error: Error): void => {
    broken = error;
  };
  const reset = await withStore(
    () => openStore(folder, { nowMs, onFatal, keepsFormat: true }),
    async ({ kv, journal }) => {
      const tenants = new Tenants(kv, journal);
      const user = tenants.userOfEmail(normaliseEmail(email));
      if (user === undefined)
        throw new CommandError(`the node has no account ${email}`, {
          code: 'USER_NOT_FOUND',
          hint: 'Nothing changed.',
        });
      const passwordHash = await new Passwords().hash(password);
      if (isFailure(passwordHash))
        throw new CommandError(passwordHash.issue.message, { code: passwordHash.issue.code });
      const sessions = await Sessions.open(kv, journal);
      const organisationId = user.memberships[0]?.organisationId ?? '';
      const event = { eventType: 'PasswordReset', identityId: user.id, address: '', success: true, details: {} };
      await journal.commit([
        ...tenants.putUser({ ...user, passwordHash, mustChangePassword: true }),
        // The telephone may be lost with the password.
        new FactorStore(kv, journal).put(user.id, NO_FACTORS),
        // A stranger who was in the account may have linked an identity of his own.
        ...new ExternalIdentities(kv, journal).put(user.id, []),
        sessions.revoke(`user:${user.id}`, nowMs),
        new AuditTrail(kv).put([organisationId, nowMs, bytesToUuid(random(16))], event),
      ]);
      return { email: user.email, password };
    },
  );
  if (broken) throw broken;
  return reset;
}
