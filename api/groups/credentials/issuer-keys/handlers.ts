// The keys of organisations that issue, for services. No key leaves the keystore, which reads what it signs
// (core/crypto/signing/formats.ts).
import { certifiedKey } from '../../../../actors/trust/organisation-certificates.js';
import { fromBase64, toBase64, toBase64Url, utf8 } from '../../../../core/base/bytes.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { CURVES } from '../../../../core/crypto/keys/curves.js';
import { p256Jwk, p256Thumbprint } from '../../../../core/crypto/keys/jwk.js';
import { useProblem, type Wallet, walletNotFound } from '../../../../core/wallet/wallet.js';
import { audit } from '../../../access/wallet-standing.js';
import { worksForOperator } from '../../../auth/policy.js';
import type { ApiCall, Handlers } from '../../../define.js';
import type { CredentialDeps } from '../deps.js';
import type { issuerKeyRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

const ANCHORS = ['x509-tenant', 'x509-lotl'] as const;

export const issuerKeyHandlers: Handlers<typeof issuerKeyRoutes, CredentialDeps> = {
  async readIssuerKey({ params }, call) {
    const issuing = await findKey(call, params.address);
    if (isFailure(issuing)) return issuing;
    const { wallet, key } = issuing;
    const certificates = ANCHORS.flatMap((trustAnchor) => {
      const asked = {
        organisationId: wallet.owner.id,
        wallet: wallet.address,
        use: 'credentials' as const,
        trustAnchor,
      };
      const certificate = call.deps.credentials.certificateOf(asked);
      if (certificate === undefined) return [];
      const notAfter = new Date(certificate.notAfterMs).toISOString();
      return [{ trustAnchor, x5c: certificate.chain.map(toBase64), notAfter }];
    });
    const { walletAddress, boundKeySource, algorithm, thumbprint } = key;
    return { walletAddress, boundKeySource, algorithm, jwk: key.jwk, thumbprint, certificates };
  },

  async signAsIssuer({ params, body: { format, signingInput } }, call) {
    const issuing = await findKey(call, params.address);
    if (isFailure(issuing)) return issuing;
    const { wallet, key } = issuing;
    const locked = failIf(useProblem(wallet, 'sign'));
    if (locked) return locked;
    const bytes = format === 'jose' ? utf8(signingInput) : fromBase64(signingInput);
    if (bytes === undefined) return fail(issue('BODY_INVALID', '/signingInput', 'Expected base64.'));
    const { walletAddress, boundKeySource, algorithm, thumbprint } = key;
    const signed = await call.deps.keystore.signFormatted(certifiedKey(walletAddress, boundKeySource), format, bytes);
    if (isFailure(signed)) return signed.mapIssues((problem) => ({ ...problem, path: '/signingInput' }));
    await audit(call, 'WalletSigned', { walletAddress, format, purpose: 'issuer' });
    return { walletAddress, boundKeySource, algorithm, thumbprint, signature: toBase64Url(signed.signature) };
  },
};

/**
 * A wallet of the organisation of the service, with the key that certificates are of. WALLET_NOT_FOUND for one of
 * another owner too; CERT_KEY_NOT_ELIGIBLE where it has no key of P-256.
 */
async function findKey({ deps, caller }: Call, name: string): Promise<Result<{ wallet: Wallet; key: IssuingKey }>> {
  if (!deps.credentials.settings.enabled)
    return fail(issue('FORBIDDEN', '', 'This node issues no credentials (credentials.enabled).'));
  const wallet = deps.wallets.find(name);
  const isOrganisation = wallet?.owner.kind === 'organisation' && wallet.status !== 'Deleted';
  const isOwn = wallet?.owner.id === caller.organisationId || worksForOperator(caller);
  if (wallet === undefined || !isOrganisation || !isOwn) return fail(walletNotFound());
  const bound = await deps.certificates.boundKey(wallet);
  if (isFailure(bound)) return bound;
  const point = bound.spki.subarray(CURVES['P-256'].prefix.length);
  return {
    wallet,
    key: {
      ...{ walletAddress: wallet.address, boundKeySource: bound.source, algorithm: 'ES256' },
      ...{ jwk: p256Jwk(point), thumbprint: p256Thumbprint(point) },
    },
  };
}

interface IssuingKey {
  readonly walletAddress: string;
  readonly boundKeySource: 'Primary' | 'HaipCoKey';
  readonly algorithm: 'ES256';
  readonly jwk: ReturnType<typeof p256Jwk>;
  readonly thumbprint: string;
}
