// Where a request to the MCP server may come from. A page of a stranger can give its own name the address of this node
// (DNS rebinding): a browser then sends requests here with that name as their host, and with the page as their origin.
import { isIP } from 'node:net';
import { type Issue, issue } from '../../core/base/issue.js';

interface Places {
  readonly publicUrl: string;
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
}

interface From {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/** HOST_REFUSED for a name that is not this node's, ORIGIN_REFUSED for a page that may not call; programs name none. */
export function placeProblem({ publicUrl, origins }: Places, { host, origin }: From): Issue | undefined {
  const own = new URL(publicUrl);
  const asked = host === undefined ? undefined : hostnameIn(`http://${host}`);
  // An address cannot be pointed here by another person, as a name can.
  const isOurs =
    asked !== undefined && (asked === own.hostname || asked === 'localhost' || isIP(asked.replace(/^\[|\]$/g, '')) > 0);
  if (!isOurs) return HOST;
  if (origin === undefined || origin === own.origin || origins.includes(origin)) return undefined;
  // A page of the very host that was asked is ours too: by localhost, where publicUrl names an address.
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return undefined;
  return ORIGIN;
}

function hostnameIn(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

const HOST = issue(
  'HOST_REFUSED',
  '/host',
  'The Host header names another host than http.publicUrl of this node. Call it by that address, and let a proxy pass the header on.',
);
const ORIGIN = issue(
  'ORIGIN_REFUSED',
  '/origin',
  'The page of this origin may not call the MCP server: http.corsOrigins does not list it.',
);
