// Definition of a command: its names, arguments and options as data, and one function. The shell makes parsing, help
// and messages from it.
import type { CommandInput } from './input.js';
import type { CommandOutput } from './output.js';
import type { Terminal } from './terminal-port.js';

export interface Argument {
  /** `<address>` is required, `[file]` optional, `<id...>` takes the rest. */
  readonly name: string;
  readonly description: string;
}

export interface Option {
  /** `--algorithm <name>` takes a value, `--yes` does not, `-p, --port <number>` has a short form. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** The value is a whole number within these bounds. */
  readonly integer?: { readonly min: number; readonly max: number };
  /** May be given several times; read it with `input.list`. */
  readonly repeat?: boolean;
  readonly required?: boolean;
}

export interface Context {
  readonly input: CommandInput;
  readonly out: CommandOutput;
  readonly terminal: Terminal;
}

export interface Command {
  /** A word, or two for a command of a noun: `status`, `wallet create`. */
  readonly name: string;
  readonly summary: string;
  /** Shown below the options in the help: one call a line. */
  readonly examples?: readonly string[];
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Shows how something is, and changes nothing: it takes --watch. */
  readonly canWatch?: boolean;
  /** Returns when done; throws a CommandError for what the person or the node got wrong. */
  run(context: Context): Promise<void> | void;
}

/**
 * How a process ends. `unanchored`: evidence is consistent, and nothing from outside of it makes it valid. `pending`:
 * the node keeps what was sent, and it was not sealed in the time that the call waited for it.
 */
export const EXIT = { ok: 0, failed: 1, usage: 2, unreachable: 3, unanchored: 4, pending: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected end of a command with something to say. Everything else that is thrown is a bug and is shown as one. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitCode;
  /** The next thing to do, as a sentence. */
  readonly hint: string | undefined;
  /** Stable code of the node's answer, when there is one. */
  readonly code: string | undefined;

  constructor(
    message: string,
    more: { readonly exit?: ExitCode; readonly hint?: string; readonly code?: string; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.exit = more.exit ?? EXIT.failed;
    this.hint = more.hint;
    this.code = more.code;
  }
}

/** Told by its name: a module that a command loads late may come with a copy of this class. */
export function isCommandError(error: unknown): error is CommandError {
  return error instanceof Error && error.name === 'CommandError';
}
