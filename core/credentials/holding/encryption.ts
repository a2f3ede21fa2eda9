// Encryption that an issuer demands (OpenID4VCI 1.0 sections 10 and 12.2.4): of requests, or of requests and answers. A
// wallet encrypts where that is demanded. It asks for an encrypted answer in an encrypted request alone: else another
// one could put its key there.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { need } from '../fault.js';
import {
  ENCRYPTIONS,
  type Encryption,
  type EncryptionKey,
  encryptionAmong,
  KEY_AGREEMENT,
  keyInSet,
} from '../jose/encryption.js';

export interface IssuerEncryption {
  /** To which requests are encrypted. */
  readonly requestKey: EncryptionKey;
  /** By which answers are; absent where they come in the clear. */
  readonly answerEnc?: Encryption;
}

const BOTH = `${KEY_AGREEMENT} to P-256 and ${ENCRYPTIONS.join(' or ')}`;

/** Undefined where the issuer demands none. Throws a fault where it demands what this wallet cannot. */
export function demandedEncryption(metadata: JsonObject): IssuerEncryption | undefined {
  const { credential_request_encryption: requests, credential_response_encryption: answers } = metadata;
  const answersToo = isDemanded(answers);
  if (!answersToo && !isDemanded(requests)) return undefined;
  const { jwks, enc_values_supported: encodings } = isObject(requests) ? requests : {};
  const [key, enc] = [keyInSet(jwks), encryptionAmong(encodings)];
  need(key !== undefined && enc !== undefined, `The issuer takes no request that is encrypted by ${BOTH}.`);
  return { requestKey: { ...key, enc }, ...(answersToo && { answerEnc: answerEncOf(answers) }) };
}

function isDemanded(stated: Json | undefined): stated is JsonObject {
  return isObject(stated) && stated.encryption_required === true;
}

function answerEncOf({ alg_values_supported: algorithms, enc_values_supported: encodings }: JsonObject): Encryption {
  const enc = encryptionAmong(encodings);
  const isAgreed = Array.isArray(algorithms) && algorithms.includes(KEY_AGREEMENT);
  need(isAgreed && enc !== undefined, `The issuer encrypts no answer by ${BOTH}.`);
  return enc;
}
