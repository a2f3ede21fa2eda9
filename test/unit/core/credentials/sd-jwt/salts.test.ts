// Salts: each of its own bytes, however many are asked for.
import { expect } from 'chai';
import { saltsOf } from '../../../../../core/credentials/sd-jwt/salts.js';
import { dice } from '../../../../support/credentials/licence.js';

describe('SD-JWT: salts', () => {
  it('are 18 bytes of the source, in its order and never twice, also beyond the count that was said', () => {
    const drawn: Uint8Array[] = [];
    const thrown = dice();
    const random = (length: number) => {
      const bytes = thrown(length);
      drawn.push(bytes);
      return bytes;
    };
    const salt = saltsOf(random, 3);
    const salts = Array.from({ length: 40 }, salt);
    const all = Buffer.concat(drawn);
    expect(salts).to.deep.equal(salts.map((_, i) => all.subarray(18 * i, 18 * i + 18).toString('base64url')));
    expect(drawn.map(({ length }) => length)).to.deep.equal([54, 288, 288, 288]);
  });

  it('are drawn where none were said', () => {
    expect(saltsOf(dice(), 0)()).to.match(/^[\w-]{24}$/);
  });
});
