// From words to the end of a call: help and version as words, the one catch, exit codes. The meaning of the words is in
// parsing.ts; the work of a command is its own.
import { type Command as CommanderCommand, CommanderError } from 'commander';
import { CommandError, EXIT, type ExitCode, isCommandError } from '../command/command.js';
import { errorText } from '../command/output.js';
import { suggestions } from '../command/suggesting.js';
import { isClientError, refusal } from '../remote/remote.js';
import { isOutOfFiles, RAISE_FILES } from './open-files.js';
import { commandNamed, GLOBAL_OPTIONS, programOf, type Shell, unknownCommand } from './parsing.js';

/** Runs one call and gives the exit code. Never throws. `typed` are the arguments after the program's name. */
export async function runShell(shell: Shell, typed: readonly string[]): Promise<ExitCode> {
  const words = withoutHelp(typed);
  let program: CommanderCommand | undefined;
  try {
    program = programOf(shell);
    if (words.length === 0 || asksForHelp(words)) {
      printHelp(program, words);
      return EXIT.ok;
    }
    await program.parseAsync([...words], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const known =
      error instanceof CommanderError
        ? usageError(error, program && commandNamed(program, namesIn(words)).command)
        : isClientError(error)
          ? refusal(error)
          : error;
    const shown = systemFailure(known) ?? known;
    if (isCommandError(shown)) {
      shell.terminal.stderr.write(errorText(shown, wantsData(words)));
      return shown.exit;
    }
    shell.terminal.stderr.write(`quorate: a bug stopped the command\n${(shown as Error).stack ?? String(shown)}\n`);
    return EXIT.failed;
  }
}

/** The first word that is not an option, which says what to load; behind `help` the one that help is wanted for. */
export function firstWord(words: readonly string[]): string | undefined {
  return namesIn(withoutHelp(words))[0];
}

/** `help wallet create` is `wallet create --help`. */
function withoutHelp(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? [...words.slice(1).filter((word) => word !== '--help'), '--help'] : words;
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? words.length : end).some((word) => word === '--help' || word === '-h');
}

function printHelp(program: CommanderCommand, words: readonly string[]): void {
  const names = namesIn(words);
  const { command, rest } = commandNamed(program, names);
  // Behind a command of a noun stand its arguments; a noun, like the program, has commands only.
  if (rest.length > 0 && command.commands.length > 0) throw unknownCommand(command, rest[0] as string);
  command.outputHelp();
}

/** The words that are neither options nor values of global ones, which may stand before the command. */
function namesIn(words: readonly string[]): readonly string[] {
  const withValue = GLOBAL_OPTIONS.filter(({ flags }) => flags.includes('<')).flatMap(
    ({ flags }) => flags.match(/-{1,2}[a-z][a-z-]*(?=[ ,])/g) ?? [],
  );
  return words.filter((word, i) => !word.startsWith('-') && !withValue.includes(words[i - 1] ?? ''));
}

function wantsData(words: readonly string[]): boolean {
  return words.some((word, i) => {
    if (word === '--json' || word === '-ojson' || word === '-oyaml' || word.startsWith('--output=')) return true;
    return (word === '-o' || word === '--output') && /^(json|yaml)$/.test(words[i + 1] ?? '');
  });
}

/** A limit of the system that any part of a command may meet, the loading of its modules too. */
function systemFailure(error: unknown): CommandError | undefined {
  const { syscall, cause } = error as NodeJS.ErrnoException & { readonly cause?: NodeJS.ErrnoException };
  // Relative names have no meaning then.
  if (syscall === 'uv_cwd' || cause?.syscall === 'uv_cwd')
    return new CommandError('the folder in which this was called is gone', {
      ...{ code: 'ENOENT', cause: error },
      hint: 'Change to one that exists (cd), and call again.',
    });
  if (isCommandError(error) || !isOutOfFiles(error)) return undefined;
  return new CommandError('this process may not open enough files', {
    code: 'EMFILE',
    cause: error,
    hint: RAISE_FILES,
  });
}

function usageError(error: CommanderError, command: CommanderCommand | undefined): CommandError {
  // A noun without a verb: commander has shown the help already.
  if (error.code === 'commander.help') return new CommandError('a command is missing', { exit: EXIT.usage });
  const [message] = error.message.replace(/^error: /, '').split('\n');
  const option = /^unknown option '(-[^'=]*)/.exec(message as string)?.[1];
  const hint = option === undefined || command === undefined ? undefined : optionHint(command, option);
  return new CommandError((message as string).replace(/\.$/, ''), {
    exit: EXIT.usage,
    hint: hint ?? 'Run it with --help to see what it takes.',
  });
}

/** The option that was meant; an argument that was taken for one; else all options of the command. */
function optionHint(command: CommanderCommand, option: string): string {
  const name = option.replace(/^-+/, '');
  const argument = command.registeredArguments.find((item) => item.name() === name);
  if (argument !== undefined) return `<${name}> is not an option but an argument: write its value alone.`;
  const options: string[] = [];
  for (let at: CommanderCommand | null = command; at !== null; at = at.parent)
    options.push(...at.options.map(({ long }) => long ?? ''));
  const near = suggestions(name, [...options.map((flag) => flag.replace(/^--/, '')), 'help']);
  if (near.length > 0) return `Did you mean ${near.map((flag) => `--${flag}`).join(' or ')}?`;
  if (name === 'url') return 'Another node is named by QUORATE_URL, or by a profile: --profile, quorate login --url.';
  return `Known: ${options.join(', ')}, --help.`;
}
