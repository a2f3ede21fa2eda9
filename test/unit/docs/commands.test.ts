// Every command that a document or an explanation names is one: a runbook whose commands do not exist is of no use at
// night.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commandsOf } from '../../../cli/commands/table.js';

const DOCUMENTS = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'deploy/README.md',
];
/** A decision and a list of changes keep the options of their day. */
const HISTORY = /^(docs\/decisions\/|CHANGELOG\.md$)/;
/** A call with the rest of its line or its code span, to find its options. */
const WITH_OPTIONS = /(?<![\w/."-])quorate ([a-z][a-z-]*(?: [a-z][a-z-]*)?)((?:(?!quorate )[^`#)\n])*)/g;
const OF_ALL = new Set([
  '--json',
  '--output',
  '--quiet',
  '--profile',
  '--url',
  '--watch',
  '--lang',
  '--timeout',
  '--help',
  '--version',
]);
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

  for (const path of DOCUMENTS.filter((one) => !HISTORY.test(one)))
    it(`${path}, with options that they have`, async () => {
      const commands = await commandsOf();
      const wrong = [...readFileSync(path, 'utf8').matchAll(WITH_OPTIONS)].flatMap(([, words = '', rest = '']) => {
        const command = commands.find(({ name }) => name === words || name === words.split(' ')[0]);
        const flags = new Set((command?.options ?? []).flatMap(({ flags: text }) => text.match(/--[a-z-]+/g) ?? []));
        const stated = rest.match(/(?<= )--[a-z-]+/g) ?? [];
        return stated.filter((flag) => !flags.has(flag) && !OF_ALL.has(flag)).map((flag) => `${words} ${flag}`);
      });
      expect(wrong).to.deep.equal([]);
    });
});
