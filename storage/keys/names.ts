// Keys as texts: what maps in memory keep them by.

/** ASCII that stands in a key as it is: no character of several bytes, and no 0x00, which family keys escape. */
export const PLAIN = /^[\x01-\x7f]*$/;

/** The name of the row of a key, in memory: one character a byte, the cheapest text that keeps keys apart. */
export function keyName(key: Uint8Array): string {
  return (Buffer.isBuffer(key) ? key : Buffer.from(key.buffer, key.byteOffset, key.length)).toString('latin1');
}

/** The key that a name stands for. */
export function keyOfName(name: string): Uint8Array {
  return Buffer.from(name, 'latin1');
}
