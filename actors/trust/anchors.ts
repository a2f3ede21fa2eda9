// The anchors that a certificate may lead to for an organisation: roots of its trust lists and of those of the
// platform, authorities of the settings, and a root that an administrator confirmed by its hash.
import { setImmediate as turn } from 'node:timers/promises';
import { equalBytes } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { isFailure } from '../../core/base/result.js';
import type { CertificateAnchor } from '../../core/trust/certificates/record.js';
import { type Anchor, readAnchor, readCertificate } from '../../core/trust/x509/certificate.js';
import type { TrustLists } from './trust-lists.js';

export interface AnchorSources {
  readonly lists: Pick<TrustLists, 'anchorsAt' | 'placesFor'>;
  /** DER of authorities that the settings name. */
  readonly configured: readonly Uint8Array[];
}

export interface AskedAnchors {
  readonly organisationId: string;
  /** DER, the leaf first; a root may stand at its end. */
  readonly chain: readonly Uint8Array[];
  /** SHA-256 of the root in the chain that the administrator confirms. */
  readonly confirmed?: string | undefined;
  /** The one list whose roots count; absent: all lists, and the settings. */
  readonly trustListId?: string | undefined;
}

export interface KnownAnchor {
  readonly anchor: Anchor;
  readonly source: CertificateAnchor;
}

/** The anchors of the names that issuers in the chain have, each where it is known from first. */
export async function anchorsFor(
  { lists, configured }: AnchorSources,
  { organisationId, chain, confirmed, trustListId: only }: AskedAnchors,
): Promise<readonly KnownAnchor[]> {
  const names = chain.map(issuerName).filter((name) => name.length > 0);
  const known = new Map<string, KnownAnchor>();
  const take = (anchor: Anchor, source: Omit<CertificateAnchor, 'sha256'>) => {
    const isNamed = names.some((name) => equalBytes(name, anchor.subject.bytes));
    if (isNamed && !known.has(anchor.hash))
      known.set(anchor.hash, { anchor, source: { ...source, sha256: anchor.hash } });
  };
  for (const place of names.length === 0 ? [] : lists.placesFor(organisationId, only)) {
    // A row has some megabytes.
    await turn();
    for (const anchor of await lists.anchorsAt(place)) take(anchor, { kind: 'list', trustListId: place.trustListId });
  }
  const takeDer = (der: Uint8Array, kind: CertificateAnchor['kind']) => {
    const anchor = readAnchor(der);
    if (!isFailure(anchor)) take(anchor, { kind });
  };
  if (only === undefined) for (const der of configured) takeDer(der, 'setting');
  for (const der of chain) if (sha256Hex(der) === confirmed) takeDer(der, 'confirmed');
  return [...known.values()];
}

function issuerName(der: Uint8Array): Uint8Array {
  const certificate = readCertificate(der);
  return isFailure(certificate) ? new Uint8Array(0) : certificate.issuer.bytes;
}
