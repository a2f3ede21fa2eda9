// The key that an answer is encrypted to (OpenID4VP 1.0 section 8.3), as the request states it: ECDH-ES to P-256.
import { fromBase64Url } from '../../base/bytes.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { p256Jwk, p256OfJwk, p256Thumbprint } from '../../crypto/keys/jwk.js';
import { need } from '../fault.js';
import { ENCRYPTIONS, type EncryptionKey, KEY_AGREEMENT } from '../jose/encryption.js';

export interface AnswerEncryption extends EncryptionKey {
  /** SHA-256 of the key (RFC 7638), which an mdoc signs. */
  readonly thumbprint: Uint8Array;
}

/** Of a verifier that states none (section 5.1). */
const DEFAULT_ENC = 'A128GCM';

/** The first key of `client_metadata` that fits. Throws a fault where there is none. */
export function encryptionOf(metadata: Json | undefined): AnswerEncryption {
  const { jwks, encrypted_response_enc_values_supported: encodings = [DEFAULT_ENC] } = isObject(metadata)
    ? metadata
    : {};
  const keys = isObject(jwks) && Array.isArray(jwks.keys) ? (jwks.keys as readonly Json[]) : [];
  const key = keys.find((each) => isObject(each) && isForAnswers(each) && p256OfJwk(each) !== undefined);
  const point = p256OfJwk(key);
  need(point !== undefined, `The client_metadata have no key of P-256 for ${KEY_AGREEMENT}.`);
  const enc = ENCRYPTIONS.find((each) => Array.isArray(encodings) && encodings.includes(each));
  need(enc !== undefined, `The verifier takes neither ${ENCRYPTIONS.join(' nor ')}.`);
  const { kid } = key as JsonObject;
  return {
    ...{ jwk: p256Jwk(point), enc, thumbprint: fromBase64Url(p256Thumbprint(point)) as Uint8Array },
    ...(typeof kid === 'string' && { keyId: kid }),
  };
}

/** A key without `alg` or `use` is for any. */
function isForAnswers({ alg = KEY_AGREEMENT, use = 'enc' }: JsonObject): boolean {
  return alg === KEY_AGREEMENT && use === 'enc';
}
