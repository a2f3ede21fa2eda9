// The report of a comparison: a row for each load and number of nodes, judged by starts, as Markdown for people and
// notes, and how it ends. Pure.
import { EXIT } from '../../../cli/command/command.js';
import { NOT_MEASURED } from './builds.js';
import type { LoadName } from './loads.js';
import type { Comparison } from './options.js';
import { LOSS_MAX, type Spread, STARTS_LEAST, spreadOf, type Verdict, verdictOf } from './statistics.js';
import type { Pair } from './turns.js';

export interface ReportRow {
  readonly nodes: number;
  readonly load: LoadName;
  /** Medians, of which the ratio is not that of the starts. */
  readonly ours: Medians;
  readonly theirs: Medians;
  /** Ours over theirs, of starts; absent where none is whole. */
  readonly cpu?: Spread;
  readonly throughput?: Spread;
  readonly verdict: Verdict;
}

export interface Medians {
  readonly cpuMicros: number;
  readonly perSecond: number;
}

/** A row for each that was asked for, with or without starts. */
export function rowsOf({ nodes, loads, pairs: whole }: Comparison, pairs: readonly Pair[]): readonly ReportRow[] {
  return nodes.flatMap((count) =>
    loads.map((load) => {
      const starts = startsOf(pairs.filter((pair) => pair.nodes === count && pair.load === load)).filter(
        (start) => start.length === whole,
      );
      const own = starts.flat();
      const ours = mediansOf(own.map((pair) => pair.ours));
      const theirs = mediansOf(own.map((pair) => pair.theirs));
      const cpu = starts.map((start) => medianOf(start, 'cpuMicros'));
      const row = { nodes: count, load, ours, theirs, verdict: verdictOf(cpu) };
      if (starts.length === 0) return row;
      const throughput = spreadOf(starts.map((start) => medianOf(start, 'perSecond')));
      return { ...row, cpu: spreadOf(cpu), throughput };
    }),
  );
}

/** The pairs of each start. A start without all of them counts for nothing: its rows differ from those of others. */
function startsOf(pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  return [...new Set(pairs.map(({ round }) => round))].map((round) => pairs.filter((pair) => pair.round === round));
}

/** The one figure of a start. */
function medianOf(start: readonly Pair[], figure: keyof Medians): number {
  return spreadOf(start.map(({ ours, theirs }) => ours[figure] / theirs[figure])).median;
}

function mediansOf(rows: readonly Medians[]): Medians {
  if (rows.length === 0) return { cpuMicros: 0, perSecond: 0 };
  const median = (values: readonly number[]) => Math.round(spreadOf(values).median);
  return { cpuMicros: median(rows.map((row) => row.cpuMicros)), perSecond: median(rows.map((row) => row.perSecond)) };
}

/** A loss is told before a row of too few starts: it is known. */
export function exitOf(rows: readonly ReportRow[]): number {
  if (rows.some(({ verdict }) => verdict === 'slower')) return EXIT.failed;
  return rows.some(({ cpu }) => (cpu?.count ?? 0) < STARTS_LEAST) ? NOT_MEASURED : EXIT.ok;
}

export interface Told {
  /** As people write it, such as `df57f29e`. */
  readonly theirs: string;
  readonly ours: string;
  /** Of the machine in the last minute, before and after. */
  readonly load: readonly [before: number, after: number];
  readonly processors: number;
  readonly delayMs: number;
}

const HEAD = [
  'nodes',
  'load',
  'starts',
  'CPU us/tx, then',
  'CPU us/tx, here',
  'CPU ratio: median (quartiles) [least, most]',
  'a second, then',
  'a second, here',
  'throughput ratio: median [least, most]',
  'verdict',
];

const MOST = LOSS_MAX.toFixed(2);

/** The table and the rule, fit for a note. */
export function markdownOf(rows: readonly ReportRow[], told: Told): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const delay = told.delayMs > 0 ? `, ${told.delayMs} ms between nodes each way` : '';
  return [
    `${told.ours} (here) against ${told.theirs} (then), by turns${delay}; ${told.processors} processors, load average ${told.load.map((load) => load.toFixed(1)).join(' before, ')} after:`,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map((row) =>
      line([
        ...[row.nodes, row.load, row.cpu?.count ?? 0, row.theirs.cpuMicros, row.ours.cpuMicros, cpuText(row.cpu)],
        ...[row.theirs.perSecond, row.ours.perSecond, throughputText(row.throughput), row.verdict],
      ]),
    ),
    '',
    `Judged by starts, at least ${STARTS_LEAST}. Slower: their median is above ${MOST}, and more of them above 1.00 than chance gives in one of 20 cases. As fast: as many are at most ${MOST}. Unsure: neither.`,
  ].join('\n');
}

const three = (value: number): string => value.toFixed(3);

function cpuText(spread: Spread | undefined): string {
  if (!spread) return '-';
  const quartiles = `${three(spread.lowerQuartile)} to ${three(spread.upperQuartile)}`;
  return `${three(spread.median)} (${quartiles}) [${three(spread.least)}, ${three(spread.most)}]`;
}

function throughputText(spread: Spread | undefined): string {
  return spread ? `${three(spread.median)} [${three(spread.least)}, ${three(spread.most)}]` : '-';
}
