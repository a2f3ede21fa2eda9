// Reads what a client certificate says of its holder, from its bytes (RFC 5280 section 4.2.1.6), over @peculiar/x509: a
// text such as "URI:a, URI:b" cannot be split safely. It believes nothing: the chain was validated by TLS, and whether
// the names are those of a service is core/tenant/workload.ts.
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { ClientCertificate } from '../../core/tenant/workload.js';

/** Of a certificate (DER). Throws for other bytes, and for two extensions of one kind (RFC 5280 section 4.2). */
export function readClientCertificate(der: Uint8Array): ClientCertificate {
  const certificate = new x509.X509Certificate(Uint8Array.from(der));
  const kinds = certificate.extensions.map(({ type }) => type);
  if (new Set(kinds).size !== kinds.length) throw new Error('an extension of the certificate is there twice');
  const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
  return {
    uris: names.filter(({ type }) => type === 'url').map(({ value }) => value),
    isAuthority: certificate.getExtension(x509.BasicConstraintsExtension)?.ca === true,
    notBeforeMs: certificate.notBefore.getTime(),
    notAfterMs: certificate.notAfter.getTime(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  };
}
