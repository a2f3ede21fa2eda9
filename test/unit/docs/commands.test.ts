// Every command that a document or an explanation names is one: a runbook whose commands do not exist is of no use at night.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commandsOf } from '../../../cli/commands/table.js';

const DOCUMENTS = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'deploy/README.md',
];
/** The name of the program and up to two words behind it, of one line. */
const CALL = /(?<![\w/."-])quorate ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g;
/** `quorate help` is of the shell itself. */
const OF_THE_SHELL = new Set(['help']);

describe('documents name commands that exist', () => {
  for (const path of DOCUMENTS)
    it(path, async () => {
      const commands = await commandsOf();
      const names = new Set(commands.map(({ name }) => name));
      const firsts = new Set(commands.map(({ name }) => name.split(' ')[0] as string));
      const unknown = [...readFileSync(path, 'utf8').matchAll(CALL)].filter(([, first = '', second = '']) => {
        if (OF_THE_SHELL.has(first) || names.has(first)) return false;
        // "the quorate program" is no call; a first word that is a noun of the program is one.
        return firsts.has(first) && second !== '' && !names.has(`${first} ${second}`);
      });
      expect(unknown.map(([text]) => text)).to.deep.equal([]);
    });
});
