// URLs that a target may have: those of the guard of outgoing requests, at ports where web servers are. A node must not
// be the one that knocks at the mail server or the database of somebody.
import { type Issue, issue } from '../base/issue.js';
import { WEBHOOK_URL_MAX } from '../base/limits/node/hubs.js';
import { isFailure } from '../base/result.js';
import { isPublicAddress } from '../outgoing/address.js';
import { targetOf } from '../outgoing/target.js';

/**
 * Ports above 1023 that are no place of web servers: those that browsers do not call either (WHATWG Fetch, port
 * blocking).
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** WEBHOOK_INVALID with path /url; `allowedHosts` are those of the operator, in lower case, and may have any port. */
export function webhookUrlProblem(text: string, allowedHosts: ReadonlySet<string>): Issue | undefined {
  if (text.length > WEBHOOK_URL_MAX) return refused(`The URL has more than ${WEBHOOK_URL_MAX} characters.`);
  const target = targetOf(text, allowedHosts);
  if (isFailure(target)) return refused(target.issue.message);
  const { url, host, allowed } = target;
  if (url.hash !== '') return refused('The URL has a fragment (#), which no server is sent; leave it out.');
  if (allowed) return undefined;
  const port = url.port === '' ? 443 : Number(url.port);
  if ((port !== 443 && port < 1024) || BAD_PORTS.has(port))
    return refused(`The port ${port} is not one of a web server. Use 443, or one above 1023.`);
  const isLiteral = url.hostname.startsWith('[') || /^[\d.]+$/.test(host);
  if (isLiteral && !isPublicAddress(host)) return refused('The address of the URL is not public.');
  if (!isLiteral && !host.includes('.')) return refused('The host of the URL is no name of the internet.');
  return undefined;
}

function refused(message: string): Issue {
  return issue('WEBHOOK_INVALID', '/url', message);
}
