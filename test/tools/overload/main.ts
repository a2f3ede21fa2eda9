// `npm run tool -- overload`: whether a node keeps its head under more load than it can take. Exit code 1 when it seals
// less than 0.9 of its best under more load than that takes, answers /alive late, or keeps callers waiting. It says
// who had the processors: what the clients, other programs and the host of the machine took, the nodes had not.
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { programOptions } from '../program-options.js';
import { type Level, runOverload } from './run.js';

const GOODPUT_LEAST = 0.9;
const ALIVE_P99_MS_MAX = 100;
const ACCEPTED_P99_MS_MAX = 5000;
/** Of one processor: the clients are one thread. */
const CLIENTS_BUSY_MAX = 0.8;
/** Processors. */
const ELSEWHERE_MAX = 0.2;

/** Of a row, and the best that any row sealed a second. */
const COLUMNS = new Map<string, (row: Level, best: number) => string | number>([
  ['CLIENTS', (row) => `${row.clients}${row.isShort ? ' (short)' : ''}`],
  ['SEALED/S', (row) => row.acceptedPerSecond],
  ['OF BEST', (row, best) => (row.acceptedPerSecond / best).toFixed(2)],
  ['REFUSED/S', (row) => row.refusedPerSecond],
  ['P50 MS', (row) => row.p50Ms],
  ['P99 MS', (row) => row.p99Ms],
  ['MAX MS', (row) => row.maxMs],
  ['REFUSED P99 MS', (row) => row.refusedP99Ms],
  ['ALIVE P50', (row) => row.alive.p50Ms],
  ['ALIVE P99', (row) => row.alive.p99Ms],
  ['ALIVE MAX', (row) => row.alive.maxMs],
  ['PROBE LATE P99', (row) => row.alive.ownP99Ms],
  ['LOOP P99', (row) => row.loopP99Ms],
  ['CPU US/TX', (row) => row.cpuMicrosPerTx],
]);
/** Processors that each had, on average. */
const PROCESSORS = new Map<string, (row: Level) => string | number>([
  ['CLIENTS', (row) => row.clients],
  ['NODE', (row) => row.busy.first],
  ['OTHER NODES', (row) => row.busy.others],
  ['CLIENTS THEMSELVES', (row) => row.busy.clients],
  ['ELSEWHERE', (row) => row.busy.elsewhere],
  ['STOLEN', (row) => row.busy.stolen],
  ['IDLE', (row) => row.busy.idle],
]);

const { values } = programOptions(
  'npm run tool -- overload',
  'What a node or a mesh seals, and how long clients wait, under ever more of them.',
  {
    options: {
      nodes: { type: 'string', default: '1' },
      scenario: { type: 'string', default: 'plain' },
      levels: { type: 'string', default: '16,64,256,1024,4096' },
      seconds: { type: 'string', default: '8' },
      json: { type: 'boolean', default: false },
    },
  },
);
const nodes = Number(values.nodes);
const seconds = Number(values.seconds);
const levels = values.levels.split(',').map(Number);
const scenario = values.scenario;
const isGood =
  [nodes, seconds, ...levels].every((n) => Number.isInteger(n) && n > 0) &&
  nodes <= 8 &&
  (scenario === 'plain' || scenario === 'workflow');
if (!isGood) {
  process.stderr.write(
    'usage: npm run tool -- overload [--nodes N] [--scenario plain|workflow] [--levels 16,64,...] [--seconds N] [--json]\n',
  );
  process.exit(2);
}
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const rows = await runOverload({
  ...{ nodes, seconds, levels, progress: (sentence: string) => out.note(sentence) },
  scenario: scenario === 'workflow' ? 'workflow' : 'plain',
});
const best = Math.max(...rows.map((row) => row.acceptedPerSecond));
const bestAt = rows.find((row) => row.acceptedPerSecond === best)?.clients ?? 0;
const faults = rows.flatMap((row) => faultsOf(row));
const doubts = rows.flatMap((row) => doubtsOf(row));
out.show({ rows, faults, doubts }, () =>
  [
    table(
      [...COLUMNS.keys()],
      rows.map((row) => [...COLUMNS.values()].map((cell) => cell(row, best))),
    ),
    '',
    'Processors that were busy:',
    table(
      [...PROCESSORS.keys()],
      rows.map((row) => [...PROCESSORS.values()].map((cell) => cell(row))),
    ),
    '',
    ...doubts,
    faults.length === 0 ? out.paint.green('It keeps its head at every level.') : out.paint.red(faults.join('\n')),
  ].join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Fewer clients than the best level had are no overload: they bring less than the node takes. */
function faultsOf({ clients, acceptedPerSecond, alive, p99Ms, unanswered }: Level): string[] {
  const least = Math.round(best * GOODPUT_LEAST);
  const found = [
    clients > bestAt && acceptedPerSecond < least && `${acceptedPerSecond} sealed a second, ${least} expected`,
    alive.p99Ms > ALIVE_P99_MS_MAX && `/alive took ${alive.p99Ms} ms (p99), ${ALIVE_P99_MS_MAX} expected`,
    p99Ms > ACCEPTED_P99_MS_MAX && `who was taken waited ${p99Ms} ms (p99), ${ACCEPTED_P99_MS_MAX} expected`,
    unanswered > 0 && `${unanswered} who wait as they are told got no answer at all`,
  ];
  return found.filter((one) => one !== false).map((one) => `${clients} clients: ${one}.`);
}

/** Whether a level measured something else than the nodes. */
function doubtsOf({ clients, busy }: Level): string[] {
  const found = [
    busy.clients > CLIENTS_BUSY_MAX &&
      `the clients needed ${busy.clients} of a processor, and may be what limits: run them with fewer at a time`,
    busy.elsewhere + busy.stolen > ELSEWHERE_MAX &&
      `${(busy.elsewhere + busy.stolen).toFixed(2)} processors were at work for others: measure on a quiet machine`,
  ];
  return found.filter((one) => one !== false).map((one) => `${clients} clients: ${one}.`);
}
