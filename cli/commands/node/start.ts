// Starts a node in this process, and lists the settings that it takes. The only file of cli/ that may import node/. It
// does so late, so that the other commands do not load a node to ask one.
import { InvariantError } from '../../../core/base/assert.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import type { CommandInput } from '../../command/input.js';
import { table } from '../../command/output.js';
import { connect } from '../../remote/session.js';

/** The settings that people change most, under a name of their own. */
const SHORTCUTS: Readonly<Record<string, string>> = {
  port: 'http.port',
  host: 'http.host',
  'data-dir': 'node.dataDir',
  'log-level': 'log.level',
};

const START_HINTS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'Another program listens on that port, perhaps another node: stop it, or choose another port (--port, --set network.grpcPort=, --set network.gossipPort=).',
  EADDRNOTAVAIL: 'This machine has no such address: see --host and network.host.',
  EACCES:
    'This account may not use that port or file: ports below 1024 belong to root (--port); files of the data folder (--data-dir) belong to the account that runs the node: chown -R ACCOUNT FOLDER.',
  EPERM: 'This account may not do that: run as the owner of the data folder.',
  ENOSPC:
    'The disk has no free bytes or no free inodes ("df" and "df -i" say which): free some space, and start again.',
  EDQUOT: 'The disk quota of this account is used up: free some space, and start again.',
  EROFS:
    'The file system is mounted read-only: mount it for writing, and look in the log of the system for why it is not.',
  EMFILE:
    'This process may not open more files: raise the limit (ulimit -n 8192, or LimitNOFILE= of the service), and start again.',
  ENFILE: 'This machine has too many open files: end what holds them, or raise fs.file-max, and start again.',
  EIO: 'The disk cannot be read or written: look in the log of the system, and keep a copy of the folder before anything else.',
};

const start: Command = {
  name: 'start',
  summary: 'start a node in this terminal (Ctrl-C stops it)',
  examples: [
    'quorate start',
    'quorate start --port 9000 --data-dir /var/lib/quorate',
    'quorate start --set limits.standardPerMinute=0',
  ],
  options: [
    { flags: '-c, --config <file>', description: 'read settings from this file (default: none)' },
    {
      flags: '-p, --port <number>',
      description: 'listen on this port; 0 picks a free one',
      integer: { min: 0, max: 65_535 },
    },
    { flags: '--host <address>', description: 'listen on this address' },
    { flags: '--data-dir <folder>', description: 'keep the store and the keys here' },
    {
      flags: '--log-level <level>',
      description: 'least severe line to log',
      choices: ['debug', 'info', 'warn', 'error', 'silent'],
    },
    { flags: '--set <section.key=value>', description: 'set anything else; see "quorate settings"', repeat: true },
  ],
  async run({ input, terminal }) {
    const flags = flagsOf(input);
    const configFile = input.text('config') ?? terminal.env.QUORATE_CONFIG;
    const { runNode } = await import('../../../node/main.js');
    try {
      await runNode(configFile ? { configFile, flags } : { flags });
    } catch (error) {
      if (error instanceof InvariantError || !(error instanceof Error)) throw error;
      // The reason why a node does not start is in its surroundings: a setting, a port in use, a locked store.
      const hint = startHint(error);
      // By its name, because the node is loaded late. A supervisor does not try wrong settings again.
      const exit = error.name === 'SettingsError' ? EXIT.usage : EXIT.failed;
      throw new CommandError(`the node cannot start: ${error.message}`, { cause: error, exit, ...(hint && { hint }) });
    }
  },
};

const settings: Command = {
  name: 'settings',
  summary: 'list all settings of a node with their defaults, or those that a running node has',
  options: [{ flags: '--running', description: 'as the node has them, and where each came from; for a SystemAdmin' }],
  async run(context) {
    const { input, out, terminal } = context;
    if (input.flag('running')) {
      const { client } = await connect(context);
      const running = await client.listNodeSettings();
      const valueText = ({ isSecret, isStated, value }: (typeof running.settings)[number]) =>
        isSecret && isStated ? '(secret)' : (value ?? '-');
      return out.show(running, () =>
        table(
          ['SETTING', 'VALUE', 'FROM'],
          running.settings.map((setting) => [setting.path, valueText(setting), setting.origin]),
        ),
      );
    }
    const { SETTINGS } = await import('../../../node/config/settings.js');
    const rows = SETTINGS.map(({ path, env, fallback, description }) => ({
      path,
      env,
      default: fallback ?? null,
      description,
    }));
    out.show(rows, () =>
      rows
        .map((row) => {
          const standard = row.default === null ? 'none unless set' : JSON.stringify(row.default);
          return [`${row.path}  (${standard})`, ...wrapText(row.description, terminal.stdout.columns ?? 80)].join('\n');
        })
        .join('\n'),
    );
  },
};

/** Sentences below the name of their setting, as wide as the terminal. */
function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`    ${word}`);
  }
  return lines;
}

export const startCommands: readonly Command[] = [start, settings];

/** The remedy for a failure that the system names by a code; undefined for any other, whose sentence says it itself. */
export function startHint(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? undefined : START_HINTS[code];
}

/** Setting path to text, from the shortcuts and from --set; a setting stated twice is refused. */
export function flagsOf(input: Pick<CommandInput, 'text' | 'integer' | 'list'>): Record<string, string> {
  const flags: Record<string, string> = {};
  for (const [option, path] of Object.entries(SHORTCUTS)) {
    const value = option === 'port' ? input.integer(option) : input.text(option);
    if (value !== undefined) flags[path] = String(value);
  }
  for (const stated of input.list('set')) {
    const at = stated.indexOf('=');
    if (at < 1) throw new CommandError(`--set ${stated} is not of the form section.key=value`, { exit: EXIT.usage });
    const path = stated.slice(0, at);
    if (path in flags) throw new CommandError(`${path} is stated twice`, { exit: EXIT.usage });
    flags[path] = stated.slice(at + 1);
  }
  return flags;
}
