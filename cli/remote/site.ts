// The name of a node for browsers. Passkeys are of a name: those of a node at a loopback address are of "localhost".
import type { Client } from '../../api/client/client.js';

/** The address of the node at which its passkeys work: the one of this program, or "localhost" in its place. */
export async function siteOf(client: Client, url: string): Promise<string> {
  const here = new URL(url);
  if (!/^(127\.|\[::1\])/.test(here.hostname)) return url;
  const { passkeyOrigins } = await client.getSignInOptions({ query: {} });
  if (passkeyOrigins.includes(here.origin)) return url;
  here.hostname = 'localhost';
  return passkeyOrigins.includes(here.origin) ? here.origin : url;
}
