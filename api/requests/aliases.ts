// The gateway prefixes of a dozen services as aliases on one process (docs/specification.md C6, reference-facts 4.0).
// The url is rewritten before routing, so that no route exists twice.

/**
 * `/api/<service>/api/x` and `/api/<service>/x` both mean `/api/x`; the wallet service's own paths are under /api/v1.
 */
const PREFIX = /^\/api\/(blueprint|register|peer|wallet|tenant|validator)\/(.*)$/s;
const HEALTH = /^\/(?:blueprint|register|wallet|tenant|validator|peer)\/health(?=$|\?|\/sync(?:$|\?))/;

/** Paths that the specification spells with a slash at their end, and their operations' without. */
const SLASH = /^\/api\/(?:blueprint\/(?:api\/)?)?instances\/(?=$|\?)/;
/** The root of OData with a slash at its end, as its addresses are built upon. */
const ODATA = /^\/odata\/(?=$|\?)/;

/**
 * Documents of issuers of credentials, whose name may stand before the path (OpenID4VCI 1.0 section 12.2.2, RFC 8414
 * section 3.1). The endpoints of the issuer at the root have no path before their names (docs/credentials.md). At the
 * root `oauth-authorization-server` is that for programs, so the issuer there names its own.
 */
const ISSUER_DOCUMENT =
  /^\/\.well-known\/(openid-credential-issuer|oauth-authorization-server(?=\/)|jwt-vc-issuer)(?:\/credentials\/([^/?]+))?(?=$|\?)/;
const ROOT_ISSUER = /^\/(?=(?:authorize|par|token|nonce|credential|deferred|notification|jwks)(?:$|\?))/;

export function withoutAlias(url: string): string {
  // Nearly every url fails these two tests of a character, which cost nothing.
  if (url.charCodeAt(1) === 0x6f /* o */) return url.replace(ODATA, '/odata');
  if (url.charCodeAt(1) !== 0x61 /* a */) return HEALTH.test(url) ? url.slice(url.indexOf('/health')) : ofIssuer(url);
  if (SLASH.test(url)) return url.replace(SLASH, '/api/instances');
  const match = PREFIX.exec(url);
  if (match === null) return url;
  const rest = match[2] as string;
  if (/^odata(?=[/?]|$)/.test(rest)) return `/${rest}`.replace(ODATA, '/odata');
  if (rest.startsWith('api/') || rest.startsWith('hubs/')) return `/${rest}`;
  if (match[1] === 'wallet' && !rest.startsWith('v1/')) return `/api/v1/${rest}`;
  return `/api/${rest}`;
}

function ofIssuer(url: string): string {
  return url
    .replace(ISSUER_DOCUMENT, (_, name: string, issuer = '-') => `/credentials/${issuer}/.well-known/${name}`)
    .replace(ROOT_ISSUER, '/credentials/-/');
}
