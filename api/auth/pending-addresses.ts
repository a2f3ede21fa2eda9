// Addresses that wait to be verified: the account of a person who registers, made when the mail was answered,
// and the address that is added to an account without one. In memory, by the token in the mail, for a day, five tries
// and one use.
import { VERIFICATION_MS, VERIFICATION_TRIES, VERIFICATIONS_MAX } from '../../core/base/limits/node/accounts.js';
import { MailRate } from './mail-rate.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

export type PendingAddress = { readonly email: string } & (
  | {
      readonly kind: 'account';
      readonly organisationId: string;
      readonly displayName: string;
      readonly passwordHash: string;
    }
  | { readonly kind: 'address'; readonly platformUserId: string }
);

export class PendingAddresses {
  private readonly pending: OneTimeSecrets<PendingAddress>;
  private readonly mails: MailRate;

  constructor(ports: SecretPorts) {
    this.mails = new MailRate(ports.clock);
    this.pending = new OneTimeSecrets(ports, {
      max: VERIFICATIONS_MAX,
      attempts: VERIFICATION_TRIES,
      lifetimeMs: VERIFICATION_MS,
    });
  }

  /** The token for the mail. */
  open(pending: PendingAddress, address: string): string {
    return this.pending.open(pending, address);
  }

  /** Counts a try: a token does not answer for its mail alone. */
  attempt(token: string): PendingAddress | undefined {
    return this.pending.attempt(token);
  }

  take(token: string): PendingAddress | undefined {
    return this.pending.take(token);
  }

  /** Whether an address may get one mail more for this asker, which counts then; else the seconds until it may. */
  mailSeconds(email: string, asker: string): number {
    return this.mails.seconds(email, asker);
  }
}
