// `npm run scale`: what very many registers, or very many transactions in one register, cost. Exit code 1 when a figure is above its bar.
import { parseArgs } from 'node:util';
import { fields, type Output, outputOf, table } from '../output.js';
import { processTerminal } from '../terminal.js';
import { type Figures, scaleLedger } from './ledger.js';
import { scaleRegisters } from './registers.js';

const COUNTS: Readonly<Record<string, { readonly usual: number; readonly least: number; readonly most: number }>> = {
  registers: { usual: 10_000, least: 1, most: 100_000 },
  ledger: { usual: 1_000_000, least: 1000, most: 10_000_000 },
};
const IDLE_SECONDS = 10;
/** Registers that nobody uses may cost no CPU to speak of: one in a hundred of a core more than none of them do. */
const IDLE_CPU_PER_MILLE_MAX = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const subject = positionals[0] ?? '';
const bounds = COUNTS[subject];
const count = Number(values.count ?? bounds?.usual);
if (!bounds || positionals.length > 1 || !Number.isInteger(count) || count < bounds.least || count > bounds.most) {
  const range = bounds ? `; --count is a whole number from ${bounds.least} to ${bounds.most}` : '';
  process.stderr.write(`usage: npm run scale -- registers|ledger [--count N] [--json]${range}\n`);
  process.exit(2);
}
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
process.exitCode = await (subject === 'registers' ? registers(out) : ledger(out));

async function registers(to: Output): Promise<number> {
  const progress = to.progress('founding registers');
  const onProgress = (made: number, of: number) => progress.update(made, of);
  const report = await scaleRegisters({ count, idleSeconds: IDLE_SECONDS, onProgress });
  progress.end();
  const { startMs, rssMiB, timers, idleCpuPerMille } = report;
  const good =
    report.activeRegisters.idle === 0 &&
    timers.full <= timers.empty &&
    idleCpuPerMille.full - idleCpuPerMille.empty <= IDLE_CPU_PER_MILLE_MAX;
  to.show(report, () =>
    [
      table(
        ['', 'NO REGISTER', `${report.registers} REGISTERS`],
        [
          ['start, ms', startMs.empty, startMs.full],
          ['memory, MiB', rssMiB.empty, rssMiB.full],
          ['timers', timers.empty, timers.full],
          [`CPU over ${IDLE_SECONDS} s idle, thousandths of a core`, idleCpuPerMille.empty, idleCpuPerMille.full],
        ],
      ),
      '',
      fields({
        'active registers, idle': report.activeRegisters.idle,
        'first submission, ms': report.firstSubmissionMs.join(', '),
        'second submission, ms': report.secondSubmissionMs.join(', '),
        'made in, s': report.makeSeconds,
      }),
      '',
      good
        ? to.paint.green('A register that nobody uses costs nothing but memory.')
        : to.paint.red('Idle registers cost.'),
    ].join('\n'),
  );
  return good ? 0 : 1;
}

async function ledger(to: Output): Promise<number> {
  const progress = to.progress('sealing transactions');
  const report = await scaleLedger({ count, onProgress: (sealed, of) => progress.update(sealed, of) });
  progress.end();
  const rows: readonly (readonly [keyof Figures, string])[] = [
    ['submitP50', 'submit to sealed, p50 ms'],
    ['submitP99', 'submit to sealed, p99 ms'],
    ['sealedPerSecond', 'sealed a second, batches of 50'],
    ['firstPage', 'first page of 20, ms'],
    ['middlePage', 'middle page of 20, ms'],
    ['lastPage', 'last page of 20, ms'],
    ['receipt', 'receipt, ms'],
    ['evidence', 'evidence, ms'],
  ];
  const { small, large, ratios } = report;
  const good = report.above.length === 0;
  to.show(report, () =>
    [
      table(
        ['TRANSACTIONS IN THE REGISTER', small.transactions, large.transactions, 'RATIO'].map(String),
        rows.map(([name, label]) => [label, small[name], large[name], ratios[name]]),
      ),
      '',
      fields({
        'restart, ms': `${report.restartMs.small}, ${report.restartMs.large}`,
        'memory, MiB': `${report.rssMiB.small}, ${report.rssMiB.large}`,
        'filled at': `${report.fillPerSecond} transactions a second`,
        'on disk': `${report.bytesPerTransaction} bytes a transaction`,
      }),
      '',
      good
        ? to.paint.green('Every figure is within 20 percent: nothing grows with the register.')
        : to.paint.red(`More than 20 percent worse: ${report.above.join(', ')}.`),
    ].join('\n'),
  );
  return good ? 0 : 1;
}
