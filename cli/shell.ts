// From words to a command: commander parses what the table of commands declares; this file adds suggestions, exit codes and the one catch.
import {
  Argument as CommanderArgument,
  Command as CommanderCommand,
  CommanderError,
  Option as CommanderOption,
  InvalidArgumentError,
} from 'commander';
import { assert } from '../core/base/assert.js';
import { nearest } from '../core/base/nearest.js';
import {
  type Command,
  CommandError,
  EXIT,
  type ExitCode,
  isCommandError,
  type Option,
  type Terminal,
} from './command.js';
import { inputOf } from './input.js';
import { errorText, outputOf } from './output.js';
import { isClientError, refusal } from './remote.js';

export interface Shell {
  readonly commands: readonly Command[];
  /** What each noun is about: the summary of `wallet` for `wallet create` and its siblings. */
  readonly nouns: Readonly<Record<string, string>>;
  readonly version: string;
  readonly terminal: Terminal;
}

const GLOBAL_OPTIONS: readonly Option[] = [
  { flags: '--json', description: 'write data as JSON on standard output' },
  { flags: '--quiet', description: 'write no remarks and no progress' },
  { flags: '--profile <name>', description: 'use this login profile' },
];

/** Runs one call and gives the exit code. Never throws. `words` are the arguments after the program's name. */
export async function runShell(shell: Shell, words: readonly string[]): Promise<ExitCode> {
  const json = words.includes('--json');
  try {
    const program = programOf(shell);
    if (words.length === 0) {
      program.outputHelp();
      return EXIT.ok;
    }
    await program.parseAsync([...words], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const known = error instanceof CommanderError ? usageError(error) : isClientError(error) ? refusal(error) : error;
    const shown = systemFailure(known) ?? known;
    if (isCommandError(shown)) {
      shell.terminal.stderr.write(errorText(shown, json));
      return shown.exit;
    }
    shell.terminal.stderr.write(`quorate: a bug stopped the command\n${(shown as Error).stack ?? String(shown)}\n`);
    return EXIT.failed;
  }
}

/** A limit of the system that any part of a command may meet, the loading of its modules too. */
function systemFailure(error: unknown): CommandError | undefined {
  if (isCommandError(error) || (error as NodeJS.ErrnoException).code !== 'EMFILE') return undefined;
  const hint = 'Raise the limit: ulimit -n 8192, or LimitNOFILE= of the service.';
  return new CommandError('this process may not open enough files', { code: 'EMFILE', cause: error, hint });
}

function programOf(shell: Shell): CommanderCommand {
  const program = configured(new CommanderCommand('quorate'), shell);
  program
    .description('A multi-party ledger node and its tools.')
    .version(shell.version, '-V, --version', 'show the version');
  for (const option of GLOBAL_OPTIONS) program.addOption(optionOf(option));
  const parents = new Map<string, CommanderCommand>();
  for (const command of shell.commands) {
    const [first, second] = command.name.split(' ') as [string, string | undefined];
    const parent = second === undefined ? program : (parents.get(first) ?? nounOf(shell, program, first));
    if (second !== undefined) parents.set(first, parent);
    addCommand(shell, parent, command);
  }
  suggestOnUnknown(program);
  return program;
}

function nounOf(shell: Shell, program: CommanderCommand, noun: string): CommanderCommand {
  const summary = shell.nouns[noun];
  assert(summary !== undefined, `the noun ${noun} has no summary`);
  const made = configured(program.command(noun), shell).description(summary);
  suggestOnUnknown(made);
  return made;
}

function addCommand(shell: Shell, parent: CommanderCommand, command: Command): void {
  const name = command.name.split(' ').at(-1) as string;
  const made = configured(parent.command(name), shell).description(command.summary);
  for (const { name: argument, description } of command.args ?? [])
    made.addArgument(new CommanderArgument(argument, description));
  for (const option of command.options ?? []) made.addOption(optionOf(option));
  if (command.examples)
    made.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  $ ${line}`).join('\n')}`);
  made.action(async (...given: unknown[]) => {
    const values = given.slice(0, -2);
    const args = Object.fromEntries(
      (command.args ?? []).map(({ name: argument }, i) => [argument.replace(/[<>[\].]/g, ''), values[i]]),
    );
    await command.run(contextOf(shell, made, args));
  });
}

function contextOf(shell: Shell, made: CommanderCommand, args: Readonly<Record<string, unknown>>) {
  const parsed = made.optsWithGlobals() as Readonly<Record<string, unknown>>;
  const options: Record<string, unknown> = {};
  const declared = new Set<string>();
  for (let at: CommanderCommand | null = made; at !== null; at = at.parent) {
    for (const option of at.options) {
      declared.add(option.name());
      options[option.name()] = parsed[option.attributeName()];
    }
  }
  const input = inputOf({ args, options, declared });
  return { input, out: outputOf(shell.terminal, input), terminal: shell.terminal };
}

function configured(command: CommanderCommand, shell: Shell): CommanderCommand {
  const { stdout, stderr } = shell.terminal;
  return command
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // The message is shown once, by runShell, in the form of all others.
      outputError: () => {},
      getOutHelpWidth: () => stdout.columns ?? 80,
    });
}

function optionOf(option: Option): CommanderOption {
  const made = new CommanderOption(option.flags, option.description);
  if (option.choices) made.choices([...option.choices]);
  if (option.default !== undefined) made.default(option.default);
  if (option.required) made.makeOptionMandatory();
  const { integer } = option;
  if (integer) made.argParser((text) => integerOf(text, integer));
  if (option.repeat) made.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
  return made;
}

function integerOf(text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
}

/** Replaces commander's own handling, which knows near words but not half-typed ones. */
function suggestOnUnknown(parent: CommanderCommand): void {
  parent.on('command:*', ([word]: [string]) => {
    const prefix = parent.name() === 'quorate' ? '' : `${parent.name()} `;
    const names = parent.commands.map((child) => child.name());
    const near = suggestions(word, names);
    throw new CommandError(`unknown command "${prefix}${word}"`, {
      exit: EXIT.usage,
      hint:
        near.length > 0
          ? `Did you mean ${near.map((name) => `"${prefix}${name}"`).join(' or ')}?`
          : `Known: ${names.join(', ')}.`,
    });
  });
}

/** Names that begin with the word, else the nearest one. */
export function suggestions(word: string, names: readonly string[]): readonly string[] {
  const begun = names.filter((name) => name.startsWith(word.toLowerCase()));
  if (begun.length > 0) return begun;
  const near = nearest(word, names);
  return near === undefined ? [] : [near];
}

function usageError(error: CommanderError): CommandError {
  // A noun without a verb: commander has shown the help already.
  if (error.code === 'commander.help') return new CommandError('a command is missing', { exit: EXIT.usage });
  const [message, suggestion] = error.message.replace(/^error: /, '').split('\n');
  return new CommandError((message as string).replace(/\.$/, ''), {
    exit: EXIT.usage,
    hint: suggestion === undefined ? 'Run it with --help to see what it takes.' : suggestion.replace(/^\(|\)$/g, ''),
  });
}
