// The options of a comparison, and the commit that the gate compares with.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { CommandError } from '../../../../cli/command/command.js';
import { comparisonOf, namedCommit } from '../../../tools/comparison/options.js';

const GIVEN = { scenario: 'plain', nodes: '1', rounds: '3', pairs: '4', minutes: '15', delay: '0', concurrency: '0' };
const HASH = 'df57f29e52be5e3f2e7c24de4134b6e3e7e1c2a1';

describe('test/tools/comparison/options', () => {
  it('reads lists, each entry once', () => {
    const given = { ...GIVEN, scenario: 'plain,actions,plain', nodes: '3,1,3' };
    expect(comparisonOf(given)).to.deep.equal({
      ...{ loads: ['plain', 'actions'], nodes: [3, 1], rounds: 3, pairs: 4, minutes: 15, delayMs: 0, concurrency: 0 },
    });
  });

  it('puts nodes apart', () => {
    expect(comparisonOf({ ...GIVEN, nodes: '3', delay: '20' }).delayMs).to.equal(20);
  });

  for (const [given, sentence] of [
    [{ scenario: 'plain,workflow' }, 'it names "workflow"'],
    [{ scenario: '' }, 'it names ""'],
    [{ nodes: '0' }, '--nodes is a list of whole numbers from 1 to 8'],
    [{ nodes: '9' }, '--nodes is'],
    [{ nodes: '1,' }, '--nodes is'],
    [{ nodes: '1.5' }, '--nodes is'],
    [{ rounds: '0' }, '--rounds is a whole number from 1 to 50'],
    [{ rounds: '51' }, '--rounds is'],
    [{ pairs: 'many' }, '--pairs is a whole number from 1 to 50'],
    [{ pairs: '' }, '--pairs is'],
    [{ minutes: '241' }, '--minutes is a whole number from 1 to 240'],
    [{ delay: '1001', nodes: '3' }, '--delay is a whole number from 0 to 1000'],
    [{ concurrency: '1025' }, '--concurrency is a whole number from 0 to 1024'],
    [{ delay: '', nodes: '3' }, '--delay is'],
    [{ delay: '20', nodes: '1,3' }, '--delay is between nodes'],
  ] as const)
    it(`refuses ${JSON.stringify(given)}`, () => {
      expect(() => comparisonOf({ ...GIVEN, ...given })).to.throw(CommandError, sentence);
    });

  describe('the commit of the gate', () => {
    it('is the one that docs/load.md names', () => {
      expect(namedCommit(readFileSync('docs/load.md', 'utf8'))).to.match(/^[0-9a-f]{40}$/);
    });

    it('stands in a line of its own', () => {
      expect(namedCommit(`text\nCommit of the gate: ${HASH}\ntext`)).to.equal(HASH);
    });

    for (const [name, document] of [
      ['no line', 'text'],
      ['two lines', `Commit of the gate: ${HASH}\nCommit of the gate: ${HASH}`],
      ['a short hash', 'Commit of the gate: df57f29e'],
      ['a line with more', `The Commit of the gate: ${HASH}`],
    ] as const)
      it(`is none for ${name}`, () => {
        expect(namedCommit(document)).to.equal(undefined);
      });
  });
});
