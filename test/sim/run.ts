// `npm run sim -- --seed N` runs one seed and prints its options and, on failure, its events; `--seeds N [--from S]` runs many and prints one line
// for each failure that says how to repeat it.
import { parseArgs } from 'node:util';
import { simulate } from './simulate.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    events: { type: 'boolean' },
  },
});
const from = Number(values.seed ?? values.from ?? 1);
const count = values.seed === undefined ? Number(values.seeds ?? 100) : 1;
const started = performance.now();
let steps = 0;
let heights = 0;
let failures = 0;

for (let seed = from; seed < from + count; seed++) {
  const verdict = await simulate(seed);
  steps += verdict.steps;
  heights += verdict.heights - 1;
  if (count === 1) console.log(JSON.stringify(verdict.options, undefined, 1));
  if (verdict.violation || values.events) {
    if (count === 1) console.log(verdict.events.join('\n'));
  }
  if (!verdict.violation) continue;
  failures++;
  const { checker, what } = verdict.violation;
  console.log(`seed ${seed}: ${checker}: ${what}\n  npm run sim -- --seed ${seed}`);
}
const seconds = (performance.now() - started) / 1000;
console.log(`${count} seeds, ${steps} steps, ${heights} dockets, ${failures} failures, ${seconds.toFixed(1)} s`);
process.exitCode = failures > 0 ? 1 : 0;
