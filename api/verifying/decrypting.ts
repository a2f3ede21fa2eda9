// Opens an encrypted answer (OpenID4VP 1.0 section 8.3) with the key of its request: ECDH-ES to P-256, and AES-GCM.
import { compactDecrypt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { issue } from '../../core/base/issue.js';
import { isObject, type JsonObject, parseJson } from '../../core/base/json.js';
import { ANSWER_DEPTH_MAX } from '../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { ENCRYPTIONS } from '../../core/credentials/presenting/request.js';

const TAKEN = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: [...ENCRYPTIONS] };

/** The members of the answer. PRESENTATION_INVALID for one that is not to this key, or of another algorithm. */
export async function openAnswer(
  text: string,
  key: { readonly kid: string; readonly jwk: JWK },
): Promise<Result<JsonObject>> {
  let plaintext: Uint8Array;
  try {
    const { kid = key.kid } = decodeProtectedHeader(text);
    if (kid !== key.kid) return refuse('The answer is encrypted to another key than that of the request.');
    ({ plaintext } = await compactDecrypt(text, await importJWK(key.jwk, 'ECDH-ES'), TAKEN));
  } catch {
    // All that the library throws at a text of a stranger means one refusal.
    return refuse(`The answer is not a JWE of ECDH-ES and ${ENCRYPTIONS.join(' or ')} to the key of the request.`);
  }
  const json = parseJson(plaintext, { levels: ANSWER_DEPTH_MAX });
  return !isFailure(json) && isObject(json) ? json : refuse('The encrypted answer is not a JSON object.');
}

function refuse(message: string) {
  return fail(issue('PRESENTATION_INVALID', '/response', message));
}
