// The vectors of cells hold for a program that shares no code with this one, and is of another language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

describePython(
  'vectors of cells in Python',
  { vectors: 'test/vectors/cells.json', script: 'cells.py', count: 4 },
  ({ text, said }) => {
    it('do not hold with another value', () => {
      const { status, stderr } = said(text.replace('"value": "2001"', '"value": "2002"'));
      expect(status).to.equal(1);
      expect(stderr).to.include('leaves of class 1');
    });

    it('do not hold with another value of kept evidence, or with a gate among the data', () => {
      for (const [from, to, problem] of [
        ['"x509_san_dns:b.example"', '"x509_san_dns:c.example"', 'kept evidence of second'],
        ['"gate": "licence"', '"port": "licence"', 'cells of class'],
      ] as const) {
        expect(text).to.include(from);
        const { status, stderr } = said(text.replace(from, to));
        expect(status, from).to.equal(1);
        expect(stderr).to.include(problem);
      }
    });
  },
);
