// Whether people join the public organisation alone, where that was never stated: on a node whose mails reach them, or
// whose operator is alone with it. A proxy that is named makes a loopback address public, and so does a public URL that
// is not a loopback one: something leads from there to here.
import { isLoopback } from './check.js';
import type { Config } from './schema.js';

export function takesPeople({ http, mail }: Pick<Config, 'http' | 'mail'>): boolean {
  const { host, trustedProxies, publicUrl } = http;
  const isAlone = trustedProxies.length === 0 && [host, hostOf(publicUrl) ?? host].every(isLoopback);
  return mail.host !== undefined || isAlone;
}

/** Without the brackets of IPv6. */
function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).hostname.replace(/^\[|\]$/g, '');
}
