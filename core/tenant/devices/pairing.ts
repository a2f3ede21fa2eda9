// Links of mails that lead back to the pairing of a device: good once, for a day, and sent once a minute at most. They
// sign no user in. Pure.
import { PAIRING_LINK_MS, PAIRING_PAUSE_MS } from '../../base/limits/node/people.js';

export interface PairingLink {
  readonly platformUserId: string;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
}

export function pairingLink(platformUserId: string, nowMs: number): PairingLink {
  return { platformUserId, sentAtMs: nowMs, expiresAtMs: nowMs + PAIRING_LINK_MS };
}

/** False for a link that is over, and for one of the future: a clock was set back. */
export function isGoodLink({ sentAtMs, expiresAtMs }: PairingLink, nowMs: number): boolean {
  return nowMs >= sentAtMs && nowMs < expiresAtMs;
}

/** Whether the mail of a link is on its way yet, so that another one is not sent. */
export function isJustSent({ sentAtMs }: PairingLink, nowMs: number): boolean {
  return nowMs >= sentAtMs && nowMs - sentAtMs < PAIRING_PAUSE_MS;
}
