// The terminal of the real process: its streams, its environment, questions with and without echo, Ctrl-C.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { openInBrowser } from './browser.js';
import { CommandError } from './command.js';
import type { Terminal } from './terminal-port.js';
import { linesIn, textOf } from './text.js';

/** A pasted document larger than this is a mistake. */
const STDIN_BYTES_MAX = 64 * 1024 * 1024;

export function processTerminal(): Terminal {
  let interrupted: AbortController | undefined;
  return {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    now: Date.now,
    // Only a command that watches the signal takes Ctrl-C over, and only the first one: the next ends the process as
    // usual.
    get signal() {
      if (!interrupted) {
        interrupted = new AbortController();
        process.once('SIGINT', () => interrupted?.abort());
      }
      return interrupted.signal;
    },
    // Ended by the signal it is not a failure: the caller looks at the signal itself.
    pause(ms) {
      return pause(ms, undefined, { signal: this.signal }).catch(() => undefined);
    },
    readStdin,
    lines: (charactersMax) => linesIn(process.stdin, charactersMax),
    ask,
    browse: openInBrowser,
  };
}

async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += (chunk as Buffer).length;
    if (size > STDIN_BYTES_MAX)
      throw new CommandError(`standard input is larger than ${STDIN_BYTES_MAX} bytes`, {
        hint: 'It is not a document.',
      });
    chunks.push(chunk as Buffer);
  }
  return textOf(Buffer.concat(chunks), 'standard input');
}

async function ask(question: string, options: { readonly hidden?: boolean } = {}): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  // readline echoes what is typed to its output; for a hidden answer that output goes nowhere. It silences the
  // terminal's own echo when it is made, so it is made before anything invites to type.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: options.hidden ? nowhere : process.stderr,
    terminal: true,
  });
  lines.on('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  // Ctrl-D ends the question without an answer.
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  if (options.hidden) process.stderr.write(question);
  try {
    return await Promise.race([lines.question(options.hidden ? '' : question), closed]);
  } finally {
    lines.close();
    if (options.hidden) process.stderr.write('\n');
  }
}
