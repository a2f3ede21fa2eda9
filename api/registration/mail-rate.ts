// How many mails an address gets that strangers can ask for, of each kind: three an hour for one asker, and twelve for
// all of them. An asker is a network, an account or an organisation, so that one who asks for the mails of somebody else
// leaves some to him.
import { LRUCache } from 'lru-cache';
import {
  VERIFICATION_MAILS,
  VERIFICATION_MAILS_ALL,
  VERIFICATION_MAILS_MS,
  VERIFICATIONS_MAX,
} from '../../core/base/limits/node/accounts.js';
import type { Clock } from '../../core/base/ports.js';

export class MailRate {
  /** Times of the mails of the last hour with their askers, by address. */
  private readonly sent = new LRUCache<string, readonly Sent[]>({ max: VERIFICATIONS_MAX });

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** 0 for an address that may get one mail more for this asker, which counts then; else the seconds until it may. */
  seconds(email: string, asker: string): number {
    const wait = this.waitSeconds(email, asker);
    if (wait === 0) this.sent.set(email, [...this.recent(email), { atMs: this.clock.steady(), asker }]);
    return wait;
  }

  /** The same, and nothing counts. */
  waitSeconds(email: string, asker: string): number {
    const all = this.recent(email);
    const own = all.filter((one) => one.asker === asker);
    const first = own.length >= VERIFICATION_MAILS ? own[0] : all.length >= VERIFICATION_MAILS_ALL ? all[0] : undefined;
    return first ? Math.ceil((first.atMs + VERIFICATION_MAILS_MS - this.clock.steady()) / 1000) : 0;
  }

  private recent(email: string): readonly Sent[] {
    const sinceMs = this.clock.steady() - VERIFICATION_MAILS_MS;
    return (this.sent.peek(email) ?? []).filter(({ atMs }) => atMs > sinceMs);
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
