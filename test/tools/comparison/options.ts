// The options of a comparison, as texts and as values. Pure: it says why it refuses, and ends nothing.
import { CommandError, EXIT } from '../../../cli/command/command.js';
import { LOAD_NAMES, type LoadName } from './loads.js';

export const COMPARISON_OPTIONS = {
  scenario: { type: 'string', default: 'plain' },
  nodes: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '8' },
  pairs: { type: 'string', default: '2' },
  minutes: { type: 'string', default: '15' },
  delay: { type: 'string', default: '0' },
  concurrency: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
} as const;

export interface Comparison {
  readonly loads: readonly LoadName[];
  /** Nodes that seal together, one comparison for each number. */
  readonly nodes: readonly number[];
  /** How often both programs are started afresh, and pairs of rows of each load in a start. */
  readonly rounds: number;
  readonly pairs: number;
  /** No round begins later. */
  readonly minutes: number;
  /** Milliseconds that a byte takes from one node to another, each way. */
  readonly delayMs: number;
  /** Requests under way at once in place of those of the load; 0 leaves these. */
  readonly concurrency: number;
}

export type ComparisonTexts = Readonly<Record<Exclude<keyof typeof COMPARISON_OPTIONS, 'json'>, string>>;

/** Throws a CommandError that says which option takes what. */
export function comparisonOf(texts: ComparisonTexts): Comparison {
  const loads = texts.scenario.split(',');
  const unknown = loads.find((name) => !(LOAD_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw refused(`--scenario is a list of ${LOAD_NAMES.join(', ')}; it names "${unknown}"`);
  const nodes = texts.nodes.split(',').map(Number);
  if (!nodes.every((count) => isWhole(count, 1, 8))) throw refused('--nodes is a list of whole numbers from 1 to 8');
  for (const [name, least, most] of BOUNDS)
    if (!isWhole(Number(texts[name] || Number.NaN), least, most))
      throw refused(`--${name} is a whole number from ${least} to ${most}`);
  const delayMs = Number(texts.delay);
  if (delayMs > 0 && nodes.includes(1)) throw refused('--delay is between nodes: it takes --nodes 2 or more');
  return {
    loads: [...new Set(loads as LoadName[])],
    nodes: [...new Set(nodes)],
    rounds: Number(texts.rounds),
    pairs: Number(texts.pairs),
    minutes: Number(texts.minutes),
    delayMs,
    concurrency: Number(texts.concurrency),
  };
}

const BOUNDS = [
  ['rounds', 1, 50],
  ['pairs', 1, 50],
  ['minutes', 1, 240],
  ['delay', 0, 1000],
  ['concurrency', 0, 1024],
] as const;

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

const refused = (sentence: string): CommandError => new CommandError(sentence, { exit: EXIT.usage });

/**
 * The commit that the gate compares with: the one line of docs/load.md that names it. Undefined where there is no such
 * line, or more than one.
 */
export function namedCommit(document: string): string | undefined {
  const found = [...document.matchAll(/^Commit of the gate: ([0-9a-f]{40})$/gm)];
  return found.length === 1 ? found[0]?.[1] : undefined;
}
