// The tables of broken versions fit the code: each piece of code stands in its symbol once, each test and world exists,
// and no property stands twice. `npm run tool -- mutants` and `mutants:sim` run them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectNone } from '../tidy/source.js';
import type { Edit } from './edit.js';
import { MUTANTS } from './mutants.js';
import { headOf, tables } from './rows.js';
import { SIM_MUTANTS } from './simulated.js';
import { changed } from './tree.js';
import { WORLDS } from './worlds.js';

const DIST = join(import.meta.dirname, '../..');

/** Rows of which an edit does not fit the code, each with the reason. */
function misfits(mutants: readonly { readonly name: string; readonly edits: readonly Edit[] }[]): readonly string[] {
  return mutants.flatMap(({ name, edits }) => {
    try {
      changed(DIST, edits);
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
}

describe('the tables of mutants', function () {
  this.timeout(60_000);

  it('fit the code', () => {
    expectNone(misfits(MUTANTS), 'Say what these rows break as the code is. A property that is gone has no row.');
  });

  it('of the simulator fit the code, and name a world and its checkers', () => {
    expectNone(misfits(SIM_MUTANTS), 'Say what these rows break as the code is.');
    for (const { name, world, caughtBy } of SIM_MUTANTS) {
      expect(WORLDS, name).to.have.property(world);
      expect(caughtBy, name).to.not.include('');
    }
  });

  it('name a test, and a part of its title', () => {
    const findings = MUTANTS.filter(({ test, caught }) => !isTest(test) || caught.length < 4);
    expectNone(
      findings.map(({ name, test, caught }) => `${name}: "${caught}" of test/${test}.test.ts`),
      'These rows name no test.',
    );
  });

  it('say first which sections of docs/protocol.md they protect', () => {
    const protocol = readFileSync('docs/protocol.md', 'utf8');
    for (const table of tables()) {
      const [, numbers = ''] = /^# docs\/protocol\.md, sections? ([\d, and to]+): ./.exec(headOf(table)) ?? [];
      const sections = numbers.match(/\d+/g) ?? [];
      expect(sections, table).to.not.be.empty;
      for (const section of sections) expect(protocol).to.include(`\n## ${section}. `);
    }
  });

  it('have each property once', () => {
    const names = MUTANTS.map(({ name }) => name);
    expectNone(
      names.filter((name, i) => names.indexOf(name) !== i),
      'These properties stand twice.',
    );
  });
});

function isTest(test: string): boolean {
  return existsSync(join(DIST, 'test', `${test}.test.js`));
}
