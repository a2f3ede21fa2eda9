// Keys that others name to have something encrypted to them: ECDH-ES to P-256, and AES-GCM (RFC 7518 sections 4.6 and
// 5.3). The encryption itself is of a library, at the edge.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { isPointOf } from '../../crypto/keys/curves.js';
import { p256Jwk, p256OfJwk } from '../../crypto/keys/jwk.js';
import { need } from '../fault.js';

export const KEY_AGREEMENT = 'ECDH-ES';
export const ENCRYPTIONS = ['A128GCM', 'A256GCM'] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];

export interface EncryptionKey {
  /** The public key, without what else was said of it. */
  readonly jwk: ReturnType<typeof p256Jwk>;
  readonly keyId?: string;
  readonly enc: Encryption;
}

/**
 * The key of `credential_response_encryption` (OpenID4VCI 1.0 section 8.2). Throws a fault. Drafts state `alg` beside
 * the key.
 */
export function responseKeyIn(json: Json | undefined): EncryptionKey {
  need(isObject(json), 'It is not an object.');
  const { jwk, enc: stated, zip } = json;
  const point = p256OfJwk(jwk);
  need(point !== undefined && isPointOf('P-256', point), 'The jwk is not a public key of P-256 alone.');
  const { alg = json.alg, use = 'enc', kid } = isObject(jwk) ? jwk : {};
  need(alg === KEY_AGREEMENT, `The alg of the jwk is not ${KEY_AGREEMENT}.`);
  need(use === 'enc', 'The use of the jwk is not enc.');
  need(
    kid === undefined || (typeof kid === 'string' && kid.length <= KEY_ID_MAX),
    'The kid of the jwk is not a short text.',
  );
  const enc = ENCRYPTIONS.find((each) => each === stated);
  need(enc !== undefined, `The enc is neither ${ENCRYPTIONS.join(' nor ')}.`);
  need(zip === undefined, 'Nothing is compressed here: zip is to be left out.');
  return { jwk: p256Jwk(point), enc, ...(kid !== undefined && { keyId: kid }) };
}

/** Of a text that comes back in the header of the answer. */
const KEY_ID_MAX = 256;

/** The first key of a JWK Set (RFC 7517) that something can be encrypted to here; undefined where there is none. */
export function keyInSet(jwks: Json | undefined): Omit<EncryptionKey, 'enc'> | undefined {
  const keys = isObject(jwks) && Array.isArray(jwks.keys) ? (jwks.keys as readonly Json[]) : [];
  for (const key of keys) {
    const point = isObject(key) && isForEncryption(key) ? p256OfJwk(key) : undefined;
    if (point === undefined || !isPointOf('P-256', point)) continue;
    const { kid } = key as JsonObject;
    return { jwk: p256Jwk(point), ...(typeof kid === 'string' && { keyId: kid }) };
  }
  return undefined;
}

/** A key without `alg` or `use` is for any. */
function isForEncryption({ alg = KEY_AGREEMENT, use = 'enc' }: JsonObject): boolean {
  return alg === KEY_AGREEMENT && use === 'enc';
}

/** The first one of ours that the list has; undefined where it has none. */
export function encryptionAmong(names: Json | undefined): Encryption | undefined {
  return ENCRYPTIONS.find((each) => Array.isArray(names) && names.includes(each));
}
