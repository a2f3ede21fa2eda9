// The keys of organisations that issue, for services that make credentials by themselves (specification 5.7). At
// listeners of their own: the public one never answers.
import Type from 'typebox';
import { ISSUER_SIGNING_INPUT_MAX } from '../../../../core/base/limits/node/wallets.js';
import { route } from '../../../define.js';
import { BoundKeySource, SignatureFormat, WalletRef } from '../../../schemas/accounts/wallet.js';
import { Address, namedObject } from '../../../schemas/base/common.js';

const URL = '/api/internal/wallets/:address/issuer-cert-key';
const params = Type.Object({ address: WalletRef });
const shared = { can: 'CanSignAsIssuer', listeners: ['internal', 'workload'] } as const;
const ERRORS = ['FORBIDDEN', 'PATH_INVALID', 'WALLET_NOT_FOUND', 'CERT_KEY_NOT_ELIGIBLE'] as const;

export const IssuerKeyView = namedObject('IssuerKey', {
  walletAddress: Address,
  boundKeySource: BoundKeySource,
  algorithm: Type.Literal('ES256'),
  jwk: Type.Object({ kty: Type.Literal('EC'), crv: Type.Literal('P-256'), x: Type.String(), y: Type.String() }),
  thumbprint: Type.String({ description: 'RFC 7638: the kid of what is signed under the published key.' }),
  certificates: Type.Array(
    Type.Object({
      trustAnchor: Type.Enum(['x509-tenant', 'x509-lotl'], { title: 'IssuerCertificateAnchor' }),
      x5c: Type.Array(Type.String({ description: 'DER, base64.' }), { description: 'The leaf first, no anchor.' }),
      notAfter: Type.String(),
    }),
    { description: 'Certificates in force for credentials.' },
  ),
});
export const SignAsIssuer = namedObject('SignAsIssuer', {
  format: SignatureFormat,
  signingInput: Type.String({
    minLength: 1,
    maxLength: ISSUER_SIGNING_INPUT_MAX,
    description:
      'jose: base64url(header), a dot, base64url(payload). cose: the Sig_structure of a COSE_Sign1, as base64. The protected header names ES256.',
  }),
});
export const IssuerSignature = namedObject('IssuerSignature', {
  walletAddress: Address,
  boundKeySource: BoundKeySource,
  algorithm: Type.Literal('ES256'),
  thumbprint: Type.String(),
  signature: Type.String({ description: 'r and s in 64 bytes, base64url.' }),
});

export const issuerKeyRoutes = {
  readIssuerKey: route({
    ...{ method: 'GET', url: URL, ...shared },
    summary: 'Read the key by which a wallet of an organisation issues, with its certificates',
    description: 'For services with the scope credentials:issue: one of an organisation reads keys of that alone.',
    input: { params },
    output: IssuerKeyView,
    errors: ERRORS,
  }),
  signAsIssuer: route({
    ...{ method: 'POST', url: `${URL}/sign`, writes: 'account', bodySize: 'form', rate: 'heavy', ...shared },
    summary: 'Sign a JWS or a COSE_Sign1 with the key by which a wallet of an organisation issues',
    description:
      'The bytes are read before they are signed: nothing that a ledger signs has one of these forms. Credentials that are signed this way are not in the list of issued ones, and have no place in a status list.',
    input: { params, body: SignAsIssuer },
    output: IssuerSignature,
    errors: [...ERRORS, 'BODY_INVALID', 'WALLET_LOCKED'],
  }),
};
