// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { organisationCertificateRoutes } from './routes.js';

const params = { tenantId: EXAMPLE.organisationId, orgWalletAddress: EXAMPLE.issuerWalletAddress };
const certificateId = '5c9f2d1e-6b7a-4c3d-8e1f-2a4b6c8d0e1f';
const sha256 = '3f1c8e5a7b9d0f2e4c6a8b0d1f3e5c7a9b1d3f5e7c9a0b2d4f6e8c0a1b3d5f7e';
const notAfter = '2027-12-24T10:00:00.000Z';
const uses = ['credentials', 'requests'] as ('credentials' | 'requests')[];
const certificate = {
  certificateId,
  status: 'Active',
  provenance: 'Internal',
  ...{ uses, inForce: uses },
  validity: { notBefore: EXAMPLE.time, notAfter },
  chain: [
    {
      ...{ subject: 'CN=Northwind', issuer: 'CN=Quorate trust authority 3f1c8e5a7b9d0f2e', serialNumber: '4a7f' },
      ...{ notBefore: EXAMPLE.time, notAfter, sha256 },
    },
  ],
  anchor: { kind: 'authority', sha256 },
  eligibility: { eligible: true, boundKeySource: 'Primary' },
  createdAt: EXAMPLE.time,
} as const;
const shown = { ...certificate, chain: [...certificate.chain] };
const chain = { x5c: ['MIIB...'], pem: '-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n' };

export const organisationCertificateExamples: Examples<typeof organisationCertificateRoutes> = {
  requestCertificate: {
    input: { params, body: { subjectDn: 'CN=Permits, O=Northwind', purpose: 'credentials' } },
    output: {
      csrPem: '-----BEGIN CERTIFICATE REQUEST-----\nMIIB...\n-----END CERTIFICATE REQUEST-----\n',
      ...{ boundKeySource: 'Primary', boundPublicKeyThumbprint: sha256 },
    },
  },
  importCertificate: {
    input: { params, body: { certificatePem: chain.pem, chainPem: [chain.pem] } },
    output: { ...shown, provenance: 'Imported', anchor: { kind: 'list', sha256, trustListId: 'eu' } },
  },
  enrolCertificate: { input: { params, body: { validityDays: 397 } }, output: shown },
  listCertificates: {
    input: { params },
    output: { eligibility: { eligible: true, boundKeySource: 'Primary' }, certificates: [shown] },
  },
  retireCertificate: { input: { params: { ...params, certificateId } }, output: undefined },
  readImportedChain: { input: { params, query: {} }, output: { certificateId, ...chain } },
  readTrustAuthority: { input: {}, output: chain },
};
