// Encrypts an answer to the key of its request (OpenID4VP 1.0 section 8.3): ECDH-ES to P-256, and AES-GCM.
import { utf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { AnswerEncryption } from '../../../core/credentials/answering/encryption.js';
import { sealJwe } from '../encryption/jwe.js';

/** REQUEST_OBJECT_INVALID for a key that is not on its curve. */
export async function encryptAnswer(answer: JsonObject, encryption: AnswerEncryption): Promise<Result<string>> {
  try {
    return await sealJwe(utf8(JSON.stringify(answer)), encryption);
  } catch {
    // The curve is judged by the library, at the first use of the key.
    return fail(issue('REQUEST_OBJECT_INVALID', '/request', 'The key for the answer is not one of P-256.'));
  }
}
