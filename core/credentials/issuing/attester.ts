// The maker of a wallet, which vouches for it or for its keys: the signer of an attestation under a certificate whose
// path leads to an anchor that the issuer knows (HAIP 1.0 section 4.4). Pure: nothing is fetched.
import { sha256Hex } from '../../base/hash.js';
import { isFailure } from '../../base/result.js';
import { p256OfSpki } from '../../crypto/keys/jwk.js';
import { PURPOSES } from '../../trust/certificates/import.js';
import type { Anchor } from '../../trust/x509/certificate.js';
import { verifyPath } from '../../trust/x509/path.js';
import { FormatFault, need } from '../fault.js';
import { isSignedBy, type Jws, statedIssuer } from '../jose/jws.js';

export const CLIENT_ATTESTATION = 'oauth-client-attestation+jwt';
/** The second is of drafts until 2025. */
export const KEY_ATTESTATIONS = ['key-attestation+jwt', 'keyattestation+jwt'];

/** Of organisations: an authority that certifies them may certify a maker of wallets too (RFC 5280 4.2.1.12). */
const OTHER_USES: readonly string[] = Object.values(PURPOSES);

export interface AttestationView {
  /** To which the certificates of the maker may lead: those that have the names in its chain. */
  readonly anchors: readonly Anchor[];
  readonly atMs: number;
}

/** SHA-256 of the certificate that signed. Throws a fault unless its path and its signature hold. */
export function needAttester(jws: Jws, { anchors, atMs }: AttestationView): string {
  const { chain } = statedIssuer(jws);
  need(chain.length > 0, 'The attestation has no certificate of its maker (x5c).');
  const hashes = chain.map((der) => sha256Hex(der));
  need(!anchors.some(({ hash }) => hashes.includes(hash)), 'The x5c of the attestation has the anchor itself.');
  const path = verifyPath({ chain, anchors, atMs });
  if (isFailure(path)) throw new FormatFault(`The certificates of the attestation do not hold: ${path.issue.message}`);
  const { extendedKeyUsage = [] } = path.leaf.extensions;
  const isOther = extendedKeyUsage.length > 0 && extendedKeyUsage.every((use) => OTHER_USES.includes(use));
  need(!isOther, 'The certificate of the attestation is for credentials or requests alone (extended key usage).');
  const key = p256OfSpki(path.leaf.key.spki);
  need(key !== undefined, 'The certificate of the attestation is not one of a key of P-256.');
  need(isSignedBy(jws, key), 'The attestation is not signed with ES256 by the key of its certificate.');
  return hashes[0] as string;
}
