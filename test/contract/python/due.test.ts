// The vectors of stated due times hold for a program that shares no code with this one, and is of another language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

describePython(
  'vectors of stated due times in Python',
  { vectors: 'test/vectors/due.json', script: 'due.py', count: 18 },
  ({ text, said }) => {
    it('do not hold with another day or another time', () => {
      for (const [is, other] of [
        ['"2027-01-31"', '"2027-02-01"'],
        ['3 workdays', '4 workdays'],
        ['2027-03-02T01:29:59.999Z', '2027-03-02T01:30:00.000Z'],
      ] as const) {
        expect(text).to.include(is);
        const { status, stderr } = said(text.replace(is, other));
        expect(status, other).to.equal(1);
        expect(stderr).to.include('the vector says');
      }
    });
  },
);
