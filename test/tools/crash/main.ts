// `npm run tool -- crash`: kills a node under load many times and says whether it lost anything. Exit code 1 when it
// did.

import { fields, outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { programOptions } from '../program-options.js';
import { crashRounds, type RoundReport } from './rounds.js';

const ROUNDS = 50;
const ROUNDS_MAX = 10_000;

const { values } = programOptions(
  'npm run tool -- crash',
  'Kills a node under load many times, and says whether it lost anything.',
  {
    options: { rounds: { type: 'string', default: String(ROUNDS) }, json: { type: 'boolean', default: false } },
  },
);
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > ROUNDS_MAX) {
  process.stderr.write(`--rounds is a whole number from 1 to ${ROUNDS_MAX}\n`);
  process.exit(2);
}
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const progress = out.progress('crash rounds');
const report = await crashRounds({
  rounds,
  random: Math.random,
  onRound: ({ round }) => progress.update(round, rounds),
});
progress.end();
const restarts = report.rounds.map((round) => round.restartMs).sort((a, b) => a - b);
const lost = report.faults.length > 0;
out.show(report, () =>
  [
    table(['ROUND', 'ALIVE MS', 'ACKNOWLEDGED', 'NO ANSWER', 'DOCKETS', 'RESTART MS', ''], report.rounds.map(row)),
    '',
    fields({
      kills: report.kills,
      acknowledged: `${report.acknowledged}, of which ${report.promisedFirst} were pending at first`,
      'no answer at kills': `${report.unansweredAtKills}, ${report.repeated} asked again and answered`,
      sealed: `${report.transactions} transactions in ${report.dockets} dockets`,
      'restart ms': `median ${restarts[Math.floor(restarts.length / 2)] ?? 0}, longest ${restarts.at(-1) ?? 0}`,
      refusals:
        Object.entries(report.refusals)
          .map(([code, count]) => `${code} ${count}`)
          .join(', ') || 'none',
    }),
    '',
    ...report.faults,
    lost
      ? out.paint.red('FAILED: see above.')
      : out.paint.green('Nothing that was acknowledged is lost, nothing is sealed twice, no chain is broken.'),
  ].join('\n'),
);
process.exitCode = lost ? 1 : 0;

function row(round: RoundReport): (string | number)[] {
  const remarks = [round.paused ? 'paused' : '', round.killedAtStart ? 'killed at start too' : ''];
  const { acknowledged, unanswered, dockets, restartMs, aliveMs } = round;
  return [round.round, aliveMs, acknowledged, unanswered, dockets, restartMs, remarks.filter(Boolean).join(', ')];
}
