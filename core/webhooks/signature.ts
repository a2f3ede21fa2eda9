// The signature of a webhook as Standard Webhooks has it: `v1,` and the base64 of an HMAC-SHA256 over id, time and
// body. So none of the three can be changed, and an old request is not taken for a new one.
import { fromBase64, toBase64 } from '../base/bytes.js';
import { hmacSha256 } from '../crypto/signing/hmac.js';

const SECRET_PREFIX = 'whsec_';
/** Bytes of a secret: as many as the hash has. */
export const SECRET_BYTES = 32;

/** The secret as its owner gets it. */
export function secretText(bytes: Uint8Array): string {
  return `${SECRET_PREFIX}${toBase64(bytes)}`;
}

export interface SignedParts {
  readonly webhookId: string;
  readonly nowMs: number;
  readonly body: string;
}

/** The three headers. Of several secrets each signs, in this order, so that a receiver may have any of them. */
export function signedHeaders(
  secrets: readonly string[],
  { webhookId, nowMs, body }: SignedParts,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = fromBase64(secret.slice(SECRET_PREFIX.length)) ?? new Uint8Array(0);
    return `v1,${toBase64(hmacSha256(key, `${webhookId}.${timestamp}.${body}`))}`;
  });
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
