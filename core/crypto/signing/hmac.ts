// HMAC-SHA256 (RFC 2104): what a webhook is signed with, because its receiver has the same secret.
import { createHmac } from 'node:crypto';

export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}
