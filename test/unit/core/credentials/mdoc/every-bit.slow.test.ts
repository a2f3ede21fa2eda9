// A whole response with each single bit of it changed, some ten thousand of them: none is taken.
import { expect } from 'chai';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { mdocCells, mdocResponse } from '../../../../../core/credentials/mdoc/cells.js';
import { verifyMdoc } from '../../../../../core/credentials/mdoc/verify.js';
import { PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import { QUESTION } from '../../../../support/credentials/licence.js';
import { GOOD } from './forged.js';

describe('a response of an mdoc with one bit changed', () => {
  it('is refused, whichever bit it is', () => {
    const response = mdocResponse(GOOD);
    const taken: string[] = [];
    const refused = new Map<string, number>();
    for (let bit = 0; bit < response.length * 8; bit++) {
      const bytes = Uint8Array.from(response);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const cells = faultOr(() => mdocCells(bytes));
      const verdict =
        cells instanceof FormatFault ? new PresentationRefusal('form', cells) : verifyMdoc(cells, QUESTION);
      if (verdict instanceof PresentationRefusal) refused.set(verdict.ground, (refused.get(verdict.ground) ?? 0) + 1);
      else taken.push(`bit ${bit & 7} of byte ${bit >> 3}`);
    }
    expect(taken).to.deep.equal([]);
    expect(response.length).to.be.greaterThan(1150);
    expect([...refused.keys()]).to.include.members(['form', 'issuer', 'signature', 'claims', 'binding']);
  }).timeout(120_000);
});
