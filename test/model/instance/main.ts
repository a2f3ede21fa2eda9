// `npm run tool -- model:instance`: the models of instances to a depth that the tests do not reach. Exit code 1 where a
// property does not hold.
import { programOptions } from '../../tools/program-options.js';
import { CREDENTIALS } from './credentials-properties.js';
import { DEPUTIES } from './deputies-properties.js';
import { DEPUTIES_READING } from './deputies-reading.js';
import { DISPUTES } from './dispute-model.js';
import { explore } from './explore.js';
import { LOOP } from './loop-model.js';
import { PEOPLE } from './people-properties.js';
import { READS } from './reads-properties.js';

const MODELS = [LOOP, PEOPLE, READS, CREDENTIALS, DEPUTIES, DEPUTIES_READING, ...DISPUTES];
const { values } = programOptions(
  'npm run tool -- model:instance',
  'Searches every order of moves of small instances, one party of which lies.',
  {
    options: {
      only: { type: 'string', default: '' },
      depth: { type: 'string', default: '4' },
      walks: { type: 'string', default: '1000' },
      steps: { type: 'string', default: '14' },
      states: { type: 'string', default: '30000' },
      minutes: { type: 'string', default: '10' },
    },
  },
);
const { only } = values;
const [depth, walks, steps, states, minutes] = [
  values.depth,
  values.walks,
  values.steps,
  values.states,
  values.minutes,
].map(Number) as [number, number, number, number, number];
let isBroken = false;
for (const model of MODELS.filter(({ name }) => name.includes(only))) {
  const bounds = { depth, walks, steps, states, ms: minutes * 60_000, now: () => performance.now() };
  const { problem, ...found } = explore(model, bounds);
  isBroken ||= problem !== undefined;
  process.stdout.write(`${model.name}: ${JSON.stringify(found)}\n${problem ?? 'Every property holds.'}\n`);
}
process.exitCode = isBroken ? 1 : 0;
