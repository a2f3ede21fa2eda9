// The anchors that a certificate of an organisation may lead to: roots of its trust lists and of those of the platform,
// authorities of the settings, and a root that an administrator confirmed by its hash.
import { concat } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { isFailure } from '../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { CertificateAnchor } from '../../core/trust/certificates/record.js';
import { type Anchor, readAnchor, readCertificate } from '../../core/trust/x509/certificate.js';
import type { TrustListRows } from '../../storage/tables/trust/trust-lists.js';

export interface AnchorSources {
  readonly lists: Pick<TrustListRows, 'find' | 'idsOf'>;
  /** DER of authorities that the settings name. */
  readonly configured: readonly Uint8Array[];
}

export interface AskedAnchors {
  readonly organisationId: string;
  /** DER, the leaf first; a root may stand at its end. */
  readonly chain: readonly Uint8Array[];
  /** SHA-256 of the root in the chain that the administrator confirms. */
  readonly confirmed?: string | undefined;
}

export interface KnownAnchor {
  readonly anchor: Anchor;
  readonly source: CertificateAnchor;
}

/** The anchors of the names that issuers in the chain have, each where it is known from first. */
export function anchorsFor({ lists, configured }: AnchorSources, asked: AskedAnchors): readonly KnownAnchor[] {
  const names = asked.chain.map(issuerName).filter((name) => name.length > 0);
  const known = new Map<string, KnownAnchor>();
  const take = (der: Uint8Array, source: Omit<CertificateAnchor, 'sha256'>) => {
    // Most roots of a list are of other names: one look at the bytes spares the reading.
    if (!names.some((name) => Buffer.from(der).indexOf(name) >= 0)) return;
    const anchor = readAnchor(der);
    if (isFailure(anchor) || known.has(anchor.hash)) return;
    known.set(anchor.hash, { anchor, source: { ...source, sha256: anchor.hash } });
  };
  for (const organisationId of new Set([asked.organisationId, PLATFORM_ORGANISATION_ID]))
    for (const trustListId of lists.idsOf(organisationId))
      for (const root of lists.find(organisationId, trustListId)?.snapshot.roots ?? [])
        take(Buffer.from(root, 'base64'), { kind: 'list', trustListId });
  for (const der of configured) take(der, { kind: 'setting' });
  for (const der of asked.chain) if (sha256Hex(der) === asked.confirmed) take(der, { kind: 'confirmed' });
  return [...known.values()];
}

function issuerName(der: Uint8Array): Uint8Array {
  const certificate = readCertificate(der);
  return isFailure(certificate) ? concat() : certificate.issuer.bytes;
}
