// Signs as an issuer: the wallet of the organisation by its keystore, under the id of its published key. A wallet that
// was archived or locked signs the statuses of what it issued all the same, else nothing of it could be revoked.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Draft } from '../../core/credentials/draft.js';
import type { NamedIssuer } from '../../core/credentials/jose/jws.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { CredentialIssuers } from '../../storage/tables/credentials/issuers.js';

export type SignAsIssuer = <T>(
  signer: { readonly organisationId: string; readonly wallet: string },
  draft: (issuer: NamedIssuer) => Draft<T>,
) => Promise<Result<T>>;

/** STATUS_UNAVAILABLE where the key cannot be used. */
export function issuerSigning({
  issuers,
  keystore,
}: {
  readonly issuers: Pick<CredentialIssuers, 'of'>;
  readonly keystore: Pick<Keystore, 'signFormatted'>;
}): SignAsIssuer {
  return async ({ organisationId, wallet }, draft) => {
    const key = issuers.of(organisationId).keys.find((known) => known.wallet === wallet);
    if (key === undefined) return fail(UNAVAILABLE);
    const { toSign, finish } = draft({ chain: [], keyId: key.keyId });
    const name = { address: wallet, algorithm: 'NISTP256', path: DEFAULT_PATH, hybrid: false } as const;
    const made = await keystore.signFormatted(name, 'jose', toSign);
    return isFailure(made) ? made : finish(made.signature);
  };
}

const UNAVAILABLE = issue('STATUS_UNAVAILABLE', '', 'The organisation has no such key of an issuer.');
