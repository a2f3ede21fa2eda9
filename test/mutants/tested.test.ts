// The list of broken versions fits the code of now: each line that it breaks is there once, each test that has to
// notice it exists, and no property is listed twice. `npm run tool -- mutants` runs them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { MUTANTS as SIM_MUTANTS } from './list.js';
import { MUTANTS } from './tested.js';
import { edited } from './tree.js';

const DIST = join(import.meta.dirname, '../..');

describe('the list of mutants', () => {
  for (const { name, edits, test, caught } of MUTANTS)
    it(`fits the code: ${name}`, () => {
      for (const edit of edits) {
        const text = readFileSync(join(DIST, `${edit.file}.js`), 'utf8');
        expect(edited(text, edit)).to.not.equal(text);
      }
      const file = join(DIST, 'test', `${test}.test.js`);
      expect(existsSync(file), `${test} is a test`).to.equal(true);
      expect(caught.length, 'the test is named').to.be.greaterThan(3);
    });

  for (const mutant of SIM_MUTANTS)
    it(`of the simulator fits the code: ${mutant.name}`, () => {
      for (const edit of [mutant, mutant.and ?? mutant]) {
        const text = readFileSync(join(DIST, `${edit.file}.js`), 'utf8');
        expect(edited(text, edit)).to.not.equal(text);
      }
      expect(() => JSON.parse(mutant.changes ?? '{}')).to.not.throw();
    });

  it('names each property once, and at least thirty-four of them', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    expect(names.length).to.be.greaterThan(33);
  });
});
