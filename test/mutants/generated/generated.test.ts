// Generated broken versions: each kind is made where its form stands and nowhere else; areas and excuses are of sources
// that are there; the same seed draws the same.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { AREAS } from './areas.js';
import { EXCUSES, isExcused } from './excuses.js';
import { compiledWith, mutationsOf } from './mutations.js';
import { sampleOf } from './sample.js';

/** Each broken version of the source, as it is compiled, on one line. */
function brokenOf(source: string): readonly string[] {
  const texts = mutationsOf(source).map((mutation) => compiledWith(source, mutation));
  return texts.map((text) => text.replace('"use strict";', '').replaceAll(/\s+/g, ' ').trim());
}

describe('generated mutants', () => {
  for (const [source, broken] of [
    ['if (a && b) f(1);', ['if (true && b) f(1);', 'if (a && true) f(1);', 'if (a && b) ;']],
    ['if (a) throw b;', ['if (!(a)) throw b;']],
    ['const x = a ? b : c;', ['const x = !(a) ? b : c;']],
    ['const x = a || b;', ['const x = false || b;', 'const x = a || false;']],
    ['const x = a < b;', ['const x = a <= b;']],
    ['const x = a === b;', ['const x = a !== b;']],
    ['await f();', [';']],
    ['const x = [...a, b];', ['const x = [];']],
    ['const x = true;', ['const x = false;']],
    ['const x = Math.min(a, b);', ['const x = Math.max(a, b);']],
    ['const x = a.filter(f);', ['const x = a;']],
  ] as const)
    it(`of ${source}`, () => {
      expect(brokenOf(source)).to.have.members(broken);
    });

  it('leave out what no test can notice: types, imports and assertions', () => {
    const source = "import { a } from 'a'; interface X { readonly b: true } assert(a < 1 && a > 0, 'a bound');";
    expect(mutationsOf(source)).to.deep.equal([]);
  });

  it('name line, code and what takes its place', () => {
    expect(mutationsOf('const x = 1;\nconst y =\n  x >\n  2;')).to.deep.equal([
      { kind: 'a bound is off by one', line: 3, code: 'x > 2', broken: 'x >= 2', start: 25, end: 32 },
    ]);
  });

  it('are of folders that are there', () => {
    const folders = Object.values(AREAS).flatMap(({ sources, contract }) => [
      ...sources,
      ...contract.map((area) => `test/contract/${area}`),
    ]);
    expect(folders.filter((folder) => !existsSync(folder))).to.deep.equal([]);
  });

  it('are drawn by a seed', () => {
    const area = { sources: ['core/consensus'], contract: [] };
    const drawn = (seed: string) => sampleOf(area, { part: '', count: 20, seed });
    expect(drawn('1')).to.deep.equal(drawn('1')).and.have.length(20);
    expect(drawn('1')).to.not.deep.equal(drawn('2'));
  });

  it('are excused with a reason, of a mutation that is there', () => {
    const stale = EXCUSES.filter(
      ({ path, reason }) =>
        reason.length < 10 || !mutationsOf(readFileSync(path, 'utf8')).some((mutation) => isExcused(path, mutation)),
    );
    expect(stale).to.deep.equal([]);
  });
});
