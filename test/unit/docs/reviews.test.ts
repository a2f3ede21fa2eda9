// The page on the reviews (docs/reviews.md) is whole: every finding has one row, every row a state, every named test
// and heading is there.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const TEXT = readFileSync('docs/reviews.md', 'utf8');

interface Row {
  readonly cells: readonly string[];
  readonly id: string;
  readonly state: string;
  readonly tests: string;
}

function rowsOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (finding|script) \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => ({ cells, id: cells[0] ?? '', state: cells[2] ?? '', tests: cells[3] ?? '' }));
}

const scripts = TEXT.indexOf('### Scripts');
const after = TEXT.indexOf('## Rows of the specification');
const FINDINGS = rowsOf(TEXT.slice(0, scripts) + TEXT.slice(after));
const SCRIPTS = rowsOf(TEXT.slice(scripts, after));

const numbered = (letter: string, last: number) => Array.from({ length: last }, (_, i) => `${letter}${i + 1}`);

describe('docs/reviews.md', () => {
  it('has a row for every finding', () => {
    const named = new Set(FINDINGS.map(({ id }) => id.split(' ')[0]));
    const due = [
      ...['C1', ...numbered('H', 7), ...numbered('M', 6), ...numbered('L', 7), 'S3', 'S4'],
      ...[...numbered('R', 36), ...numbered('D', 26), ...numbered('K', 12)],
    ];
    expect(due.filter((id) => !named.has(id))).to.deep.equal([]);
    const ids = FINDINGS.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) < i)).to.deep.equal([]);
  });

  it('says the state of each: a commit, a reason, an issue, or that it is open', () => {
    for (const { cells, id, state } of FINDINGS) {
      expect(cells, id).to.have.length(4);
      expect(state, id).to.match(/[0-9a-f]{7}|answered|issue 15|open|in work|closed: /);
    }
  });

  it('names tests that are there', () => {
    const tests = FINDINGS.map(({ id, tests }) => [id, tests]);
    const ours = SCRIPTS.map(({ cells }) => [cells[0] as string, cells[1] as string]);
    const lost = [...tests, ...ours].flatMap(([id, list]) =>
      (list as string)
        .split(', ')
        .filter((name) => name !== '-' && !existsSync(`test/${name}.test.ts`))
        .map((name) => `${id}: ${name}`),
    );
    expect(lost).to.deep.equal([]);
  });

  it('leads to headings that are there', () => {
    const headings = [...TEXT.matchAll(/^### (.*)$/gm)].map(([, title]) =>
      (title as string).toLowerCase().replaceAll(' ', '-'),
    );
    const asked = [...TEXT.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor as string);
    expect(asked.filter((anchor) => !headings.includes(anchor))).to.deep.equal([]);
    expect(asked).to.not.deep.equal([]);
  });
});
