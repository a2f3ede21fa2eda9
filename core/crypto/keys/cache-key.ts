// Names of bytes in a cache: texts compare by their characters, arrays by their identity.

/** Map key of bytes: one character a byte. */
export function cacheKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
