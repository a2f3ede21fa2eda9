// The explanations of errors: one for each code, in one area, and docs/errors.md is made of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { AREAS, errorsPage, explainedError } from '../../../../api/explanations/table.js';
import { ISSUE_CODES } from '../../../../core/base/issue.js';

const PAGE = 'docs/errors.md';

describe('api/explanations/table', () => {
  const listed = Object.values(AREAS).flatMap((rows) => Object.keys(rows));

  it('explains every code once', () => {
    expect([...listed].sort()).to.deep.equal([...ISSUE_CODES].sort());
  });

  it('says cause and remedy in sentences that fit a cell of a table', () => {
    for (const code of ISSUE_CODES) {
      const { cause, remedy } = explainedError(code);
      for (const text of [cause, remedy]) expect(text, code).to.match(/^[A-Za-z][^|\n]{5,200}\.$/);
      expect(cause, code).to.not.equal(remedy);
    }
  });

  it('is the page in docs/ (UPDATE_REFERENCE=1 writes it)', () => {
    if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, errorsPage());
    expect(readFileSync(PAGE, 'utf8')).to.equal(errorsPage());
  });
});
