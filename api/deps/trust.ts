// The ports of whom organisations trust, and of the certificates by which others trust them.
import type { OrganisationCertificates } from '../../actors/trust/organisation-certificates.js';
import type { TrustListRefresher } from '../../actors/trust/refreshing.js';
import type { TrustLists } from '../../actors/trust/trust-lists.js';

export interface ApiTrust {
  readonly trustLists: Pick<
    TrustLists,
    'anchorsAt' | 'anchorsOf' | 'find' | 'of' | 'placesFor' | 'remove' | 'settings'
  >;
  readonly trustListRefresher: Pick<TrustListRefresher, 'take' | 'refresh'>;
  readonly certificates: Pick<
    OrganisationCertificates,
    | 'anchorsOf'
    | 'authorityCertificate'
    | 'boundKey'
    | 'bring'
    | 'certificateFor'
    | 'coKeyOf'
    | 'enrol'
    | 'hasAnchors'
    | 'of'
    | 'request'
    | 'retire'
    | 'tenantAnchors'
  >;
}
