// The resource servers of a node (RFC 9728): the API, and the MCP server, whose tokens are its own.
import type { ProgramResource } from './scopes.js';

const PATHS = { mcp: '/mcp' } as const satisfies Readonly<Record<ProgramResource, string>>;
const METADATA = '/.well-known/oauth-protected-resource';

/** The identifier of a resource (RFC 8707). */
export function resourceUri(publicUrl: string, resource: ProgramResource | undefined): string {
  return resource === undefined ? publicUrl : publicUrl + PATHS[resource];
}

/** Where the document about the resource at a path is. */
export function resourceMetadataOf(publicUrl: string, path: string): string {
  const own = Object.values(PATHS).find((known) => known === path) ?? '';
  return publicUrl + METADATA + own;
}

/** The resource that a program names (RFC 8707); the API where it names none. */
export function readResource(publicUrl: string, given: unknown): ProgramResource | 'api' | 'unknown' {
  // An address with a slash at its end is the same one (RFC 3986 section 6.2.3).
  if (given === undefined || given === publicUrl || given === `${publicUrl}/`) return 'api';
  const known = Object.keys(PATHS) as readonly ProgramResource[];
  return known.find((resource) => given === resourceUri(publicUrl, resource)) ?? 'unknown';
}
