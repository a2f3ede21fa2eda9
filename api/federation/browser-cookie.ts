// The cookie that binds a sign-in to the browser that began it: without it a link of a stranger would sign a person in
// to the account of that stranger (RFC 6819 section 4.4.1.8). A cookie for each sign-in, so that two tabs do not
// disturb each other; it holds a random text and nothing else.
import { timingSafeEqual } from 'node:crypto';
import { sha256, sha256Hex } from '../../core/base/hash.js';
import { SIGN_IN_STATE_MS } from '../../core/base/limits/node/federation.js';

/** Bytes of the longest Cookie header that is read. */
export const COOKIES_MAX = 4096;

interface Flow {
  readonly state: string;
  /** Where browsers reach this node. */
  readonly publicUrl: string;
}

/** `__Host-` keeps other hosts of the domain, and pages without TLS, from setting it (RFC 6265bis section 4.1.3.2). */
function nameOf({ state, publicUrl }: Flow): string {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return `${prefix}quorate-signin-${sha256Hex(state).slice(0, 16)}`;
}

/**
 * For Set-Cookie. Lax: the browser sends it with the page that the provider leads back to, and with nothing else of
 * another site.
 */
export function setCookie(flow: Flow, secret: string): string {
  return cookie(flow, secret, SIGN_IN_STATE_MS / 1000);
}

/** Removes it. */
export function clearCookie(flow: Flow): string {
  return cookie(flow, '', 0);
}

/** Whether the header has the cookie of the sign-in with the secret of that hash. */
export function hasCookie(flow: Flow, header: string | undefined, secretHash: string): boolean {
  const name = nameOf(flow);
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  // Two of one name: somebody else set one of them.
  const [secret] = values;
  if (secret === undefined || values.length > 1) return false;
  return timingSafeEqual(sha256(secret), Buffer.from(secretHash, 'hex'));
}

function cookie(flow: Flow, value: string, seconds: number): string {
  const secure = flow.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(flow)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
