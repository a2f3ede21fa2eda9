// The table of edits in docs/designing.md is that of the program (UPDATE_REFERENCE=1 writes it).
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { EDIT_ROWS } from '../../../../core/edits/table.js';

const PAGE = 'docs/designing.md';
const HEAD = '| Edit | Does | Example |\n|---|---|---|\n';

describe('docs/designing.md', () => {
  it('lists each edit with its example', () => {
    const rows = EDIT_ROWS.map(({ name, about, example }) => {
      const shown = JSON.stringify({ edit: name, ...example });
      return `| \`${name}\` | ${about} | \`${shown}\` |\n`;
    });
    const page = readFileSync(PAGE, 'utf8');
    const [before, after] = page.split(HEAD) as [string, string];
    const written = `${before}${HEAD}${rows.join('')}${after.slice(after.search(/^(?!\|)/m))}`;
    if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, written);
    expect(readFileSync(PAGE, 'utf8')).to.equal(written);
  });
});
