// Whether a certificate may become one of an organisation: of its key, with a path to an anchor, valid, and fit for a
// use. Pure: keys, anchors and the time are arguments, and the rules are asked in one order.
import { equalBytes } from '../../base/bytes.js';
import { type IssueCode, issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { type Anchor, isSelfIssued, readCertificate, type X509Certificate } from '../x509/certificate.js';
import type { PathGround } from '../x509/malformed.js';
import { verifyPath } from '../x509/path.js';
import { isNamed } from '../x509/subject.js';
import { type BoundKey, boundKeyOf, type CertifiedKeys } from './bound-key.js';

/** Extended key usages of ISO 18013-5 annex B: a signer of documents, and who asks for them. */
export const PURPOSES = { credentials: '1.0.18013.5.1.2', requests: '1.0.18013.5.1.6' } as const;

/** To sign credentials, or to sign requests for them. */
export type CertificatePurpose = keyof typeof PURPOSES;

export interface OfferedCertificate {
  /** DER, the leaf first; a root may stand at its end. */
  readonly chain: readonly Uint8Array[];
  readonly keys: CertifiedKeys;
  /** Of the public URL. */
  readonly host: string;
  /** Of imported lists, of the settings, and those that an administrator confirmed. */
  readonly anchors: readonly Anchor[];
  readonly atMs: number;
}

export interface OrganisationCertificate {
  /** The leaf first, without the anchor: what a credential or a request carries. */
  readonly certificates: readonly X509Certificate[];
  readonly anchor: Anchor;
  readonly uses: readonly CertificatePurpose[];
  readonly boundKey: BoundKey;
}

/** Grounds of a path that have a code of their own; all others are CERT_CHAIN_INVALID. */
const CODES: Readonly<Partial<Record<PathGround, IssueCode>>> = {
  date: 'CERT_EXPIRED',
  leaf: 'CERT_UNSUITABLE',
  anchor: 'CERT_EXTERNAL_ANCHOR_UNAVAILABLE',
};

/**
 * The certificate with its uses. Else the first of CERT_KEY_NOT_ELIGIBLE, CERT_KEY_MISMATCH, CERT_CHAIN_INVALID,
 * CERT_EXPIRED, CERT_UNSUITABLE and CERT_EXTERNAL_ANCHOR_UNAVAILABLE that applies.
 */
export function judgeCertificate(offered: OfferedCertificate): Result<OrganisationCertificate> {
  const { keys, anchors, host, atMs } = offered;
  const boundKey = boundKeyOf(keys);
  if (isFailure(boundKey)) return boundKey;
  const chain = belowRoot(offered.chain);
  const leaf = readCertificate(chain[0] ?? new Uint8Array(0));
  if (isFailure(leaf)) return leaf;
  if (!equalBytes(leaf.key.spki, boundKey.spki))
    return fail(issue('CERT_KEY_MISMATCH', '', 'The certificate is of another key than that of the organisation.'));
  const path = verifyPath({ chain, anchors, atMs });
  const ground = isFailure(path) ? path.issue.path.split('/').at(-1) : undefined;
  if (isFailure(path) && ground !== 'anchor')
    return path.mapIssues((problem) => ({ ...problem, code: codeOf(ground) }));
  const uses = usesOf(leaf, host);
  if (isFailure(uses)) return uses;
  if (isFailure(path)) return path.mapIssues((problem) => ({ ...problem, code: codeOf(ground) }));
  return { certificates: path.certificates, anchor: path.anchor, uses, boundKey };
}

const codeOf = (ground: string | undefined): IssueCode => CODES[ground as PathGround] ?? 'CERT_CHAIN_INVALID';

/** The chain without the root at its end, which counts by being an anchor and not by standing there. */
function belowRoot(chain: readonly Uint8Array[]): readonly Uint8Array[] {
  const last = chain.length > 1 ? readCertificate(chain.at(-1)!) : undefined;
  return last !== undefined && !isFailure(last) && isSelfIssued(last) ? chain.slice(0, -1) : chain;
}

/** Any use where the certificate states no purpose. A pattern of hosts is for requests alone. */
function usesOf(leaf: X509Certificate, host: string): Result<readonly CertificatePurpose[]> {
  const { keyUsage, extendedKeyUsage } = leaf.extensions;
  if (keyUsage?.has('digitalSignature') !== true) return unsuitable('It is not for digital signatures.');
  const all = Object.keys(PURPOSES) as readonly CertificatePurpose[];
  const stated = all.filter((use) => extendedKeyUsage?.includes(PURPOSES[use]) ?? true);
  if (stated.length === 0)
    return unsuitable('It is neither for credentials nor for requests by its extended key usage.');
  const uses = stated.filter((use) => isNamed(leaf, { kind: 'dns', value: host, isPatternTaken: use === 'requests' }));
  return uses.length > 0 ? uses : unsuitable(`Its alternative names are without the host ${host}.`);
}

const unsuitable = (message: string) => fail(issue('CERT_UNSUITABLE', '', message));
