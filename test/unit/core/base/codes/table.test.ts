// The table of codes: each code explained once, and docs/errors.md is made of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { CodeRow } from '../../../../../core/base/codes/code-row.js';
import { CODE_AREAS, codeRow, ISSUE_CODES } from '../../../../../core/base/codes/table.js';

const PAGE = 'docs/errors.md';

describe('core/base/codes/table', () => {
  const listed = Object.values(CODE_AREAS).flatMap((rows) => Object.keys(rows));

  it('has every code once', () => {
    expect([...listed].sort()).to.deep.equal([...ISSUE_CODES].sort());
  });

  it('says cause and remedy in sentences that fit a cell of a table', () => {
    for (const code of ISSUE_CODES) {
      const { cause, remedy } = codeRow(code);
      for (const text of [cause, remedy]) expect(text, code).to.match(/^[A-Za-z][^|\n]{5,200}\.$/);
      expect(cause, code).to.not.equal(remedy);
    }
  });

  it('is the page in docs/ (UPDATE_REFERENCE=1 writes it)', () => {
    if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, errorsPage());
    expect(readFileSync(PAGE, 'utf8')).to.equal(errorsPage());
  });
});

const INTRODUCTION = `# Errors

Made of the table of codes (\`core/base/codes/\`) by \`test/unit/core/base/codes/table.test.ts\`; do not edit it by hand.

Every failure is problem+json (RFC 9457): \`code\` is stable, \`type\` is \`urn:quorate:problem:CODE\`, and \`title\` is the meaning below. \`detail\` says what was expected and found, and \`path\` is a JSON Pointer
to the member at fault. \`errors\` lists all issues, and \`traceId\` finds the request in the log. The first issue decides the status. Each node
tells a row of this page (GET /api/errors/CODE), and \`quorate explain-error CODE\` does without one. A status with a time in seconds comes with a Retry-After header of that or a better known value.

A refused submission also says \`definitive\`: true where no node seals it as it is, false where only this node, its clock or the present state refused it. Codes that begin with
BP_ are findings about a blueprint and have a page of their own: \`docs/findings.md\`. Token endpoints answer the codes of RFC 6749 in place of these.
`;

/** docs/errors.md. */
function errorsPage(): string {
  const sections = Object.entries(CODE_AREAS).map(([title, rows]) => {
    const lines = Object.entries<CodeRow>(rows).map(([code, row]) => lineOf(code, row));
    return [`## ${title}`, '', '| Code | Status | Meaning | Cause | To do |', '|---|---|---|---|---|', ...lines].join(
      '\n',
    );
  });
  return `${[INTRODUCTION, ...sections].join('\n')}\n`.replaceAll('|\n## ', '|\n\n## ');
}

function lineOf(code: string, { status, retryAfter, title, cause, remedy }: CodeRow): string {
  const shown = retryAfter === undefined ? `${status}` : `${status}, ${retryAfter} s`;
  return `| ${code} | ${shown} | ${title} | ${cause} | ${remedy} |`;
}
