// Reads a certificate (RFC 5280 section 4.1) of version 3 from its DER, and of an anchor its name and key. Pure: it
// judges form alone, no date, no signature and no place in a path.
import { equalBytes, fromHex, toHex } from '../../base/bytes.js';
import { sha256Hex } from '../../base/hash.js';
import { CERTIFICATE_BYTES_MAX, SERIAL_BYTES_MAX } from '../../base/limits/ledger/certificates.js';
import type { Result } from '../../base/result.js';
import { type MessageAlgorithm, type ScreenedKey, scalarBytesOf } from '../../crypto/signing/message-signature.js';
import { type DerElement, DerReader, inContext, onlyElement, plain, positiveInteger, TAG, wholeBytes } from './der.js';
import { type Extensions, readExtensions } from './extensions.js';
import { screenKey } from './key.js';
import { demand, refusalsOf } from './malformed.js';
import { type DistinguishedName, readName } from './names.js';
import { readTime } from './times.js';

export interface X509Certificate {
  readonly der: Uint8Array;
  /** TBSCertificate, whole: what is signed. */
  readonly signedBytes: Uint8Array;
  readonly algorithm: MessageAlgorithm;
  /** r ‖ s on a curve. */
  readonly signature: Uint8Array;
  /** Hexadecimal digits, without leading zeros. */
  readonly serial: string;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  /** Both times are within the validity; milliseconds since 1970. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly key: ScreenedKey;
  readonly extensions: Extensions;
}

/** Name and key, which a path ends in: nothing else of an anchor is judged (RFC 5280 section 6.1.1 d). */
export interface Anchor {
  readonly der: Uint8Array;
  /** SHA-256 of its DER, lower-case hex: by this it is pinned. */
  readonly hash: string;
  readonly subject: DistinguishedName;
  readonly key: ScreenedKey;
}

/** AlgorithmIdentifiers, whole (RFC 5758 section 3.2, RFC 4055 section 5). */
const ALGORITHMS: ReadonlyMap<string, MessageAlgorithm> = new Map([
  ['300a06082a8648ce3d040302', 'ES256'],
  ['300a06082a8648ce3d040303', 'ES384'],
  ['300a06082a8648ce3d040304', 'ES512'],
  ['300d06092a864886f70d01010b0500', 'RS256'],
  ['300d06092a864886f70d01010c0500', 'RS384'],
  ['300d06092a864886f70d01010d0500', 'RS512'],
]);

/** `[0] { INTEGER 2 }`. */
const VERSION_3 = fromHex('a003020102');

/** The certificate of the DER. CERT_CHAIN_INVALID at `/GROUND` where it is not of its form (malformed.ts). */
export function readCertificate(der: Uint8Array): Result<X509Certificate> {
  return refusalsOf(
    () => '',
    () => certificateOf(der),
  );
}

/** The anchor of a certificate of whatever version and signature. CERT_CHAIN_INVALID as above. */
export function readAnchor(der: Uint8Array): Result<Anchor> {
  return refusalsOf(
    () => '',
    () => {
      const { signedBytes } = partsOf(der);
      const parts = new DerReader(signedBytes).enter();
      parts.optional(inContext(0));
      // Serial number, algorithm, issuer and validity.
      for (const tag of [TAG.integer, TAG.sequence, TAG.sequence, TAG.sequence]) parts.next(tag);
      const subject = readName(parts);
      demand(subject.parts.length > 0, 'name', 'An anchor has no name.');
      return { der, hash: sha256Hex(der), subject, key: screenKey(parts.next(TAG.sequence).whole) };
    },
  );
}

/** As `readCertificate`; throws a RefusedCertificate. */
export function certificateOf(der: Uint8Array): X509Certificate {
  const { signedBytes, algorithm: outer, bits } = partsOf(der);
  const signed = toBeSignedOf(signedBytes, outer);
  return { der, ...signed, signature: signatureOf(signed.algorithm, bits) };
}

/**
 * The parts of a certificate that is not signed yet. `outer` is the algorithm that stands beside it, where one does.
 */
export function toBeSignedOf(signedBytes: Uint8Array, outer?: Uint8Array): Omit<X509Certificate, 'der' | 'signature'> {
  const parts = new DerReader(signedBytes).enter();
  const isVersion3 = equalBytes(parts.optional(inContext(0))?.whole ?? signedBytes, VERSION_3);
  demand(isVersion3, 'version', 'A certificate is not of version 3.');
  const serial = serialOf(parts.next(TAG.integer));
  const { whole: inner } = parts.next(TAG.sequence);
  demand(equalBytes(outer ?? inner, inner), 'algorithm', 'The two algorithms of a certificate differ.');
  const algorithm = ALGORITHMS.get(toHex(inner));
  demand(algorithm !== undefined, 'algorithm', `A signature is by none of ${[...ALGORITHMS.values()].join(', ')}.`);
  const issuer = readName(parts);
  demand(issuer.parts.length > 0, 'name', 'The issuer of a certificate has no name.');
  const validity = parts.enter();
  const [notBeforeMs, notAfterMs] = [readTime(validity), readTime(validity)];
  validity.end();
  const subject = readName(parts);
  const key = screenKey(parts.next(TAG.sequence).whole);
  const hasUniqueId = [plain(1), plain(2)].some((tag) => parts.optional(tag) !== undefined);
  demand(!hasUniqueId, 'unique-id', 'A certificate has a unique identifier of its subject or issuer.');
  const wrapped = parts.enter(inContext(3));
  const extensions = readExtensions(wrapped);
  wrapped.end();
  parts.end();
  const isNamed = subject.parts.length > 0 || extensions.critical.has('subjectAltName');
  demand(isNamed, 'name', 'A certificate has neither a subject nor critical alternative names.');
  return {
    ...{ signedBytes, algorithm, serial, issuer, subject },
    ...{ notBeforeMs, notAfterMs, key, extensions },
  };
}

/** Subject and issuer have one name, though not one key: an authority that follows itself. */
export function isSelfIssued({ subject, issuer }: X509Certificate): boolean {
  return equalBytes(subject.bytes, issuer.bytes);
}

/** The three parts of a certificate. */
function partsOf(der: Uint8Array) {
  demand(der.length <= CERTIFICATE_BYTES_MAX, 'size', `A certificate has over ${CERTIFICATE_BYTES_MAX} bytes.`);
  const parts = new DerReader(onlyElement(der, TAG.sequence).body);
  const [signedBytes, algorithm] = [parts.next(TAG.sequence).whole, parts.next(TAG.sequence).whole];
  const bits = wholeBytes(parts.next(TAG.bitString));
  parts.end();
  return { signedBytes, algorithm, bits };
}

function serialOf(element: DerElement): string {
  const { length } = element.body;
  demand(length <= SERIAL_BYTES_MAX, 'serial', `A serial number has ${length} bytes; at most ${SERIAL_BYTES_MAX} fit.`);
  return toHex(positiveInteger(element, 'serial'));
}

/** ECDSA-Sig-Value (RFC 3279 section 2.2.3) as r ‖ s; a signature of RSA as it is. */
function signatureOf(algorithm: MessageAlgorithm, bits: Uint8Array): Uint8Array {
  const scalarBytes = scalarBytesOf(algorithm);
  if (scalarBytes === undefined) return bits;
  const scalars = new DerReader(onlyElement(bits, TAG.sequence).body);
  const signature = new Uint8Array(2 * scalarBytes);
  for (const end of [scalarBytes, 2 * scalarBytes]) {
    const scalar = positiveInteger(scalars.next(TAG.integer), 'der');
    demand(scalar.length <= scalarBytes, 'der', 'A signature has longer numbers than its curve.');
    signature.set(scalar, end - scalar.length);
  }
  scalars.end();
  return signature;
}
