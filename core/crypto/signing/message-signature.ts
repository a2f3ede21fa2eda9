// Signatures over messages, as certificates and tokens of others carry them (RFC 7518 section 3.1): ECDSA on the curve
// of its digest, and RSASSA-PKCS1-v1_5. It verifies only. Keys are screened before: the platform is asked whether an
// equation holds, never whether a key is one.
import { constants, hash, publicDecrypt, verify } from 'node:crypto';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { concat, equalBytes, fromHex } from '../../base/bytes.js';
import { RSA_KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { fromSpki, PublicKeys } from '../keys/key-objects.js';

/** Curves by name: SubjectPublicKeyInfo up to the uncompressed point (RFC 5480), and bytes of a coordinate. */
export const CURVES = {
  'P-256': { curve: p256, bytes: 32, prefix: fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200') },
  'P-384': { curve: p384, bytes: 48, prefix: fromHex('3076301006072a8648ce3d020106052b81040022036200') },
  'P-521': { curve: p521, bytes: 66, prefix: fromHex('30819b301006072a8648ce3d020106052b8104002303818600') },
} as const;

export type CurveName = keyof typeof CURVES;

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

/** Whether the bytes are an uncompressed point of the curve other than infinity. */
export function isPointOf(name: CurveName, point: Uint8Array): boolean {
  const { curve, bytes } = CURVES[name];
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) return false;
  try {
    curve.Point.fromBytes(Uint8Array.from(point));
    return true;
  } catch {
    return false;
  }
}

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
    // The whole DigestInfo is compared, never parsed: nothing can hide in it.
    const opened = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    return equalBytes(opened, concat(row.info, hash(row.digest, message, 'buffer')));
  } catch {
    return false;
  }
}
