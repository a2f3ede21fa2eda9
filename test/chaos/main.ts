// `npm run chaos`: clients against a mesh whose nodes are killed, frozen and cut off; exit code 1 when anything that a node said turns out untrue.
import { parseArgs } from 'node:util';
import { fields, outputOf } from '../../cli/output.js';
import { processTerminal } from '../../cli/terminal.js';
import { chaosRun } from './run.js';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '4' },
    mode: { type: 'string', default: 'bft' },
    seconds: { type: 'string', default: '120' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

function whole(name: 'nodes' | 'seconds' | 'clients' | 'seed', least: number, most: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  process.stderr.write(`--${name} is a whole number from ${least} to ${most}\n`);
  process.exit(2);
}

const { mode } = values;
if (mode !== 'bft' && mode !== 'majority') {
  process.stderr.write('--mode is bft or majority\n');
  process.exit(2);
}
const nodes = whole('nodes', mode === 'bft' ? 4 : 2, 8);
const seconds = whole('seconds', 1, 86_400);
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const progress = out.progress('seconds of chaos');
const report = await chaosRun({
  nodes,
  mode,
  seconds,
  clients: whole('clients', 1, 256),
  seed: whole('seed', 0, 2 ** 32 - 1),
  log: (sentence) => {
    if (values.verbose) process.stderr.write(`${new Date().toISOString()} ${sentence}\n`);
  },
  progress: (second) => progress.update(second, seconds),
});
progress.end();
const { faults, faultsDrawn, refused, options, ...figures } = report;
const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';
out.show(report, () =>
  [
    fields({
      nodes: `${options.nodes} (${options.mode}), seed ${options.seed}`,
      submitted: figures.submitted,
      acknowledged: `${figures.acknowledged}, of which ${figures.promised} were promised first`,
      'no answer': figures.unknown,
      sealed: `${figures.transactions} transactions in ${figures.height} dockets`,
      reads: figures.reads,
      'latency p50, p99': `${figures.p50Ms} ms, ${figures.p99Ms} ms`,
      'at rest after': `${Math.round(figures.convergedMs)} ms`,
      faults: counted(faultsDrawn),
      refused: counted(refused),
    }),
    '',
    ...faults,
    faults.length > 0
      ? out.paint.red('FAILED: see above.')
      : out.paint.green('Nothing that was acknowledged is lost, doubled or changed, and all replicas are equal.'),
  ].join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;
