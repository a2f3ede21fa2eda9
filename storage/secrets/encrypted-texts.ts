// Texts that accounts and organisations keep secret, such as the client secret of an identity provider: encrypted with
// a key of the node, under the name of their row, so that one that was moved to another row does not open.
import { fromBase64, toBase64Url, utf8 } from '../../core/base/bytes.js';
import type { Random } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { GCM_NONCE_BYTES } from '../../core/crypto/encryption/aes-gcm.js';
import { decryptSecret, encryptSecret } from '../../core/crypto/encryption/at-rest.js';
import { StoreError } from '../engine/fault.js';
import type { TextCipher } from '../tables/accounts/identity-providers.js';

export class EncryptedTexts implements TextCipher {
  constructor(
    private readonly key: Uint8Array,
    private readonly random: Pick<Random, 'bytes'>,
  ) {}

  /** base64url, for a row in JSON. */
  encrypt(name: string, text: string): string {
    return toBase64Url(encryptSecret(this.key, name, utf8(text), this.random.bytes(GCM_NONCE_BYTES)));
  }

  /** Throws StoreError for one that was changed or moved. */
  decrypt(name: string, encrypted: string): string {
    const bytes = fromBase64(encrypted);
    const opened = bytes && decryptSecret(this.key, name, bytes);
    if (opened === undefined || isFailure(opened))
      throw new StoreError('STORE_DAMAGED', `The secret ${name} does not open with the key of this node.`);
    return new TextDecoder().decode(opened);
  }
}
