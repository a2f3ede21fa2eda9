// How verifiers find the key of an issuer: by a certificate where its wallet has one, unless another way is stated.
import { issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import type { TrustAnchor } from '../../core/credentials/issuing/copy-content.js';
import { formatRow, type IssuedFormat } from '../../core/credentials/issuing/formats.js';

export interface IssuerCertificate {
  /** DER, the leaf first, without the anchor. */
  readonly chain: readonly Uint8Array[];
  readonly notAfterMs: number;
}

/** The certificate in force of the key that the wallet signs with; undefined where it has none under such an anchor. */
export type CertificateOf = (asked: {
  readonly organisationId: string;
  readonly wallet: string;
  readonly use: 'credentials';
  readonly trustAnchor: Exclude<TrustAnchor, 'register'>;
}) => IssuerCertificate | undefined;

export interface ChosenAnchor {
  readonly trustAnchor: TrustAnchor;
  /** The hour in which the certificate ends; absent without one. */
  readonly lastMs?: number;
}

const HOUR_MS = 3_600_000;

/** BODY_INVALID for a way that the format has not; CERTIFICATE_MISSING. */
export function chooseAnchor(
  certificateOf: CertificateOf,
  {
    organisationId,
    wallet,
    format,
    stated,
  }: {
    readonly organisationId: string;
    readonly wallet: string;
    readonly format: IssuedFormat;
    readonly stated: TrustAnchor | undefined;
  },
): Result<ChosenAnchor> {
  const { isCertified } = formatRow(format);
  if (stated === 'register' && isCertified)
    return fail(issue('BODY_INVALID', '/trustAnchor', `A verifier of ${format} finds the key by a certificate alone.`));
  const trustAnchor = stated ?? 'x509-tenant';
  const certificate =
    trustAnchor === 'register' ? undefined : certificateOf({ organisationId, wallet, use: 'credentials', trustAnchor });
  if (certificate !== undefined) return { trustAnchor, lastMs: Math.floor(certificate.notAfterMs / HOUR_MS) * HOUR_MS };
  const isNeeded = isCertified || (stated !== undefined && stated !== 'register');
  return isNeeded ? fail(NO_CERTIFICATE) : { trustAnchor: 'register' };
}

const NO_CERTIFICATE = issue(
  'CERTIFICATE_MISSING',
  '/issuerWalletAddress',
  'The wallet has no certificate for credentials under this trust anchor.',
);
