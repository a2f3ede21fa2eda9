// Secrets of second factors: those of one-time codes are encrypted, because a code is computed of them; backup codes
// are short, so that a bare hash would be guessed in minutes by who copied the store, and have a keyed one.
import { createHmac } from 'node:crypto';
import type { SealedTexts } from './sealed-texts.js';

export class FactorSecrets {
  private readonly hashKey: Uint8Array;

  /** `key` is the one that `texts` are encrypted with, too. */
  constructor(
    private readonly texts: SealedTexts,
    key: Uint8Array,
  ) {
    this.hashKey = createHmac('sha256', key).update('quorate:backup-code:v1').digest();
  }

  seal(platformUserId: string, secret: string): string {
    return this.texts.seal(nameOf(platformUserId), secret);
  }

  /** Throws StoreError for one that was changed or moved. */
  open(platformUserId: string, sealed: string): string {
    return this.texts.open(nameOf(platformUserId), sealed);
  }

  /** 64 hex digits. The code of one account is none of another. */
  hash(platformUserId: string, backupCode: string): string {
    return createHmac('sha256', this.hashKey).update(`${platformUserId} ${backupCode}`).digest('hex');
  }
}

function nameOf(platformUserId: string): string {
  return `totp ${platformUserId}`;
}
