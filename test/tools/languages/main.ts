// `npm run tool -- languages`: what an action of language 2 costs beside the same one of language 1, on the same mesh.
// Pairs of rows of one run are compared, since the machine changes from minute to minute. A measurement, not a test;
// exit code 1 where the median of the pairs is above the budget.
import { runBench } from '../../../cli/bench/run.js';
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { spreadOf } from '../comparison/statistics.js';
import { programOptions } from '../program-options.js';

/** The aim of language 2: processor time an action, in multiples of language 1. */
const BUDGET = 1.15;

const { values } = programOptions(
  'npm run tool -- languages',
  'What an action of language 2 costs beside the same one of language 1.',
  {
    options: {
      nodes: { type: 'string', default: '3' },
      concurrency: { type: 'string', default: '64' },
      pairs: { type: 'string', default: '5' },
      transactions: { type: 'string', default: '4000' },
      seconds: { type: 'string', default: '15' },
      json: { type: 'boolean', default: false },
    },
  },
);
const [nodes, concurrency, pairs, transactions, secondsMax] = [
  values.nodes,
  values.concurrency,
  values.pairs,
  values.transactions,
  values.seconds,
].map(Number) as [number, number, number, number, number];
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const loads = Array.from({ length: pairs }, () => concurrency);
const rest = { nodes, mode: 'majority', batches: [1], transactions, secondsMax } as const;
const { rows } = await runBench({ scenario: 'languages', concurrency: loads, ...rest }, (said) => out.note(said));
const { count, median, least, most } = spreadOf(rows.flatMap(({ toLanguage1 }) => toLanguage1 ?? []));
const told = { median, least, most, budget: BUDGET, rows };
out.show(told, () =>
  [
    table(
      ['SCENARIO', 'CONCURRENT', 'SEALED/S', 'P50 MS', 'CPU US/TX', 'BYTES/TX', 'TO LANGUAGE 1'],
      rows.map((row) => [
        ...[row.scenario, row.concurrency, row.sealedPerSecond, row.p50Ms, row.cpuMicrosPerTx, row.bytesPerTx],
        row.toLanguage1?.toFixed(3) ?? '',
      ]),
    ),
    '',
    `Median of ${count} pairs ${median.toFixed(3)}, ${least} to ${most}; the budget is ${BUDGET}.`,
  ].join('\n'),
);
process.exitCode = median > BUDGET ? 1 : 0;
