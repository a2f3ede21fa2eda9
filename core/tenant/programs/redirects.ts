// Where the browser is sent with the answer to a program or a wallet (RFC 6749, RFC 8252, RFC 9700). Pure.
import { REDIRECT_URI_MAX } from '../../base/limits/node/wallets.js';

/** A SHA-256 in base64url: a challenge, a thumbprint. */
export const DIGEST = /^[A-Za-z0-9_-]{43}$/;
/** RFC 6749 appendix A: visible characters, and the space. */
export const VISIBLE = /^[\x20-\x7e]+$/;

const SCHEME = /^[a-z][a-z0-9+.-]*:$/;
/**
 * Schemes that a browser answers by itself, or hands to programs that take orders, `ms-` for those of Windows; of http
 * the own computer alone (RFC 8252 section 7.3).
 */
const REFUSED_SCHEMES = new Set(
  ['about', 'blob', 'chrome', 'content', 'data', 'file', 'filesystem', 'ftp', 'intent', 'itms-services', 'jar'].concat(
    ...['javascript', 'ldap', 'mailto', 'search', 'search-ms', 'sftp', 'shell', 'sip', 'smb', 'sms', 'ssh', 'tel'],
    ...['telnet', 'vbscript', 'view-source', 'ws', 'wss'],
  ),
);
const SYSTEM_SCHEME = /^ms-/;
const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)$/;

/** Whether an answer may go there: the browser is sent to it, with the code. */
export function isRedirect(uri: string): boolean {
  if (uri.length > REDIRECT_URI_MAX || !VISIBLE.test(uri) || uri.includes('#') || !URL.canParse(uri)) return false;
  const { protocol, username, password, hostname } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return LOOPBACK.test(hostname);
  return SCHEME.test(protocol) && !SYSTEM_SCHEME.test(protocol) && !REFUSED_SCHEMES.has(protocol.slice(0, -1));
}

/** Of a program on the computer of the browser. */
export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.test(hostname);
}

/**
 * Whether the address is one of those that the program registered: the same text, but for the port of the own computer,
 * which the system gives to a program (RFC 8252 section 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (!isRedirect(uri)) return false;
  const own = portless(uri);
  return registered.some((known) => known === uri || (own !== undefined && portless(known) === own));
}

const PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/** Undefined for an address that is not of the own computer; its text else is compared as it is. */
function portless(uri: string): string | undefined {
  return PORT.test(uri) ? uri.replace(PORT, '$1') : undefined;
}

/** As a person reads it: a host, or the scheme that a program answers. */
export function shownTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/** Where the browser goes with the answer. The issuer says who it is, so that no other one is mixed up (RFC 9207). */
export function answerUri(
  { redirectUri, state }: { readonly redirectUri: string; readonly state?: string | undefined },
  answer: { readonly code: string } | { readonly error: string; readonly error_description?: string },
  issuer: string,
): string {
  const members = Object.entries({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  const query = members.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
