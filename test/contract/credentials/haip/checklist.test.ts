// HAIP 1.0, the negative modules of the OpenID Foundation's conformance suite and bad input, as data: each case by its
// name, and the test that refuses it, as `file#name of a row` or `file#part of a title`. A case that no test has yet
// names the issue that owes it.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const TABLE = 'test/contract/credentials/haip/checklist.tsv';
const ISSUE = /^issue [1-9]\d*$/;

interface Row {
  readonly requirement: string;
  readonly name: string;
  readonly proof: string;
}

const [, ...lines] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
const rows = lines.map((line): Row => {
  const [requirement = '', name = '', proof = ''] = line.split('\t');
  return { requirement, name, proof };
});

function faultOf({ proof }: Row): string | undefined {
  if (ISSUE.test(proof)) return undefined;
  const [, file = '', words = ''] = /^(test\/(?:contract|unit)\/[^#]+\.test\.ts)#(.+)$/.exec(proof) ?? [];
  if (!existsSync(file)) return `there is no test "${proof}"`;
  const text = readFileSync(file, 'utf8');
  const titles = [...text.matchAll(/\bit\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , title = '']) => title);
  // The name of a row of a table begins it.
  const isThere = text.includes(`['${words}',`) || text.includes(`[\n    '${words}',`) || isRow(text, words);
  return isThere || titles.some((title) => title.includes(words)) ? undefined : `${file} has no case "${words}"`;
}

function isRow(text: string, words: string): boolean {
  return text.split('\n').some((line) => line.trim() === `'${words}',`);
}

describe('the checklist of HAIP 1.0', () => {
  it('has for each case the test that refuses it, or the issue that owes it', () => {
    expect(rows.flatMap((row) => faultOf(row) ?? [])).to.deep.equal([]);
  });

  it('names each case once for its requirement', () => {
    const named = rows.map(({ requirement, name }) => `${requirement}: ${name}`);
    expect(named.filter((one, at) => named.indexOf(one) !== at)).to.deep.equal([]);
    expect(rows.every(({ requirement, name, proof }) => requirement !== '' && name !== '' && proof !== '')).to.equal(
      true,
    );
    expect(new Set(rows.map(({ requirement }) => requirement)).size).to.equal(19);
  });

  it('tells a case that no test has', () => {
    const [first] = rows as [Row];
    const [file = ''] = first.proof.split('#');
    for (const proof of ['', 'later', `${file}#there-is-none`, 'test/contract/none.test.ts#x', file])
      expect(faultOf({ ...first, proof }), proof).not.to.equal(undefined);
  });
});
