// The identity of a peer by the certificate that it showed: the chain to a trusted organisation, dates, revocation, and
// the names. Runs in every handshake, synchronously; possession of the TLS key is what TLS itself proves. The peer id
// is a claim, also of a member, which its descriptor proves later.
import { createHash, X509Certificate } from 'node:crypto';
import { type Issue, type IssueCode, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { normalSerial, uriNames } from './der.js';
import { parseUri } from './names.js';
import type { TrustedAuthority } from './trusted.js';

/** A P-256 certificate with a dozen host names has 1 KiB. */
const CERTIFICATE_BYTES_MAX = 8192;
/** Extended key usages (RFC 5280 section 4.2.1.12): every node both serves and dials. */
const USAGES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

export interface VerifyGiven {
  readonly trusted: readonly TrustedAuthority[];
  readonly installation: string;
  readonly nowMs: number;
}

export interface VerifiedPeer {
  /** A claim of the issuer of the certificate, also for a member: the descriptor under the node key proves it. */
  readonly peerId: string;
  /** Proven for a member, a mere claim of a guest. */
  readonly orgId: string;
  /** SHA-256 of the TLS public key (SPKI, DER), 64 hex digits. */
  readonly keyHash: string;
  /** As revocation lists name it. */
  readonly serial: string;
  readonly standing: 'member' | 'guest';
}

/**
 * The statement of a node certificate (DER, at most 8 KiB), verified at `nowMs`. 'member': issued by a trusted CA of
 * the organisation that it names. 'guest': signed by its own key. Issues: PEER_CERTIFICATE_INVALID (form, names,
 * usages), PEER_CERTIFICATE_EXPIRED (or not yet valid, its CA's dates included), PEER_CERTIFICATE_REVOKED,
 * PEER_CERTIFICATE_UNTRUSTED, PEER_ORGANISATION_MISMATCH. Never throws for what a peer sent.
 */
export function verifyPeer(rawDer: Uint8Array, given: VerifyGiven): Result<VerifiedPeer> {
  const read = readCertificate(rawDer);
  if (isFailure(read)) return read;
  const { certificate, names } = read;
  if (names.installation !== given.installation)
    return fail(
      certificateIssue(
        'INVALID',
        `The certificate is for the installation ${names.installation}, not ${given.installation}.`,
      ),
    );
  if (!isValidAt(given.nowMs, Date.parse(certificate.validFrom), Date.parse(certificate.validTo)))
    return fail(
      certificateIssue(
        'EXPIRED',
        `The certificate is valid from ${certificate.validFrom} to ${certificate.validTo} only, and the clock here says ${new Date(given.nowMs).toUTCString()}.`,
      ),
    );
  const serial = normalSerial(certificate.serialNumber);
  const peer = { peerId: names.peerId, orgId: names.orgId, keyHash: keyHashOf(certificate), serial };
  const issuers = given.trusted.filter((item) => isIssuedBy(certificate, item.certificate));
  if (issuers.length === 0) {
    return certificate.verify(certificate.publicKey)
      ? { ...peer, standing: 'guest' }
      : fail(
          certificateIssue(
            'UNTRUSTED',
            `No trusted CA issued the certificate, which names the organisation ${names.orgId}.`,
          ),
        );
  }
  // A CA may have been renewed under its old key: one that is good is enough.
  const problems = issuers.map((issuer) => problemOf(certificate, issuer, { ...given, orgId: peer.orgId }));
  return problems.includes(undefined) ? { ...peer, standing: 'member' } : fail(problems[0] as Issue);
}

/** SHA-256 of the public key (SPKI, DER), 64 hex digits. */
function keyHashOf({ publicKey }: Pick<X509Certificate, 'publicKey'>): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

interface ReadCertificate {
  readonly certificate: X509Certificate;
  readonly names: { readonly installation: string; readonly peerId: string; readonly orgId: string };
}

/** The form of a node certificate: who it names and what it may be used for. PEER_CERTIFICATE_INVALID otherwise. */
export function readCertificate(rawDer: Uint8Array): Result<ReadCertificate> {
  if (rawDer.length > CERTIFICATE_BYTES_MAX)
    return fail(certificateIssue('INVALID', `The certificate is larger than ${CERTIFICATE_BYTES_MAX} bytes.`));
  try {
    const certificate = new X509Certificate(rawDer);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (asymmetricKeyType !== 'ec' || asymmetricKeyDetails?.namedCurve !== 'prime256v1')
      return fail(certificateIssue('INVALID', 'The key of the certificate is not on the curve P-256.'));
    if (certificate.ca) return fail(certificateIssue('INVALID', 'The certificate is that of a CA, not of a node.'));
    // The platform calls extended usages keyUsage, and gives undefined where there are none.
    const usages = (certificate.keyUsage as readonly string[] | undefined) ?? [];
    if (!usages.includes(USAGES.server) || !usages.includes(USAGES.client))
      return fail(
        certificateIssue('INVALID', 'The certificate is not for both ends of a link (serverAuth and clientAuth).'),
      );
    const names = namesIn(uriNames(certificate.raw));
    return names === undefined
      ? fail(
          certificateIssue(
            'INVALID',
            'The certificate does not name exactly one node and one organisation of one installation.',
          ),
        )
      : { certificate, names };
  } catch {
    return fail(certificateIssue('INVALID', 'The certificate cannot be read.'));
  }
}

/** A node and an organisation of one installation, and no other URI. */
function namesIn(uris: readonly string[]): ReadCertificate['names'] | undefined {
  const names = uris.map(parseUri);
  const node = names.find((name) => name?.kind === 'node');
  const org = names.find((name) => name?.kind === 'org');
  if (names.length !== 2 || !node || !org || node.installation !== org.installation) return undefined;
  return { installation: node.installation, peerId: node.id, orgId: org.id };
}

function problemOf(
  certificate: X509Certificate,
  authority: TrustedAuthority,
  given: { readonly installation: string; readonly nowMs: number; readonly orgId: string },
): Issue | undefined {
  if (authority.installation !== given.installation)
    return certificateIssue(
      'UNTRUSTED',
      `The CA is one of the installation ${authority.installation}, not ${given.installation}.`,
    );
  if (authority.orgId !== given.orgId)
    return issue(
      'PEER_ORGANISATION_MISMATCH',
      '',
      `The certificate names the organisation ${given.orgId}, but the CA of ${authority.orgId} issued it.`,
    );
  if (!isValidAt(given.nowMs, authority.notBeforeMs, authority.notAfterMs))
    return certificateIssue('EXPIRED', `The CA of the organisation ${authority.orgId} is not valid now.`);
  if (authority.revoked.has(normalSerial(certificate.serialNumber)))
    return certificateIssue('REVOKED', 'The organisation has revoked the certificate.');
  return undefined;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValidAt(nowMs: number, notBeforeMs: number, notAfterMs: number): boolean {
  return nowMs >= notBeforeMs && nowMs <= notAfterMs;
}

function certificateIssue(why: 'INVALID' | 'EXPIRED' | 'REVOKED' | 'UNTRUSTED', message: string): Issue {
  const code: IssueCode = `PEER_CERTIFICATE_${why}`;
  return issue(code, '', message);
}
