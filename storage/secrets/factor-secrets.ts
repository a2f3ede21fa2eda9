// Secrets of second factors: those of one-time codes are encrypted, because a code is computed of them; backup codes
// are short, so that a bare hash would be guessed in minutes by who copied the store, and have a keyed one.
import { createHmac } from 'node:crypto';
import type { EncryptedTexts } from './encrypted-texts.js';

export class FactorSecrets {
  private readonly hashKey: Uint8Array;

  /** `key` is the one that `texts` are encrypted with, too. */
  constructor(
    private readonly texts: EncryptedTexts,
    key: Uint8Array,
  ) {
    this.hashKey = createHmac('sha256', key).update('quorate:backup-code:v1').digest();
  }

  encrypt(platformUserId: string, secret: string): string {
    return this.texts.encrypt(nameOf(platformUserId), secret);
  }

  /** Throws StoreError for one that was changed or moved. */
  decrypt(platformUserId: string, encrypted: string): string {
    return this.texts.decrypt(nameOf(platformUserId), encrypted);
  }

  /** 64 hex digits. The code of one account is not one of another. */
  hash(platformUserId: string, backupCode: string): string {
    return createHmac('sha256', this.hashKey).update(`${platformUserId} ${backupCode}`).digest('hex');
  }
}

function nameOf(platformUserId: string): string {
  return `totp ${platformUserId}`;
}
