// Whether requests come through a proxy that the settings do not name: told once in the log, and from then on by
// the part http of the health.
import type { Log } from '../../core/base/ports.js';
import type { HealthPart } from './health.js';

const UNTRUSTED =
  'Requests carry X-Forwarded-For or Forwarded, and http.trustedProxies is empty: all clients behind a proxy count as its one address, and share one limit. Name the proxy in http.trustedProxies.';

export class ForwardedRequests {
  private isUntrusted = false;

  constructor(private readonly log: Pick<Log, 'warn'>) {}

  readonly untrusted = (): void => {
    if (this.isUntrusted) return;
    this.isUntrusted = true;
    this.log.warn({ setting: 'http.trustedProxies' }, UNTRUSTED);
  };

  /** Healthy all the same: anybody may send such a header. */
  readonly part: HealthPart = {
    name: 'http',
    needed: false,
    check: () => ({ status: 'healthy', ...(this.isUntrusted && { reason: UNTRUSTED }) }),
  };
}
