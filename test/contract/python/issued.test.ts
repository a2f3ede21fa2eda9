// The vectors of issued copies hold for a program that shares no code with this one, and is of another language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

describePython(
  'vectors of issued copies in Python',
  { vectors: 'test/vectors/issued.json', script: 'issued.py', count: 3 },
  ({ text, said }) => {
    it('do not hold with another type', () => {
      const { status, stderr } = said(text.replace('"vct": "urn:x"', '"vct": "urn:y"'));
      expect(status).to.equal(1);
      expect(stderr).to.include('leaves');
    });
  },
);
