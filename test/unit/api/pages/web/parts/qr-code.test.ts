// QR codes of the pages: a reader of symbols gives their text back.
import { expect } from 'chai';
import decode from 'qr/decode.js';
import { qrPath } from '../../../../../../api/pages/web/parts/qr-code.js';

/** Side of a module in pixels: the reader looks for the three corners as a camera does. */
const SCALE = 4;

function pixelsOf({ size, path }: ReturnType<typeof qrPath>) {
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < SCALE; row++)
      for (let column = 0; column < SCALE; column++) {
        const at = ((Number(y) * SCALE + row) * side + Number(x) * SCALE + column) * 4;
        data.fill(0, at, at + 3);
      }
  return { width: side, height: side, data };
}

describe('api/pages/web/parts QR codes', () => {
  it('hold their text', () => {
    for (const text of ['Quorate', 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP', 'https://quorate.example/'.repeat(20)])
      expect(decode(pixelsOf(qrPath(text))), text).to.equal(text);
  });

  it('have a white margin of four modules', () => {
    const { size, path } = qrPath('Quorate');
    const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect([Math.min(...places), Math.max(...places), size]).to.deep.equal([4, 24, 29]);
  });
});
