// URLs that a target may have: those of the guard of outgoing requests, as far as their text can tell.
import { type Issue, issue } from '../base/issue.js';
import { WEBHOOK_URL_MAX } from '../base/limits/node/hubs.js';
import { isFailure } from '../base/result.js';
import { isPublicAddress } from '../outgoing/address.js';
import { targetOf } from '../outgoing/target.js';

/** WEBHOOK_INVALID with path /url; `allowedHosts` are those of the operator, in lower case, and may have any port. */
export function webhookUrlProblem(text: string, allowedHosts: ReadonlySet<string>): Issue | undefined {
  if (text.length > WEBHOOK_URL_MAX) return urlIssue(`The URL has more than ${WEBHOOK_URL_MAX} characters.`);
  const target = targetOf(text, allowedHosts);
  if (isFailure(target)) return urlIssue(target.issue.message);
  const { url, host, allowed } = target;
  if (url.hash !== '') return urlIssue('The URL has a fragment (#), which no server is sent; leave it out.');
  if (allowed) return undefined;
  const isLiteral = url.hostname.startsWith('[') || /^[\d.]+$/.test(host);
  if (isLiteral && !isPublicAddress(host)) return urlIssue('The address of the URL is not public.');
  if (!isLiteral && !host.includes('.')) return urlIssue('The host of the URL is not a name of the internet.');
  return undefined;
}

function urlIssue(message: string): Issue {
  return issue('WEBHOOK_INVALID', '/url', message);
}
