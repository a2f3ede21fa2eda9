// How many mails an address gets that strangers can ask for: three an hour of each kind, whoever asks.
import { LRUCache } from 'lru-cache';
import { VERIFICATION_MAILS, VERIFICATION_MAILS_MS, VERIFICATIONS_MAX } from '../../core/base/limits/node/accounts.js';
import type { Clock } from '../../core/base/ports.js';

export class MailRate {
  /** Times of the mails of the last hour, by address. */
  private readonly sent = new LRUCache<string, readonly number[]>({ max: VERIFICATIONS_MAX });

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** 0 for an address that may get one mail more, which counts then; else the seconds until it may. */
  seconds(email: string): number {
    const nowMs = this.clock.steady();
    const sent = (this.sent.peek(email) ?? []).filter((atMs) => atMs > nowMs - VERIFICATION_MAILS_MS);
    const [first = nowMs] = sent;
    if (sent.length >= VERIFICATION_MAILS) return Math.ceil((first + VERIFICATION_MAILS_MS - nowMs) / 1000);
    this.sent.set(email, [...sent, nowMs]);
    return 0;
  }
}
