// The bound on mails that strangers can have sent to an address, of each kind: three an hour for one asker, and twelve
// for all askers. An asker is a network, an account or an organisation: a stranger who asks again and again leaves some
// mails to the owner.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import {
  VERIFICATION_MAILS,
  VERIFICATION_MAILS_ALL,
  VERIFICATION_MAILS_MS,
  VERIFICATIONS_MAX,
} from '../../core/base/limits/node/accounts.js';
import type { Clock } from '../../core/base/ports.js';

export class MailRate {
  /** Times of the mails of the last hour with their askers, by address. */
  private readonly sent = new LRUCache<string, readonly Sent[]>(growing(VERIFICATIONS_MAX));

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** 0 for an address that may get one mail more for this asker, which counts then; else the seconds until it may. */
  seconds(email: string, asker: string): number {
    const nowMs = this.clock.steady();
    const all = (this.sent.peek(email) ?? []).filter(({ atMs }) => atMs > nowMs - VERIFICATION_MAILS_MS);
    const own = all.filter((item) => item.asker === asker);
    const first = own.length >= VERIFICATION_MAILS ? own[0] : all.length >= VERIFICATION_MAILS_ALL ? all[0] : undefined;
    if (first) return Math.ceil((first.atMs + VERIFICATION_MAILS_MS - nowMs) / 1000);
    this.sent.set(email, [...all, { atMs: nowMs, asker }]);
    return 0;
  }
}

/** Of each kind a count of its own: those of one take none from another. */
export interface MailRates {
  readonly invitation: MailRate;
  readonly pairing: MailRate;
}

export function mailRates(clock: Pick<Clock, 'steady'>): MailRates {
  return { invitation: new MailRate(clock), pairing: new MailRate(clock) };
}

interface Sent {
  readonly atMs: number;
  readonly asker: string;
}
