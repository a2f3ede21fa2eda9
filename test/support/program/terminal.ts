// A terminal for tests of commands: keeps what is written, answers questions from a list, and has a clock that stands
// still.
import type { Stream, Terminal } from '../../../cli/command/terminal-port.js';
import { inWholeForm } from './whole-form.js';

export interface FakeTerminal extends Terminal {
  /** Milliseconds of every pause that was asked for; none is taken. */
  readonly pauses: readonly number[];
  readonly out: () => string;
  readonly err: () => string;
  /** Every address that was opened. */
  readonly browsed: readonly string[];
  /** Every question that was asked. */
  readonly asked: readonly string[];
}

export interface FakeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly tty?: boolean;
  readonly stdin?: string;
  readonly answers?: readonly string[];
  readonly nowMs?: number;
  /** After this many pauses Ctrl-C is pressed. */
  readonly pausesMax?: number;
}

export function fakeTerminal(options: FakeOptions = {}): FakeTerminal {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): Stream => ({
    isTTY: options.tty ?? false,
    columns: 100,
    write: (text) => {
      written[name] += text;
    },
  });
  const answers = [...(options.answers ?? [])];
  const interrupted = new AbortController();
  const pauses: number[] = [];
  const asked: string[] = [];
  const browsed: string[] = [];
  return {
    asked,
    env: options.env ?? {},
    stdout: stream('out'),
    stderr: stream('err'),
    readStdin: async () => options.stdin ?? '',
    lines: async function* () {
      yield* (options.stdin ?? '').split('\n').filter((line) => line !== '');
    },
    ask: async (question) => {
      asked.push(question);
      return answers.shift();
    },
    // Time passes in pauses only.
    now: () => pauses.reduce((sum, ms) => sum + ms, options.nowMs ?? 0),
    pause: async (ms) => {
      pauses.push(ms);
      if (pauses.length >= (options.pausesMax ?? 100)) interrupted.abort();
    },
    browse: (url) => void browsed.push(url),
    browsed,
    pauses,
    signal: interrupted.signal,
    out: () => written.out,
    err: () => written.err,
  };
}

/** One request that a command made. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Replaces fetch while `run` runs. Bytes are a body as they are, all else is JSON. An answer that is an Error is
 * thrown, as when no node answers.
 */
export async function withFetch(
  answer: (
    request: Request,
  ) => { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | Error,
  run: () => Promise<void>,
): Promise<Request[]> {
  const real = globalThis.fetch;
  const requests: Request[] = [];
  globalThis.fetch = async (url, init) => {
    const sent = {
      method: init?.method ?? 'GET',
      url: String(url),
      headers: new Headers(init?.headers),
      body: String(init?.body ?? ''),
    };
    requests.push(sent);
    const given = answer(sent);
    if (given instanceof Error) throw given;
    const whole = given.status < 300 ? inWholeForm(sent, given.body) : given.body;
    const body = whole instanceof Uint8Array ? Buffer.from(whole) : JSON.stringify(whole);
    return new Response(body ?? null, {
      status: given.status,
      headers: { 'content-type': 'application/json', ...given.headers },
    });
  };
  try {
    await run();
  } finally {
    globalThis.fetch = real;
  }
  return requests;
}
