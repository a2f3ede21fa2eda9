// The vectors of gates hold for a program that shares no code with this one, and is of another language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

describePython(
  'vectors of gates in Python',
  { vectors: 'test/vectors/gates.json', script: 'gates.py', count: 3 },
  ({ text, said }) => {
    it('do not hold with another challenge', () => {
      const { status, stderr } = said(text.replace(/"challenge": "03/, '"challenge": "04'));
      expect(status).to.equal(1);
      expect(stderr).to.include('nonce');
    });
  },
);
