// The curves of ECDSA keys that others use, and which bytes are a point of one: by arithmetic alone, so that no parser
// of a platform decides.
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { fromHex } from '../../base/bytes.js';

/** Curves by name: SubjectPublicKeyInfo up to the uncompressed point (RFC 5480), and bytes of a coordinate. */
export const CURVES = {
  'P-256': { curve: p256, bytes: 32, prefix: fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200') },
  'P-384': { curve: p384, bytes: 48, prefix: fromHex('3076301006072a8648ce3d020106052b81040022036200') },
  'P-521': { curve: p521, bytes: 66, prefix: fromHex('30819b301006072a8648ce3d020106052b8104002303818600') },
} as const;

export type CurveName = keyof typeof CURVES;

/** The uncompressed point of a compressed one; undefined where that is not one of the curve. */
export function uncompressedPoint(name: CurveName, compressed: Uint8Array): Uint8Array | undefined {
  const { curve, bytes } = CURVES[name];
  return compressed.length === 1 + bytes
    ? pointOf(() => curve.Point.fromBytes(Uint8Array.from(compressed)).toBytes(false))
    : undefined;
}

/** Whether the bytes are an uncompressed point of the curve other than infinity. */
export function isPointOf(name: CurveName, point: Uint8Array): boolean {
  const { curve, bytes } = CURVES[name];
  const isUncompressed = point.length === 1 + 2 * bytes && point[0] === 4;
  return isUncompressed && pointOf(() => curve.Point.fromBytes(Uint8Array.from(point))) !== undefined;
}

function pointOf<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
