// The coverage of the specification as data: one line for each thing that it asks for, in coverage.tsv. `rule` is the
// operation or the source that does it, `proof` the test that covers it. A thing that differs for a reason has the
// heading of docs/decisions.md that tells it, a thing that nothing does as asked yet has its issue, and `later` is
// asked for by no issue so far.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { allRoutes } from '../../api/groups/routes.js';

interface Row {
  readonly section: string;
  readonly item: string;
  readonly rule: string;
  readonly proof: string;
}

const LATER = 'later';
const ISSUE = /^issue [1-9]\d*$/;

const REASONS = 'docs/decisions.md';

/** Headings of the reasons, as links to them are written. */
function reasonsOf(text: string): ReadonlySet<string> {
  const headings = text.split('\n').filter((line) => line.startsWith('## '));
  return new Set(
    headings.map((line) =>
      line
        .slice(3)
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function rowsOf(table: string): Row[] {
  const [, ...lines] = table.trimEnd().split('\n');
  return lines.map((line) => {
    const [section = '', item = '', rule = '', proof = ''] = line.split('\t');
    return { section, item, rule, proof };
  });
}

/** The fault of a row, in words; undefined for a good one. */
function faultOf({ section, item, rule, proof }: Row, reasons: ReadonlySet<string>): string | undefined {
  if (section === '' || item === '') return 'names nothing';
  if (rule !== '-' && !Object.hasOwn(allRoutes, rule) && !existsSync(rule)) return `there is no ${rule}`;
  if (proof === LATER || ISSUE.test(proof)) return undefined;
  if (proof.startsWith(`${REASONS}#`))
    return reasons.has(proof.slice(REASONS.length + 1)) ? undefined : `there is no reason ${proof}`;
  if (!/^test\/.+\.test\.ts$/.test(proof)) return 'is due and has no test';
  return existsSync(proof) ? undefined : `there is no ${proof}`;
}

describe('the coverage of the specification', () => {
  const reasons = reasonsOf(readFileSync(REASONS, 'utf8'));
  const rows = rowsOf(readFileSync('test/specification/coverage.tsv', 'utf8'));

  it('has a test for every row that is due, and names no operation, source or test that does not exist', () => {
    const faults = rows.flatMap((row) => {
      const fault = faultOf(row, reasons);
      return fault === undefined ? [] : [`${row.section} ${row.item}: ${fault}`];
    });
    expect(faults).to.deep.equal([]);
  });

  it('has each row once, and none was lost', () => {
    const names = rows.map(({ section, item, rule }) => `${section} ${item} ${rule}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
    expect(rows.length).to.be.at.least(640);
  });

  it('finds what is wrong with a row', () => {
    const good = { section: '4.1', item: 'GET /api/health', rule: 'getHealth', proof: 'test/contract/health.test.ts' };
    const fault = (row: Row) => faultOf(row, reasons);
    expect(fault(good)).to.equal(undefined);
    expect(fault({ ...good, proof: '' })).to.equal('is due and has no test');
    expect(fault({ ...good, proof: 'test/contract/nothing.test.ts' })).to.contain('there is no');
    expect(fault({ ...good, rule: 'getNothing' })).to.equal('there is no getNothing');
    expect(fault({ ...good, proof: `${REASONS}#no-such-heading` })).to.contain('there is no reason');
    expect(fault({ ...good, proof: `${REASONS}#a-token-names-no-wallet` })).to.equal(undefined);
    expect([LATER, 'issue 14'].map((proof) => fault({ ...good, proof }))).to.deep.equal([undefined, undefined]);
  });
});
