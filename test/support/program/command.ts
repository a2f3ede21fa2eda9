// Runs one call of the command line against answers that a test states, by method and path. A request that no answer is
// stated for fails the test.

import { waitForAnswers } from '../../../cli/remote/remote.js';
import { runShell } from '../../../cli/shell/shell.js';
import { COMMANDS, NOUNS } from './commands.js';
import { type FakeOptions, fakeTerminal, type Request, withFetch } from './terminal.js';

/**
 * By method and path: the body of a 200, a whole answer, or the Error of a node that is not there. A function sees the
 * request.
 */
export type Answers = Readonly<Record<string, unknown>> | ((request: Request) => unknown);

interface WholeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export function whole(status: number, body?: unknown, headers: Record<string, string> = {}): WholeAnswer {
  return new Whole(status, body, headers);
}

class Whole implements WholeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, body: unknown, headers: Record<string, string>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export interface Called {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly pauses: readonly number[];
  readonly requests: readonly Request[];
  /** Bodies of the requests with one, parsed. */
  readonly bodies: readonly unknown[];
}

const NODE = 'http://node:1';

/** `words` as they come from a shell, or as one line. The caller is logged in by QUORATE_TOKEN. */
export async function called(
  words: string | readonly string[],
  answers: Answers = {},
  options: FakeOptions = {},
): Promise<Called> {
  const env = { QUORATE_URL: NODE, QUORATE_TOKEN: 'token', XDG_CONFIG_HOME: '/nowhere', ...options.env };
  const line = typeof words === 'string' ? words.split(' ') : words;
  const terminal = fakeTerminal({ ...options, env });
  let exit = -1;
  const requests = await withFetch(
    (request) => answerTo(request, answers),
    async () => {
      exit = await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal, waitForAnswers }, line);
    },
  );
  const bodies = requests.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body) as unknown);
  return { exit, out: terminal.out(), err: terminal.err(), pauses: terminal.pauses, requests, bodies };
}

function answerTo(request: Request, answers: Answers): WholeAnswer | Error {
  const stated = typeof answers === 'function' ? answers : statedFor(request, answers);
  const given = typeof stated === 'function' ? (stated as (sent: Request) => unknown)(request) : stated;
  return given instanceof Whole || given instanceof Error ? given : whole(200, given);
}

function statedFor({ method, url }: Request, answers: Readonly<Record<string, unknown>>): unknown {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  const name = [`${method} ${path}`, `${method} ${pathname}`].find((one) => one in answers);
  if (name !== undefined) return answers[name];
  return whole(599, { detail: `No answer is stated for ${method} ${path}.`, code: 'TEST' });
}

export function problem(
  status: number,
  code: string,
  detail: string,
  headers: Record<string, string> = {},
): WholeAnswer {
  return whole(status, { title: code, status, code, detail }, headers);
}
