// The client certificate of a service of the installation "test", as a connection shows it.
import type { ClientCertificate } from '../../core/tenant/workload.js';

export const EXAMPLE_CERTIFICATE: ClientCertificate = {
  uris: ['spiffe://test/service/inbox'],
  isAuthority: false,
  notBeforeMs: 0,
  notAfterMs: 4_102_444_800_000,
  fingerprint: 'c0'.repeat(32),
};
