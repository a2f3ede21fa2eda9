// Cookies of this node (RFC 6265). The prefix `__Host-` keeps other hosts of the domain, and pages without TLS, from
// setting one (RFC 6265bis section 4.1.3.2).
import { HEADER_BYTES_MAX } from '../../core/base/limits/node/requests.js';

/** Bytes of the longest Cookie header that is read: neighbours of the domain fill it too, and shut no person out so. */
export const COOKIES_MAX = HEADER_BYTES_MAX;

export interface CookieRule {
  readonly name: string;
  /** Strict: the browser sends it with calls of our pages alone. Lax: also with a page that another site leads to. */
  readonly sameSite: 'Lax' | 'Strict';
  /** Where browsers reach this node. */
  readonly publicUrl: string;
}

/** For Set-Cookie; 0 seconds remove it. */
export function cookieLine(rule: CookieRule, value: string, seconds: number): string {
  const secure = isSecure(rule) ? '; Secure' : '';
  return `${fullName(rule)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${rule.sameSite}${secure}`;
}

/** The value in a Cookie header. Of two with one name another person set one: then there is none. */
export function cookieIn(rule: Pick<CookieRule, 'name' | 'publicUrl'>, header: string | undefined): string | undefined {
  const name = fullName(rule);
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

function fullName({ name, publicUrl }: Pick<CookieRule, 'name' | 'publicUrl'>): string {
  return isSecure({ publicUrl }) ? `__Host-${name}` : name;
}

function isSecure({ publicUrl }: Pick<CookieRule, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}
