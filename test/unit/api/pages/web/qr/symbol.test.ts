// QR codes: a small one is read back by the standard, and larger ones are as they were when telephones read them.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { modulesOf } from '../../../../../../api/pages/web/qr/symbol.js';

type Modules = ReturnType<typeof modulesOf>;

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The text of a symbol of version 1 (21 modules, one block, level L). */
function textOf(modules: Modules): string {
  const isDark = (x: number, y: number) => modules[y]?.[x] === true;
  // The format beside the upper left finder, from its highest bit: level and mask are the first five, masked.
  const format = [0, 1, 2, 3, 4].reduce((bits, x) => (bits << 1) | Number(isDark(x, 8)), 0) ^ 0b10101;
  expect(format >> 3, 'level L').to.equal(1);
  const isInverted = MASKS[format & 7] as (x: number, y: number) => number;
  const isOfPattern = (x: number, y: number) =>
    x === 6 || y === 6 || (x < 9 && y < 9) || (x > 12 && y < 9) || (x < 9 && y > 12);
  const bits: number[] = [];
  for (const [i, right] of [20, 18, 16, 14, 12, 10, 8, 5, 3, 1].entries())
    for (let step = 0; step < 21; step++)
      for (const x of [right, right - 1]) {
        const y = i % 2 === 0 ? 20 - step : step;
        if (!isOfPattern(x, y)) bits.push(Number(isDark(x, y) !== (isInverted(x, y) === 0)));
      }
  const number = (from: number, count: number) => Number.parseInt(bits.slice(from, from + count).join(''), 2);
  expect(number(0, 4), 'bytes').to.equal(4);
  return String.fromCharCode(...Array.from({ length: number(4, 8) }, (_, i) => number(12 + 8 * i, 8)));
}

const digestOf = (modules: Modules) =>
  createHash('sha256')
    .update(modules.map((row) => row.map(Number).join('')).join('\n'))
    .digest('hex');

const DIGESTS = ['c7ee06e47769aede', '050a8c21ac7b219c', 'f445c1ac9e670a0d', '13c08b73b0c8fc0f'];

describe('api/pages/web/qr symbol', () => {
  it('holds its text', () => {
    for (const text of ['', 'Quorate', '0123456789abcdefg', 'otpauth://totp/a'])
      expect(textOf(modulesOf(text)), text).to.equal(text);
  });

  it('takes the smallest version that holds the text, up to 2,953 bytes', () => {
    const sizeOf = (length: number) => modulesOf('x'.repeat(length)).length;
    expect([17, 18, 32, 33, 2953].map(sizeOf)).to.deep.equal([21, 25, 25, 29, 177]);
    expect(() => modulesOf('x'.repeat(2954))).to.throw('too long');
  });

  it('has several blocks, alignment patterns and the version from 7 on', () => {
    const lengths = [100, 230, 1000, 2953];
    const digests = lengths.map((length) =>
      digestOf(modulesOf('https://quorate.example/'.repeat(124).slice(0, length))),
    );
    expect(digests.map((digest) => digest.slice(0, 16))).to.deep.equal(DIGESTS);
  });
});
