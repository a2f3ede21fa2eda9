// Opens an encrypted answer (OpenID4VP 1.0 section 8.3) with the key of its request: ECDH-ES to P-256, and AES-GCM.
import type { JWK } from 'jose';
import { issue } from '../../core/base/issue.js';
import { isObject, type JsonObject, parseJson } from '../../core/base/json.js';
import { ANSWER_DEPTH_MAX } from '../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { openJwe } from '../credentials/encryption/jwe.js';

/** The members of the answer. PRESENTATION_INVALID for one that is not to this key, or of another algorithm. */
export async function openAnswer(
  text: string,
  key: { readonly kid: string; readonly jwk: JWK },
): Promise<Result<JsonObject>> {
  const plaintext = await openJwe(text, key);
  if (typeof plaintext === 'string') return refuse(`The answer cannot be opened. ${plaintext}`);
  const json = parseJson(plaintext, { levels: ANSWER_DEPTH_MAX });
  return !isFailure(json) && isObject(json) ? json : refuse('The encrypted answer is not a JSON object.');
}

function refuse(message: string) {
  return fail(issue('PRESENTATION_INVALID', '/response', message));
}
