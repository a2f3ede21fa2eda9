// Signs as an issuer: the wallet of the organisation by its keystore, under the id of its published key. Where the
// trust anchor is one of certificates, the certificate of the wallet comes with it. A wallet that was archived or
// locked signs the statuses of what it issued all the same, else nothing of it could be revoked.
import type { CertificateOf } from '../../actors/credentials/anchor.js';
import { certifiedKey } from '../../actors/trust/organisation-certificates.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Draft } from '../../core/credentials/draft.js';
import type { SigningIssuer, TrustAnchor } from '../../core/credentials/issuing/copy-content.js';
import type { SignedFormat } from '../../core/crypto/signing/formats.js';
import { readCertificate } from '../../core/trust/x509/certificate.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { CredentialIssuers } from '../../storage/tables/credentials/issuers.js';

export interface Signer {
  readonly organisationId: string;
  readonly wallet: string;
  readonly trustAnchor: TrustAnchor;
  readonly format: SignedFormat;
}

export type SignAsIssuer = <T>(signer: Signer, draft: (issuer: SigningIssuer) => Draft<T>) => Promise<Result<T>>;

/** STATUS_UNAVAILABLE where the key cannot be used. */
export function issuerSigning({
  issuers,
  keystore,
  certificateOf,
}: {
  readonly issuers: Pick<CredentialIssuers, 'of'>;
  readonly keystore: Pick<Keystore, 'signFormatted'>;
  readonly certificateOf: CertificateOf;
}): SignAsIssuer {
  return async ({ organisationId, wallet, trustAnchor, format }, draft) => {
    const key = issuers.of(organisationId).keys.find((known) => known.wallet === wallet);
    if (key === undefined) return fail(UNAVAILABLE);
    const certificate =
      trustAnchor === 'register'
        ? undefined
        : certificateOf({ organisationId, wallet, trustAnchor, use: 'credentials' });
    const { chain = [] } = certificate ?? {};
    const { toSign, finish } = draft({ chain, keyId: key.keyId, notBeforeMs: startOf(chain) });
    const name = certifiedKey(wallet, key.isCoKey ? 'HaipCoKey' : 'Primary');
    const made = await keystore.signFormatted(name, format, toSign);
    return isFailure(made) ? made : finish(made.signature);
  };
}

/** From when the leaf is good; 0 without one. */
function startOf([leaf]: readonly Uint8Array[]): number {
  const read = leaf && readCertificate(leaf);
  return read === undefined || isFailure(read) ? 0 : read.notBeforeMs;
}

const UNAVAILABLE = issue('STATUS_UNAVAILABLE', '', 'The organisation has no such key of an issuer.');
