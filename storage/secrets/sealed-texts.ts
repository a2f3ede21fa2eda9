// Texts that accounts and organisations keep secret, such as the client secret of an identity provider: encrypted with
// a key of the node, under the name of their row, so that one that was moved to another row does not open.
import { fromBase64, toBase64Url, utf8 } from '../../core/base/bytes.js';
import type { Random } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { GCM_NONCE_BYTES } from '../../core/crypto/encryption/aes-gcm.js';
import { openSecret, sealSecret } from '../../core/crypto/encryption/at-rest.js';
import { StoreError } from '../engine/fault.js';
import type { TextSealer } from '../tables/accounts/identity-providers.js';

export class SealedTexts implements TextSealer {
  constructor(
    private readonly key: Uint8Array,
    private readonly random: Pick<Random, 'bytes'>,
  ) {}

  /** base64url, for a row in JSON. */
  seal(name: string, text: string): string {
    return toBase64Url(sealSecret(this.key, name, utf8(text), this.random.bytes(GCM_NONCE_BYTES)));
  }

  /** Throws StoreError for one that was changed or moved. */
  open(name: string, sealed: string): string {
    const bytes = fromBase64(sealed);
    const opened = bytes && openSecret(this.key, name, bytes);
    if (opened === undefined || isFailure(opened))
      throw new StoreError('STORE_DAMAGED', `The secret ${name} does not open with the key of this node.`);
    return new TextDecoder().decode(opened);
  }
}
