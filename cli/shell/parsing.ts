// The meaning of the words of a call: commander parses by the table of commands; this file adds suggestions, forms of
// output and the watch.

import {
  Argument as CommanderArgument,
  Command as CommanderCommand,
  Option as CommanderOption,
  InvalidArgumentError,
} from 'commander';
import { assert } from '../../core/base/assert.js';
import { nearest } from '../../core/base/nearest.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { type CommandInput, inputOf } from '../command/input.js';
import { outputOf } from '../command/output.js';
import { suggestions } from '../command/suggesting.js';
import type { Terminal } from '../command/terminal-port.js';
import { keepingOwners } from '../disk/owner.js';
import { runAgain } from './running-again.js';

export interface Shell {
  /** The names that the call may mean. */
  readonly commands: readonly Command[];
  /** The subject of each noun: the summary of `wallet` for `wallet create` and its siblings. */
  readonly nouns: Readonly<Record<string, string>>;
  /** Every first word with its summary, where not all commands are loaded: for help and suggestions. */
  readonly outline?: Readonly<Record<string, string>>;
  /** First words under the headings of the help. */
  readonly areas?: Readonly<Record<string, readonly string[]>>;
  readonly version: string;
  readonly terminal: Terminal;
  /** How long calls to a node wait for an answer; called before each command, undefined where nothing is stated. */
  readonly waitForAnswers?: (seconds: number | undefined) => void;
  /** Names and beginnings of ids made whole; without it values go to the command as they are typed. */
  readonly withWholeIds?: (context: Context, values: Values) => Promise<Values>;
}

interface Values {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    flags: '-o, --output <form>',
    description: 'write data as JSON or YAML on standard output',
    choices: ['json', 'yaml'],
  },
  { flags: '--json', description: 'write data as JSON on standard output' },
  { flags: '--quiet', description: 'write no remarks and no progress' },
  { flags: '--profile <name>', description: 'use this login profile' },
  { flags: '--lang <tags>', description: 'languages of titles and messages, such as de or de,fr (default: LANG)' },
  {
    flags: '--timeout <seconds>',
    description: 'wait so long for an answer of the node (default: 30)',
    integer: { min: 1, max: 3600 },
  },
];
const HELP = 'help';

export function programOf(shell: Shell): CommanderCommand {
  const program = configure(new CommanderCommand('quorate'), shell);
  program
    .description('A multi-party ledger node and its tools.')
    .version(shell.version, '-V, --version', 'show the version')
    .addHelpText('after', '\n"quorate help COMMAND" shows what a command takes.');
  for (const option of GLOBAL_OPTIONS) program.addOption(optionOf(option));
  const parents = new Map<string, CommanderCommand>();
  for (const command of shell.commands) {
    const [first, second] = command.name.split(' ') as [string, string | undefined];
    const parent = second === undefined ? program : (parents.get(first) ?? nounOf(shell, program, first));
    if (second !== undefined) parents.set(first, parent);
    addCommand(shell, parent, command);
  }
  addOthers(shell, program);
  for (const [heading, words] of Object.entries(shell.areas ?? {}))
    for (const child of program.commands) if (words.includes(child.name())) child.helpGroup(heading);
  suggestOnUnknown(program);
  return program;
}

/** The command that the names lead to, and the names behind it. */
export function commandNamed(
  program: CommanderCommand,
  names: readonly string[],
): { readonly command: CommanderCommand; readonly rest: readonly string[] } {
  let command = program;
  let depth = 0;
  for (; depth < names.length; depth++) {
    const child = command.commands.find((item) => item.name() === names[depth]);
    if (child === undefined) break;
    command = child;
  }
  return { command, rest: names.slice(depth) };
}

/** Words that people try for a command of another name, which no likeness of letters finds. */
const MEANT: Readonly<Record<string, string>> = { 'blueprint check': 'validate' };

export function unknownCommand(parent: CommanderCommand, word: string): CommandError {
  const isProgram = parent.parent === null;
  const prefix = isProgram ? '' : `${parent.name()} `;
  const names = parent.commands.map((child) => child.name());
  const meant = MEANT[`${prefix}${word}`];
  const near = meant === undefined ? suggestions(word, isProgram ? [...names, HELP] : names) : [meant];
  return new CommandError(`unknown command "${prefix}${word}"`, {
    exit: EXIT.usage,
    hint:
      near.length > 0
        ? `Did you mean ${near.map((name) => `"${prefix}${name}"`).join(' or ')}?`
        : `Known: ${names.join(', ')}.`,
  });
}

/** First words that nothing was loaded for, so that help and suggestions know them. */
function addOthers(shell: Shell, program: CommanderCommand): void {
  const present = new Set(program.commands.map((command) => command.name()));
  for (const [word, summary] of Object.entries(shell.outline ?? {}))
    if (!present.has(word))
      configure(program.command(word), shell)
        .description(summary)
        .action(() => assert(false, `the commands of "${word}" were not loaded`));
}

function nounOf(shell: Shell, program: CommanderCommand, noun: string): CommanderCommand {
  const summary = shell.nouns[noun];
  assert(summary !== undefined, `the noun ${noun} has no summary`);
  const made = configure(program.command(noun), shell).description(summary);
  suggestOnUnknown(made);
  return made;
}

function addCommand(shell: Shell, parent: CommanderCommand, command: Command): void {
  const name = command.name.split(' ').at(-1) as string;
  const made = configure(parent.command(name), shell).description(command.summary);
  for (const { name: argument, description } of command.args ?? [])
    made.addArgument(new CommanderArgument(argument, description));
  for (const option of optionsOf(command)) made.addOption(optionOf(option));
  if (command.examples)
    made.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  $ ${line}`).join('\n')}`);
  made.action(async (...given: unknown[]) => {
    const values = given.slice(0, -2);
    const args = Object.fromEntries(
      (command.args ?? []).map(({ name: argument }, i) => [argument.replace(/[<>[\].]/g, ''), values[i]]),
    );
    const context = await contextOf(shell, made, args);
    const run = () =>
      command.canWatch && context.input.flag('watch') ? runAgain(context, command) : command.run(context);
    await keepingOwners(command, context, run);
  });
}

/** Its own, and those that every view has. */
export function optionsOf({ options = [], canWatch }: Pick<Command, 'options' | 'canWatch'>): readonly Option[] {
  const watch: Option = { flags: '--watch', description: 'look again every two seconds, and show what changed' };
  return [...options, ...(canWatch ? [watch] : [])];
}

async function contextOf(shell: Shell, made: CommanderCommand, args: Values['args']): Promise<Context> {
  const parsed = made.optsWithGlobals() as Readonly<Record<string, unknown>>;
  const options: Record<string, unknown> = {};
  const declared = new Set<string>();
  /** A value that the help lists is not an id. */
  const chosen: Record<string, unknown> = {};
  for (let at: CommanderCommand | null = made; at !== null; at = at.parent) {
    for (const option of at.options) {
      declared.add(option.name());
      const into = option.argChoices === undefined ? options : chosen;
      into[option.name()] = parsed[option.attributeName()];
    }
  }
  // A command that waits for more than an answer has an option of that name itself.
  const isOwn = made.options.some((option) => option.name() === 'timeout');
  shell.waitForAnswers?.(isOwn ? undefined : (parsed.timeout as number | undefined));
  const typed = contextWith(shell, inputOf({ args, options: { ...options, ...chosen }, declared }));
  if (shell.withWholeIds === undefined) return typed;
  const whole = await shell.withWholeIds(typed, { args, options });
  return contextWith(shell, inputOf({ args: whole.args, options: { ...whole.options, ...chosen }, declared }));
}

function contextWith({ terminal }: Shell, input: CommandInput): Context {
  return { input, out: outputOf(terminal, input), terminal };
}

function configure(command: CommanderCommand, shell: Shell): CommanderCommand {
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
  if (option.repeat)
    made.argParser((text: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      checkChoice(text, option),
    ]);
  return made;
}

/** A value of an option that may be repeated: commander checks those of others. */
function checkChoice(text: string, { choices }: Option): string {
  if (choices === undefined || choices.includes(text)) return text;
  const near = nearest(text, choices);
  throw new InvalidArgumentError(
    `${near === undefined ? '' : `Did you mean ${near}? `}Allowed choices are ${choices.join(', ')}.`,
  );
}

function integerOf(text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
}

/** Replaces commander's own handling, which knows near words but not half-typed ones. */
function suggestOnUnknown(parent: CommanderCommand): void {
  parent.on('command:*', ([word]: [string]) => {
    throw unknownCommand(parent, word);
  });
}
