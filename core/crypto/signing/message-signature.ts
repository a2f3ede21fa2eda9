// Signatures over messages, as certificates and tokens of others carry them (RFC 7518 section 3.1): ECDSA on the curve
// of its digest, and RSASSA-PKCS1-v1_5. It verifies only. Keys are screened before: the platform is asked whether an
// equation holds, never whether a key is one.
import { constants, hash, publicDecrypt, verify } from 'node:crypto';
import { concat, equalBytes, fromHex } from '../../base/bytes.js';
import { RSA_KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { CURVES, type CurveName } from '../keys/curves.js';
import { fromSpki, PublicKeys } from '../keys/key-objects.js';

/** A public key that was screened (core/trust/x509/key.ts), as SubjectPublicKeyInfo, whole. */
export interface ScreenedKey {
  readonly kind: CurveName | 'RSA';
  readonly spki: Uint8Array;
}

/** The kind of key that each takes, its hash, and of RSA the DigestInfo up to the digest (RFC 8017 section 9.2). */
const ALGORITHMS = {
  ES256: { kind: 'P-256', digest: 'sha256' },
  ES384: { kind: 'P-384', digest: 'sha384' },
  ES512: { kind: 'P-521', digest: 'sha512' },
  RS256: { kind: 'RSA', digest: 'sha256', info: fromHex('3031300d060960864801650304020105000420') },
  RS384: { kind: 'RSA', digest: 'sha384', info: fromHex('3041300d060960864801650304020205000430') },
  RS512: { kind: 'RSA', digest: 'sha512', info: fromHex('3051300d060960864801650304020305000440') },
} as const;

export type MessageAlgorithm = keyof typeof ALGORITHMS;

const publicKeys = new PublicKeys(fromSpki(new Uint8Array(0)), RSA_KEY_CACHE_MAX);

/** Bytes of a coordinate of the curve that the algorithm takes; undefined for RSA. */
export function scalarBytesOf(algorithm: MessageAlgorithm): number | undefined {
  const { kind } = ALGORITHMS[algorithm];
  return kind === 'RSA' ? undefined : CURVES[kind].bytes;
}

/**
 * Whether the signature of the message (r ‖ s on a curve) is good under the key. False for a key of
 * another kind than the algorithm takes; never throws.
 */
export function verifyMessage(
  algorithm: MessageAlgorithm,
  { kind, spki }: ScreenedKey,
  { message, signature }: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  const row = ALGORITHMS[algorithm];
  const key = row.kind === kind ? publicKeys.get(spki) : undefined;
  if (key === undefined) return false;
  try {
    if (row.kind !== 'RSA')
      return (
        signature.length === 2 * CURVES[row.kind].bytes &&
        verify(row.digest, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
      );
    // RFC 8017 section 8.2.2. OpenSSL takes one whose leading zeros are left out.
    if (signature.length !== Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)) return false;
    // The whole DigestInfo is compared, never parsed: nothing can hide in it.
    const opened = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    return equalBytes(opened, concat(row.info, hash(row.digest, message, 'buffer')));
  } catch {
    return false;
  }
}
