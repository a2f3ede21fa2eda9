// `npm run model:instance`: the model of instances to a depth that the tests do not reach. Exit code 1 where a property does not hold.
import { programOptions } from '../../../cli/program-options.js';
import { explore } from './explore.js';

const { values } = programOptions(
  'npm run model:instance --',
  'Searches every order of moves of one small instance, one party of which lies.',
  {
    options: {
      depth: { type: 'string', default: '5' },
      walks: { type: 'string', default: '1000' },
      states: { type: 'string', default: '50000' },
      minutes: { type: 'string', default: '30' },
    },
  },
);
const [depth, walks, states, minutes] = [values.depth, values.walks, values.states, values.minutes].map(Number) as [
  number,
  number,
  number,
  number,
];
const { problem, ...found } = explore({ depth, walks, states, ms: minutes * 60_000, now: () => performance.now() });
process.stdout.write(`${JSON.stringify(found)}\n${problem ?? 'Every property holds.'}\n`);
process.exitCode = problem === undefined ? 0 : 1;
