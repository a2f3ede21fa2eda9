// The key that an answer is encrypted to (OpenID4VP 1.0 section 8.3), as the request states it: ECDH-ES to P-256.
import { fromBase64Url } from '../../base/bytes.js';
import { isObject, type Json } from '../../base/json.js';
import { p256OfJwk, p256Thumbprint } from '../../crypto/keys/jwk.js';
import { need } from '../fault.js';
import { ENCRYPTIONS, type EncryptionKey, encryptionAmong, KEY_AGREEMENT, keyInSet } from '../jose/encryption.js';

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
  const key = keyInSet(jwks);
  need(key !== undefined, `The client_metadata have no key of P-256 for ${KEY_AGREEMENT}.`);
  const enc = encryptionAmong(encodings);
  need(enc !== undefined, `The verifier takes neither ${ENCRYPTIONS.join(' nor ')}.`);
  const point = p256OfJwk(key.jwk) as Uint8Array;
  return { ...key, enc, thumbprint: fromBase64Url(p256Thumbprint(point)) as Uint8Array };
}
