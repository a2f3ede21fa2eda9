// Codes by which a session is handed over to a program: of which letters, as typed, and by which verifier.
import { expect } from 'chai';
import {
  challengeOf,
  comparisonOf,
  shownCode,
  typedCode,
  userCodeOf,
} from '../../../../../core/tenant/programs/codes.js';

describe('core/tenant/programs/codes', () => {
  it('draws each letter alike, and no code from too few good bytes', () => {
    const count = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      const code = userCodeOf(new Uint8Array(8).fill(byte));
      if (code === undefined) {
        expect(byte).to.be.at.least(240);
        continue;
      }
      expect(code).to.equal((code[0] as string).repeat(8));
      count.set(code, (count.get(code) ?? 0) + 1);
    }
    expect([...count.values()]).to.deep.equal(new Array(20).fill(12));
    expect(userCodeOf(Uint8Array.of(255, 0, 1, 2, 3, 4, 5, 6))).to.equal(undefined);
    expect(userCodeOf(Uint8Array.of(255, 0, 1, 2, 3, 4, 5, 6, 19))).to.equal('BCDFGHJZ');
  });

  it('shows a code in two halves, and reads it as people type it', () => {
    expect(shownCode('BCDFGHJK')).to.equal('BCDF-GHJK');
    for (const text of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ']) expect(typedCode(text)).to.equal('BCDFGHJK');
  });

  it('has the challenge of RFC 7636 appendix B', () => {
    const challenge = challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
    expect(challenge).to.equal('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    // 13 d3 1e 96 1a 1a d8 ec modulo 20.
    expect(comparisonOf(challenge)).to.equal('ZPNN-JJVV');
  });
});
