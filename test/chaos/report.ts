// The words of the chaos program at its end, for people.
import { fields, type Paint, table } from '../../cli/command/output.js';
import type { EvilReport } from './evil/run.js';
import type { ChaosReport } from './run.js';
import type { ChaosProgress } from './watch.js';

export function chaosText(report: ChaosReport, paint: Paint): string {
  const { options, faults } = report;
  const figures = fields({
    nodes: `${options.nodes} (${options.mode}) and ${options.followers} without a seat, seed ${options.seed}`,
    submitted: `${report.submitted} to ${options.registers} register(s)`,
    acknowledged: `${report.acknowledged}, of which ${report.promised} were promised first`,
    'no answer': report.unknown,
    sealed: `${report.transactions} transactions in ${report.height} dockets`,
    reads: report.reads,
    'latency p50, p99': `${report.p50Ms} ms, ${report.p99Ms} ms`,
    'at rest after': `${Math.round(report.convergedMs)} ms`,
    'longest stall': `${report.longestStall} s without a docket`,
    changes: Object.entries(report.upheavals)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
    faults: `${report.kills} processes killed; drawn: ${counted(report.faultsDrawn)}`,
    refused: counted(report.refused),
    'nodes printed': `${report.printed.bytes} bytes: ${counted(report.printed.lines)}`,
    verdict: `${Math.round(report.verdictMs)} ms; this program took ${report.ownMiB.join(', then ')} MiB`,
  });
  const nodes = table(
    ['NODE', 'MIB AT FIRST', 'AT MOST', 'AT REST', 'FILES', 'MIB ON DISK'],
    report.usage.map((one) => [one.name, one.beganMiB, one.mostMiB, one.residentMiB, one.files, one.diskMiB]),
  );
  const end =
    faults.length > 0
      ? paint.red('FAILED: see above.')
      : paint.green('Nothing that was acknowledged is lost, doubled or changed, and all replicas are equal.');
  return [figures, '', nodes, '', ...report.symptoms, ...faults, end].join('\n');
}

/** One line of a run under way. */
export function progressText(now: ChaosProgress): string {
  return (
    `${now.second} s: ${now.acknowledged} acknowledged of ${now.submitted}, ${now.reads} reads, heights ${now.heights.join(' ')}, ` +
    `${now.kills} kills in ${now.drawn} faults, ${now.running} run, memory ${now.largestMiB} MiB here ${now.ownMiB}` +
    (now.faults > 0 ? `, ${now.faults} UNTRUE` : '')
  );
}

export function evilTable(reports: readonly EvilReport[], paint: Paint): string {
  const rows = reports.map((report) => [
    report.kind,
    report.mode,
    report.faults.length === 0 ? 'held' : 'FAILED',
    report.acknowledged,
    report.height,
    report.largestMiB,
    report.stopped ? 'stopped as forked' : 'goes on',
    report.named,
  ]);
  const faults = reports.flatMap(({ kind, mode, faults: found }) =>
    found.map((fault) => `${kind} (${mode}): ${fault}`),
  );
  const end =
    faults.length > 0
      ? paint.red('FAILED: see above.')
      : paint.green('No lie changed anything that an honest node had acknowledged.');
  const head = ['EVIL', 'MODE', 'VERDICT', 'ACKNOWLEDGED', 'DOCKETS', 'MIB', 'REGISTER', 'WHAT IS KNOWN OF IT'];
  return [table(head, rows), '', ...faults, end].join('\n');
}

function counted(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return texts.join(', ') || 'none';
}
