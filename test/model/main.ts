// `npm run tool -- model [seed] [factor]`: the larger bounds, and `factor` times as many walks from another seed.
// Prints one line a search; fails on the first problem.
import { explore } from './explore.js';
import { walk } from './walk.js';
import { FULL, WALKS } from './worlds.js';

const [seed = 1, factor = 10] = process.argv.slice(2).map(Number);
const now = () => performance.now();
let failed = false;

for (const { name, world, states } of FULL) {
  const verdict = explore(world, { states, ms: 600_000, now });
  failed ||= verdict.problem !== undefined;
  console.log(
    `${name}: ${verdict.states} states, ${verdict.steps} steps, ${verdict.complete ? 'complete' : 'bounded'}, ${verdict.ms} ms, ${verdict.problem ?? 'no problem'}`,
  );
}
for (const { name, world, walks } of WALKS) {
  const verdict = walk(world, { walks: walks * factor, steps: 60, seed, ms: 300_000, now });
  failed ||= verdict.problem !== undefined;
  console.log(
    `${name}: ${verdict.walks} walks, ${verdict.steps} steps, ${verdict.accused} liars caught, ${verdict.ms} ms, ${verdict.problem ?? 'no problem'}`,
  );
  if (verdict.problem) console.log(`  seed ${verdict.seed}`);
}
process.exitCode = failed ? 1 : 0;
