// The vectors of pinned trust hold for a program that shares no code with this one, and is of another language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

describePython(
  'vectors of pinned trust in Python',
  { vectors: 'test/vectors/trust.json', script: 'trust.py', count: 7 },
  ({ text, said }) => {
    it('do not hold with another list, another number or another hash beside the way', () => {
      const [sibling] = /[0-9a-f]{64}/.exec(text.slice(text.indexOf('"path": ['))) ?? [];
      for (const [is, other] of [
        ['"sequence": 340', '"sequence": 341'],
        ['"assurance": "High"', '"assurance": "Low"'],
        ['did:web:works.example', 'did:web:other.example'],
        [sibling as string, 'f'.repeat(64)],
      ] as const) {
        expect(text).to.include(is);
        const { status, stderr } = said(text.replace(is, other));
        expect(status, other).to.equal(1);
        expect(stderr).to.include('the vector says');
      }
    });
  },
);
