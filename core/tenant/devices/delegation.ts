// The delegation of a device: its key acts for its person while the credential of the device holds. It is renewed
// before its end, by the same key, and each credential has a place of its own in a status list. Pure.
import { type Issue, issue } from '../../base/issue.js';
import { DELEGATION_MS, DELEGATION_RENEWED_MS, DELEGATION_REPEATED_MS } from '../../base/limits/node/people.js';

/** Where the status of a credential stands, until the credential ends by itself. */
export interface StatusPlaceUntil {
  readonly listId: string;
  readonly index: number;
  readonly untilMs: number;
}

export interface DeviceDelegation {
  /** Of the key (RFC 7638). */
  readonly thumbprint: string;
  /** Claim `sub` of its credentials: a name of this device that nothing else has. */
  readonly subject: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Of the credentials that have not ended: the newest is the last. */
  readonly places: readonly StatusPlaceUntil[];
}

const HOUR_MS = 3_600_000;

/** To the hour, as the ends of other credentials are: they tell no more of their holder than they have to. */
export function delegationEnd(nowMs: number): number {
  return Math.floor((nowMs + DELEGATION_MS) / HOUR_MS) * HOUR_MS;
}

/** The delegation with a further credential that is issued now. Places of credentials that have ended go. */
export function withCredential(
  before: Pick<DeviceDelegation, 'thumbprint' | 'subject'> & Partial<DeviceDelegation>,
  place: Omit<StatusPlaceUntil, 'untilMs'>,
  nowMs: number,
): DeviceDelegation {
  const { thumbprint, subject, places = [] } = before;
  const expiresAtMs = delegationEnd(nowMs);
  const kept = places.filter(({ untilMs }) => untilMs > nowMs);
  return {
    ...{ thumbprint, subject, issuedAtMs: nowMs, expiresAtMs },
    places: [...kept, { ...place, untilMs: expiresAtMs }],
  };
}

/** Whether its last credential is so new that the device may get it again. */
export function isRepeatable({ issuedAtMs }: DeviceDelegation, nowMs: number): boolean {
  return nowMs - issuedAtMs < DELEGATION_REPEATED_MS && nowMs >= issuedAtMs;
}

/** Whether the key acts for its person now. */
export function isInForce({ expiresAtMs }: DeviceDelegation, nowMs: number): boolean {
  return nowMs < expiresAtMs;
}

/**
 * Why the key of this thumbprint gets no further credential: DEVICE_KEY_MISSING, DEVICE_KEY_PROOF_INVALID for the key
 * of another device, DEVICE_DELEGATION_ENDED also of one that was revoked, DEVICE_DELEGATION_CURRENT.
 */
export function renewalProblem(
  delegation: DeviceDelegation | undefined,
  {
    thumbprint,
    nowMs,
    isRevoked,
  }: { readonly thumbprint: string; readonly nowMs: number; readonly isRevoked: boolean },
): Issue | undefined {
  if (delegation === undefined)
    return issue('DEVICE_KEY_MISSING', '/deviceId', 'The device was enrolled without a key.');
  if (delegation.thumbprint !== thumbprint)
    return issue('DEVICE_KEY_PROOF_INVALID', '/keyProof', 'The proof is of another key than that of the device.');
  if (isRevoked || !isInForce(delegation, nowMs))
    return issue(
      'DEVICE_DELEGATION_ENDED',
      '/deviceId',
      'The delegation of the key has ended: enrol the device again.',
    );
  const fromMs = delegation.expiresAtMs - DELEGATION_RENEWED_MS;
  if (nowMs >= fromMs || isRepeatable(delegation, nowMs)) return undefined;
  const from = new Date(fromMs).toISOString();
  return issue('DEVICE_DELEGATION_CURRENT', '/deviceId', `The delegation is renewed from ${from} on, and not before.`);
}
