// The site that passkeys of this node are of, from its settings.
import { isLoopback } from './check.js';
import type { Config } from './schema.js';

/** That of the public address, and its pages. An address of this machine is not a site, its name is one. */
export function passkeySite({ auth, http }: Pick<Config, 'auth' | 'http'>, publicUrl: string) {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  const { passkeyRpId: rpId = url.hostname, passkeyOrigins } = auth;
  return { rpId, origins: passkeyOrigins.length > 0 ? passkeyOrigins : [url.origin, ...http.corsOrigins] };
}
