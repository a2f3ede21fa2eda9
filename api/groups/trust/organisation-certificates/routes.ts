// Certificates of the wallets of an organisation: its administrators request, bring, issue and retire them; everybody
// reads the chain of one.
import Type, { type Static } from 'typebox';
import { CHAIN_CERTIFICATES_MAX } from '../../../../core/base/limits/ledger/certificates.js';
import {
  CERTIFICATE_CHARS_MAX,
  CERTIFICATE_DAYS,
  CERTIFICATE_DAYS_MAX,
  CERTIFICATE_DUE_DAYS,
  CERTIFICATES_WALLET_MAX,
  SUBJECT_DN_MAX,
} from '../../../../core/base/limits/node/federation.js';
import { route } from '../../../define.js';
import { BoundKeySource } from '../../../schemas/accounts/wallet.js';
import { Address, Hash, namedObject, Timestamp, Uuid } from '../../../schemas/base/common.js';

const Wallet = Type.Object({ tenantId: Uuid, orgWalletAddress: Address });
const One = Type.Object({ tenantId: Uuid, orgWalletAddress: Address, certificateId: Uuid });
const Use = Type.Enum(['credentials', 'requests'], {
  title: 'CertificateUse',
  description: 'To sign credentials, or to sign requests for them.',
});
const Pem = Type.String({ minLength: 1, maxLength: CERTIFICATE_CHARS_MAX });
const Name = Type.String({ description: 'Distinguished name, as in RFC 4514.' });

const CertificateRequest = namedObject('CertificateRequest', {
  subjectDn: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: SUBJECT_DN_MAX },
      description: 'Name that it asks for, such as "CN=Permits, O=City". Absent: the name of the organisation.',
    }),
  ),
  purpose: Type.Optional(Use),
});

const MadeCertificateRequest = namedObject('MadeCertificateRequest', {
  csrPem: Type.String({ description: 'PKCS#10 (RFC 2986), for the host of the node as an alternative name.' }),
  boundKeySource: BoundKeySource,
  boundPublicKeyThumbprint: Type.String({ ...Hash, description: 'SHA-256 of the SubjectPublicKeyInfo.' }),
});

const ImportCertificate = namedObject('CertificateImport', {
  certificatePem: Pem,
  chainPem: Type.Optional(
    Type.Array(Pem, {
      maxItems: CHAIN_CERTIFICATES_MAX - 1,
      description: 'The issuer of the certificate first, then each one that issued the one before.',
    }),
  ),
  confirmAnchor: Type.Optional(
    Type.String({
      ...Hash,
      description:
        'SHA-256 of the root at the end of chainPem, which the administrator has from its authority. For one that neither a trust list nor trust.anchors has.',
    }),
  ),
});

const EnrolCertificate = namedObject('CertificateEnrolment', {
  coKey: Type.Optional(
    Type.Boolean({
      description: 'Derive a key of P-256 for a wallet of another algorithm. Certificates are of it from then on.',
    }),
  ),
  validityDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: CERTIFICATE_DAYS_MAX, default: CERTIFICATE_DAYS, description: 'Days.' }),
  ),
});

const Eligibility = namedObject('CertificateEligibility', {
  eligible: Type.Boolean(),
  reason: Type.Optional(Type.String({ description: 'Code of what is in the way.' })),
  boundKeySource: Type.Optional(BoundKeySource),
});

const ChainEntry = namedObject('CertificateSummary', {
  subject: Name,
  issuer: Name,
  serialNumber: Type.String({ description: 'Hexadecimal digits.' }),
  notBefore: Timestamp,
  notAfter: Timestamp,
  sha256: Hash,
});

export const CertificateView = namedObject('OrganisationCertificate', {
  certificateId: Uuid,
  status: Type.Enum(['Active', 'Superseded', 'Expired'], { title: 'CertificateStatus' }),
  provenance: Type.Enum(['Internal', 'Imported'], {
    title: 'CertificateProvenance',
    description: 'Issued by the authority of this node, or by another one.',
  }),
  uses: Type.Array(Use, { description: 'Uses that it is fit for.' }),
  inForce: Type.Array(Use, { description: 'Its uses without those for which another one took its place.' }),
  validity: namedObject('CertificateValidity', { notBefore: Timestamp, notAfter: Timestamp }),
  chain: Type.Array(ChainEntry, { description: 'The leaf first, without the anchor.' }),
  anchor: namedObject('CertificateAnchor', {
    kind: Type.Enum(['authority', 'list', 'setting', 'confirmed'], {
      title: 'CertificateAnchorKind',
      description:
        'The authority of this node, a trust list, trust.anchors, or a root that an administrator confirmed.',
    }),
    sha256: Hash,
    trustListId: Type.Optional(Type.String()),
  }),
  eligibility: Eligibility,
  createdAt: Timestamp,
  supersededAt: Type.Optional(Timestamp),
});
export type CertificateBody = Static<typeof CertificateView>;

const CertificateList = namedObject('OrganisationCertificateList', {
  eligibility: Type.Object(
    { ...Eligibility.properties },
    { description: 'Whether the wallet has a key that certificates are of.' },
  ),
  certificates: Type.Array(CertificateView),
});

const CertificateChain = namedObject('CertificateChain', {
  certificateId: Type.Optional(Uuid),
  x5c: Type.Array(Type.String(), { description: 'DER as base64, the leaf first, without the anchor.' }),
  pem: Type.String({ description: 'The same in PEM.' }),
});

const BASE = '/api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress';
const ADMINISTERED = { can: 'RequireAdministrator', input: { params: Wallet } } as const;
const FINDING = ['ORGANISATION_NOT_FOUND', 'WALLET_NOT_FOUND', 'PATH_INVALID'] as const;
const JUDGING = [
  ...['CERT_KEY_NOT_ELIGIBLE', 'CERT_KEY_MISMATCH', 'CERT_CHAIN_INVALID', 'CERT_EXPIRED', 'CERT_UNSUITABLE'],
  'CERT_EXTERNAL_ANCHOR_UNAVAILABLE',
] as const;

export const organisationCertificateRoutes = {
  requestCertificate: route({
    ...{ method: 'POST', url: `${BASE}/csr`, writes: 'node', can: 'RequireAdministrator' },
    summary: 'Make a certificate request for a wallet of the organisation',
    description:
      'For an authority outside. The key of the wallet signs it, and the host of the node is its alternative name.',
    input: { params: Wallet, body: CertificateRequest },
    output: MadeCertificateRequest,
    errors: [...FINDING, 'BODY_INVALID', 'WALLET_LOCKED', 'CERT_KEY_NOT_ELIGIBLE'],
  }),
  importCertificate: route({
    ...{ method: 'POST', url: `${BASE}/certificates/import`, writes: 'node', can: 'RequireAdministrator' },
    ...{ bodySize: 'form', takesRecentSignIn: true },
    summary: 'Import a certificate that another authority issued',
    description:
      'The one before it is superseded for its uses. Its path has to end in a root of a trust list, in one of trust.anchors, or in one that the call confirms.',
    input: { params: Wallet, body: ImportCertificate },
    output: { 201: CertificateView },
    errors: [...FINDING, 'BODY_INVALID', 'WALLET_LOCKED', ...JUDGING, 'QUOTA_EXCEEDED'],
  }),
  enrolCertificate: route({
    ...{ method: 'POST', url: `${BASE}/enrol`, writes: 'node', can: 'RequireAdministrator' },
    takesRecentSignIn: true,
    summary: 'Have the authority of this node issue a certificate',
    description: `For both uses. It is issued again ${CERTIFICATE_DUE_DAYS} days before its end.`,
    input: { params: Wallet, body: EnrolCertificate },
    output: { 201: CertificateView },
    errors: [...FINDING, 'BODY_INVALID', 'WALLET_LOCKED', 'CERT_KEY_NOT_ELIGIBLE', 'CERT_UNSUITABLE', 'QUOTA_EXCEEDED'],
  }),
  listCertificates: route({
    ...{ method: 'GET', url: `${BASE}/certificates`, ...ADMINISTERED },
    summary: 'List the certificates of a wallet of the organisation',
    description: `The newest first, superseded ones too: ${CERTIFICATES_WALLET_MAX} at the most.`,
    output: CertificateList,
    errors: FINDING,
  }),
  retireCertificate: route({
    ...{ method: 'DELETE', url: `${BASE}/certificates/:certificateId`, writes: 'node', can: 'RequireAdministrator' },
    summary: 'Retire a certificate',
    description:
      'Nothing is signed under it from then on. Signatures under it stay good. A second call changes nothing.',
    input: { params: One },
    output: { 204: null },
    errors: [...FINDING, 'CERTIFICATE_NOT_FOUND'],
  }),
  readImportedChain: route({
    ...{ method: 'GET', url: `${BASE}/imported-cert-chain`, can: 'public' },
    summary: 'Read the imported certificate of a wallet that is in force',
    input: {
      params: Wallet,
      query: Type.Object({ purpose: Type.Optional(Use) }),
    },
    output: CertificateChain,
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'CERTIFICATE_NOT_FOUND'],
  }),
  readTrustAuthority: route({
    ...{ method: 'GET', url: '/api/v1/trust/authority', can: 'public' },
    summary: 'Read the certificate of the authority of this node',
    description: 'Its internal certificates lead to it: verifiers outside pin it.',
    output: CertificateChain,
    errors: [],
  }),
};
