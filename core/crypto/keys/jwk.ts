// Public keys as JSON Web Keys (RFC 7517): how the formats of others carry them. Public keys alone.
import { createPublicKey } from 'node:crypto';
import { concat, fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { canonical, isObject } from '../../base/json.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { CURVES } from './curves.js';

/** RFC 7518, RFC 8037, and `AKP` for ML-DSA. */
export type PublicJwk = Readonly<
  Record<'kty', string> & Partial<Record<'crv' | 'x' | 'y' | 'n' | 'e' | 'alg' | 'pub', string>>
>;

/** Of the 32 bytes of Ed25519. */
export function ed25519Jwk(publicKey: Uint8Array) {
  return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) } as const;
}

/** Of the uncompressed point of P-256, its members in the order of canonical JSON. */
export function p256Jwk(publicKey: Uint8Array) {
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)];
  return { crv: 'P-256', kty: 'EC', x: toBase64Url(x), y: toBase64Url(y) } as const;
}

const UNCOMPRESSED = Uint8Array.of(4);

/**
 * The uncompressed point of a public key of P-256, both coordinates whole; undefined for anything else, and for a key
 * with its private part, which somebody gave away. Whether the point is on the curve says its first use.
 */
export function p256OfJwk(jwk: unknown): Uint8Array | undefined {
  if (!isObject(jwk) || jwk.kty !== 'EC' || jwk.crv !== 'P-256' || Object.hasOwn(jwk, 'd')) return undefined;
  const [x, y] = [jwk.x, jwk.y].map((part) => (typeof part === 'string' ? fromBase64Url(part) : undefined));
  return x?.length === 32 && y?.length === 32 ? concat(UNCOMPRESSED, x, y) : undefined;
}

/** The uncompressed point in a SubjectPublicKeyInfo; undefined for a key that is not one of P-256. */
export function p256OfSpki(spki: Uint8Array): Uint8Array | undefined {
  const { prefix } = CURVES['P-256'];
  const isP256 = spki.length === prefix.length + 65 && prefix.every((byte, i) => spki[i] === byte);
  return isP256 ? spki.subarray(prefix.length) : undefined;
}

/** SHA-256 thumbprint (RFC 7638) of an uncompressed point of P-256, base64url: of the members of `p256Jwk` alone. */
export function p256Thumbprint(publicKey: Uint8Array): string {
  return toBase64Url(sha256(canonical(p256Jwk(publicKey))));
}

function rsaJwk(publicKey: Uint8Array): PublicJwk {
  const { n = '', e = '' } = createPublicKey({ key: publicKey as Buffer, format: 'der', type: 'spki' }).export({
    format: 'jwk',
  });
  return { kty: 'RSA', n, e };
}

function mlDsaJwk(publicKey: Uint8Array): PublicJwk {
  return { kty: 'AKP', alg: 'ML-DSA-65', pub: toBase64Url(publicKey) };
}

const ML_DSA_BYTES = 1952;

/** The keys of a public key that was registered as one of its algorithm: two of a composite, which signs with both. */
export function publicJwks(algorithm: SignatureAlgorithm, publicKey: Uint8Array): readonly PublicJwk[] {
  const [first, second] = algorithm.split('+') as [keyof typeof JWK_OF, 'ML-DSA-65'?];
  if (second === undefined) return [JWK_OF[first](publicKey)];
  const at = publicKey.length - ML_DSA_BYTES;
  return [JWK_OF[first](publicKey.subarray(0, at)), mlDsaJwk(publicKey.subarray(at))];
}

const JWK_OF = {
  ED25519: ed25519Jwk,
  NISTP256: p256Jwk,
  'RSA-4096': rsaJwk,
  'ML-DSA-65': mlDsaJwk,
} as const satisfies Readonly<Record<string, (publicKey: Uint8Array) => PublicJwk>>;
