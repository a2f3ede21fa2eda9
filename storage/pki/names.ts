// The names in certificates (specification section 5.7): `spiffe://{installation}/node/{peerId}` for a node,
// `spiffe://{installation}/org/{orgId}` for an organisation. Reads texts only; that a certificate may carry a name is
// decided in verify.ts.

import { isUuid } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { publicKeyOf } from '../../core/mesh/peer-id.js';

const URI = /^spiffe:\/\/([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\/(node|org)\/([0-9A-Za-z-]{1,64})$/;

export interface SpiffeName {
  readonly installation: string;
  readonly kind: 'node' | 'org';
  /** A peer id or an organisation id, in its one spelling. */
  readonly id: string;
}

export function nodeUri(installation: string, peerId: string): string {
  return `spiffe://${installation}/node/${peerId}`;
}

export function orgUri(installation: string, orgId: string): string {
  return `spiffe://${installation}/org/${orgId}`;
}

/** The name in a URI, or undefined for any other. */
export function parseUri(uri: string): SpiffeName | undefined {
  const [, installation, kind, id] = URI.exec(uri) ?? [];
  if (installation === undefined || id === undefined) return undefined;
  if (kind === 'org') return isUuid(id) && id === id.toLowerCase() ? { installation, kind, id } : undefined;
  return isFailure(publicKeyOf(id)) ? undefined : { installation, kind: 'node', id };
}

/** True for the name of an installation as the settings take it. */
export function isInstallation(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/** True for a host as certificates name it: a DNS name or an IPv4 address. */
export function isHost(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(text);
}
