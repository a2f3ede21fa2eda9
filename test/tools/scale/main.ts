// `npm run tool -- scale`: what very many registers, a mesh, very many transactions in one register, or catching up on
// them cost. Exit code 1 when a figure is off its bar.

import { type CommandOutput, fields, outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { programOptions } from '../program-options.js';
import { type Figures, scaleLedger } from './ledger.js';
import { scaleMesh } from './mesh.js';
import { scaleRegisters } from './registers.js';
import { scaleSync } from './sync.js';

const COUNTS: Readonly<Record<string, { readonly usual: number; readonly least: number; readonly most: number }>> = {
  registers: { usual: 10_000, least: 1, most: 100_000 },
  mesh: { usual: 1000, least: 1, most: 10_000 },
  ledger: { usual: 1_000_000, least: 1000, most: 10_000_000 },
  // Dockets of 100 transactions.
  sync: { usual: 300, least: 10, most: 5000 },
};
const IDLE_SECONDS = 10;
/** Long enough for a round of anti-entropy, which comes about once a minute. */
const MESH_IDLE_SECONDS = 75;
const MESH_IDLE_CPU_PER_MILLE_MAX = 20;
const FAILOVER_MS_MAX = 3000;
/**
 * Transactions a second for each native verification a second of one core: every signature verified, and a quorum's
 * certificate instead.
 */
const SYNC_RATIO_LEAST = { all: 0.5, certified: 5 } as const;
/** Registers without use may cost no CPU to speak of: one in a hundred of a core more than none of them do. */
const IDLE_CPU_PER_MILLE_MAX = 10;

const { values, positionals } = programOptions(
  'npm run tool -- scale registers|ledger|mesh|sync',
  'What many registers, a mesh, many transactions or catching up on them cost.',
  {
    allowPositionals: true,
    options: { count: { type: 'string' }, json: { type: 'boolean', default: false } },
  },
);
const subject = positionals[0] ?? '';
const bounds = COUNTS[subject];
const count = Number(values.count ?? bounds?.usual);
if (!bounds || positionals.length > 1 || !Number.isInteger(count) || count < bounds.least || count > bounds.most) {
  const range = bounds ? `; --count is a whole number from ${bounds.least} to ${bounds.most}` : '';
  process.stderr.write(`usage: npm run tool -- scale registers|ledger|mesh|sync [--count N] [--json]${range}\n`);
  process.exit(2);
}
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const SUBJECTS: Readonly<Record<string, (to: CommandOutput) => Promise<number>>> = {
  registers,
  ledger,
  mesh,
  sync,
};
process.exitCode = (await SUBJECTS[subject]?.(out)) ?? 2;

async function registers(to: CommandOutput): Promise<number> {
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

async function ledger(to: CommandOutput): Promise<number> {
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
    ['odataWallet', 'OData: newest 20 of a wallet, ms'],
    ['odataDockets', 'OData: 20 from a docket on, ms'],
    ['odataTimes', 'OData: 20 from a time on, ms'],
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

async function mesh(to: CommandOutput): Promise<number> {
  const progress = to.progress('founding shared registers');
  const report = await scaleMesh({
    count,
    idleSeconds: MESH_IDLE_SECONDS,
    onProgress: (made, of) => progress.update(made, of),
  });
  progress.end();
  const noise = Object.keys(report.idleFrames).filter((kind) => kind !== 'digest');
  const good =
    Math.max(...report.idleCpuPerMille) <= MESH_IDLE_CPU_PER_MILLE_MAX &&
    noise.length === 0 &&
    Math.max(...report.failoverMs) <= FAILOVER_MS_MAX;
  to.show(report, () =>
    [
      fields({
        registers: `${report.registers} shared by ${report.nodes} nodes`,
        [`CPU of each node over ${MESH_IDLE_SECONDS} s idle, thousandths of a core`]: report.idleCpuPerMille.join(', '),
        'messages in that time': Object.entries(report.idleFrames)
          .map(([kind, sent]) => `${kind} ${sent}`)
          .join(', '),
        'memory, MiB': report.rssMiB.join(', '),
        'SIGKILL of the proposer to the next seal, ms': report.failoverMs.join(', '),
        'catching up': `${report.catchUp.transactions} transactions in ${report.catchUp.seconds} s, ${report.catchUp.perSecond} a second`,
      }),
      '',
      good
        ? to.paint.green('An idle mesh compares digests and does nothing else.')
        : to.paint.red('A figure is above its bar.'),
    ].join('\n'),
  );
  return good ? 0 : 1;
}

async function sync(to: CommandOutput): Promise<number> {
  const progress = to.progress('making dockets');
  const report = await scaleSync({ dockets: count, onProgress: (made, of) => progress.update(made, of) });
  progress.end();
  const good = report.figures.every(({ mode, ratio }) => ratio >= SYNC_RATIO_LEAST[mode]);
  to.show(report, () =>
    [
      table(
        ['VERIFIED', 'DISK', 'GIVEN AS', 'TRANSACTIONS/S', 'RATIO', 'CPU US/TRANSACTION'],
        report.figures.map((one) => [
          one.mode,
          one.disk,
          one.from,
          one.transactionsPerSecond,
          one.ratio,
          one.cpuMicroseconds,
        ]),
      ),
      '',
      fields({
        transactions: `${report.transactions}, ${report.perDocket} a docket, ${report.signaturesPerCertificate} signatures a certificate`,
        'native Ed25519 verifications a second of one core': report.verifyPerSecondCore,
      }),
      '',
      good
        ? to.paint.green('Catching up is as fast as it has to be.')
        : to.paint.red(`A ratio is below ${SYNC_RATIO_LEAST.all} (all) or ${SYNC_RATIO_LEAST.certified} (certified).`),
    ].join('\n'),
  );
  return good ? 0 : 1;
}
