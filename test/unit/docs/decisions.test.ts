// The decisions about the inside of the program: one file each with its parts, numbered without gaps, and a row of each
// in the index.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const FOLDER = 'docs/decisions';
const FILE = /^(\d{4})-[a-z0-9-]+\.md$/;
const FORM =
  /^# (\d{4})\. (.+)\n\n- Status: (in force|replaced by \d{4})\n- Date: (\d{4}-\d\d-\d\d)\n(?:- Where: .+\n)?\n## Context and decision\n\n[\s\S]+\n\n## Cost\n\n[\s\S]+\n$/;

describe('docs/decisions', () => {
  const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  const rows = [
    ...readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(/^\| \[(\d{4})\]\((.+)\) \| (.+) \| (.+) \|$/gm),
  ];

  it('are numbered from one on, without gaps', () => {
    expect(files.map((name) => Number(FILE.exec(name)?.[1]))).to.deep.equal(files.map((_, i) => i + 1));
  });

  it('have their parts', () => {
    expect(files.filter((name) => !FORM.test(readFileSync(`${FOLDER}/${name}`, 'utf8')))).to.deep.equal([]);
  });

  it('stand in the index with number, title and date', () => {
    const shown = rows.map(([, number, name, title, date]) => ({ number, name, title, date }));
    const told = files.map((name) => {
      const [, number, title, , date] = FORM.exec(readFileSync(`${FOLDER}/${name}`, 'utf8')) ?? [];
      return { number, name, title, date };
    });
    expect(shown).to.deep.equal(told);
  });
});
