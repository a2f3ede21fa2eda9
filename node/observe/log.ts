// Log lines: JSON for programs, or one readable line for people. Secrets that must never be seen (keys, tokens,
// passwords, words, codes) are replaced here at any depth, whichever part wrote the line; bytes are replaced by their
// length.
import { getSystemErrorMap } from 'node:util';
import { type Bindings, destination, type Logger, pino } from 'pino';
import { ISSUE_CODES } from '../../core/base/codes/table.js';
import type { Log } from '../../core/base/ports.js';
import { prettyLine } from './pretty.js';

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly format: 'auto' | 'json' | 'text';
}

/** Where finished lines go. */
export interface LogSink {
  write(line: string): void;
}

/** As pino numbers them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, silent: Number.POSITIVE_INFINITY } as const;
const HIDDEN = '[hidden]';
/** Fields are flat or nearly so; anything deeper is a mistake and is cut. */
const DEPTH_MAX = 6;
const ITEMS_MAX = 100;

/** Names whose value is hidden, compared without case, hyphens and underscores. */
const HIDDEN_NAMES = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'words',
  'seed',
  'otp',
  'totp',
  'signingkey',
  'masterkey',
  'jwt',
]);
const HIDDEN_ENDINGS = /(token|tokens|mnemonic|password|passphrase|secret|secrets|privatekey|backupcode|backupcodes)$/;
/** `code` is hidden, for it may be a one-time code, unless it is one of these well-known words. */
const PUBLIC_CODES: ReadonlySet<unknown> = new Set([
  ...ISSUE_CODES,
  ...[...getSystemErrorMap().values()].map(([name]) => name),
]);

/**
 * Writes to standard output unless given a sink; `lines` gets every finished line as JSON too. The level is read from
 * the options at each line.
 */
export function createLog(
  options: LogOptions,
  sink: LogSink = destination({ dest: 1, sync: false }),
  lines?: LogSink,
): Log {
  const readable = options.format === 'text' || (options.format === 'auto' && process.stdout.isTTY);
  const shown = readable ? { write: (line: string) => sink.write(prettyLine(line)) } : sink;
  const out = lines === undefined ? shown : both(shown, lines);
  const log = pino(
    {
      // A child keeps the level with which it was made, and that of the settings may change while the node runs.
      level: 'debug',
      hooks: {
        logMethod(words, method, level) {
          if (level >= LEVELS[options.level]) method.apply(this, words);
        },
      },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => hideSecrets(fields) as Record<string, unknown>,
      },
      // Values are already plain after hideSecrets, so Fastify's own serialisers must not see them again.
      serializers: {},
    },
    out,
  );
  // pino formats the bindings of the root only, so children are covered here; they inherit this and what follows.
  const child = log.child;
  log.child = function hidden(this: Logger, fields: object, ...rest: never[]) {
    return child.call(this, hideSecrets(fields) as Bindings, ...rest);
  } as typeof child;
  return Object.assign(log as Omit<Logger, 'child'> & Pick<Log, 'child'>, { isDebug: () => options.level === 'debug' });
}

function both(shown: LogSink, lines: LogSink): LogSink {
  return {
    write(line) {
      shown.write(line);
      lines.write(line);
    },
  };
}

/** A copy that is safe to print. Errors become {type, message, stack, code, cause}. */
function hideSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? value.toString() : value;
  if (depth > DEPTH_MAX) return '[deep]';
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof Error) return errorFields(value, depth);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => hideSecrets(item, depth + 1));
  const out: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value).slice(0, ITEMS_MAX)) {
    out[name] = isHidden(name, member) ? HIDDEN : hideSecrets(member, depth + 1);
  }
  return out;
}

function isHidden(name: string, value: unknown): boolean {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  if (plain === 'code') return !PUBLIC_CODES.has(value);
  return HIDDEN_NAMES.has(plain) || HIDDEN_ENDINGS.test(plain);
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { readonly code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: hideSecrets(error.cause, depth + 1) }),
  };
}
