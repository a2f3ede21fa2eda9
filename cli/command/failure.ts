// Expected failures of the code below as the error that a person sees: issues, and files that cannot be used. It adds
// what to do next where that is known, and never hides a bug: what it does not know is thrown on.
import { type Issue, isIssue } from '../../core/base/issue.js';
import { CommandError, type ExitCode } from './command.js';

interface More {
  readonly exit?: ExitCode;
  readonly hint?: string;
}

/** The first issue as an error; the others follow in the hint, for they are usually corrected together. */
export function commandErrorOf(problems: Issue | readonly Issue[], more: More = {}): CommandError {
  const [first, ...others] = isIssue(problems) ? [problems] : problems;
  const text = ({ message, path }: Issue): string => `${message.replace(/\.$/, '')}${path === '' ? '' : ` at ${path}`}`;
  const also = others.map((issue) => `Also: ${text(issue)} (${issue.code}).`);
  const hint = [...also, ...(more.hint === undefined ? [] : [more.hint])].join('\n  ');
  return new CommandError(first === undefined ? 'refused' : text(first), {
    ...(first === undefined ? {} : { code: first.code }),
    ...(hint === '' ? {} : { hint }),
    ...(more.exit === undefined ? {} : { exit: more.exit }),
  });
}

/** The result of `run`; a failure of the file system becomes a sentence about `file`. */
export async function withFile<V>(file: string, run: () => V | Promise<V>): Promise<V> {
  try {
    return await run();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new CommandError(`${file}: ${reason.message}`, {
      cause: error,
      ...(reason.hint === undefined ? {} : { hint: reason.hint }),
    });
  }
}

function reasonOf(error: unknown): { readonly message: string; readonly hint?: string } | undefined {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOENT':
      return { message: 'there is no such file or folder' };
    case 'EEXIST':
      return { message: 'the file exists', hint: 'Choose another name, or remove it first.' };
    case 'EACCES':
    case 'EPERM':
      return { message: 'this account may not use it' };
    case 'EISDIR':
      return { message: 'it is a folder', hint: 'Name a file.' };
    case 'ENOTDIR':
      return { message: 'a part of the path is not a folder' };
    case 'ENAMETOOLONG':
      return { message: 'the disk takes no name of this length', hint: 'Choose a shorter one.' };
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        message: 'the disk has no free bytes or no free inodes',
        hint: 'Free some space ("df" and "df -i" say which), and call again.',
      };
    case 'EROFS':
      return { message: 'its file system is mounted read-only', hint: 'Name another place, or mount it for writing.' };
    case 'EMFILE':
      return { message: 'this process may not open more files', hint: 'Raise the limit: ulimit -n 8192.' };
    case 'EIO':
      return { message: 'the disk cannot be read or written', hint: 'Look in the log of the system.' };
    default:
      return undefined;
  }
}
