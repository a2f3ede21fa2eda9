// Whether requests come through a proxy that the settings do not name, or that names its clients in no form that is
// read: told once in the log, and from then on by the part http of the health.
import type { ForwardingNotices } from '../../api/server/client-address.js';
import type { Log } from '../../core/base/ports.js';
import { allOf } from '../platform/certificate-health.js';
import type { HealthPart, PartHealth } from './health.js';

const UNTRUSTED =
  'Requests carry X-Forwarded-For or Forwarded, and come from an address that http.trustedProxies does not name: all clients behind a proxy count as its one address, and share one limit. Name the proxy in http.trustedProxies.';
const UNREADABLE =
  'A proxy of http.trustedProxies writes something that is not an address into X-Forwarded-For: such requests count as the proxy, and share one limit. Let it write addresses, with or without their port.';

/** The row of /health: the certificates of the listeners, and who calls them. */
export function httpHealth(
  forwarding: ForwardedRequests,
  listeners: () => { health(): PartHealth } | undefined,
): HealthPart {
  const check = (): PartHealth => {
    const shown = listeners()?.health();
    return allOf([...(shown ? [shown] : []), forwarding.check()]);
  };
  return { name: 'http', needed: false, check };
}

export class ForwardedRequests implements ForwardingNotices {
  private readonly told = new Set<string>();

  constructor(private readonly log: Pick<Log, 'warn'>) {}

  readonly onUntrustedProxy = (peer: string): void => this.tell(UNTRUSTED, peer);

  readonly onUnreadableClient = (peer: string): void => this.tell(UNREADABLE, peer);

  /** Healthy all the same: anybody may send such a header. */
  check(): PartHealth {
    return { status: 'healthy', ...(this.told.size > 0 && { reason: [...this.told].join(' ') }) };
  }

  private tell(text: string, peer: string): void {
    if (this.told.has(text)) return;
    this.told.add(text);
    this.log.warn({ setting: 'http.trustedProxies', peer }, text);
  }
}
