// Runs calls of the command line in this process against a world's server over a real socket, as the shell would: words
// in, exit code and text out.
import { expect } from 'chai';
import { NOUNS } from '../../../cli/commands/table.js';
import { withWholeIds } from '../../../cli/remote/ids.js';
import { runShell } from '../../../cli/shell/shell.js';
import { COMMANDS } from '../../support/program/commands.js';
import { type FakeOptions, fakeTerminal } from '../../support/program/terminal.js';
import type { Persona } from '../world/personas.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

export interface Said {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** Every question that was asked, one behind the other. */
  readonly asked: string;
}

export interface Operator {
  readonly world: World;
  /** One call to its end. */
  call(words: readonly string[], options?: FakeOptions): Promise<Said>;
  /** A call that has to succeed; its data. */
  ask<T = Record<string, unknown>>(words: readonly string[], options?: FakeOptions): Promise<T>;
  /** A call that has to be refused: what it says, and nothing on standard output. */
  refused(
    words: readonly string[],
    options?: FakeOptions,
  ): Promise<{ exit: number; error: string; code?: string; hint?: string }>;
}

/** One for all tests of the block, over a world of its own. It is whole from the first hook on that stands below it. */
export function operatorOfAll(persona: Persona = 'administrator'): Operator {
  const world = worldOfAll();
  const operator = { world } as Operator;
  before(async () => Object.assign(operator, await operatorOf(world, persona)));
  return operator;
}

async function operatorOf(world: World, persona: Persona): Promise<Operator> {
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await world.token(persona);
  const call = async (words: readonly string[], options: FakeOptions = {}): Promise<Said> => {
    const env = { QUORATE_URL: url, QUORATE_TOKEN: token, XDG_CONFIG_HOME: '/nowhere', ...options.env };
    const terminal = fakeTerminal({ ...options, env });
    const shell = { commands: COMMANDS, nouns: NOUNS, version: '0', terminal, withWholeIds };
    const exit = await runShell(shell, words);
    return { exit, out: terminal.out(), err: terminal.err(), asked: terminal.asked.join('\n') };
  };
  return {
    world,
    call,
    async ask<T>(words: readonly string[], options: FakeOptions = {}) {
      const { exit, out, err } = await call([...words, '--json'], options);
      expect(exit, `${words.join(' ')}: ${err}`).to.equal(0);
      return JSON.parse(out) as T;
    },
    async refused(words, options = {}) {
      const { exit, out, err } = await call([...words, '--json'], options);
      expect(out, words.join(' ')).to.equal('');
      return { exit, ...JSON.parse(err) };
    },
  };
}
