// The cookie that binds a sign-in to the browser that began it: without it a link of a stranger would sign a person in
// to the account of that stranger (RFC 6819 section 4.4.1.8). A cookie for each sign-in, so that two tabs do not
// disturb each other; it holds a random text and nothing else.
import { timingSafeEqual } from 'node:crypto';
import { sha256, sha256Hex } from '../../core/base/hash.js';
import { SIGN_IN_STATE_MS } from '../../core/base/limits/node/federation.js';
import { type CookieRule, cookieIn, cookieLine } from '../sign-in/cookies.js';

interface Flow {
  readonly state: string;
  /** Where browsers reach this node. */
  readonly publicUrl: string;
}

/** Lax: the browser sends it with the page that the provider leads back to. */
function ruleOf({ state, publicUrl }: Flow): CookieRule {
  return { name: `quorate-signin-${sha256Hex(state).slice(0, 16)}`, sameSite: 'Lax', publicUrl };
}

/** For Set-Cookie. */
export function setCookie(flow: Flow, secret: string): string {
  return cookieLine(ruleOf(flow), secret, SIGN_IN_STATE_MS / 1000);
}

/** Removes it. */
export function clearCookie(flow: Flow): string {
  return cookieLine(ruleOf(flow), '', 0);
}

/** Whether the header has the cookie of the sign-in with the secret of that hash. */
export function hasCookie(flow: Flow, header: string | undefined, secretHash: string): boolean {
  const secret = cookieIn(ruleOf(flow), header);
  return secret !== undefined && timingSafeEqual(sha256(secret), Buffer.from(secretHash, 'hex'));
}
