// The lines that the console shows for its acts. The parser of the command line takes each, with the arguments that
// were meant, and a shell makes of a value what it was.
import { expect } from 'chai';
import { COMMAND_LINES, type CommandAct, commandLine } from '../../../../api/client/command-lines.js';
import { type Command, EXIT } from '../../../../cli/command/command.js';
import { NOUNS } from '../../../../cli/commands/table.js';
import { runShell } from '../../../../cli/shell/shell.js';
import { COMMANDS } from '../../../support/program/commands.js';
import { fakeTerminal } from '../../../support/program/terminal.js';

const ACTS = Object.keys(COMMAND_LINES) as readonly CommandAct[];
const anyLine = commandLine as (act: CommandAct, values: object) => string | undefined;

/** What stands in a line: its command by the longest name, and its arguments. */
function partsOf(act: CommandAct) {
  const line = COMMAND_LINES[act];
  const command = COMMANDS.filter(({ name }) => `${line} `.startsWith(`${name} `)).sort(
    (a, b) => b.name.length - a.name.length,
  )[0];
  const named = [...line.matchAll(/(?:--([\w-]+)=)?<(.*?)>/g)].map(([, option, name]) => ({ option, name: name! }));
  return { command, named };
}

/** A value that the option takes. */
function sampleFor(command: Command, option: string | undefined): string {
  const its = command.options?.find(({ flags }) => flags.includes(`--${option} `));
  return its?.choices?.[0] ?? (its?.integer ? String(its.integer.min) : "it's 1 value");
}

/** The words that a shell of POSIX makes of a line: quotes, `\'`, and else signs that mean nothing to it. */
function wordsOf(line: string): readonly string[] {
  expect(line).to.match(/^(?:[\w@%+=:,./-]|'[^']*'|\\'| )*$/);
  return line
    .replaceAll(/'([^']*)'|\\(')/g, (_, quoted?: string, escaped = '') => (quoted ?? escaped).replaceAll(' ', '\0'))
    .split(' ')
    .map((word) => word.replaceAll('\0', ' '))
    .slice(1);
}

describe('the lines of acts', () => {
  for (const act of ACTS) {
    it(`${act} is a line of the command line`, async () => {
      const { command, named } = partsOf(act);
      expect(command, `no command of ${COMMAND_LINES[act]}`).to.not.equal(undefined);
      const whole = Object.fromEntries(named.map(({ option, name }) => [name, sampleFor(command!, option)]));
      const needed = [...COMMAND_LINES[act].replaceAll(/\[.*?\]/g, '').matchAll(/<(.*?)>/g)].map(([, name]) => name!);
      for (const values of [whole, Object.fromEntries(needed.map((name) => [name, whole[name]]))]) {
        const ran: string[] = [];
        const commands = COMMANDS.map((one) => ({ ...one, run: () => void ran.push(one.name) }));
        const terminal = fakeTerminal();
        const words = wordsOf(anyLine(act, values)!);
        const exit = await runShell({ commands, nouns: NOUNS, version: '1', terminal }, words);
        expect(exit, `${words.join(' ')}: ${terminal.err()}`).to.equal(EXIT.ok);
        expect(ran).to.eql([command!.name]);
      }
    });
  }

  const session = (value: string) => commandLine('sessions.end', { session: value });

  it('give a value to a shell as it is', () => {
    for (const value of ['abc-1_2.3', "it's", 'a b', '$(id)`id`', '"$HOME"', '!!', '~', '=ls', '*', 'é世', ';ls', ''])
      expect(wordsOf(session(value)!), value).to.eql(['session', 'revoke', value]);
    expect(session('abc-1')).to.equal('quorate session revoke abc-1');
  });

  it('are not shown with a value that nobody should paste', () => {
    for (const value of [
      'a\nls',
      '\u001b[201~ls',
      '\u202eabc',
      'a\u2066b',
      'a\u2028b',
      '\u0000',
      'a\ud800',
      '--all',
      '-',
    ])
      expect(session(value), JSON.stringify(value)).to.equal(undefined);
    expect(commandLine('programs.end', { consent: '--all' })).to.equal('quorate session programs --end=--all');
  });

  it('give each value of a list', () => {
    const register = { name: 'Orders', owner: 'qr1', validator: ['p1', "p'2"] };
    expect(commandLine('registers.found', register)).to.equal(
      "quorate register create Orders --owner=qr1 --validator=p1 --validator='p'\\''2'",
    );
    expect(commandLine('registers.found', { ...register, validator: ['p1', 'a\nls'] })).to.equal(undefined);
  });

  it('leave out what has no value', () => {
    expect(commandLine('audit.list', {})).to.equal('quorate audit identity');
    expect(commandLine('audit.list', { actor: 'a b' })).to.equal("quorate audit identity --actor='a b'");
  });
});
