// The vectors of an Issuance and of its status hold for a program that shares no code with this one, and is of another
// language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

describePython(
  'vectors of moves of credentials in Python',
  { vectors: 'test/vectors/credential-moves.json', script: 'credential_moves.py', count: 6 },
  ({ text, said }) => {
    for (const [what, from, to, problem] of [
      ['another header', '\\"actionId\\":\\"2\\"', '\\"actionId\\":\\"3\\"', 'TxId'],
      ['another payload', '\\"copies\\":2', '\\"copies\\":3', 'PayloadHash'],
      ['members in another order', '{\\"header\\":', '{ \\"header\\":', 'canonical'],
    ] as const)
      it(`do not hold with ${what}`, () => {
        expect(text).to.include(from);
        const { status, stderr } = said(text.replace(from, to));
        expect(status).to.equal(1);
        expect(stderr).to.include(problem);
      });
  },
);
