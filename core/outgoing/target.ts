// Where an outgoing HTTP request may go: the rules of its URL, and those of the addresses that its host has. Pure; the
// resolver and the socket are in node/outgoing. Both are asked at each hop, so that neither a redirect nor a name that
// changes its address (DNS rebinding) leads elsewhere.
import { type Issue, issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import { isLoopbackAddress, isPublicAddress } from './address.js';

/** Longest URL of an outgoing request, as most servers take it (RFC 9110 4.1 recommends 8,000). */
export const OUTGOING_URL_MAX = 8000;

/**
 * Ports above 1023 at which no web server is expected: those that browsers do not call either (WHATWG Fetch, port
 * blocking).
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A URL that was read and may be tried; its addresses still have to be judged. */
export interface Target {
  readonly url: URL;
  /** Lower case, without the brackets of IPv6. */
  readonly host: string;
  /**
   * The operator named the host (outgoing.allowedHosts): its addresses may be private, and with loopback ones it needs
   * no TLS.
   */
  readonly allowed: boolean;
}

/**
 * The target of a URL, or OUTGOING_REFUSED: no URL, not https, with a user or a password, too long, or at a port where
 * no web servers are. The node must not knock at the mail server or the database of somebody. The path of the issue is
 * /url: the text alone decides. `allowedHosts` in lower case; the operator may mean any port of them.
 */
export function targetOf(text: string, allowedHosts: ReadonlySet<string>): Result<Target> {
  if (text.length > OUTGOING_URL_MAX)
    return fail(targetIssue(`The URL has ${text.length} characters, ${OUTGOING_URL_MAX} at most.`));
  if (!URL.canParse(text))
    return fail(targetIssue('This is not a URL. Expected one such as https://idp.example/path.'));
  const url = new URL(text);
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const allowed = allowedHosts.has(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowed))
    return fail(targetIssue(`The URL begins with ${url.protocol}//; this node calls https:// only.`));
  if (url.username !== '' || url.password !== '')
    return fail(targetIssue('The URL has a user or a password in it; leave them out.'));
  const port = url.port === '' ? 443 : Number(url.port);
  if (!allowed && ((port !== 443 && port < 1024) || BAD_PORTS.has(port)))
    return fail(targetIssue(`The port ${port} is not one of a web server. Use 443, or one above 1023.`));
  return { url, host, allowed };
}

/**
 * OUTGOING_REFUSED unless all addresses may be called: public ones, or any for a host that the operator allowed;
 * without TLS loopback ones only. A host with an address that may not be called is refused. An answer of both kinds is
 * the sign of an attack, and the socket would take either.
 */
export function addressProblem({ url, host, allowed }: Target, addresses: readonly string[]): Issue | undefined {
  if (addresses.length === 0) return unfit(`The host ${host} has no address.`);
  if (url.protocol === 'http:' && !addresses.every(isLoopbackAddress))
    return unfit(`The host ${host} is not this machine, and http:// is for this machine only. Use https://.`);
  if (allowed || addresses.every(isPublicAddress)) return undefined;
  return unfit(
    `The host ${host} has an address that is not public. The operator of the node may name the host in outgoing.allowedHosts.`,
  );
}

function targetIssue(message: string): Issue {
  return issue('OUTGOING_REFUSED', '/url', message);
}

/** By what the host is, which only the operator may be told. */
function unfit(message: string): Issue {
  return issue('OUTGOING_REFUSED', '', message);
}
