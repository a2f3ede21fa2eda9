// The address that a request counts for: that of its peer, or the one that a trusted proxy names in X-Forwarded-For.
// Limits, the lock of logins and the audit trail go by it, so other text never becomes an address.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

export interface ForwardingNotices {
  /**
   * Requests of this peer name clients behind it, and it is not trusted, so that all of them count as its one address.
   * Told once.
   */
  readonly onUntrustedProxy?: ((peer: string) => void) | undefined;
  /** A trusted proxy wrote something else than an address; the request counts as its own. Told once. */
  readonly onUnreadableClient?: ((peer: string) => void) | undefined;
}

type Request = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } };

export class ClientAddresses {
  private readonly trusted = new BlockList();
  private isUntrustedTold = false;
  private isUnreadableTold = false;

  /** `trustedProxies`: addresses, or networks such as 10.0.0.0/28. */
  constructor(
    private readonly trustedProxies: readonly string[],
    private readonly notices: ForwardingNotices,
  ) {
    for (const proxy of trustedProxies) {
      const [address = '', prefix] = proxy.split('/');
      if (prefix === undefined) this.trusted.addAddress(address, familyOf(address));
      else this.trusted.addSubnet(address, Number(prefix), familyOf(address));
    }
  }

  /** The last address on the way that no trusted proxy has. */
  of({ headers, socket }: Request): string {
    const peer = socket.remoteAddress ?? '';
    const named = headers['x-forwarded-for'];
    if (this.trustedProxies.length === 0 || named === undefined) return peer;
    const hops = String(named).split(',');
    let client = peer;
    // Each proxy wrote whom it was called by, the nearest last.
    for (let i = hops.length - 1; i >= 0 && this.isTrusted(client); i--) {
      const address = addressIn(hops[i] as string);
      if (address === undefined) {
        this.tellUnreadable(client);
        break;
      }
      client = address;
    }
    return client;
  }

  /** Anybody may send such a header, so it changes nothing. */
  watch({ headers, socket }: Request): void {
    if (this.isUntrustedTold || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
    const peer = socket.remoteAddress ?? '';
    if (this.isTrusted(peer)) return;
    this.isUntrustedTold = true;
    this.notices.onUntrustedProxy?.(peer);
  }

  private isTrusted(address: string): boolean {
    return isIP(address) !== 0 && this.trusted.check(address, familyOf(address));
  }

  private tellUnreadable(proxy: string): void {
    if (this.isUnreadableTold) return;
    this.isUnreadableTold = true;
    this.notices.onUnreadableClient?.(proxy);
  }
}

/**
 * The address in one hop, without the port, the brackets (RFC 7239 section 6) and the zone that some proxies write
 * beside it: each of them would make one client many.
 */
function addressIn(hop: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(hop.trim()) ?? [undefined, undefined];
  const [address = ''] = (bracketed ?? plain ?? hop.trim()).split('%');
  return isIP(address) !== 0 && (bracketed === undefined || !isIPv4(address)) ? address : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
