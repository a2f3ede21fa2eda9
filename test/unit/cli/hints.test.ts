// Every call that the command line, or a refusal, tells people to make is a command with these options: a hint that
// leads nowhere is worse than none.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commandsOf } from '../../../cli/commands/table.js';

const FILES = ['cli', 'core', 'actors'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);
/** Up to three words behind the name of the program, and the rest of the sentence with its options. */
const CALL = /(?<![\w/."@-])quorate ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?((?:(?!quorate )[^`"'\n;)|])*)/g;
/** Options that every command takes; `help` is of the shell itself. */
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
]);

interface Call {
  readonly at: string;
  readonly words: string;
  readonly flags: readonly string[];
}

function callsIn(file: string): readonly Call[] {
  return [...readFileSync(file, 'utf8').matchAll(CALL)].map(([, first = '', second, rest = '']) => ({
    at: file,
    words: second === undefined ? first : `${first} ${second}`,
    flags: rest.match(/(?<= )--[a-z][a-z-]*/g) ?? [],
  }));
}

describe('hints name commands that exist', () => {
  const calls = FILES.flatMap(callsIn);

  it('with their options', async () => {
    const commands = await commandsOf();
    const firsts = new Set(commands.map(({ name }) => name.split(' ')[0]));
    const wrong = calls.flatMap(({ at, words, flags }) => {
      const [first = ''] = words.split(' ');
      const command = commands.find(({ name }) => name === words) ?? commands.find(({ name }) => name === first);
      // "the quorate program" is no call.
      if (!command) return firsts.has(first) && words !== first ? [`${at}: ${words}`] : [];
      const own = new Set((command.options ?? []).flatMap((option) => option.flags.match(/--[a-z-]+/g) ?? []));
      return flags.filter((flag) => !own.has(flag) && !OF_ALL.has(flag)).map((flag) => `${at}: ${words} ${flag}`);
    });
    expect(calls.length).to.be.greaterThan(150);
    expect(wrong).to.deep.equal([]);
  });
});
