// Runs a node until it is told to stop: configuration, composition, signals, exit code.
import './network/gossip/polyfill.js';
import { createActor } from 'xstate';
import { nodeMachine } from '../actors/node/machine.js';
import type { Log } from '../core/base/ports.js';
import { isFailure, type Result } from '../core/base/result.js';
import { StoreError } from '../storage/engine/fault.js';
import { composeNode } from './compose/compose.js';
import { takeAgain } from './config/again.js';
import { configErrorText, loadConfig } from './config/load.js';
import type { Config } from './config/schema.js';
import { createLog } from './observe/log.js';
import { LogLines } from './observe/log-lines.js';
import { systemClock } from './platform/clock.js';
import { holdPort } from './platform/held-port.js';
import { fewOpenFiles } from './platform/open-files.js';
import { tellReady } from './platform/supervisor.js';
import { VERSION } from './platform/version.js';

export interface RunOptions {
  readonly configFile?: string;
  /** Setting path to text, such as http.port. */
  readonly flags: Readonly<Record<string, string>>;
}

/** The node does not start however often it is tried: its settings have to be changed. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** EX_SOFTWARE of sysexits: a supervisor should start the node again. */
const EXIT_FATAL = 70;

/** Resolves when the node has stopped. Rejects with a sentence for the operator when it cannot start. */
export async function runNode(options: RunOptions): Promise<void> {
  const { configFile: file, flags } = options;
  const sources = { ...(file !== undefined && { file }), env: process.env, flags };
  const { config, held } = await readSettings(sources);
  const logLines = new LogLines(systemClock.now());
  const log = createLog(config.log, undefined, logLines);
  warnOfFiles(log);
  const node = composeNode(config, {
    ...{ log, logLines, ...(held && { heldPort: held }) },
    onFatal: (error) => {
      if (isTaken(error)) endAtOnce(log, error);
      actor.send({ type: 'FATAL', error });
    },
  });
  const actor = createActor(nodeMachine(node.lifecycle, config.node.drainMs));
  let served = false;
  let isReloadOwed = false;
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal, drainMs: config.node.drainMs }, 'The node was asked to stop.');
    actor.send({ type: 'STOP' });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A part that is coming up may have read its files already.
  const reload = () => {
    isReloadOwed = !served;
    if (!served) return;
    const again = loadConfig({ ...sources, isAgain: true });
    readSettingsAgain(config, isFailure(again) ? again : withPort(again, held?.port), log);
    node.reload();
  };
  process.on('SIGHUP', reload);
  try {
    await new Promise<void>((resolve, reject) => {
      actor.subscribe({
        next: (snapshot) => {
          if (snapshot.value !== 'serving' || served) return;
          served = true;
          log.info({ version: VERSION, address: node.address() }, 'The node serves.');
          if (isReloadOwed) reload();
          tellReady(process.env, log);
          greet(node);
        },
        complete: () => {
          const { error } = actor.getSnapshot().context;
          if (error !== undefined && !served) return reject(error);
          if (error === undefined) log.info({}, 'The node stopped.');
          else exitWith(log, error);
          resolve();
        },
        error: reject,
      });
      actor.start();
    });
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    process.off('SIGHUP', reload);
  }
}

async function readSettings(sources: Parameters<typeof loadConfig>[0]) {
  const read = loadConfig(sources);
  if (isFailure(read)) throw new SettingsError(configErrorText(read.issues));
  // Where none can be had, the listener says why.
  const held = read.http.port === 0 ? await holdPort(read.http.host).catch(() => undefined) : undefined;
  return { config: withPort(read, held?.port), held };
}

/** The settings with a free port where they leave it open: mails, offers and pages name it. */
function withPort(config: Config, freePort: number | undefined): Config {
  const port = config.http.port === 0 && freePort !== undefined ? freePort : config.http.port;
  return { ...config, http: { ...config.http, port } };
}

function warnOfFiles(log: Log): void {
  const few = fewOpenFiles();
  const text = 'This process may open few files: with many clients the store and new connections run out of them.';
  if (few) log.warn(few, text);
}

/** Settings that cannot be used change nothing: the node goes on as it is. */
function readSettingsAgain(running: Config, read: Result<Config>, log: Log): void {
  if (isFailure(read)) {
    const reasons = read.issues.map(({ message }) => message);
    log.error({ reasons }, 'The settings cannot be used: the node goes on with those that it has.');
    return;
  }
  const { taken, needRestart } = takeAgain(running, read);
  log.info({ taken }, 'The settings were read again.');
  if (needRestart.length > 0) log.warn({ needRestart }, 'Some settings that were changed hold after a restart only.');
}

function exitWith(log: Log, error: unknown): void {
  log.error({ err: error as Error }, 'The node stopped because of a failure.');
  process.exitCode = EXIT_FATAL;
}

function isTaken(error: Error): boolean {
  return error instanceof StoreError && error.issue.code === 'STORE_LOCKED';
}

/** As a kill would: even an orderly stop would write to files that are another process's, and delete some of them. */
function endAtOnce(log: Log, error: Error): never {
  log.error({ err: error }, 'The node ends at once, without writing or signing anything more.');
  process.exit(EXIT_FATAL);
}

/**
 * Tells a person all that is needed to go on; programs read the log lines and /health. Only a terminal shows the
 * password: what is written elsewhere is collected.
 */
function greet(node: ReturnType<typeof composeNode>): void {
  const lines = [`Quorate ${VERSION} serves at ${node.address()} (documentation at ${node.address()}/docs/)`];
  const admin = node.firstAdmin();
  if (admin) {
    const login = `quorate login --url ${node.address()} --email ${admin.email}`;
    const link = process.stderr.isTTY ? node.startLink() : undefined;
    if (link !== undefined)
      lines.push('', 'Begin in a browser on this computer, by this link, once, within ten minutes:', `  ${link}`);
    lines.push('', 'First sign-in, as the system administrator:', `  e-mail:   ${admin.email}`);
    if (admin.isGenerated) {
      if (process.stderr.isTTY) lines.push(`  password: ${admin.password}`);
      lines.push(
        `The password is in the file ${node.firstPasswordFile()}, which only you can read.`,
        'Change it first: until then you can do nothing else. The file is deleted then.',
        `Next: ${login}, then quorate password`,
      );
    } else lines.push('The password is the one in your settings.', `Next: ${login}`);
  }
  const loss = node.loss();
  if (loss)
    lines.push(
      '',
      loss,
      'If a backup or another disk has what is missing: stop this node and restore that. A member of a mesh gets sealed dockets again from its peers.',
      'Accept the loss only when there is nothing better: on a node alone it becomes final.',
    );
  const fence = node.fence();
  if (fence)
    lines.push(
      '',
      `The validator seats of this node are Fenced (${fence}): they may have lost votes and sign nothing.`,
      'When no other copy of this node runs: quorate validator accept-amnesia',
    );
  process.stderr.write(`${lines.join('\n')}\n`);
}
