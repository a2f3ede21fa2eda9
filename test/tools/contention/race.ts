// `npm run tool -- race`: two parties draw 7.00 each on a limit of 10.00 at the same time, each at its own node of a
// mesh. They do so in as many rounds as are asked for. Exit code 1 where one round sealed more than one draw, or none.
import { programOptions } from '../program-options.js';
import { setDrawing } from './draws.js';

const { values } = programOptions(
  'npm run tool -- race',
  'Two parties draw 7.00 each on a limit of 10.00 at the same time, round after round.',
  {
    options: {
      rounds: { type: 'string', default: '1000' },
      nodes: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '60' },
    },
  },
);
const [rounds, nodes, minutes] = [values.rounds, values.nodes, values.minutes].map(Number) as [number, number, number];
const until = performance.now() + minutes * 60_000;
const drawing = await setDrawing({ nodes, parties: 2 });
const outcomes = new Map<string, number>();
const counted = { rounds: 0, breaks: 0, empty: 0 };
try {
  for (; counted.rounds < rounds && performance.now() < until; counted.rounds++) {
    const instanceId = await drawing.open('10.00');
    const ends = await Promise.all([0, 1].map((party) => drawing.draw(instanceId, party, '7.00')));
    const told = ends.sort().join(' and ');
    outcomes.set(told, (outcomes.get(told) ?? 0) + 1);
    const drawn = await drawing.drawn(instanceId);
    if (drawn > 1) counted.breaks++;
    if (drawn === 0) counted.empty++;
  }
} finally {
  await drawing.remove();
}
process.stdout.write(`${JSON.stringify({ ...counted, outcomes: Object.fromEntries(outcomes) })}\n`);
process.exitCode = counted.breaks + counted.empty > 0 || counted.rounds === 0 ? 1 : 0;
