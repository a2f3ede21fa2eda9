// Addresses that wait to be verified: the account of somebody who registers, which is made when the mail was answered,
// and the address that is added to an account without one. In memory, by the token in the mail, for a day and one use;
// three mails an hour to one address.
import { LRUCache } from 'lru-cache';
import {
  VERIFICATION_MAILS,
  VERIFICATION_MAILS_MS,
  VERIFICATION_MS,
  VERIFICATIONS_MAX,
} from '../../core/base/limits/node/accounts.js';
import { OneTimeSecrets, type SecretPorts } from '../auth/one-time-secrets.js';

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
  /** Times of the mails of the last hour, by address. */
  private readonly mails = new LRUCache<string, readonly number[]>({ max: VERIFICATIONS_MAX });

  constructor(private readonly ports: SecretPorts) {
    this.pending = new OneTimeSecrets(ports, { max: VERIFICATIONS_MAX, attempts: 1, lifetimeMs: VERIFICATION_MS });
  }

  /** The token for the mail. */
  open(pending: PendingAddress, address: string): string {
    return this.pending.open(pending, address);
  }

  take(token: string): PendingAddress | undefined {
    return this.pending.take(token);
  }

  /** Whether an address may get one mail more, which counts then; else the seconds until it may. */
  mailSeconds(email: string): number {
    const nowMs = this.ports.clock.steady();
    const sent = (this.mails.peek(email) ?? []).filter((atMs) => atMs > nowMs - VERIFICATION_MAILS_MS);
    const [first = nowMs] = sent;
    if (sent.length >= VERIFICATION_MAILS) return Math.ceil((first + VERIFICATION_MAILS_MS - nowMs) / 1000);
    this.mails.set(email, [...sent, nowMs]);
    return 0;
  }
}
