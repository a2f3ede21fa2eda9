// The bytes that are points of the curves, and no others, with compressed ones made whole.
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { concat, toHex } from '../../../../../core/base/bytes.js';
import { CURVES, type CurveName, isPointOf, uncompressedPoint } from '../../../../../core/crypto/keys/curves.js';

const pointOf = (name: CurveName) =>
  Uint8Array.from(
    generateKeyPairSync('ec', { namedCurve: name })
      .publicKey.export({ type: 'spki', format: 'der' })
      .subarray(CURVES[name].prefix.length),
  );

describe('core/crypto/keys/curves', () => {
  for (const name of Object.keys(CURVES) as CurveName[])
    it(`knows the points of ${name}`, () => {
      const { bytes } = CURVES[name];
      const point = pointOf(name);
      expect(isPointOf(name, point)).to.equal(true);
      expect(point.length).to.equal(1 + 2 * bytes);
      for (const at of [0, 1, bytes, 2 * bytes]) {
        const other = Uint8Array.from(point);
        other[at] = other[at]! ^ 1;
        expect(isPointOf(name, other), `${at}`).to.equal(false);
      }
      for (const short of [new Uint8Array(0), Uint8Array.of(0), point.subarray(0, bytes + 1)])
        expect(isPointOf(name, short)).to.equal(false);
      const sign = Uint8Array.of(2 + (point[2 * bytes]! & 1));
      const x = point.subarray(1, 1 + bytes);
      expect(toHex(uncompressedPoint(name, concat(sign, x))!)).to.equal(toHex(point));
      for (const other of [concat(Uint8Array.of(5), x), concat(sign, new Uint8Array(bytes).fill(255)), x, point])
        expect(uncompressedPoint(name, other)).to.equal(undefined);
    });
});
