// The path of a request target (RFC 9112 section 3.2), by itself: its query may carry a token or a code, and so may
// what else a target has no place for.

/**
 * Without its query, without a fragment, which no target has and the router takes for a query, and without the scheme,
 * name and password of the absolute form. Empty for the target of CONNECT, which is an authority.
 */
export function pathIn(target: string): string {
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target) ?? [];
  return path.startsWith('/') || path === '*' ? path : '';
}
