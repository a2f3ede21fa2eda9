// Writes DER for tests, good or not: lengths in their shortest form, and whatever contents are asked for.
import { fromHex, utf8 } from '../../../core/base/bytes.js';
import { TAG } from '../../../core/trust/x509/der.js';

/** An element of the tag around the parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  const { length } = body;
  const digits = [length >> 16, (length >> 8) & 0xff, length & 0xff].slice(
    length < 0x100 ? 2 : length < 0x10000 ? 1 : 0,
  );
  const long = [0x80 | digits.length, ...digits];
  return Buffer.concat([Uint8Array.from([tag, ...(length < 0x80 ? [length] : long)]), body]);
}

export const sequence = (...parts: readonly Uint8Array[]) => der(TAG.sequence, ...parts);
export const set = (...parts: readonly Uint8Array[]) => der(TAG.set, ...parts);
export const integer = (hex: string) => der(TAG.integer, fromHex(hex));
export const bits = (bytes: Uint8Array, unused = 0) => der(TAG.bitString, Uint8Array.of(unused), bytes);
export const octets = (bytes: Uint8Array) => der(TAG.octetString, bytes);
export const text = (value: string, tag: number = TAG.utf8String) => der(tag, utf8(value));
export const isTrue = der(TAG.boolean, Uint8Array.of(0xff));

/** OBJECT IDENTIFIER of a dotted text whose arcs are small. */
export function oid(dotted: string): Uint8Array {
  const [top = 0, second = 0, ...more] = dotted.split('.').map(Number);
  const arcs = [top * 40 + second, ...more].map((arc) => {
    const bytes = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) bytes.unshift(0x80 | (left & 0x7f));
    return Uint8Array.from(bytes);
  });
  return der(TAG.objectIdentifier, ...arcs);
}

export type NamePart = readonly [type: 'CN' | 'O' | 'E', value: string, tag?: number];

/** A distinguished name, one attribute a part. */
export function name(...parts: readonly NamePart[]): Uint8Array {
  const types = { CN: '2.5.4.3', O: '2.5.4.10', E: '1.2.840.113549.1.9.1' };
  return sequence(...parts.map(([type, value, tag]) => set(sequence(oid(types[type]), text(value, tag)))));
}

export function extension(type: string, value: Uint8Array, isCritical = false): Uint8Array {
  return sequence(oid(type), ...(isCritical ? [isTrue] : []), octets(value));
}
