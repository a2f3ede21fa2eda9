// Compares the soundness check with the reducer over random workflows, half of them with joins by fork, a third with
// timers: `npm run tool -- flow [--seeds N] [--from S]`. It is for the night; the suite runs a thousand.
import { programOptions } from '../tools/program-options.js';
import { compare } from './comparison.js';

const STATES_MAX = 1000;

const { values } = programOptions(
  'npm run tool -- flow',
  'Compares the soundness check with the reducer over random workflows.',
  {
    options: { seeds: { type: 'string', default: '10000' }, from: { type: 'string', default: '1' } },
  },
);
const seeds = Number(values.seeds);
const from = Number(values.from);
const tally = new Map<string, number>();
let failed = 0;
let toldMs = Date.now();
for (let seed = from; seed < from + seeds; seed++) {
  try {
    const { verdict } = compare(seed, seed % 2 === 0, { timers: seed % 3 === 0, statesMax: STATES_MAX });
    tally.set(verdict, (tally.get(verdict) ?? 0) + 1);
  } catch (error) {
    failed++;
    console.log((error as Error).message);
  }
  if (Date.now() - toldMs < 5000) continue;
  toldMs = Date.now();
  console.log(`${seed - from + 1} of ${seeds}, ${failed} differ`);
}
for (const [verdict, count] of tally) console.log(`${verdict.padEnd(12)} ${count}`);
console.log(failed === 0 ? `${seeds} workflows: check and reducer agree.` : `FAILED: ${failed} of ${seeds} differ.`);
process.exitCode = failed === 0 ? 0 : 1;
