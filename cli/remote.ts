// Answers of a node in the words of the command line: a problem body becomes a CommandError with its code and what to do next.
import { CommandError } from './command.js';

/** What problem+json (RFC 9457) and OAuth error bodies have that people want to read. */
interface Problem {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly error?: unknown;
  readonly error_description?: unknown;
}

/** The error for a refused call. `status` and `body` as answered; the body may be anything. */
export function refusal(status: number, body: unknown, headers?: Headers): CommandError {
  const problem: Problem = typeof body === 'object' && body !== null ? body : {};
  const sentences = [problem.detail, problem.error_description, problem.error, problem.title];
  const sentence = sentences.find((text): text is string => typeof text === 'string' && text !== '');
  const code = typeof problem.code === 'string' ? problem.code : undefined;
  const hint = hintFor(status, headers?.get('retry-after') ?? undefined);
  return new CommandError(sentence?.replace(/\.$/, '') ?? `the node answered with status ${status}`, {
    ...(code === undefined ? {} : { code }),
    ...(hint === undefined ? {} : { hint }),
  });
}

function hintFor(status: number, retryAfter: string | undefined): string | undefined {
  if (status === 401) return 'Run: quorate login';
  if (status === 403) return 'The account lacks the role for this; ask an administrator of the organisation.';
  if (status === 429 || status === 503)
    return retryAfter === undefined ? 'Try again later.' : `Try again in ${retryAfter} seconds.`;
  return undefined;
}
