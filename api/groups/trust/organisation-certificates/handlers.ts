// Certificates of organisation wallets: finds the wallet, asks actors/trust, shows. An administrator sees those of its
// own organisation alone.
import { fromBase64, toBase64 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { CERTIFICATE_DAYS } from '../../../../core/base/limits/node/federation.js';
import { type Failure, fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { pemOf, pemParts } from '../../../../core/crypto/keys/pem.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import type { AuditEvent } from '../../../../core/tenant/organisations/audit-events.js';
import { type CertificateRecord, certificateStatus } from '../../../../core/trust/certificates/record.js';
import { readCertificate } from '../../../../core/trust/x509/certificate.js';
import { nameText } from '../../../../core/trust/x509/names.js';
import { useProblem, type Wallet, walletNotFound } from '../../../../core/wallet/wallet.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { findAdministered } from '../../../access/organisations.js';
import { OPEN } from '../../../credentials/issuers.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { isoTime } from '../../../views/transactions.js';
import type { TrustDeps } from '../deps.js';
import type { CertificateBody, organisationCertificateRoutes } from './routes.js';

type Call = ApiCall<TrustDeps>;

interface Asked {
  readonly organisation: Organisation;
  readonly wallet: Wallet;
}

interface WalletParams {
  readonly tenantId: string;
  readonly orgWalletAddress: string;
}

export const organisationCertificateHandlers: Handlers<typeof organisationCertificateRoutes, TrustDeps> = {
  async requestCertificate({ params, body }, call) {
    const { certificates, commit } = call.deps;
    const asked = findSigning(call, params);
    if (isFailure(asked)) return asked;
    const made = await certificates.request(ownerOf(asked), { subjectDn: body.subjectDn, use: body.purpose });
    if (isFailure(made)) return made;
    const { request, boundKey } = made;
    const boundPublicKeyThumbprint = sha256Hex(boundKey.spki);
    const details = { wallet: asked.wallet.address, use: body.purpose ?? 'any', key: boundPublicKeyThumbprint };
    await commit([recordOf(call, asked, { eventType: 'CertificateRequested', details })]);
    const csrPem = pemOf('CERTIFICATE REQUEST', request);
    return { csrPem, boundKeySource: boundKey.source, boundPublicKeyThumbprint };
  },

  async importCertificate({ params, body }, call) {
    const asked = findSigning(call, params);
    if (isFailure(asked)) return asked;
    const chain = chainOf(body);
    if (isFailure(chain)) return chain;
    const record = await call.deps.certificates.bring(ownerOf(asked), {
      ...{ chain, confirmed: body.confirmAnchor },
      also: rowOf(call, asked, 'CertificateImported'),
    });
    return isFailure(record)
      ? recordRefusal(call, asked, withHash(record, chain))
      : reply(201, viewOf(call, asked.wallet, record));
  },

  async enrolCertificate({ params, body }, call) {
    const asked = findSigning(call, params);
    if (isFailure(asked)) return asked;
    const { coKey = false, validityDays: days = CERTIFICATE_DAYS } = body;
    const also = rowOf(call, asked, 'CertificateEnrolled');
    const record = await call.deps.certificates.enrol(ownerOf(asked), { coKey, days, also });
    return isFailure(record) ? recordRefusal(call, asked, record) : reply(201, viewOf(call, asked.wallet, record));
  },

  async listCertificates({ params }, call) {
    const asked = find(call, params);
    if (isFailure(asked)) return asked;
    const { certificates } = call.deps;
    const key = await certificates.boundKey(asked.wallet);
    return {
      eligibility: isFailure(key)
        ? { eligible: false, reason: key.issue.code }
        : { eligible: true, boundKeySource: key.source },
      certificates: certificates.of(asked.wallet.address).map((record) => viewOf(call, asked.wallet, record)),
    };
  },

  async retireCertificate({ params }, call) {
    const asked = find(call, params);
    if (isFailure(asked)) return asked;
    const also = rowOf(call, asked, 'CertificateRetired');
    const record = await call.deps.certificates.retire(asked.wallet.address, params.certificateId, also);
    return isFailure(record) ? record : reply(204, undefined);
  },

  readImportedChain({ params, query }, { deps }) {
    const asked = { organisationId: params.tenantId, wallet: params.orgWalletAddress };
    const certificate = deps.certificates.certificateFor({ ...asked, use: query.purpose ?? 'credentials' });
    if (certificate?.provenance !== 'Imported')
      return fail(issue('CERTIFICATE_NOT_FOUND', '', 'The wallet has no imported certificate in force for this use.'));
    return reply(200, { certificateId: certificate.certificateId, ...chainView(certificate.chain) }, OPEN);
  },

  async readTrustAuthority(_, { deps }) {
    const der = await deps.certificates.authorityCertificate();
    return isFailure(der) ? der : reply(200, chainView([der]), OPEN);
  },
};

/** The wallet, where it is one of the organisation. */
function find(call: Call, { tenantId, orgWalletAddress }: WalletParams): Result<Asked> {
  const organisation = findAdministered(call, tenantId, '/tenantId');
  if (isFailure(organisation)) return organisation;
  const wallet = call.deps.wallets.byAddress(orgWalletAddress);
  const isOwn = wallet?.owner.kind === 'organisation' && wallet.owner.id === organisation.id;
  if (!wallet || !isOwn || wallet.status === 'Deleted') return fail({ ...walletNotFound(), path: '/orgWalletAddress' });
  return { organisation, wallet };
}

/** The same, where it signs at present. */
function findSigning(call: Call, params: WalletParams): Result<Asked> {
  const asked = find(call, params);
  return isFailure(asked) ? asked : (failIf(useProblem(asked.wallet, 'sign')) ?? asked);
}

function ownerOf({ organisation, wallet }: Asked) {
  return { organisationId: organisation.id, organisationName: organisation.name, wallet };
}

/** DER of the certificates of the body, the leaf first. A text may hold several. */
function chainOf(body: { readonly certificatePem: string; readonly chainPem?: readonly string[] | undefined }) {
  const texts = [body.certificatePem, ...(body.chainPem ?? [])];
  const parts = texts.map((text) => pemParts(text, 'CERTIFICATE'));
  const empty = parts.findIndex(({ length }) => length === 0);
  if (empty < 0) return parts.flat();
  const path = empty === 0 ? '/certificatePem' : `/chainPem/${empty - 1}`;
  return fail(issue('BODY_INVALID', path, 'Expected a certificate in PEM.'));
}

/** A chain that ends in an unknown root is told its hash: that is what an administrator compares and confirms. */
function withHash(refused: Failure, chain: readonly Uint8Array[]): Failure {
  const last = chain.at(-1) as Uint8Array;
  if (refused.issue.code !== 'CERT_EXTERNAL_ANCHOR_UNAVAILABLE' || chain.length < 2) return refused;
  const hash = sha256Hex(last);
  return refused.mapIssues((problem) => ({
    ...problem,
    message: `${problem.message} The chain ends in a certificate with the SHA-256 ${hash}; a root is confirmed by it (confirmAnchor).`,
  }));
}

function rowOf(call: Call, asked: Asked, eventType: AuditEvent) {
  return ({ id: certificateId, wallet, uses, anchor }: CertificateRecord): readonly KvOp[] => {
    const details = { certificateId, wallet, uses: uses.join(' '), anchor: anchor.sha256 };
    return [recordOf(call, asked, { eventType, details })];
  };
}

function recordOf(
  { deps, caller, address }: Call,
  { organisation: { id: organisationId } }: Asked,
  event: { readonly eventType: AuditEvent; readonly details: Readonly<Record<string, string>> },
): KvOp {
  return deps.audit.byCaller({ caller, address }, { ...event, organisationId });
}

/** A refusal by a rule of certificates stands in the audit trail. */
async function recordRefusal({ deps, caller, address }: Call, { organisation, wallet }: Asked, why: Failure) {
  if (!why.issue.code.startsWith('CERT_')) return why;
  const by = { organisationId: organisation.id, identityId: caller.subject, address };
  const details = { wallet: wallet.address, code: why.issue.code };
  await deps.commit([deps.audit.record({ ...by, eventType: 'CertificateRefused', success: false, details })]);
  return why;
}

function chainView(chain: readonly Uint8Array[]) {
  return { x5c: chain.map(toBase64), pem: chain.map((der) => pemOf('CERTIFICATE', der)).join('') };
}

function viewOf({ deps }: Call, wallet: Wallet, record: CertificateRecord): CertificateBody {
  const { id, provenance, uses, inForce, notBeforeMs, notAfterMs, anchor, boundKeySource, supersededAtMs } = record;
  const status = certificateStatus(record, deps.clock.now());
  const reason = reasonOf(status, wallet);
  return {
    ...{ certificateId: id, status, provenance, uses: [...uses], inForce: [...inForce] },
    validity: { notBefore: isoTime(notBeforeMs), notAfter: isoTime(notAfterMs) },
    chain: record.chain.map(summaryOf),
    anchor: { ...anchor },
    eligibility: { eligible: reason === undefined, ...(reason !== undefined && { reason }), boundKeySource },
    createdAt: isoTime(record.createdAtMs),
    ...(supersededAtMs !== undefined && { supersededAt: isoTime(supersededAtMs) }),
  };
}

/** The code of the reason why nothing is signed under it. */
function reasonOf(status: CertificateBody['status'], wallet: Wallet): string | undefined {
  if (status === 'Superseded') return 'CERTIFICATE_NOT_FOUND';
  return status === 'Expired' ? 'CERT_EXPIRED' : useProblem(wallet, 'sign')?.code;
}

function summaryOf(base64: string) {
  const der = fromBase64(base64) as Uint8Array;
  const certificate = readCertificate(der);
  if (isFailure(certificate)) throw new Error('A certificate that was taken is read no more.');
  const { subject, issuer, serial, notBeforeMs, notAfterMs } = certificate;
  return {
    ...{ subject: nameText(subject), issuer: nameText(issuer), serialNumber: serial },
    ...{ notBefore: isoTime(notBeforeMs), notAfter: isoTime(notAfterMs), sha256: sha256Hex(der) },
  };
}
