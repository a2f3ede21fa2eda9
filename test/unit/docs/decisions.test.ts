// The decisions about the inside of the program: one file each with its parts, and a row of each in the index, which
// also tells where the reason of each missing number stands.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const FOLDER = 'docs/decisions';
const FILE = /^(\d{4})-[a-z0-9-]+\.md$/;
const FORM =
  /^# (\d{4})\. (.+)\n\n- Status: (in force)\n- Date: (\d{4}-\d\d-\d\d)\n(?:- Where: .+\n)?\n## Context and decision\n\n[\s\S]+\n\n## Cost\n\n[\s\S]+\n$/;

describe('docs/decisions', () => {
  const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
  const index = readFileSync(`${FOLDER}/README.md`, 'utf8');
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\((.+)\) \| (.+) \| (.+) \|$/gm)];
  const missing = [...index.matchAll(/^\| (\d{4}(?:, \d{4})*) \| (.+) \|$/gm)];

  it('have each number once; one that is missing is told with the place of its reason', () => {
    const numbers = [
      ...files.map((name) => FILE.exec(name)?.[1] ?? name),
      ...missing.flatMap(([, list = '']) => list.split(', ')),
    ].sort();
    expect(numbers).to.deep.equal(numbers.map((_, i) => String(i + 1).padStart(4, '0')));
    const named = missing.flatMap(([, , places = '']) => [...places.matchAll(/`([^`]+\/[^`]+)`/g)]);
    expect(named.length).to.be.greaterThan(10);
    expect(named.filter(([, path = '']) => !existsSync(path)).map(([, path]) => path)).to.deep.equal([]);
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
