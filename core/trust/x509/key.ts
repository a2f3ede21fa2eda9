// Screening of a public key (SubjectPublicKeyInfo): points of the named curves P-256, P-384 and P-521, and RSA of 2048
// to 8192 bits with an odd exponent above 1. Explicit curve parameters, compressed points and all other algorithms are
// refused. The platform is given a key only after this: its own parser decides nothing.
import { equalBytes, fromHex } from '../../base/bytes.js';
import { RSA_BITS_MAX, RSA_BITS_MIN, RSA_EXPONENT_BYTES_MAX } from '../../base/limits/ledger/certificates.js';
import { CURVES, type CurveName, isPointOf } from '../../crypto/keys/curves.js';
import type { ScreenedKey } from '../../crypto/signing/message-signature.js';
import { DerReader, onlyElement, positiveInteger, TAG, wholeBytes } from './der.js';
import { demand } from './malformed.js';

/** AlgorithmIdentifier of rsaEncryption with its NULL, whole (RFC 3279 section 2.3.1). */
const RSA = fromHex('300d06092a864886f70d0101010500');

/** The key of a SubjectPublicKeyInfo, whole. */
export function screenKey(spki: Uint8Array): ScreenedKey {
  for (const [kind, { prefix }] of Object.entries(CURVES) as [CurveName, { readonly prefix: Uint8Array }][])
    if (equalBytes(spki.subarray(0, prefix.length), prefix)) {
      const isPoint = isPointOf(kind, spki.subarray(prefix.length));
      demand(isPoint, 'key', `A key is not an uncompressed point of ${kind}.`);
      return { kind, spki };
    }
  const reader = new DerReader(onlyElement(spki, TAG.sequence).body);
  const { whole } = reader.next(TAG.sequence);
  demand(
    equalBytes(whole, RSA),
    'key',
    'A key is neither RSA nor of one of the curves P-256, P-384 and P-521 by name.',
  );
  const bytes = wholeBytes(reader.next(TAG.bitString));
  reader.end();
  demandRsa(bytes);
  return { kind: 'RSA', spki };
}

/** RSAPublicKey (RFC 8017 appendix A.1.1). */
function demandRsa(bytes: Uint8Array): void {
  const numbers = new DerReader(onlyElement(bytes, TAG.sequence).body);
  const modulus = positiveInteger(numbers.next(TAG.integer), 'key');
  const exponent = positiveInteger(numbers.next(TAG.integer), 'key');
  numbers.end();
  const bits = 8 * modulus.length - Math.clz32(modulus[0]!) + 24;
  const isLongEnough = bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX;
  demand(isLongEnough, 'key', `An RSA modulus of ${bits} bits has not ${RSA_BITS_MIN} to ${RSA_BITS_MAX}.`);
  demand(isOdd(modulus), 'key', 'An RSA modulus is even.');
  demand(isOdd(exponent), 'key', 'An RSA exponent is even.');
  demand(exponent.length > 1 || exponent[0]! > 1, 'key', 'An RSA exponent is 1.');
  demand(exponent.length <= RSA_EXPONENT_BYTES_MAX, 'key', `An RSA exponent has over ${RSA_EXPONENT_BYTES_MAX} bytes.`);
}

const isOdd = (bytes: Uint8Array) => (bytes[bytes.length - 1]! & 1) === 1;
