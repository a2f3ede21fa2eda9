// Encrypts an answer to the key of its request (OpenID4VP 1.0 section 8.3): ECDH-ES to P-256, and AES-GCM.
import { CompactEncrypt, importJWK } from 'jose';
import { utf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { AnswerEncryption } from '../../../core/credentials/answering/encryption.js';

const ALGORITHM = 'ECDH-ES';

/** REQUEST_OBJECT_INVALID for a key that is not on its curve. */
export async function encryptAnswer(
  answer: JsonObject,
  { jwk, keyId, enc }: AnswerEncryption,
): Promise<Result<string>> {
  try {
    const key = await importJWK({ ...jwk }, ALGORITHM);
    const header = { alg: ALGORITHM, enc, ...(keyId !== undefined && { kid: keyId }) };
    return await new CompactEncrypt(utf8(JSON.stringify(answer))).setProtectedHeader(header).encrypt(key);
  } catch {
    // The curve is judged by the library, at the first use of the key.
    return fail(issue('REQUEST_OBJECT_INVALID', '/request', 'The key for the answer is not one of P-256.'));
  }
}
