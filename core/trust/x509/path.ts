// The path of a certificate to an anchor that is trusted, in the order in which it was presented. Pure: no path is
// built, nothing is fetched, the time is an argument, and the same bytes always have the same verdict.
import { equalBytes } from '../../base/bytes.js';
import { ANCHORS_OF_A_NAME_MAX, PATH_CERTIFICATES_MAX } from '../../base/limits/ledger/certificates.js';
import { isFailure, type Result } from '../../base/result.js';
import { type ScreenedKey, verifyMessage } from '../../crypto/signing/message-signature.js';
import { type Anchor, certificateOf, isSelfIssued, type X509Certificate } from './certificate.js';
import { demand, refusalsOf } from './malformed.js';
import { NameComparisons } from './name-constraints.js';
import { type AskedName, isNamed } from './subject.js';

export interface ChainQuestion {
  /** DER, the leaf first; the anchor is not among them. */
  readonly chain: readonly Uint8Array[];
  /** Milliseconds since 1970: when all of them have to be valid. */
  readonly atMs: number;
  /** OBJECT IDENTIFIER, dotted, that has to be among the extended key usages of the leaf. */
  readonly purpose?: string;
  /** Has to be among the alternative names of the leaf. */
  readonly name?: AskedName;
}

export interface PathQuestion extends ChainQuestion {
  readonly anchors: readonly Anchor[];
}

export interface Path {
  /** The leaf first. */
  readonly certificates: readonly X509Certificate[];
  readonly leaf: X509Certificate;
  readonly anchor: Anchor;
}

/** A certificate in its path. */
interface Place {
  readonly question: ChainQuestion;
  readonly certificates: readonly X509Certificate[];
  /** 0 is the leaf. */
  readonly at: number;
  /** Undefined of the last certificate, which an anchor signs. */
  readonly issuer: X509Certificate | undefined;
  readonly names: NameComparisons;
}

/**
 * Each is asked of all certificates, the leaf first, before the next one: how they follow each other, when, for what,
 * and at last from which anchor.
 */
const RULES: readonly ((certificate: X509Certificate, place: Place) => void)[] = [
  demandOrder,
  demandOnce,
  demandAuthority,
  demandIdentifiers,
  demandNames,
  demandSignature,
  demandDate,
  demandLeaf,
  demandAsked,
];

/**
 * The path, if every rule holds. Else CERT_CHAIN_INVALID, at `/I/GROUND`: the place of the certificate at fault and the
 * first ground of `PathGround` that it has (malformed.ts). Costs at most four signatures, and one for each further
 * anchor of the same name.
 */
export function verifyPath({ anchors, ...question }: PathQuestion): Result<Path> {
  const chain = judgeChain(question);
  return isFailure(chain) ? chain : chain.pathTo(anchors);
}

/** The chain, if every rule holds that asks no anchor. Else as `verifyPath`. */
export function judgeChain(question: ChainQuestion): Result<JudgedChain> {
  const { chain } = question;
  let at = 0;
  return refusalsOf(
    () => `/${at}`,
    () => {
      demandLength(chain.length);
      const certificates: X509Certificate[] = [];
      for (at = 0; at < chain.length; at++) certificates.push(certificateOf(chain[at]!));
      const path = { question, certificates, names: new NameComparisons() };
      for (const demandRule of RULES)
        for (at = 0; at < certificates.length; at++)
          demandRule(certificates[at]!, { at, issuer: certificates[at + 1], ...path });
      return new JudgedChain(certificates);
    },
  );
}

/**
 * A chain that stands but for its anchor. A policy of a hundred sources tries it with the anchors of each: that costs
 * one signature an anchor, and no more anchors are tried in all than may have one name.
 */
export class JudgedChain {
  readonly certificates: readonly X509Certificate[];
  /** Whether the anchor of a hash signed the last certificate. */
  readonly #tried = new Map<string, boolean>();

  constructor(certificates: readonly X509Certificate[]) {
    this.certificates = certificates;
  }

  /** The path to the first anchor that signed the last certificate; as `verifyPath` where none did. */
  pathTo(anchors: readonly Anchor[]): Result<Path> {
    const { certificates } = this;
    const last = certificates.at(-1)!;
    const candidates = anchors.filter(({ subject }) => equalBytes(subject.bytes, last.issuer.bytes));
    let at = 0;
    return refusalsOf(
      () => `/${at}`,
      () => {
        for (at = 0; at < certificates.length; at++) demandBelowAnchor(certificates[at]!, candidates);
        at = certificates.length - 1;
        const anchor = candidates.find((candidate) => this.#hasSigned(candidate, last));
        demand(
          anchor !== undefined,
          'anchor',
          'No anchor has the name of the last issuer and the key of its signature.',
        );
        return { certificates, leaf: certificates[0]!, anchor };
      },
    );
  }

  #hasSigned(anchor: Anchor, last: X509Certificate): boolean {
    const known = this.#tried.get(anchor.hash);
    if (known !== undefined) return known;
    const isFew = this.#tried.size < ANCHORS_OF_A_NAME_MAX;
    demand(isFew, 'anchor', `Over ${ANCHORS_OF_A_NAME_MAX} anchors have one name.`);
    const isSigned = isSignedBy(last, anchor.key);
    this.#tried.set(anchor.hash, isSigned);
    return isSigned;
  }
}

function demandLength(length: number): void {
  const isLong = length > 0 && length <= PATH_CERTIFICATES_MAX;
  demand(isLong, 'length', `A path of ${length} certificates has not 1 to ${PATH_CERTIFICATES_MAX} beside its anchor.`);
}

/** Names are compared as bytes. */
function demandOrder(certificate: X509Certificate, { issuer }: Place): void {
  const isNext = issuer === undefined || equalBytes(certificate.issuer.bytes, issuer.subject.bytes);
  demand(isNext, 'order', 'The certificate that follows is not of the issuer.');
}

/** A certificate with the key of another one of the path is there twice, or goes in a circle. */
function demandOnce({ key }: X509Certificate, { certificates }: Place): void {
  const sameKeys = certificates.filter((other) => equalBytes(other.key.spki, key.spki));
  demand(sameKeys.length === 1, 'repeated', 'A key stands twice in a path.');
}

function demandDate({ notBeforeMs, notAfterMs }: X509Certificate, { question: { atMs } }: Place): void {
  demand(atMs >= notBeforeMs, 'date', 'A certificate is not valid yet.');
  demand(atMs <= notAfterMs, 'date', 'A certificate has expired.');
}

function demandLeaf({ extensions }: X509Certificate, { at }: Place): void {
  if (at > 0) return;
  const { basicConstraints, keyUsage, nameConstraints } = extensions;
  demand(basicConstraints?.isAuthority !== true, 'leaf', 'The first certificate is one of an authority.');
  demand(keyUsage?.has('keyCertSign') !== true, 'leaf', 'The first certificate may sign certificates.');
  demand(nameConstraints === undefined, 'leaf', 'The first certificate constrains names below it.');
}

function demandAuthority({ extensions }: X509Certificate, { at, certificates }: Place): void {
  if (at === 0) return;
  const { basicConstraints, keyUsage, critical } = extensions;
  const isAuthority = basicConstraints?.isAuthority === true;
  demand(isAuthority, 'authority', 'The basic constraints of an issuer do not make it an authority.');
  demand(critical.has('basicConstraints'), 'authority', 'The basic constraints of an authority are not critical.');
  demand(keyUsage?.has('keyCertSign') === true, 'authority', 'An issuer may not sign certificates by its key usage.');
  // Authorities between this one and the leaf.
  const counted = certificates.slice(1, at).filter((certificate) => !isSelfIssued(certificate)).length;
  const { pathLength = counted } = basicConstraints;
  demand(counted <= pathLength, 'path-length', `An authority allows ${pathLength} authorities below it.`);
}

/** Of an anchor the name and the key are known alone. */
function demandIdentifiers({ extensions: { authorityKeyId } }: X509Certificate, { issuer }: Place): void {
  demand(authorityKeyId !== undefined, 'identifier', 'A certificate has no authority key identifier.');
  if (issuer === undefined) return;
  const { subjectKeyId } = issuer.extensions;
  demand(subjectKeyId !== undefined, 'identifier', 'An authority has no subject key identifier.');
  const isSame = equalBytes(authorityKeyId, subjectKeyId);
  demand(isSame, 'identifier', 'An authority key identifier is not the subject key identifier of the issuer.');
}

/** Of the leaf alone. */
function demandAsked(certificate: X509Certificate, { at, question: { purpose, name } }: Place): void {
  if (at > 0) return;
  const isForPurpose = purpose === undefined || certificate.extensions.extendedKeyUsage?.includes(purpose) === true;
  demand(isForPurpose, 'purpose', `The extended key usages of a certificate are without ${purpose}.`);
  const isAsked = name === undefined || isNamed(certificate, name);
  demand(isAsked, 'subject', `The alternative names of a certificate are without ${name?.kind} ${name?.value}.`);
}

/** An authority that issued itself is free, the leaf never (RFC 5280 section 6.1.3 b). */
function demandNames(certificate: X509Certificate, { at, certificates, names }: Place): void {
  if (at === 0 || !isSelfIssued(certificate)) names.demandAllowed(certificate, certificates.slice(at + 1));
}

function demandSignature(certificate: X509Certificate, { issuer }: Place): void {
  const isGood = issuer === undefined || isSignedBy(certificate, issuer.key);
  demand(isGood, 'signature', 'A signature is not good under the key of the issuer.');
}

function demandBelowAnchor({ key }: X509Certificate, anchors: readonly Anchor[]): void {
  const isOther = anchors.every((anchor) => !equalBytes(anchor.key.spki, key.spki));
  demand(isOther, 'anchor', 'A certificate has the key of an anchor, which is not part of a path.');
}

function isSignedBy({ algorithm, signedBytes: message, signature }: X509Certificate, key: ScreenedKey): boolean {
  return verifyMessage(algorithm, key, { message, signature });
}
