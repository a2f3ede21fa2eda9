// Health of a certificate of this node by its time: told long enough before its end to issue the next one.

/** As a part of the node tells it. */
export interface CertificateHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly reason?: string;
}

/** The time of a certificate in use. */
export interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface CertificateWords {
  readonly notValid: string;
  expires(days: number): string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to issue the next certificate by hand. Programs renew one that lives for days in its last third. */
const EXPIRES_SOON_MS = 14 * DAY_MS;
const EXPIRES_SOON_SHARE = 0.25;

export function certificateHealth(
  { notBeforeMs, notAfterMs }: Validity,
  nowMs: number,
  words: CertificateWords,
): CertificateHealth {
  if (nowMs < notBeforeMs || nowMs > notAfterMs) return { status: 'unhealthy', reason: words.notValid };
  const leftMs = notAfterMs - nowMs;
  if (leftMs > Math.min(EXPIRES_SOON_MS, (notAfterMs - notBeforeMs) * EXPIRES_SOON_SHARE)) return { status: 'healthy' };
  return { status: 'degraded', reason: words.expires(Math.floor(leftMs / DAY_MS) + 1) };
}

/** The worst of them, with the reasons of all. */
export function allOf(healths: readonly CertificateHealth[]): CertificateHealth {
  const reasons = healths.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  const status =
    (['unhealthy', 'degraded'] as const).find((worse) => healths.some((health) => health.status === worse)) ??
    'healthy';
  return { status, ...(reasons.length > 0 && { reason: reasons.join(' ') }) };
}
