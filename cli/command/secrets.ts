// Secrets that a person brings: recovery words, passphrases, passwords, keys. They come from a question without echo,
// from standard input, from the environment or from a file that only its owner reads. They never come from the command
// line, and no message repeats any part of them.
import { statSync } from 'node:fs';
import { withoutMark } from '../../core/base/written-text.js';
import { mnemonicProblem } from '../../core/crypto/derivation/mnemonic.js';
import { CommandError, type Context, EXIT, type Option } from './command.js';
import { readText } from './documents.js';
import { commandErrorOf, withFile } from './failure.js';

export const PASSPHRASE_OPTION: Option = {
  flags: '--passphrase',
  description: 'the words have a passphrase: ask for it, or take QUORATE_PASSPHRASE',
};

/** An answer that is asked for without echo, or the line on standard input where there is no terminal. */
export async function secretLine(
  { terminal }: Pick<Context, 'terminal'>,
  question: string,
  hint: string,
): Promise<string> {
  const answer = await terminal.ask(question, { hidden: true });
  const text = answer ?? withoutMark(await terminal.readStdin()).replace(/\r?\n$/, '');
  if (text !== '') return text;
  throw new CommandError(`${question.replace(': ', '').toLowerCase()} is missing`, { exit: EXIT.usage, hint });
}

/** Times that two passwords may differ before a call ends. */
const TRIES = 3;

/** A new password of a person, typed twice the same way; undefined where there is no terminal. */
export async function newPassword(
  { terminal, out }: Pick<Context, 'terminal' | 'out'>,
  question: string,
): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = await terminal.ask(`${question}: `, { hidden: true });
    if (first === undefined) return undefined;
    if ((await terminal.ask('The same again: ', { hidden: true })) === first) return first;
    out.warn('The two passwords differ.');
  }
  throw new CommandError('the two passwords differ', { hint: 'Nothing was changed.' });
}

/** The two lines on standard input where there is no terminal; `what` names them: "the code and your password". */
export async function twoLines(
  { terminal }: Pick<Context, 'terminal'>,
  what: string,
): Promise<readonly [string, string]> {
  const [first, second] = withoutMark(await terminal.readStdin()).split(/\r?\n/);
  if (first && second) return [first, second];
  throw new CommandError(`two lines are expected: ${what}`, { exit: EXIT.usage });
}

/** Good recovery words with one space between two, from the terminal or standard input. */
export async function recoveryWords(context: Pick<Context, 'terminal'>): Promise<string> {
  const text = await secretLine(context, 'Recovery words: ', 'Type them at the terminal, or pipe them in.');
  return goodWords(text);
}

/** Words in one spelling: lower case, one space apart. */
export function goodWords(text: string): string {
  const words = text.trim().toLowerCase().split(/\s+/).join(' ');
  const problem = mnemonicProblem(words);
  if (problem) throw commandErrorOf(problem, { hint: 'Check the words and their order.' });
  return words;
}

/** The passphrase of recovery words when the call says that there is one. */
export async function passphrase({ input, terminal }: Context): Promise<string | undefined> {
  if (!input.flag('passphrase')) return undefined;
  const known = terminal.env.QUORATE_PASSPHRASE ?? (await terminal.ask('Passphrase: ', { hidden: true }));
  if (known !== undefined && known !== '') return known;
  throw new CommandError('the passphrase is missing', {
    exit: EXIT.usage,
    hint: 'Set QUORATE_PASSPHRASE where there is no terminal.',
  });
}

/** The text of a file that other users cannot read. */
export async function secretFile(file: string): Promise<string> {
  return withFile(file, () => {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new CommandError(`${file} holds a secret and is open to other users`, { hint: `Run: chmod 600 ${file}` });
    return readText(file).trim();
  });
}
