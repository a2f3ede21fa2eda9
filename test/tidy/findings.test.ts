// The codes of findings: each has one row in docs/findings.md, so that it has one meaning, and no row is of a code that
// nothing tells.
import { readFileSync } from 'node:fs';
import { expectNone, sources } from './source.js';

const CODE = /'(BP_[A-Z_]+)'/g;
const ROW = /^\| (BP_[A-Z_]+) \|/gm;

describe('tidy: findings', () => {
  const told = new Set(
    sources()
      .filter(({ path }) => path.startsWith('core/'))
      .flatMap(({ path }) => [...readFileSync(path, 'utf8').matchAll(CODE)].map(([, code]) => code as string)),
  );
  const listed = [...readFileSync('docs/findings.md', 'utf8').matchAll(ROW)].map(([, code]) => code as string);

  it('have a row each', () => {
    const missing = [...told].filter((code) => !listed.includes(code));
    expectNone(missing, 'docs/findings.md has no row for these codes of core/.');
  });

  it('have one row each, and are told', () => {
    const wrong = listed.filter((code, i) => !told.has(code) || listed.indexOf(code) < i);
    expectNone(wrong, 'These rows of docs/findings.md are there twice, or no check tells them.');
  });
});
