// Ranges of keys that begin alike, for KvRange. Pure.

/** Every key that begins so, for KvRange. */
export function prefixRange(prefix: Uint8Array): { gte: Uint8Array; lt: Uint8Array } {
  return { gte: prefix, lt: afterPrefix(prefix) };
}

/** The first byte string after all that start with `prefix`. */
export function afterPrefix(prefix: Uint8Array): Uint8Array {
  const out = Buffer.from(prefix);
  for (let i = out.length - 1; i >= 0; i--) {
    if (out[i]! < 0xff) {
      out[i]! += 1;
      return out.subarray(0, i + 1);
    }
  }
  // Prefix bytes are ASCII, so a key that is all 0xFF does not exist.
  throw new RangeError('no key follows a prefix of 0xFF bytes');
}
