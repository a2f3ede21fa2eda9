// The address of this node for people and their browsers: what mails, QR codes, sign-ins at providers and the OpenAPI
// document name. A loopback address is "localhost" there: passkeys are of a name, and a browser takes the page of an
// address and that of its name for two sites.
import { isIPv6 } from 'node:net';
import { isEveryAddress, isLoopback } from './check.js';
import type { Config } from './schema.js';

/** As stated, else the listener by a name or an address that a browser takes. */
export function publicUrlOf({ tlsCertFile, host, port, publicUrl }: Config['http']): string {
  if (publicUrl !== undefined) return publicUrl;
  return `${tlsCertFile === undefined ? 'http' : 'https'}://${nameOf(host)}:${port}`;
}

function nameOf(host: string): string {
  if (isLoopback(host) || isEveryAddress(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}
