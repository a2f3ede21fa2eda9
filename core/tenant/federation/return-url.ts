// Where a browser may be sent after a sign-in: to pages of origins that the operator configured, and nowhere else. A
// page of a stranger would get the code of the session (CWE-601). Pure.
import { issue } from '../../base/issue.js';
import { SIGN_IN_URL_MAX } from '../../base/limits/node/federation.js';
import { fail, type Result } from '../../base/result.js';

/**
 * The URL as it is sent, or RETURN_URL_REFUSED. Compared by its origin as browsers parse it, so that neither a user
 * name nor a backslash makes another host look like one of these.
 */
export function returnUrl(text: string, origins: ReadonlySet<string>): Result<string> {
  if (text.length > SIGN_IN_URL_MAX || !URL.canParse(text)) return refuse('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('does not begin with https://');
  if (url.username !== '' || url.password !== '') return refuse('has a user or a password in it');
  if (url.hash !== '' || text.includes('#')) return refuse('has a fragment');
  if (!origins.has(url.origin)) return refuse('is of no origin that this node has configured (http.corsOrigins)');
  return url.href;
}

function refuse(why: string): Result<never> {
  return fail(issue('RETURN_URL_REFUSED', '/redirectUrl', `The page to come back to ${why}.`));
}
