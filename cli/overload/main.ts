// `npm run overload`: whether a node keeps its head under more load than it can take. Exit code 1 when it seals less than 0.9 of its best, answers /alive late, or keeps
// those waiting whom it took.
import { parseArgs } from 'node:util';
import { outputOf, table } from '../output.js';
import { processTerminal } from '../terminal.js';
import { type Level, runOverload } from './run.js';

const GOODPUT_LEAST = 0.9;
const ALIVE_P99_MS_MAX = 100;
const ACCEPTED_P99_MS_MAX = 5000;

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

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1' },
    scenario: { type: 'string', default: 'plain' },
    levels: { type: 'string', default: '16,64,256,1024,4096' },
    seconds: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
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
    'usage: npm run overload -- [--nodes N] [--scenario plain|workflow] [--levels 16,64,...] [--seconds N] [--json]\n',
  );
  process.exit(2);
}
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const rows = await runOverload({
  ...{ nodes, seconds, levels, progress: (sentence: string) => out.note(sentence) },
  scenario: scenario === 'workflow' ? 'workflow' : 'plain',
});
const best = Math.max(...rows.map((row) => row.acceptedPerSecond));
const faults = rows.flatMap((row) => faultsOf(row));
out.show({ rows, faults }, () =>
  [
    table(
      [...COLUMNS.keys()],
      rows.map((row) => [...COLUMNS.values()].map((cell) => cell(row, best))),
    ),
    '',
    faults.length === 0 ? out.paint.green('It keeps its head at every level.') : out.paint.red(faults.join('\n')),
  ].join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;

function faultsOf({ clients, acceptedPerSecond, alive, p99Ms }: Level): string[] {
  const least = Math.round(best * GOODPUT_LEAST);
  const found = [
    acceptedPerSecond < least && `${acceptedPerSecond} sealed a second, ${least} expected`,
    alive.p99Ms > ALIVE_P99_MS_MAX && `/alive took ${alive.p99Ms} ms (p99), ${ALIVE_P99_MS_MAX} expected`,
    p99Ms > ACCEPTED_P99_MS_MAX && `who was taken waited ${p99Ms} ms (p99), ${ACCEPTED_P99_MS_MAX} expected`,
  ];
  return found.filter((one) => one !== false).map((one) => `${clients} clients: ${one}.`);
}
