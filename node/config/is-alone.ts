// Whether only this computer reaches the node. A proxy that is named makes a loopback address public, and so does a
// public URL that is not a loopback one: something leads from there to here.
import { isLoopback } from './check.js';
import type { Config } from './schema.js';

export function isAlone({ host, trustedProxies, publicUrl }: Config['http']): boolean {
  return trustedProxies.length === 0 && [host, hostOf(publicUrl) ?? host].every(isLoopback);
}

/** Without the brackets of IPv6. */
function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).hostname.replace(/^\[|\]$/g, '');
}
