// Which page a request comes from, as its browser says: one of this node, on the computer of this node. Scripts of
// other sites set none of these headers.
import { isLoopbackAddress } from '../../core/outgoing/address.js';

export interface PageHeaders {
  readonly cookie?: string | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | undefined;
  readonly 'x-quorate-console'?: string | undefined;
  readonly forwarded?: string | undefined;
  readonly via?: string | undefined;
  readonly 'x-forwarded-for'?: string | undefined;
}

/** A page of this node, and not one of a neighbour, which the browser takes for the same site. */
export function isOwnPage(headers: PageHeaders): boolean {
  const { origin, host, 'sec-fetch-site': site, 'x-quorate-console': mark } = headers;
  if (mark !== '1') return false;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * A browser on the computer of this node. A proxy beside the node has a loopback address too, and need not say for whom
 * it asks: the page has to have a loopback address as well, which the page behind a proxy has not.
 */
export function isOfThisComputer(headers: PageHeaders, address: string): boolean {
  const { origin = '', forwarded, via, 'x-forwarded-for': named } = headers;
  const hasProxy = [forwarded, via, named].some((header) => header !== undefined);
  return isLoopbackAddress(address) && !hasProxy && URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || isLoopbackAddress(name);
}
