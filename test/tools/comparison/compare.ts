// A comparison from the options to the exit code: builds the other commit, runs both by turns, shows the table, and
// leaves nothing behind, however it ends.
import { availableParallelism, loadavg } from 'node:os';
import { CommandError, EXIT } from '../../../cli/command/command.js';
import { outputOf } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { buildCommit, CHECKOUT, commitOf, NOT_MEASURED, nameOfCheckout } from './builds.js';
import { type ComparisonTexts, comparisonOf } from './options.js';
import { exitOf, markdownOf, rowsOf } from './report.js';
import { runTurns } from './turns.js';

/** As a shell has it for a program that Ctrl-C ended. */
const INTERRUPTED = 130;

export interface Compared {
  readonly ref: string;
  readonly texts: ComparisonTexts;
  readonly json: boolean;
}

/**
 * The exit code: 0 as fast or unsure, 1 slower, 2 a wrong call, 3 not measured, 130 interrupted. An expected failure is
 * a sentence on standard error.
 */
export async function compare({ ref, texts, json }: Compared): Promise<number> {
  const terminal = processTerminal();
  const out = outputOf(terminal, { json, quiet: false });
  const interrupted = new AbortController();
  const { signal } = interrupted;
  const end = () => (signal.aborted ? process.exit(INTERRUPTED) : interrupted.abort());
  for (const name of SIGNALS) process.on(name, end);
  try {
    const comparison = comparisonOf(texts);
    const commit = await commitOf(ref, signal);
    const ours = await nameOfCheckout(signal);
    const before = loadavg()[0] as number;
    const build = await buildCommit(commit, { note: out.note, signal });
    try {
      const ports = { note: out.note, signal, ours: CHECKOUT, theirs: build.root };
      const rows = rowsOf(comparison, await runTurns(comparison, ports));
      const told = { ours, theirs: commit.slice(0, 8), delayMs: comparison.delayMs };
      const load = [before, loadavg()[0] as number] as const;
      out.show({ ours, theirs: commit, comparison, load, rows }, () =>
        markdownOf(rows, { ...told, load, processors: availableParallelism() }),
      );
      return exitOf(rows);
    } finally {
      build.remove();
    }
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    const known = error instanceof CommandError ? error : undefined;
    out.warn(`${(error as Error).message}${known?.hint === undefined ? '' : `\n  ${known.hint}`}`);
    return known?.exit === EXIT.usage ? EXIT.usage : NOT_MEASURED;
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
