// `npm run tool -- sim --seed N [--with JSON]` runs one seed and prints its options and, on failure, the shortest way
// to it and its message chart; `--seeds N [--from S]` runs many and prints one line for each failure that says how to
// repeat it; `--until a,b` ends with the first one that one of these checkers finds, and `--long` gives each seed an
// hour. `--marks` fails a batch that never came to a place of marks.ts. `--kept` plays every seed that ever failed.
import { programOptions } from '../tools/program-options.js';
import { type KeptSeed, keptSeeds } from './kept.js';
import { watchMarks } from './marks.js';
import { hourOf, optionsOf } from './options.js';
import { changesOf, changesText, shrink } from './shrink.js';
import { simulate } from './simulate.js';

const { values } = programOptions(
  'npm run tool -- sim',
  'Simulates one cluster (--seed) or many (--seeds), and says how to repeat a failure.',
  {
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string' },
      with: { type: 'string' },
      events: { type: 'boolean' },
      whole: { type: 'boolean' },
      until: { type: 'string' },
      marks: { type: 'boolean' },
      long: { type: 'boolean' },
      kept: { type: 'boolean' },
    },
  },
);
const from = Number(values.seed ?? values.from ?? 1);
const isOne = values.seed !== undefined;
const given = values.with === undefined ? {} : changesOf(values.with);
const runs = values.kept ? keptSeeds() : seedsFrom(isOne ? 1 : Number(values.seeds ?? (values.long ? 20 : 100)));
const started = performance.now();
const total = { steps: 0, heights: 0, failures: 0, forks: 0, evidence: 0 };
// An error that a node throws where no caller waits for it ends the process: then at least the seed is known.
let running = from;
process.on('uncaughtExceptionMonitor', () => console.log(`seed ${running}: thrown outside of any step`));

/** How far a long run is, on the side of those who watch. */
const PROGRESS_MS = 10_000;
let toldMs = started;
const marks = values.marks ? watchMarks() : undefined;

for (const [i, { seed, changes: stated }] of runs.entries()) {
  if (performance.now() - toldMs > PROGRESS_MS) {
    toldMs = performance.now();
    const perSecond = (i * 1000) / (toldMs - started);
    console.error(`${i} of ${runs.length} seeds, ${total.failures} failures, ${perSecond.toFixed(1)} a second`);
  }
  running = seed;
  const changes = values.long ? { ...hourOf(optionsOf(seed)), ...stated } : stated;
  const verdict = await simulate(seed, {}, changes);
  marks?.count();
  total.steps += verdict.steps;
  total.heights += verdict.heights - verdict.options.registers;
  total.forks += verdict.forked ? 1 : 0;
  total.evidence += verdict.evidence;
  if (isOne) console.log(JSON.stringify(verdict.options, undefined, 1));
  if (isOne && values.events && !verdict.violation) console.log(verdict.events.join('\n'));
  if (!verdict.violation) continue;
  const { checker, what } = verdict.violation;
  if (values.until?.split(',').includes(checker)) {
    console.log(`caught by ${checker}: seed ${seed}: ${what.split('\n')[0]}`);
    break;
  }
  if (values.until !== undefined) continue;
  total.failures++;
  // With options of its own, or `--whole`, the run is shown as it is.
  const shrunk = isOne && !values.whole && !values.long && values.with === undefined ? await shrink(seed) : undefined;
  const shown = shrunk?.verdict ?? verdict;
  const options = changesText(shrunk?.changes ?? changes);
  if (isOne) console.log(shown.events.join('\n'));
  console.log(`seed ${seed}: ${shown.violation?.checker}: ${shown.violation?.what}`);
  console.log(`  npm run tool -- sim --seed ${seed}${options === '{}' ? '' : ` --with '${options}'`}`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const { steps, heights, failures, forks, evidence } = total;
console.log(`${runs.length} seeds, ${steps} steps, ${heights} dockets, ${failures} failures, ${seconds} s`);
console.log(`${forks} majorities forked by a false member, ${evidence} lies met`);
const reached = [...(marks?.reached() ?? [])];
for (const [name, seeds] of reached) console.log(`${seeds === 0 ? 'never' : `by ${seeds}`} reached: ${name}`);
process.exitCode = failures > 0 || reached.some(([, seeds]) => seeds === 0) ? 1 : 0;

function seedsFrom(count: number): readonly KeptSeed[] {
  return Array.from({ length: count }, (_, i) => ({ seed: from + i, changes: given }));
}
