// Texts that are encrypted to one key (RFC 7516, compact form): ECDH-ES to P-256, and AES-GCM. Nothing is compressed: a
// short text of a stranger cannot become a large one.
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { JWE_HEADER_MAX } from '../../../core/base/limits/node/wallets.js';
import { ENCRYPTIONS, type EncryptionKey, KEY_AGREEMENT } from '../../../core/credentials/jose/encryption.js';

const TAKEN = { keyManagementAlgorithms: [KEY_AGREEMENT], contentEncryptionAlgorithms: [...ENCRYPTIONS] };

/** Throws for a key that is not on its curve. */
export async function sealJwe(bytes: Uint8Array, { jwk, keyId, enc }: EncryptionKey): Promise<string> {
  const key = await importJWK({ ...jwk }, KEY_AGREEMENT);
  const header = { alg: KEY_AGREEMENT, enc, ...(keyId !== undefined && { kid: keyId }) };
  return new CompactEncrypt(bytes).setProtectedHeader(header).encrypt(key);
}

/** The bytes that were encrypted; a text says why they are not to be had. */
export async function openJwe(
  text: string,
  key: { readonly kid: string; readonly jwk: JWK },
): Promise<Uint8Array | string> {
  // It is parsed as JSON before anything is decrypted.
  if (text.indexOf('.') > JWE_HEADER_MAX) return `Its header has over ${JWE_HEADER_MAX} characters.`;
  try {
    const { kid = key.kid, zip } = decodeProtectedHeader(text) as { readonly kid?: unknown; readonly zip?: unknown };
    if (kid !== key.kid) return 'It is encrypted to another key than the one that was stated.';
    if (zip !== undefined) return 'It is compressed, which nothing here is.';
    return (await compactDecrypt(text, await importJWK(key.jwk, KEY_AGREEMENT), TAKEN)).plaintext;
  } catch {
    // All that the library throws at a text of a stranger means one refusal.
    return `It is not a JWE of ${KEY_AGREEMENT} and ${ENCRYPTIONS.join(' or ')} to the key that was stated.`;
  }
}
