// Signatures of X.509 forms: a request of a wallet key for itself (RFC 2986), and what the trust authority of a node
// signs (RFC 5280). The bytes are read first, as those of other formats are (core/crypto/signing/formats.ts): a wallet
// key signs no certificate, and the authority makes no second authority. A form begins with 0x30, and nothing that the
// ledger signs does (docs/hashes.md 3).
import { concat, equalBytes } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import { CERTIFICATE_BYTES_MAX } from '../../base/limits/ledger/certificates.js';
import { fail, type Result } from '../../base/result.js';
import { CURVES } from '../../crypto/keys/curves.js';
import { type KeyPair, sign } from '../../crypto/signing/algorithms.js';
import { toBeSignedOf, type X509Certificate } from '../x509/certificate.js';
import { DerReader, inContext, objectIdentifier, onlyElement, TAG } from '../x509/der.js';
import { type Extensions, readExtensions } from '../x509/extensions.js';
import { screenKey } from '../x509/key.js';
import { demand, refusalsOf } from '../x509/malformed.js';
import { readName } from '../x509/names.js';

/** A key of a wallet, or that of the trust authority of the node. */
export type FormSigner = 'wallet' | 'authority';

/** RFC 2985 section 5.4.2. */
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

/**
 * The signature (r ‖ s) of the bytes. BODY_INVALID where they are another form than the signer signs;
 * ALGORITHM_UNSUPPORTED for a key of another algorithm than NISTP256.
 */
export function signForm(pair: KeyPair, signer: FormSigner, bytes: Uint8Array): Result<Uint8Array> {
  const { algorithm, privateKey } = pair;
  if (algorithm !== 'NISTP256')
    return fail(issue('ALGORITHM_UNSUPPORTED', '', `Certificates are of keys of NISTP256, and not of ${algorithm}.`));
  const read = refusalsOf(
    () => '',
    () => demandForm(bytes, { signer, own: spkiOf(pair.publicKey) }),
  );
  return read === undefined ? sign(algorithm, privateKey, sha256(bytes)) : read.mapIssues(formProblem);
}

/** SubjectPublicKeyInfo of a point of P-256. */
export const spkiOf = (point: Uint8Array) => concat(CURVES['P-256'].prefix, point);

const formProblem = ({ message }: Issue) => issue('BODY_INVALID', '/data', message);

interface Signing {
  readonly signer: FormSigner;
  readonly own: Uint8Array;
}

/** Throws a RefusedCertificate. */
function demandForm(bytes: Uint8Array, { signer, own }: Signing): undefined {
  demand(bytes.length <= CERTIFICATE_BYTES_MAX, 'size', `The form has over ${CERTIFICATE_BYTES_MAX} bytes.`);
  onlyElement(bytes, TAG.sequence);
  if (signer === 'wallet') demandRequest(bytes, own);
  else demandIssued(toBeSignedOf(bytes), own);
}

/** A CertificationRequestInfo for the own key, which asks for no authority. */
function demandRequest(bytes: Uint8Array, own: Uint8Array): void {
  const parts = new DerReader(bytes).enter();
  const { body: version } = parts.next(TAG.integer);
  demand(version.length === 1 && version[0] === 0, 'version', 'A request is of another version than 1.');
  readName(parts);
  const { spki } = screenKey(parts.next(TAG.sequence).whole);
  demand(equalBytes(spki, own), 'key', 'A request is of another key than the one that signs it.');
  const attributes = parts.inside(parts.next(inContext(0)));
  parts.end();
  while (!attributes.isEmpty) {
    const attribute = attributes.enter();
    const isExtensions = objectIdentifier(attribute.next(TAG.objectIdentifier)) === EXTENSION_REQUEST;
    demand(isExtensions, 'extension', 'A request has another attribute than extensions.');
    const values = attribute.enter(TAG.set);
    attribute.end();
    demandNoAuthority(readExtensions(values));
    values.end();
  }
}

/** The certificate of the authority itself, or one of a leaf under another key. */
function demandIssued(certificate: Omit<X509Certificate, 'der' | 'signature'>, own: Uint8Array): void {
  const { algorithm, extensions, key, subject, issuer } = certificate;
  demand(algorithm === 'ES256', 'algorithm', 'The authority signs with ES256.');
  if (!equalBytes(key.spki, own)) {
    demandNoAuthority(extensions);
    return;
  }
  demand(equalBytes(subject.bytes, issuer.bytes), 'order', 'The certificate of an authority has another issuer.');
  const { isAuthority = false, pathLength } = extensions.basicConstraints ?? {};
  demand(isAuthority && pathLength === 0, 'authority', 'The authority is one of leaves alone (path length 0).');
}

function demandNoAuthority({ basicConstraints, keyUsage }: Extensions): void {
  demand(basicConstraints?.isAuthority !== true, 'authority', 'A certificate of a wallet key is of no authority.');
  demand(keyUsage?.has('keyCertSign') !== true, 'authority', 'A certificate of a wallet key signs no certificates.');
}
