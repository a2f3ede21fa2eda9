// Signs as an issuer: the wallet of the organisation by its keystore, under the id of its published key. Where the trust
// anchor is one of certificates, the certificate of the wallet comes with it. A wallet that was archived or locked signs
// the statuses of what it issued all the same, else nothing of it could be revoked.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Draft } from '../../core/credentials/draft.js';
import type { IssuerCertificate, SigningIssuer, TrustAnchor } from '../../core/credentials/issuing/copy-content.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import type { SignedFormat } from '../../core/crypto/signing/formats.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { CredentialIssuers } from '../../storage/tables/credentials/issuers.js';

/** Certificates of wallets for credentials. Each is of the key that the wallet signs with. */
export interface IssuerCertificates {
  /** The one in force under an anchor of that kind; undefined where the wallet has none. */
  find(wallet: string, trustAnchor: Exclude<TrustAnchor, 'register'>): IssuerCertificate | undefined;
}

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
  certificates,
}: {
  readonly issuers: Pick<CredentialIssuers, 'of'>;
  readonly keystore: Pick<Keystore, 'signFormatted'>;
  readonly certificates: IssuerCertificates;
}): SignAsIssuer {
  return async ({ organisationId, wallet, trustAnchor, format }, draft) => {
    const key = issuers.of(organisationId).keys.find((known) => known.wallet === wallet);
    if (key === undefined) return fail(UNAVAILABLE);
    const certificate = trustAnchor === 'register' ? undefined : certificates.find(wallet, trustAnchor);
    const { chain = [], notBeforeMs = 0 } = certificate ?? {};
    const { toSign, finish } = draft({ chain, keyId: key.keyId, notBeforeMs });
    const name = { address: wallet, algorithm: 'NISTP256', path: DEFAULT_PATH, hybrid: false } as const;
    const made = await keystore.signFormatted(name, format, toSign);
    return isFailure(made) ? made : finish(made.signature);
  };
}

const UNAVAILABLE = issue('STATUS_UNAVAILABLE', '', 'The organisation has no such key of an issuer.');
