// Addresses that wait to be verified: the account of somebody who registers, which is made when the mail was answered, and the address that is added to an
// account without one. In memory, found by the hash of the token in the mail, for a day and one use; three mails an hour to one address.
import { LRUCache } from 'lru-cache';
import { toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import {
  VERIFICATION_MAILS,
  VERIFICATION_MAILS_MS,
  VERIFICATION_MS,
  VERIFICATIONS_MAX,
} from '../../core/base/limits/node/accounts.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { Challenges } from '../../core/tenant/factors/challenges.js';
import { networkOf } from './fair-key.js';

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
  private readonly pending = new Challenges<PendingAddress>({
    ...{ max: VERIFICATIONS_MAX, attempts: 1, lifetimeMs: VERIFICATION_MS },
  });
  /** Times of the mails of the last hour, by address. */
  private readonly mails = new LRUCache<string, readonly number[]>({ max: VERIFICATIONS_MAX });

  constructor(
    private readonly ports: { readonly clock: Pick<Clock, 'steady'>; readonly random: Pick<Random, 'bytes'> },
  ) {}

  /** The token for the mail. */
  open(pending: PendingAddress, address: string): string {
    const { clock, random } = this.ports;
    const token = toBase64Url(random.bytes(32));
    this.pending.open(sha256Hex(token), { network: networkOf(address), value: pending }, clock.steady());
    return token;
  }

  take(token: string): PendingAddress | undefined {
    return this.pending.take(sha256Hex(token), this.ports.clock.steady());
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
