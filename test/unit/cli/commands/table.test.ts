// The help shows, without loading anything, the same as the commands say of themselves, and a call loads the commands
// of its first word.
import { expect } from 'chai';
import { AREAS, commandsOf, FILES, NOUNS, OUTLINE, SINGLES } from '../../../../cli/commands/table.js';
import { COMMANDS } from '../../../support/program/commands.js';

describe('cli/commands', () => {
  it('stand in the outline with the summaries of their own', () => {
    const singles = COMMANDS.filter(({ name }) => !name.includes(' ')).map(({ name, summary }) => [name, summary]);
    expect(SINGLES).to.deep.equal(Object.fromEntries(singles));
    const nouns = COMMANDS.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0]);
    expect(Object.keys(NOUNS)).to.have.members([...new Set(nouns)]);
    expect(Object.entries(OUTLINE).filter(([, summary]) => summary === '')).to.deep.equal([]);
  });

  it('stand under one heading of the help each', () => {
    expect(Object.values(AREAS).flat().sort()).to.deep.equal(Object.keys(OUTLINE).sort());
  });

  it('are in files that the table names by all their first words', async () => {
    for (const { words, load } of FILES) {
      const firsts = (await load()).map(({ name }) => name.split(' ')[0] as string);
      expect([...new Set(firsts)]).to.have.members([...words]);
    }
  });

  it('are loaded by their first word, whole', async () => {
    for (const word of Object.keys(OUTLINE)) {
      const expected = COMMANDS.filter(({ name }) => name.split(' ')[0] === word).map(({ name }) => name);
      expect((await commandsOf(word)).map(({ name }) => name)).to.deep.equal(expected);
    }
    expect(await commandsOf('nothing')).to.deep.equal([]);
  });
});
